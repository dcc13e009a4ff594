use gravetroll::line::spec::LineSpec;
use gravetroll::line::*;
use gravetroll::*;
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let reps: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let c = |s: &str, k: usize| (catalogue::find(s).unwrap(), k);
    let deck = vec![
        c("Golgari Grave-Troll", 4),
        c("Stinkweed Imp", 4),
        c("Golgari Thug", 4),
        c("Darkblast", 3),
        c("Bridge from Below", 4),
        c("Island", 41),
    ];
    let r = Request {
        deck,
        line: LineSpec::default(),
        observe: vec![
            "graveyard.count()".into(),
            "graveyard.count('Bridge from Below') >= 2 and hand.count('dredge') >= 1".into(),
        ],
        turns: 6,
    };
    let plan = Plan::<1>::compile(&r).unwrap();
    let mut a = vec![1i16; n * 6];
    let mut b = vec![true; n * 6];
    let (mut w, mut l, mut k, mut m, mut p) =
        (vec![1i8; n], vec![1i8; n], vec![1i8; n], vec![1i8; n], vec![true; n]);
    for _ in 0..reps {
        let t0 = std::time::Instant::now();
        sim::run(
            &plan,
            7,
            0,
            1,
            sim::Out {
                columns: vec![sim::Column::Int(&mut a), sim::Column::Bool(&mut b)],
                win_turn: &mut w,
                lose_turn: &mut l,
                kept: &mut k,
                mulligans: &mut m,
                on_play: &mut p,
            },
            &sim::Progress::default(),
        )
        .unwrap();
        let s = t0.elapsed().as_secs_f64();
        let sum: i64 = a.iter().map(|&x| x as i64).sum::<i64>();
        println!(
            "{:.2} M/s {:.4} {:.4}",
            n as f64 / s / 1e6,
            sum as f64 / n as f64,
            b.iter().filter(|&&x| x).count() as f64 / n as f64
        );
    }
}
