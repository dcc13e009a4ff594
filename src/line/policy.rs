//! From a line to what its player decides by: masks, orders and conditions for the cards of one game.

use crate::cardset::Set;
use crate::error::{Error, Result};
use crate::line::action::{Attack, Target};
use crate::line::acts::Acts;
use crate::line::choices::{Choices, Offers};
use crate::line::compile::{Compiler, Entries};
use crate::line::eval::Test;
use crate::line::named::{Aim, Named};
use crate::line::order::{Order, Pick};
use crate::line::player::{Attackers, Policy, Ranking};
use crate::line::prefer::May;
use crate::line::preference::Preference;
use crate::line::spec::{Condition, LineSpec};
use crate::state::Who;
use crate::table::Table;

/// What a line decides, compiled.
///
/// # Errors
/// [`Error::Line`] with the place of the first fault.
pub(super) fn policy<const W: usize>(line: &LineSpec, compiler: &mut Compiler<'_, W>) -> Result<Policy<W>> {
    for group in &line.groups {
        compiler
            .add_group(&group.name, &group.members)
            .map_err(|e| at(e, &format!("groups.{}", group.name), line))?;
    }
    let keep = test(line, line.keep.as_ref(), "keep", compiler)?;
    let dredge_when = test(line, line.dredge_when.as_ref(), "dredge.when", compiler)?;
    let stop = test(line, line.stop.as_ref(), "stop", compiler)?;
    let attack = match &line.attack {
        Attack::All => Attackers::All,
        Attack::None => Attackers::None,
        Attack::When(condition) => match test(line, Some(condition), "attack", compiler)? {
            Some(test) => Attackers::When(test),
            None => Attackers::All,
        },
    };
    let entries = |order: Option<&Order>, key: &str, left_out: &Entries<W>| match order {
        Some(order) => compiler.entries(order).map_err(|error| at(error, key, line)),
        None => Ok(left_out.clone()),
    };
    let dredgers = largest_dredge_first(compiler.table());
    // Where one must be chosen, what is not named comes last.
    let complete = |entries: Entries<W>| Ranking::new(entries.into_iter().chain([(Set::ALL, 0)]));
    Ok(Policy {
        keep,
        mulligan_to: line.mulligan_to,
        fresh_hand: line.prefer.serum_powder,
        bottom: complete(entries(line.prefer.bottom.as_ref(), "prefer.bottom", &Vec::new())?),
        discard: complete(entries(line.prefer.discard.as_ref(), "prefer.discard", &dredgers)?),
        dredge: Ranking::new(entries(line.prefer.dredge.as_ref(), "prefer.dredge", &dredgers)?),
        dredge_when,
        stop,
        evers: Vec::new(),
        choices: choices(line, compiler)?,
        acts: Acts::new(line, compiler)?,
        attack,
    })
}

/// A condition of a line, if it is there.
pub(super) fn test<const W: usize>(
    line: &LineSpec,
    condition: Option<&Condition>,
    key: &str,
    compiler: &mut Compiler<'_, W>,
) -> Result<Option<Box<Test<W>>>> {
    let test =
        condition.map(|it| compiler.test(&it.expr).map(Box::new).map_err(|error| within(error, &it.text)));
    test.transpose().map_err(|error| at(error, key, line))
}

/// What may be targeted, in order.
pub(super) fn aims<const W: usize>(targets: &[Target], compiler: &Compiler<'_, W>) -> Result<Vec<Aim<W>>> {
    let aims = targets.iter().map(|target| {
        Ok(match target {
            Target::You => Aim::Player(Who::You),
            Target::Opponent => Aim::Player(Who::Opponent),
            Target::These(what) => Aim::These(compiler.named(what)?),
        })
    });
    aims.collect()
}

