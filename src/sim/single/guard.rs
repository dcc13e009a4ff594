//! What keeps a fault of the engine from its user: a panic becomes one line.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does it; or what went wrong in the engine, on one line, with the place and a request to report it. Nothing is
/// written on standard error. What `act` was changing may be half changed.
///
/// # Errors
/// Where `act` panics.
pub fn guard<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |info| {
            if WATCHED.get() {
                let place =
                    info.location().map_or_else(String::new, |at| format!("{}:{}: ", at.file(), at.line()));
                let what = info
                    .payload()
                    .downcast_ref::<&str>()
                    .copied()
                    .or_else(|| info.payload().downcast_ref::<String>().map(String::as_str))
                    .unwrap_or("a panic");
                let line = format!("{place}{what}").split_whitespace().collect::<Vec<_>>().join(" ");
                LAST.with_borrow_mut(|last| *last = line);
            } else {
                others(info);
            }
        }));
    });
    let outer = WATCHED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(act));
    WATCHED.set(outer);
    done.map_err(|_| format!("a fault of gravetroll, please report it with what led to it: {}", LAST.take()))
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_becomes_one_line() {
        assert_eq!(guard(|| 7), Ok(7));
        let told = guard(|| assert!(std::hint::black_box(1) == 2, "one\n  is two")).unwrap_err();
        assert!(
            told.starts_with("a fault of gravetroll, please report it with what led to it: src"),
            "{told}"
        );
        assert!(told.ends_with(": one is two"), "{told}");
        // Within another, and again.
        let nested = guard(|| guard(|| panic!("inner")).map(|()| 1));
        assert!(nested.unwrap().unwrap_err().ends_with(": inner"));
    }
}
