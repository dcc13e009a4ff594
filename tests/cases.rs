//! The rules cases, played by the kernel.

use std::path::Path;

use gravetroll::case::{Report, read, run};
use gravetroll::sim::Single;

#[test]
fn the_rules_cases_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut report = Report::default();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let cases = read(&std::fs::read_to_string(&file).unwrap(), &name).unwrap();
        let mut own = Report::default();
        for case in &cases {
            eprintln!("RUN {}", case.id);
            let case2 = case.clone();
            let outcome = std::panic::catch_unwind(move || run(&case2, Single::begin));
            let outcome = outcome
                .unwrap_or_else(|_| gravetroll::case::Outcome { passed: false, message: "PANIC".into() });
            own.add(case, &outcome);
            if let Some(line) = report.add(case, &outcome) {
                println!("{name}: {line}");
            }
        }
        println!("== {name}: {}", own.closing());
    }
    println!("{}", report.closing());
}
