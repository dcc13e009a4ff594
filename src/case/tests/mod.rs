//! Reading, comparing and running cases.

mod differ;
mod faults;
mod play;
mod shapes;

use super::{Case, Step, read};

/// One case with these keys besides those that each case needs.
fn text(keys: &str) -> String {
    format!("[[case]]\nid = \"a-1\"\ntitle = \"A\"\nrules = [\"702.52a\"]\n{keys}")
}

fn case(keys: &str) -> Case {
    let mut cases = read(&text(keys), "x.toml").unwrap();
    assert_eq!(cases.len(), 1);
    cases.remove(0)
}

/// What one step is read as.
fn step(step: &str) -> Step {
    case(&format!("steps = [{step}]\nexpect.stack = []")).steps.remove(0).value
}

fn fault(text: &str) -> String {
    read(text, "x.toml").unwrap_err().to_string()
}
