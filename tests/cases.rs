//! The rules cases, played by the kernel: each passes, or stands in `tests/cases/known.txt` with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use gravetroll::case::{Case, distinct, read, run};
use gravetroll::sim::{Single, guard};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn cases() -> Vec<Case> {
    let files = std::fs::read_dir(folder()).expect("tests/cases");
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    let of_file = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        read(&text, &path.file_name().expect("a name").to_string_lossy())
            .unwrap_or_else(|fault| panic!("{fault}"))
    };
    let cases: Vec<Case> = paths.iter().flat_map(of_file).collect();
    distinct(&cases).unwrap_or_else(|fault| panic!("{fault}"));
    cases
}

/// The ids of cases that fail, each with the reason.
fn known() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder().join("known.txt")).expect("known.txt");
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let (id, reason) = row.split_once(' ').unwrap_or_else(|| panic!("known.txt: {row}: why?"));
        (id.to_owned(), reason.trim().to_owned())
    })
    .collect()
}

#[test]
fn the_rules_cases_pass() {
    let (cases, known) = (cases(), known());
    let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    let mut wrong: Vec<String> = Vec::new();
    wrong.extend(
        known.keys().filter(|id| !ids.contains(id.as_str())).map(|id| format!("{id}: known, but no case")),
    );
    for case in &cases {
        let (passed, message) = match guard(|| run(case, Single::begin)) {
            Ok(outcome) => (outcome.passed, outcome.message),
            Err(fault) => (false, fault),
        };
        match (passed, known.contains_key(&case.id)) {
            (false, false) => wrong.push(format!("{} ({}): {message}", case.id, case.place)),
            (true, true) => wrong.push(format!("{}: passes now: take it out of known.txt", case.id)),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// What an engine tells of a case must not depend on when it is asked.
#[test]
fn a_case_comes_to_the_same_twice() {
    for case in cases() {
        let twice = [(); 2].map(|()| guard(|| run(&case, Single::begin)));
        assert_eq!(twice[0], twice[1], "{}", case.id);
    }
}
