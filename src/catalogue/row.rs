//! One row of the table of card facts, as `build.py` writes it.

use crate::card::{Card, Clauses, Face, Keyword, Size, TypeLine};
use crate::error::{Error, Result};
use crate::mana::{Colours, Cost};

/// Columns of a card, before those of its faces.
const OF_CARD: usize = 3;
/// Columns of a face.
const OF_FACE: usize = 7;

/// The name in a row: its first column.
pub(super) fn name(row: &str) -> &str {
    row.split_once('\t').map_or(row, |(name, _)| name)
}

/// The names of the faces in a row, the front first; of a card with one face, whose name is left out, none.
pub(super) fn face_names(row: &str) -> impl Iterator<Item = &str> {
    let several = row.split('\t').nth(OF_CARD).is_some_and(|name| !name.is_empty());
    several.then(|| column(row, 0)).into_iter().flatten()
}

/// The columns at this place (0 to 6) in each face of a row.
pub(super) fn column(row: &str, place: usize) -> impl Iterator<Item = &str> {
    row.split('\t').skip(OF_CARD + place).step_by(OF_FACE)
}

/// The place of the type line among a face's columns.
pub(super) const TYPES: usize = 2;
/// The place of the keywords.
pub(super) const KEYWORDS: usize = 5;

/// Reads a row.
pub(super) fn parse(row: &str) -> Result<Card> {
    let wrong = |what: &str| Error::Card {
        message: format!(
            "the row of `{}` in the table of cards has {what}; build the table again",
            name(row)
        ),
        near: Vec::new(),
    };
    let columns: Vec<&str> = row.split('\t').collect();
    let (faces, rest) = columns.get(OF_CARD..).unwrap_or_default().as_chunks::<OF_FACE>();
    if faces.is_empty() || !rest.is_empty() {
        return Err(wrong(&format!("{} columns", columns.len())));
    }
    let faces: Option<Vec<Face>> = faces.iter().map(|face| parse_face(face, columns[0])).collect();
    let faces = faces.ok_or_else(|| wrong("a face that cannot be read"))?;
    Ok(Card { name: columns[0].into(), layout: columns[1].into(), doubtful: columns[2].contains('d'), faces })
}

/// Reads the columns of a face; `card` is its name where the row leaves it out.
fn parse_face(
    [name, cost, types, colours, size, keywords, clauses]: &[&str; OF_FACE],
    card: &str,
) -> Option<Face> {
    let mana_cost: Option<Cost> = if cost.is_empty() { None } else { Some(cost.parse().ok()?) };
    let colours = match *colours {
        "" => mana_cost.map_or(Colours::NONE, |cost| cost.colours()),
        "-" => Colours::NONE,
        letters => Colours::from_letters(letters)?,
    };
    let mut face = Face {
        name: if name.is_empty() { card.into() } else { (*name).into() },
        mana_cost,
        colours,
        type_line: TypeLine::parse(types),
        power: None,
        toughness: None,
        loyalty: None,
        defense: None,
        keywords: split_keywords(keywords).map(parse_keyword).collect::<Option<_>>()?,
        clauses: parse_clauses(clauses)?,
    };
    for part in size.split_whitespace() {
        if let Some(loyalty) = part.strip_prefix('L') {
            face.loyalty = Some(Size::parse(loyalty));
        } else if let Some(defense) = part.strip_prefix('D') {
            face.defense = Some(Size::parse(defense));
        } else {
            let (power, toughness) = part.split_once('/')?;
            (face.power, face.toughness) = (Some(Size::parse(power)), Some(Size::parse(toughness)));
        }
    }
    Some(face)
}

fn split_keywords(list: &str) -> impl Iterator<Item = &str> {
    list.split(';').filter(|text| !text.is_empty())
}

/// The keywords of a column; those that cannot be read are left out.
pub(super) fn keywords(list: &str) -> impl Iterator<Item = Keyword> {
    split_keywords(list).filter_map(parse_keyword)
}

/// Reads `dredge 5`, `flashback {2}{R}`, `suspend 4 {U}`, `first strike`.
fn parse_keyword(text: &str) -> Option<Keyword> {
    let (text, cost) = match text.find(" {") {
        Some(at) => (&text[..at], Some(text[at + 1..].parse().ok()?)),
        None => (text, None),
    };
    let (name, number) = match text.rsplit_once(' ').map(|(name, number)| (name, number.parse())) {
        Some((name, Ok(number))) => (name, Some(number)),
        _ => (text, None),
    };
    Some(Keyword { name: name.into(), number, cost })
}

/// Reads `a1t2s1p3`.
fn parse_clauses(text: &str) -> Option<Clauses> {
    let mut clauses = Clauses::default();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.get(1..)?;
        let end = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
        let count = digits[..end].parse().ok()?;
        match letter {
            'a' => clauses.activated = count,
            't' => clauses.triggered = count,
            's' => clauses.statics = count,
            'p' => clauses.spell = count,
            _ => return None,
        }
        rest = &digits[end..];
    }
    Some(clauses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_everything() {
        let row = "A // B\ttransform\td\tA\t{1}{U}\tLegendary Creature — Imp\t-\t1+*/2\tfirst strike;dredge 5;suspend 4 {U}\ta1t12\
                   \tB\t\tLegendary Planeswalker — Imp\tU\tL3 D4\t\t";
        let card = parse(row).unwrap();
        assert_eq!(
            (&*card.name, &*card.layout, card.doubtful, card.faces.len()),
            ("A // B", "transform", true, 2)
        );
        let [front, back] = &card.faces[..] else { panic!("two faces") };
        assert_eq!(front.mana_cost.unwrap().to_string(), "{1}{U}");
        assert!(front.colours.is_colourless());
        assert_eq!(front.power, Some(Size { text: "1+*".into(), value: None }));
        assert_eq!(front.toughness.as_ref().and_then(|size| size.value), Some(2));
        assert_eq!(
            front.keywords.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["first strike", "dredge 5", "suspend 4 {U}"]
        );
        assert_eq!(front.clauses, Clauses { activated: 1, triggered: 12, ..Clauses::default() });
        assert_eq!((&*back.name, back.mana_cost, back.colours.to_string()), ("B", None, "U".to_owned()));
        assert_eq!(back.loyalty.as_ref().and_then(|size| size.value), Some(3));
        assert_eq!(back.defense.as_ref().and_then(|size| size.value), Some(4));
        assert_eq!(face_names(row).collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(column(row, TYPES).count(), 2);
        assert_eq!(column(row, KEYWORDS).next(), Some("first strike;dredge 5;suspend 4 {U}"));
    }

    #[test]
    fn a_bad_row_names_its_card() {
        let bad = [
            ("A", "1 columns"),
            ("A\tnormal\t\t\t\tLand\t\t\t", "9 columns"),
            ("A\tnormal\t\t\t{Q}\tLand\t\t\t\t", "a face that cannot be read"),
            ("A\tnormal\t\t\t\tLand\tX\t\t\t", "a face that cannot be read"),
            ("A\tnormal\t\t\t\tLand\t\t2\t\t", "a face that cannot be read"),
            ("A\tnormal\t\t\t\tLand\t\t\tcycling {Q}\t", "a face that cannot be read"),
            ("A\tnormal\t\t\t\tLand\t\t\t\tz1", "a face that cannot be read"),
            ("A\tnormal\t\t\t\tLand\t\t\t\té", "a face that cannot be read"),
        ];
        for (row, what) in bad {
            let message = format!("the row of `A` in the table of cards has {what}; build the table again");
            assert_eq!(parse(row).unwrap_err().to_string(), message);
        }
    }
}
