use super::case;
use crate::case::{Answer, Bill, Outcome, Position, Report, Step, Table, Verb, run};
use crate::mana::{Mana, Symbol};

/// A table at which only draws and questions are known; a draw of nothing breaks the rule that a refusal changes nothing.
#[derive(Default)]
struct Fake {
    position: Position,
}

impl Table for Fake {
    fn step(&mut self, step: &Step) -> Result<Answer, String> {
        let you = &mut self.position.sides[0];
        match step.verb {
            Verb::Draw { n: 0, .. } => {
                you.life -= 1;
                Err("nothing\nis drawn".to_owned())
            }
            Verb::Draw { n, .. } if n as usize > you.zones.library.len() => Err("too few cards".to_owned()),
            Verb::Draw { n, .. } => {
                you.zones.hand.extend(you.zones.library.drain(..n as usize));
                you.drawn += n;
                Ok(Answer::Done)
            }
            Verb::Cost { .. } => Ok(Answer::Cost(Bill::new(1, [Symbol::One(Mana::Blue)]))),
            Verb::CouldProduce { .. } => Ok(Answer::Mana(vec![Mana::Green, Mana::White, Mana::Green])),
            Verb::ManaValue { .. } => Ok(Answer::Number(3)),
            _ => Ok(Answer::Done),
        }
    }

    fn position(&self) -> Position {
        self.position.clone()
    }
}

fn play(keys: &str) -> Outcome {
    run(&case(keys), |case| {
        let mut fake = Fake::default();
        let [you, _] = &mut fake.position.sides;
        you.life = case.start.sides[0].life;
        you.zones.library.clone_from(&case.start.sides[0].library);
        if you.zones.library.len() > 9 { Err("too many cards".to_owned()) } else { Ok(fake) }
    })
}

#[test]
fn what_passes() {
    let outcome = play(
        r#"
you.library = ["Opt", "Shock", "Fog"]
steps = [
  { draw = 4, illegal = true },
  { draw = 2 },
  { check = { you = { hand = ["Shock", "Opt"], drawn = 2 } } },
  { cost = "Opt", is = "{U}{1}" },
  { could_produce = "Fog", is = "WG" },
  { mana_value = "Fog", is = 3 },
  { draw = 1 },
]
expect.you = { library = [] }
"#,
    );
    assert_eq!(outcome, Outcome { passed: true, message: String::new() });
}

#[test]
fn what_fails() {
    let cases = [
        ("{ draw = 2 }", "step 1 (draw): refused: too few cards"),
        ("{ draw = 0 }", "step 1 (draw): refused: nothing is drawn"),
        ("{ draw = 1, illegal = true }", "step 1 (draw): allowed, but it must be refused"),
        (
            "{ draw = 0, illegal = true }",
            "step 1 (draw): refused, but it changed the position: your life: expected 20, found 19",
        ),
        (
            "{ draw = 1 }, { check = { you = { hand = [], life = 1 } } }",
            "step 2 (check): your hand: expected [], found [\"Opt\"]; your life: expected 1, found 20",
        ),
        ("{ cost = \"Opt\", is = \"{C}{U}\" }", "step 1 (cost): expected {C}{U}, found {1}{U}"),
        ("{ could_produce = \"Fog\", is = \"\" }", "step 1 (could_produce): expected \"\", found \"WG\""),
        ("{ mana_value = \"Fog\", is = 0 }", "step 1 (mana_value): expected 0, found 3"),
        ("{ mill = 1 }", "end: your hand: expected [\"Opt\"], found []"),
    ];
    for (steps, message) in cases {
        let keys = format!("you.library = [\"Opt\"]\nsteps = [{steps}]\nexpect.you.hand = [\"Opt\"]");
        assert_eq!(play(&keys), Outcome { passed: false, message: message.to_owned() });
    }
    let keys = "you.library = 10\nsteps = []\nexpect.stack = []";
    assert_eq!(play(keys).message, "start: too many cards");
}

/// A table that answers no question.
struct Mute;

impl Table for Mute {
    fn step(&mut self, _: &Step) -> Result<Answer, String> {
        Ok(Answer::Done)
    }

    fn position(&self) -> Position {
        Position::default()
    }
}

#[test]
fn a_question_needs_its_answer() {
    let case = case("steps = [{ mana_value = \"Fog\", is = 3 }]");
    let message = "step 1 (mana_value): the question was not answered, but came to Done";
    assert_eq!(run(&case, |_| Ok(Mute)).message, message);
}

#[test]
fn a_report_counts() {
    let mut report = Report::default();
    let plain = case("steps = []\nexpect.stack = []");
    let stretch = case("steps = []\nexpect.stack = []\nstretch = true");
    let passed = Outcome { passed: true, message: String::new() };
    let failed = Outcome { passed: false, message: "end: stack: ...".to_owned() };
    assert_eq!(report.add(&plain, &passed), None);
    assert_eq!(report.add(&stretch, &passed), None);
    assert_eq!(report.add(&plain, &failed).as_deref(), Some("a-1: end: stack: ..."));
    assert_eq!(report.add(&stretch, &failed).as_deref(), Some("a-1: end: stack: ... (stretch)"));
    assert_eq!(report.closing(), "2 passed, 1 failed");
    assert_eq!(report, Report { passed: 2, failed: 1 });
}