fn choices<const W: usize>(line: &LineSpec, compiler: &Compiler<'_, W>) -> Result<Choices<W>> {
    let prefer = &line.prefer;
    let all = || Named::all(compiler.table());
    let given = |order: Option<&Order>, key: &str| {
        order
            .map(|order| compiler.preference(order))
            .transpose()
            .map_err(|error| at(error, &format!("prefer.{key}"), line))
    };
    // What must be chosen and is not named comes last.
    let complete = |order: Option<Preference<W>>, left_out: Preference<W>| {
        let mut order = order.unwrap_or(left_out);
        order.push(all(), 0);
        order
    };
    let dredgers = || {
        let table = compiler.table();
        let entries = largest_dredge_first(table).into_iter();
        entries.map(|(cards, leave)| (Named::of_cards(table, cards), leave)).collect()
    };
    let discard = given(prefer.discard.as_ref(), "discard")?;
    let bottom = given(prefer.bottom.as_ref(), "bottom")?;
    let none = Preference::default;
    Ok(Choices {
        surveil: discard.clone().unwrap_or_else(dredgers),
        scry: bottom.clone().unwrap_or_default(),
        bottom: complete(bottom, none()),
        discard: complete(discard, dredgers()),
        sacrifice: complete(given(prefer.sacrifice.as_ref(), "sacrifice")?, none()),
        exile: complete(given(prefer.exile.as_ref(), "exile")?, none()),
        search: given(prefer.search.as_ref(), "search")?.unwrap_or_else(|| complete(None, none())),
        from_graveyard: given(prefer.from_graveyard.as_ref(), "return")?
            .unwrap_or_else(|| complete(None, none())),
        target: aims(prefer.target.as_deref().unwrap_or_default(), compiler)
            .map_err(|error| at(error, "prefer.target", line))?,
        mode: prefer.mode.clone().unwrap_or_default(),
        name: name(prefer.name.as_ref(), compiler).map_err(|error| at(error, "prefer.name", line))?,
        order: given(prefer.order.as_ref(), "order")?.unwrap_or_default(),
        play: complete(given(prefer.play.as_ref(), "play")?, none()),
        x: prefer.x,
        replicate: prefer.replicate,
        kicked: prefer.kicked,
        may: match &prefer.may {
            May::All(taken) => Offers::All(*taken),
            May::Of(list) => Offers::Of(
                list.iter()
                    .map(|what| compiler.named(what))
                    .collect::<Result<_>>()
                    .map_err(|error| at(error, "prefer.may", line))?,
            ),
        },
    })
}

/// The card that is named: the first of the order, else the opponent's first card that is no land, else yours.
fn name<const W: usize>(order: Option<&Order>, compiler: &Compiler<'_, W>) -> Result<String> {
    let table = compiler.table();
    for entry in order.into_iter().flat_map(|order| &order.0) {
        if let Pick::These(what) = &entry.pick
            && let Some(card) = compiler.what(what)?.first()
        {
            return Ok(table.card(card).name.to_string());
        }
    }
    let spells = table.matching(|card| !card.types().has(crate::card::Types::LAND));
    let first = [Who::Opponent, Who::You].into_iter().find_map(|who| (table.owned(who) & spells).first());
    Ok(first.map_or_else(String::new, |card| table.card(card).name.to_string()))
}

/// The default order of dredging and discarding.
fn largest_dredge_first<const W: usize>(table: &Table<W>) -> Entries<W> {
    let of = |n| table.dredgers.into_iter().filter(|&card| table.dredge(card) == n).collect::<Set<W>>();
    (0..=table.most_dredge).rev().map(of).map(|cards| (cards, 0)).collect()
}

/// Says where in a longer text a fault in one of its names stands.
pub(super) fn within(error: Error, text: &str) -> Error {
    match error {
        Error::Expr { message, position, .. } => Error::Expr { message, text: text.to_owned(), position },
        other => other,
    }
}

/// Says in which key of the line a fault stands, and where that is.
pub(super) fn at(error: Error, key: &str, line: &LineSpec) -> Error {
    match error {
        Error::Line { .. } => error,
        other => fault(&other.to_string(), key, line),
    }
}

pub(super) fn fault(message: &str, key: &str, line: &LineSpec) -> Error {
    match line.places.get(key) {
        Some(place) => Error::Line { message: format!("`{key}`: {message}"), place: place.to_owned() },
        None => Error::Line { message: message.to_owned(), place: key.to_owned() },
    }
}
