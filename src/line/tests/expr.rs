use proptest::prelude::*;

use super::{any_what, fault, is_card, name, word};
use crate::line::expr::{Arithmetic, Comparison, Counter, Expr, Kind, Place, Zone};
use crate::line::what::{Leaf, What};

fn parse(text: &str) -> Expr {
    Expr::parse(text, &is_card).unwrap_or_else(|error| panic!("{error}"))
}

fn canonical(text: &str) -> String {
    parse(text).to_string()
}

fn message(text: &str) -> String {
    fault(Expr::parse(text, &is_card)).0
}

fn position(text: &str) -> usize {
    fault(Expr::parse(text, &is_card)).1
}

#[test]
fn every_form() {
    let graveyard = Place::You(Zone::Graveyard);
    assert_eq!(parse("graveyard.count()"), Expr::Count(graveyard, None));
    assert_eq!(parse("graveyard.count('land')"), Expr::Count(graveyard, Some(word("land"))));
    assert_eq!(
        parse("opponent.hand.has(\"Wear // Tear\")"),
        Expr::Has(Place::Opponent(Zone::Hand), name("Wear // Tear"))
    );
    assert_eq!(parse("graveyard.types()"), Expr::Types(graveyard));
    let dredge = Leaf { text: "dredge".into(), at: 0 };
    assert_eq!(parse("graveyard.max('dredge')"), Expr::Max(graveyard, dredge));
    let flashback = Some(Leaf { text: "flashback".into(), at: 0 });
    assert_eq!(
        parse("casts('Dread Return', via='flashback')"),
        Expr::Casts(name("Dread Return"), flashback.clone())
    );
    assert_eq!(parse("casts('Dread Return', 'flashback')"), Expr::Casts(name("Dread Return"), flashback));
    assert_eq!(parse("castable('instant', via=None)"), Expr::Castable(word("instant"), None));
    for counter in Counter::ALL {
        assert_eq!(parse(counter.name()), Expr::Counter(counter));
    }
    for zone in Zone::ALL {
        assert_eq!(parse(&format!("{}.count()", zone.name())), Expr::Count(Place::You(zone), None));
    }
    assert_eq!(parse("True and false"), Expr::And(vec![Expr::Bool(true), Expr::Bool(false)]));
    assert_eq!(parse("\n ever(turn >= 3)\t").kind(), Kind::Bool);
    assert_eq!(parse("1_000"), Expr::Int(1000));
    assert_eq!((parse("2147483647"), parse("-2147483648")), (Expr::Int(i32::MAX), Expr::Int(i32::MIN)));
}

#[test]
fn precedence_is_pythons() {
    for (text, same) in [
        ("turn + life * 2 == 3", "(turn + (life * 2)) == 3"),
        ("not turn == 1 and won == 2 or life == 3", "((not (turn == 1)) and (won == 2)) or (life == 3)"),
        ("turn - life - won", "(turn - life) - won"),
        ("turn // life // won", "(turn // life) // won"),
        ("-turn * 2", "(-turn) * 2"),
        ("turn * -life", "turn * (-life)"),
        ("turn == 1 or life == 1 and won == 1", "turn == 1 or (life == 1 and won == 1)"),
        ("(turn == 1 and life == 1) and won == 1", "turn == 1 and (life == 1 and won == 1)"),
        ("-(5)", "-5"),
    ] {
        assert_eq!(parse(text), parse(same), "{text}");
    }
    assert_ne!(parse("turn - (life - won)"), parse("turn - life - won"));
    assert_ne!(parse("(turn == life) == true"), parse("not (turn == life)"));
}

#[test]
fn comparisons_chain() {
    let turn = Box::new(Expr::Int(1));
    let rest = vec![(Comparison::AtMost, Expr::Counter(Counter::Turn)), (Comparison::Less, Expr::Int(3))];
    assert_eq!(parse("1 <= turn < 3"), Expr::Compare(turn, rest));
    assert_eq!(canonical("(1 <= turn) == (turn < 3) != false"), "(1 <= turn) == (turn < 3) != false");
}

#[test]
fn display_is_canonical() {
    for (text, shown) in [
        ("( ( turn ) )", "turn"),
        ("turn-(life-won)", "turn - (life - won)"),
        ("turn+(life*won)", "turn + life * won"),
        ("not (not (turn==1))", "not not turn == 1"),
        ("--5", "--5"),
        ("- - turn", "--turn"),
        ("hand.has('Lion\\'s Eye Diamond')", "hand.has(\"Lion's Eye Diamond\")"),
        ("hand.count('land|creature & ~ black')", "hand.count('land | creature & ~black')"),
        ("casts(\"instant\" , via = 'escape')", "casts('instant', via='escape')"),
    ] {
        assert_eq!(canonical(text), shown);
        assert_eq!(canonical(shown), shown);
    }
}

