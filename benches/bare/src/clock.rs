//! Time by the wall, and the processor time of this process.

use std::time::Instant;

/// A running clock. Processor time is what a machine shared with others disturbs least.
pub struct Clock {
    wall: Instant,
    cpu: Option<f64>,
}

impl Clock {
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: cpu() }
    }

    /// Seconds since the start: by the wall, and of the processors (by the wall too where nothing better is known).
    pub fn seconds(&self) -> (f64, f64) {
        let wall = self.wall.elapsed().as_secs_f64();
        let spent = cpu().zip(self.cpu).map_or(wall, |(now, then)| now - then);
        (wall, spent)
    }
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[expect(unsafe_code)]
fn cpu() -> Option<f64> {
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    }
    const PROCESS_CPUTIME: i32 = 2;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the C library's own signature and layout on 64-bit Linux; `time` outlives the call.
    let failed = unsafe { clock_gettime(PROCESS_CPUTIME, &raw mut time) };
    (failed == 0).then_some(time.seconds as f64 + time.nanoseconds as f64 * 1e-9)
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn cpu() -> Option<f64> {
    None
}
