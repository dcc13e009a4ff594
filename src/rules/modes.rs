//! Choosing the modes of a spell (700.2, 601.2b).

use super::able::Allowed;
use super::cast::Refusal;
use super::pay::Announce;
use super::query::Context;
use super::{Ask, Game, Log, Look, Player};
use crate::ability::Modes;
use crate::source::Source;
use crate::state::Who;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The modes that are chosen for a spell on the stack, if it is modal.
    pub(super) fn choose_modes(
        &mut self,
        who: Who,
        look: &Look,
        announce: &Announce,
        context: &Context,
    ) -> Result<Option<Modes>, Refusal> {
        let Some(modal) = look.modal() else {
            return if announce.modes.is_none() { Ok(None) } else { Err("it has no modes (700.2)".into()) };
        };
        if let Some(modes) = announce.modes {
            let allowed = modal.allows(modes);
            return if allowed { Ok(Some(modes)) } else { Err("it has no such modes (700.2)".into()) };
        }
        // 700.2a: a mode without legal targets cannot be chosen.
        let mut legal = modal.choices();
        legal.retain(|&modes| self.can_aim_in(look, modes, &mut context.clone(), Allowed::ALL));
        let first = *legal.first().ok_or("there is no legal target (601.2c)")?;
        let answer = self.answer(who, Some(context.source), &Ask::Modes(modal, &legal));
        let at = answer.picks().first().copied();
        Ok(Some(at.and_then(|at| legal.get(at).copied()).unwrap_or(first)))
    }

    /// Whether there are targets for a spell in the modes that are announced, or in any.
    pub(super) fn can_aim(
        &self,
        look: &Look,
        announced: Option<Modes>,
        context: &mut Context,
        allowed: Allowed<'_, W>,
    ) -> bool {
        match (look.modal(), announced) {
            (None, None) => self.can_aim_in(look, Modes::NONE, context, allowed),
            (None, Some(_)) => false,
            (Some(modal), Some(modes)) => {
                modal.allows(modes) && self.can_aim_in(look, modes, context, allowed)
            }
            (Some(modal), None) => {
                modal.choices().into_iter().any(|modes| self.can_aim_in(look, modes, context, allowed))
            }
        }
    }

    fn can_aim_in(&self, look: &Look, modes: Modes, context: &mut Context, allowed: Allowed<'_, W>) -> bool {
        context.targets.clear();
        self.are_there(&Self::spell_targets(look, modes), context, allowed)
    }
}