#[test]
fn kinds_are_checked() {
    for (text, at, part) in [
        ("graveyard.count('x') and 3", 0, "`and` joins conditions, and this is a number"),
        ("turn == 1 and 3", 14, "`and` joins conditions, and this is a number"),
        ("not 3", 4, "`not` turns conditions, and this is a number"),
        ("turn + hand.has('x')", 7, "arithmetic takes numbers, and this is a condition"),
        ("-hand.has('x')", 1, "`-` turns numbers, and this is a condition"),
        ("ever(turn)", 5, "`ever` remembers conditions, and this is a number"),
        ("turn == true", 5, "a number is compared with a condition"),
        ("true < false", 5, "conditions have no order"),
        ("turn // 0", 8, "division by zero"),
    ] {
        assert_eq!(position(text), at, "{text}");
        assert!(message(text).contains(part), "{text}: {}", message(text));
    }
    assert_eq!(parse("hand.has('x') == (turn == 1)").kind(), Kind::Bool);
}

#[test]
fn faults_say_what_would_mend_them() {
    for (text, at, part) in [
        ("", 0, "a value is missing before the end"),
        ("graveyard", 9, "`graveyard` is a zone: ask it for"),
        ("graveyard.cuont('x')", 10, "did you mean `count`?"),
        ("gravyard.count()", 0, "did you mean `graveyard`?"),
        ("opponent.opening.count()", 9, "your hand as kept"),
        ("opponent.lief", 9, "did you mean `life`?"),
        ("opponent", 8, "`.` must follow `opponent`, not the end"),
        ("opponent.3", 9, "must follow `opponent.`"),
        ("graveyard.count(creature)", 16, "stands in quotes: 'creature'"),
        ("graveyard.has()", 14, "takes a text in quotes"),
        ("graveyard.count('')", 16, "an empty text names no card"),
        ("graveyard.count('a &')", 20, "a card name or a word is missing here"),
        ("graveyard.count('\\'\\'& b | ')", 27, "a card name or a word is missing here"),
        ("graveyard.max('Dredge')", 14, "takes one keyword"),
        ("graveyard.count('x'", 19, "`)` must follow what `count` takes, not the end"),
        ("turn = 3", 5, "write `==`"),
        ("ever(turn = 3)", 10, "write `==`"),
        ("turn == 1 & life == 2", 10, "in text write `and`"),
        ("turn == 1 || life == 2", 10, "write `or`"),
        ("~hand.has('x')", 0, "in text write `not`"),
        ("turn / 2", 5, "write `//`"),
        ("turn ** 2", 5, "multiply"),
        ("turn >= 1.5", 8, "numbers are whole"),
        ("turn \u{2265} 1", 5, "write `>=`"),
        ("turn == 99999999999", 8, "a number over 2147483647"),
        ("2147483648", 0, "a number over 2147483647"),
        ("(turn == 1", 0, "this `(` is never closed"),
        ("(turn 1)", 6, "an operator or `)` is missing before `1`"),
        ("turn == 1)", 9, "a `)` without its `(`"),
        ("turn life", 5, "an operator is missing before `life`"),
        ("hand.has('x", 9, "the quote ' is never closed"),
        ("hand.has('x\\n')", 11, "a backslash stands only before"),
        ("hand.has(\u{2018}x\u{2019})", 9, "curly quotes"),
        ("turn + not true", 7, "`not` needs parentheses here"),
        ("'x'", 0, "a text stands alone"),
        ("turn == ;", 8, "`;` has no meaning here"),
        ("casts('x', via=3)", 15, "takes a text in quotes"),
    ] {
        assert!(message(text).contains(part), "{text}: {}", message(text));
        assert_eq!(position(text), at, "{text}");
    }
}

#[test]
fn no_text_exhausts_the_stack() {
    for text in ["(", "-", "not ", "ever(", "1+(", "true and (", "1-", "1==1==", "true and ", "1+1*(1 and "] {
        let _ = Expr::parse(&text.repeat(9_000 / text.len()), &is_card).unwrap_err();
    }
    assert!(message(&format!("1{}", "+1".repeat(101))).contains("nested more than 100 deep"));
    assert!(message(&"x".repeat(10_001)).contains("more than 10000"));
    // Long, and yet flat.
    let _ = parse(&format!("true{}", " and true".repeat(1_000)));
    let _ = parse(&format!("1{}", " <= 1".repeat(1_900)));
}

#[test]
fn arithmetic_is_pythons_and_saturates() {
    for (left, right, quotient) in [(7, 2, 3), (-7, 2, -4), (7, -2, -4), (-7, -2, 3), (6, -2, -3), (5, 0, 0)]
    {
        assert_eq!(Arithmetic::Divide.apply(left, right), quotient);
    }
    assert_eq!(Arithmetic::Divide.apply(i32::MIN, -1), i32::MAX);
    assert_eq!(Arithmetic::Add.apply(i32::MAX, 1), i32::MAX);
    assert_eq!(Arithmetic::Subtract.apply(i32::MIN, 1), i32::MIN);
    assert_eq!(Arithmetic::Multiply.apply(i32::MIN, 2), i32::MIN);
}

