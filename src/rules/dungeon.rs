//! The initiative (726), and venturing into the dungeon to which it leads (309, 701.49).

use super::{Answer, Ask, Deed, Game, Log, Player, What};
use crate::ability::{Ability, Effect, When, Whose};
use crate::cardset::Obj;
use crate::item::{Cast, EventInfo, ItemKind, Waiting};
use crate::source::Source;
use crate::state::Who;
use crate::thing::Thing;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// An ability without a source triggers (726.2, 728.1).
    pub(super) fn inherent(&mut self, print: u16, effect: &'static Effect, who: Who) {
        let source = Thing { obj: Obj(0), stamp: 0 };
        let kind = ItemKind::Effect { source, print, effect };
        let (event, cast) = (EventInfo::default(), Cast::default());
        self.field_mut().waiting.push(Waiting { kind, controller: who, event, cast });
    }

    /// 726.3, 726.5: who takes the initiative ventures.
    pub(super) fn take_initiative(&mut self, who: Who) {
        self.tell(|| Deed::of(What::Initiative, who));
        self.field_mut().initiative = Some(who);
        self.inherent(self.table.initiative, &Effect::Venture(Whose::You), who);
    }

    /// 726.2: the ability of the upkeep.
    pub(super) fn initiative_in_upkeep(&mut self, who: Who) {
        if self.field().initiative == Some(who) {
            self.inherent(self.table.initiative, &Effect::Venture(Whose::You), who);
        }
    }

    /// 726.2: creatures dealt combat damage to the player, at once. Whoever controls them takes the initiative.
    pub(super) fn initiative_lost(&mut self, hurt: Who) {
        if self.field().initiative == Some(hurt) {
            self.inherent(self.table.initiative, &Effect::TakeInitiative(Whose::Opponent), hurt);
        }
    }

    /// Moves the venture marker on, into a dungeon first where there is none (701.49a–d).
    pub(super) fn venture(&mut self, who: Who) {
        let next = match self.field().dungeons[who as usize] {
            Some((_, room)) => self.next_rooms(room),
            None => Vec::new(),
        };
        let room = match next.as_slice() {
            [] => {
                self.leave_dungeon(who);
                0
            }
            [one] => *one,
            several => {
                let names: Vec<String> = several.iter().map(|&room| self.room(room).0).collect();
                match self.answer(who, None, &Ask::Name(&names)) {
                    Answer::Picks(at) => {
                        at.first().and_then(|&at| several.get(at)).copied().unwrap_or(several[0])
                    }
                    _ => several[0],
                }
            }
        };
        let Some(dungeon) = self.dungeon_of(who) else { return };
        self.field_mut().dungeons[who as usize] = Some((dungeon, room));
        let (name, ability) = self.room(room);
        self.tell(|| Deed::of(What::Venture, who).with("room", &name));
        let kind = ItemKind::Ability { source: dungeon, ability, triggered: true };
        let (event, cast) = (EventInfo::default(), Cast::default());
        self.field_mut().waiting.push(Waiting { kind, controller: who, event, cast });
    }

    /// The dungeon that a player has in the command zone, brought there where there is none (309.2a).
    fn dungeon_of(&mut self, who: Who) -> Option<Thing> {
        if let Some((dungeon, _)) = self.field().dungeons[who as usize] {
            return Some(dungeon);
        }
        self.bring_to_command(who, self.table.undercity)
    }

    /// The dungeon is removed from the game, and so completed (309.7).
    fn leave_dungeon(&mut self, who: Who) {
        if let Some((dungeon, _)) = self.field_mut().dungeons[who as usize].take() {
            let field = self.field_mut();
            field.command.retain(|&obj| obj != dungeon.obj);
            field.remove(dungeon.obj);
        }
    }

    /// 309.6: a dungeon in whose bottommost room the marker is goes once the ability of that room has left the stack.
    /// Whether one went.
    pub(super) fn complete_dungeons(&mut self) -> bool {
        let mut any = false;
        for who in Who::BOTH {
            let Some((dungeon, room)) = self.field().dungeons[who as usize] else { continue };
            let of_it =
                |kind: &ItemKind| matches!(kind, ItemKind::Ability { source, .. } if *source == dungeon);
            let field = self.field();
            let pending = field.stack.iter().any(|item| of_it(&item.kind))
                || field.waiting.iter().any(|waiting| of_it(&waiting.kind));
            if self.next_rooms(room).is_empty() && !pending {
                self.leave_dungeon(who);
                any = true;
            }
        }
        any
    }

    /// The name of a room, and its ability.
    fn room(&self, room: u8) -> (String, &'static Ability) {
        let ability = &self.table.prints[usize::from(self.table.undercity)].abilities[usize::from(room)];
        let name = match ability {
            Ability::Triggered(t) => match &t.when {
                When::Room { name, .. } => name.clone(),
                _ => String::new(),
            },
            _ => String::new(),
        };
        (name, *ability)
    }

    fn next_rooms(&self, room: u8) -> Vec<u8> {
        match self.room(room).1 {
            Ability::Triggered(t) => match &t.when {
                When::Room { next, .. } => next.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}
