//! One random game: takes steps at a table, and checks what must hold after each.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

use gravetroll::case::{Answer, Case, Expect, Placed, Position, Step, Table, Verb, read, write};
use gravetroll::sim::Single;

/// A step that takes longer does not end: debug builds on a busy machine take a hundredth of it.
const TOO_LONG: Duration = Duration::from_secs(60);

thread_local! {
    /// What the last panic of this thread said, while it is caught.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    static CAUGHT: RefCell<bool> = const { RefCell::new(false) };
}

/// The steps that are being taken now, and since when: so that one that never ends can be told of.
static RUNNING: Mutex<Vec<(std::thread::ThreadId, Instant, Case)>> = Mutex::new(Vec::new());

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Of which sort: faults of one sort have one cause, most likely.
    pub sort: String,
    /// What exactly.
    pub message: String,
}

impl Fault {
    fn new(sort: &str, message: impl Into<String>) -> Self {
        Self { sort: sort.to_owned(), message: message.into() }
    }
}

/// Keeps caught panics quiet, and watches for steps that never end.
fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if CAUGHT.with(|caught| *caught.borrow()) {
                PANIC.with(|panic| *panic.borrow_mut() = Some(info.to_string()));
            } else {
                usual(info);
            }
        }));
        std::thread::spawn(|| {
            loop {
                std::thread::sleep(Duration::from_secs(1));
                let running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if let Some((.., case)) = running.iter().find(|(_, since, _)| since.elapsed() > TOO_LONG) {
                    eprintln!("the last step does not end:\n{}", write(case));
                    std::process::abort();
                }
            }
        });
    });
}

/// Does it; a panic is a fault.
fn caught<T>(act: impl FnOnce() -> T) -> Result<T, Fault> {
    CAUGHT.with(|caught| *caught.borrow_mut() = true);
    let done = catch_unwind(AssertUnwindSafe(act));
    CAUGHT.with(|caught| *caught.borrow_mut() = false);
    done.map_err(|_| {
        let said = PANIC.with(|panic| panic.borrow_mut().take()).unwrap_or_default();
        let place = said.lines().next().unwrap_or_default().to_owned();
        Fault { sort: place, message: said.lines().collect::<Vec<_>>().join(" ") }
    })
}

/// A game, and how it came to be.
pub struct Session {
    case: Case,
    table: Single,
    position: Position,
    /// How many steps were taken, refused ones not counted.
    pub taken: usize,
    /// The slowest step.
    pub slowest: Duration,
}

impl Session {
    /// Lays the table.
    pub fn begin(case: &Case) -> Result<Self, Fault> {
        prepare();
        // Names are what they are read as.
        let expect = Expect { stack: Some(Vec::new()), ..Expect::default() };
        let text = write(&Case { steps: Vec::new(), expect, ..case.clone() });
        let read = read(&text, "").map_err(|error| Fault::new("written", error.to_string()))?;
        let case = read.into_iter().next().unwrap_or_else(|| case.clone());
        let table = caught(|| Single::begin(&case))?.map_err(|reason| Fault::new("start", reason))?;
        let position = caught(|| table.position())?;
        table.audit().map_err(|message| Fault::new("start", message))?;
        Ok(Self { case, table, position, taken: 0, slowest: Duration::ZERO })
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn over(&self) -> bool {
        self.position.sides.iter().any(|side| side.lost || side.won)
    }

    /// The game so far as a case that `gravetroll check` plays.
    pub fn case(&self) -> Case {
        let expect = Expect { stack: Some(self.position.stack.clone()), ..Expect::default() };
        Case { expect, ..self.case.clone() }
    }

    /// Takes a step, and checks what must hold after it. Whether it was legal.
    pub fn take(&mut self, step: &Step) -> Result<bool, Fault> {
        let before = self.table.clone();
        self.case.steps.push(Placed { line: 0, value: step.clone() });
        let me = std::thread::current().id();
        let since = Instant::now();
        running().push((me, since, self.case.clone()));
        let done = caught(|| self.table.step(step));
        let position = caught(|| self.table.position());
        running().retain(|(thread, ..)| *thread != me);
        self.slowest = self.slowest.max(since.elapsed());
        let (done, position) = (done?, position?);
        let asks =
            matches!(step.verb, Verb::Cost { .. } | Verb::CouldProduce { .. } | Verb::ManaValue { .. });
        if asks || done.is_err() {
            let what = if asks { "asked" } else { "refused" };
            if position != self.position {
                return Err(Fault::new(what, format!("{what}, but the position changed")));
            }
            if self.table != before {
                return Err(Fault::new(what, format!("{what}, but the state changed")));
            }
        }
        let last = self.case.steps.len() - 1;
        let last = &mut self.case.steps[last].value;
        last.illegal = done.is_err();
        if let Err(reason) = &done
            && reason.chars().any(char::is_control)
        {
            return Err(Fault::new("reason", format!("{reason:?} is not one line")));
        }
        match (&mut last.verb, &done) {
            (Verb::Cost { is, .. }, Ok(Answer::Cost(bill))) => *is = Some(bill.clone()),
            (Verb::CouldProduce { is, .. }, Ok(Answer::Mana(mana))) => *is = Some(mana.clone()),
            _ => {}
        }
        self.position = position;
        self.taken += usize::from(done.is_ok());
        let audited = caught(|| self.table.audit())?;
        audited.map_err(|message| {
            let sort = message.chars().filter(|char| !char.is_ascii_digit()).take(24).collect::<String>();
            Fault { sort, message }
        })?;
        Ok(done.is_ok())
    }

    /// Whether the same steps, written down and read again, come to the same game.
    pub fn replays(&self) -> Result<(), Fault> {
        let text = write(&self.case());
        let read = read(&text, "").map_err(|error| Fault::new("written", error.to_string()))?;
        let again = caught(|| Single::begin(&read[0]))?;
        let mut again = again.map_err(|reason| Fault::new("start", reason))?;
        for step in &read[0].steps {
            let done = caught(|| again.step(&step.value))?;
            if done.is_err() != step.value.illegal {
                return Err(Fault::new("replay", format!("line {} went otherwise: {done:?}", step.line)));
            }
        }
        if again != self.table || again.position() != self.position {
            return Err(Fault::new("replay", "the same steps came to another position"));
        }
        Ok(())
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<(std::thread::ThreadId, Instant, Case)>> {
    RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The case up to its fault, with the steps that are refused marked, and the stack at its end expected.
pub fn told(case: &Case) -> Case {
    let Ok(mut session) = Session::begin(case) else { return case.clone() };
    let _ = case.steps.iter().try_for_each(|step| session.take(&step.value).map(|_| ()));
    session.case()
}

/// What is wrong with a game of these steps, if anything.
pub fn fault_of(case: &Case) -> Option<Fault> {
    let mut session = match Session::begin(case) {
        Ok(session) => session,
        Err(fault) => return Some(fault),
    };
    for step in &case.steps {
        if let Err(fault) = session.take(&step.value) {
            return Some(fault);
        }
    }
    session.replays().err()
}