#[test]
fn walk_meets_every_part() {
    let mut counters = Vec::new();
    let expr = parse("ever(not turn == -life) and (won + milled < 1 or drawn == 2)");
    expr.walk(&mut |part| {
        if let Expr::Counter(counter) = part {
            counters.push(*counter);
        }
    });
    assert_eq!(counters, [Counter::Turn, Counter::Life, Counter::Won, Counter::Milled, Counter::Drawn]);
}

fn any_place() -> impl Strategy<Value = Place> {
    prop_oneof![
        proptest::sample::select(Zone::ALL.to_vec()).prop_map(Place::You),
        proptest::sample::select(Zone::ALL[..6].to_vec()).prop_map(Place::Opponent),
    ]
}

fn any_via() -> impl Strategy<Value = Option<Leaf>> {
    proptest::option::of(Just(Leaf { text: "flashback".into(), at: 0 }))
}

fn any_number() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(Expr::Int),
        proptest::sample::select(Counter::ALL.to_vec()).prop_map(Expr::Counter),
        (any_place(), proptest::option::of(any_what())).prop_map(|(place, what)| Expr::Count(place, what)),
        any_place().prop_map(Expr::Types),
        any_place().prop_map(|place| Expr::Max(place, Leaf { text: "dredge".into(), at: 0 })),
        (any_what(), any_via()).prop_map(|(what, via)| Expr::Casts(what, via)),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        use Arithmetic::{Add, Divide, Multiply, Subtract};
        let operations = proptest::sample::select(vec![Add, Subtract, Multiply, Divide]);
        prop_oneof![
            inner.clone().prop_filter_map("folded into the number", |expr| {
                (!matches!(expr, Expr::Int(0..))).then(|| Expr::Negate(Box::new(expr)))
            }),
            (operations, inner.clone(), inner).prop_filter_map("by zero", |(operation, left, right)| {
                let by_zero = operation == Divide && right == Expr::Int(0);
                (!by_zero).then(|| Expr::Arithmetic(operation, Box::new(left), Box::new(right)))
            }),
        ]
    })
}

fn any_comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    proptest::sample::select(vec![Equal, Unequal, Less, AtMost, Greater, AtLeast])
}

fn any_condition() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Expr::Bool),
        (any_place(), any_what()).prop_map(|(place, what)| Expr::Has(place, what)),
        (any_what(), any_via()).prop_map(|(what, via)| Expr::Castable(what, via)),
        (any_number(), proptest::collection::vec((any_comparison(), any_number()), 1..3))
            .prop_map(|(first, rest)| Expr::Compare(Box::new(first), rest)),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|expr| Expr::Not(Box::new(expr))),
            inner.clone().prop_map(|expr| Expr::Ever(Box::new(expr))),
            (inner.clone(), inner.clone())
                .prop_map(|(left, right)| Expr::Compare(Box::new(left), vec![(Comparison::Unequal, right)])),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(|parts| flat(parts, true)),
            proptest::collection::vec(inner, 2..4).prop_map(|parts| flat(parts, false)),
        ]
    })
}

fn flat(parts: Vec<Expr>, all: bool) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::And(inner) if all => flat.extend(inner),
            Expr::Or(inner) if !all => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if all { Expr::And(flat) } else { Expr::Or(flat) }
}

proptest! {
    #[test]
    fn display_round_trips(number in any_number(), condition in any_condition()) {
        prop_assert_eq!(parse(&number.to_string()), number);
        prop_assert_eq!(parse(&condition.to_string()), condition);
    }

    #[test]
    fn no_text_panics(
        text in ".*",
        words in "((not|and|or|turn|hand\\.count|ever|opponent|'a'|\"B & c\"|[-+*/<>=()., 0-9])[ ]?){0,30}",
    ) {
        for text in [text, words] {
            if let Ok(expr) = Expr::parse(&text, &is_card) {
                prop_assert_eq!(parse(&expr.to_string()), expr);
            }
        }
    }

    #[test]
    fn leaves_keep_their_place_through_escapes(padding in "[ ]{0,9}", escapes in 0_usize..9) {
        let text = format!("{padding}hand.count('{}& land')", "\\'".repeat(escapes + 1));
        let Expr::Count(_, Some(What::And(parts))) = parse(&text) else { panic!("{text}") };
        let What::Word(leaf) = &parts[1] else { panic!("{text}") };
        prop_assert_eq!(text.chars().skip(leaf.at).take(4).collect::<String>(), "land");
    }
}
