//! Positions and steps, written as cases write them.

use gravetroll::case::{Answer, Pool, Table, read};
use gravetroll::mana::Mana;
use gravetroll::sim::Single;

fn parsed(body: &str) -> gravetroll::case::Case {
    let text = format!("[[case]]\nid = \"a\"\ntitle = \"A\"\nrules = []\nexpect.stack_size = 0\n{body}\n");
    read(&text, "").unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0)
}

/// The game of this start: `you = { ... }`.
pub fn lay(start: &str) -> Single {
    Single::begin(&parsed(&format!("steps = []\n{start}"))).unwrap_or_else(|error| panic!("{error}: {start}"))
}

/// Takes a step: `draw = 1`.
pub fn take(table: &mut Single, step: &str) -> Result<Answer, String> {
    let done = table.step(&parsed(&format!("steps = [{{ {step} }}]")).steps[0].value);
    table.audit().expect("the books are in order");
    done
}

/// A list of names.
pub fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    format!("[{}]", names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", "))
}

/// How much of each type.
pub fn pool(mana: &[Mana]) -> Pool {
    let mut pool = Pool::default();
    for &one in mana {
        pool.0[one as usize] += 1;
    }
    pool
}

/// Every order of these.
pub fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(at);
        for mut order in orders(&rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}
