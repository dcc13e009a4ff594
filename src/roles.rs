//! L2: what the abilities of a print do, so that what nobody does costs nothing.

use crate::ability::{Ability, Is, Keyword, Place, Replace, Static, Triggered, When};
use crate::card::{Supertypes, Types};
use crate::cardset::{Obj, Set};
use crate::print::Print;
use crate::state::{Zone, zone_of};

/// Something that a permanent does while it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It has a static ability.
    Static,
    /// A static ability of it changes what permanents are, but for their size (layers 1 to 6).
    Alters,
    /// The same of objects that are no permanents.
    Reaches,
    /// Of these it gives or takes abilities that trigger, replace something or the like.
    Stirs,
    /// A static ability of it changes sizes (layer 7).
    Sizes,
    /// It replaces something.
    Replaces,
    /// It waits for a move.
    Moves,
    /// It waits for a cast.
    Casts,
    /// It waits for a step.
    Steps,
    /// It waits for an attack.
    Attacks,
    /// It waits for damage.
    Hurts,
    /// It waits for a draw.
    Draws,
    /// It waits for a discard or a sacrifice.
    Spends,
    /// It waits for something to become tapped, or for mana.
    Taps,
    /// It waits for something to become a target.
    Targets,
    /// What it does or is may come to be another though nothing has moved.
    Restless,
    /// It must attack (508.1d).
    Charges,
    /// State-based actions may be about it as it is printed (704.5f, 704.5i, 704.5j, 704.5m).
    Mortal,
    /// A static ability of it says what may be cast, played or activated, and for how much.
    Terms,
    /// It shields its controller from being a target.
    Shields,
}

impl Role {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
    /// All of them, in order.
    pub const ALL: [Self; 20] = [
        Self::Static,
        Self::Alters,
        Self::Reaches,
        Self::Stirs,
        Self::Sizes,
        Self::Replaces,
        Self::Moves,
        Self::Casts,
        Self::Steps,
        Self::Attacks,
        Self::Hurts,
        Self::Draws,
        Self::Spends,
        Self::Taps,
        Self::Targets,
        Self::Restless,
        Self::Charges,
        Self::Mortal,
        Self::Terms,
        Self::Shields,
    ];
}

/// Which moves something is about: a bit for each pair of zones, the stack and nowhere together as one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moves(u64);

impl Moves {
    const ZONES: usize = Zone::ALL.len() + 1;
    /// How many there are of one thing.
    pub const COUNT: usize = Self::ZONES * Self::ZONES;

    #[inline]
    fn place(zone: Option<Zone>) -> usize {
        zone.map_or(Zone::ALL.len(), |zone| zone as usize)
    }

    /// The number of a move from a zone to a zone.
    #[inline]
    pub fn number(from: Option<Zone>, to: Option<Zone>) -> usize {
        Self::place(from) * Self::ZONES + Self::place(to)
    }

    /// The move of a number.
    #[inline]
    pub const fn numbered(number: usize) -> Self {
        Self(1 << number)
    }

    /// A move from a zone to a zone.
    #[inline]
    pub fn of(from: Option<Zone>, to: Option<Zone>) -> Self {
        Self::numbered(Self::number(from, to))
    }

    /// Every move between such zones; `None`: any.
    #[inline]
    fn between(from: Option<Zone>, to: Option<Zone>) -> Self {
        const FROM_FIRST: u64 = (1 << Moves::ZONES) - 1;
        // Every sixth bit.
        const TO_FIRST: u64 = 0x4104_1041;
        let leave =
            from.map_or((1 << Self::COUNT) - 1, |zone| FROM_FIRST << (Self::place(Some(zone)) * Self::ZONES));
        let reach = to.map_or(u64::MAX, |zone| TO_FIRST << Self::place(Some(zone)));
        Self(leave & reach)
    }

    /// The moves that a condition is about.
    pub fn waited_for(when: &When) -> Self {
        match when {
            When::Enters(_) => Self::between(None, Some(Zone::Battlefield)),
            When::Dies(_) => Self::of(Some(Zone::Battlefield), Some(Zone::Graveyard)),
            When::Moves { from, to, .. } | When::Batch { from, to, .. } => {
                Self::between(from.and_then(zone_of), to.and_then(zone_of))
            }
            When::AnyOf(any) => any.iter().fold(Self::default(), |all, when| all | Self::waited_for(when)),
            _ => Self::default(),
        }
    }

    /// The numbers of these.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (number < u64::BITS).then_some(number as usize)
        })
    }

    /// Whether they have one in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl std::ops::BitOr for Moves {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Moves {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What abilities do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Does {
    roles: u32,
    /// The moves that they wait for.
    pub moves: Moves,
}

impl Does {
    /// Whether they do that.
    #[inline]
    pub const fn has(self, role: Role) -> bool {
        self.roles >> role as u16 & 1 == 1
    }

    /// Whether they wait for that, and of moves for one of these.
    #[inline]
    pub const fn waits(self, role: Role, moves: Moves) -> bool {
        self.has(role) && (!matches!(role, Role::Moves) || self.moves.meets(moves))
    }

    /// What one condition waits for.
    pub fn of(when: &When) -> Self {
        let mut does = Self::default();
        does.wait(when);
        does
    }

    fn add(&mut self, role: Role) {
        self.roles |= 1 << role as u16;
    }

    fn wait(&mut self, when: &When) {
        match when {
            When::Enters(_) | When::Dies(_) | When::Moves { .. } | When::Batch { .. } => {
                self.add(Role::Moves);
                self.moves |= Moves::waited_for(when);
            }
            When::Cast { .. } => self.add(Role::Casts),
            When::At(..) => self.add(Role::Steps),
            When::Attacks(_) => self.add(Role::Attacks),
            When::CombatDamageToPlayer(_) | When::CombatDamageToCreature(_) | When::DealtDamage(_) => {
                self.add(Role::Hurts);
            }
            When::DrawsNth(..) | When::Draws(..) => self.add(Role::Draws),
            When::TapsForMana(..) | When::MakesMana(..) | When::BecomesTapped(_) => self.add(Role::Taps),
            When::Discards(..) | When::Sacrifices(..) => self.add(Role::Spends),
            When::BecomesTarget(..) | When::PlayerBecomesTarget(..) => self.add(Role::Targets),
            When::CastThis | When::CycleThis | When::Spent(_) | When::Room { .. } => {}
            When::AnyOf(any) => any.iter().for_each(|when| self.wait(when)),
        }
    }
}

/// What the abilities of a print do, and where.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Roles {
    /// On the battlefield.
    pub here: Does,
    /// In a hand, a graveyard, exile.
    pub away: [Does; 3],
    /// The moves of the object itself that they wait for wherever it is (603.6c).
    pub own_moves: Moves,
    /// They change what the object itself is, but for its size.
    pub shifts: bool,
    /// They say what its size is.
    pub sized: bool,
    /// They replace a move of the object itself wherever it is (614.12).
    pub redirects: bool,
    /// They attach it to something.
    pub attaches: bool,
    /// More is to be settled as the object enters than that it is there, or it cannot enter (614.12).
    pub enters_specially: bool,
}

impl Roles {
    /// The zones off the battlefield in which abilities may watch.
    pub const AWAY: [Zone; 3] = [Zone::Graveyard, Zone::Hand, Zone::Exile];
    /// The same as abilities name them.
    pub const AWAY_PLACES: [Place; 3] = [Place::Graveyard, Place::Hand, Place::Exile];

    /// Of these abilities.
    pub fn of<'a>(abilities: impl IntoIterator<Item = &'a Ability>) -> Self {
        let mut roles = Self::default();
        for ability in abilities {
            roles.add(ability);
        }
        roles
    }

    /// Of what is printed.
    pub fn of_print(print: &Print) -> Self {
        let mut roles = Self::of(print.abilities.iter().copied());
        if print.keywords.contains(&Keyword::MustAttack) {
            roles.here.add(Role::Charges);
        }
        let dead = print.types.has(Types::CREATURE) && print.size.is_some_and(|size| size.1 <= 0);
        if dead
            || print.types.has(Types::PLANESWALKER)
            || print.supertypes.has(Supertypes::LEGENDARY)
            || roles.attaches
        {
            roles.here.add(Role::Mortal);
        }
        let replaces = |ability: &&'static Ability| matches!(**ability, Ability::Replace(_));
        roles.enters_specially = print.types.any(Types::INSTANT.with(Types::SORCERY))
            || print.types.has(Types::PLANESWALKER)
            || print.loyalty != 0
            || print.keywords.iter().any(|k| matches!(k, Keyword::EntersTapped | Keyword::Sunburst))
            || print.abilities.iter().any(replaces)
            || roles.shifts
            || roles.attaches;
        roles
    }

    /// Whether they make the object other than it is printed where it is.
    pub const fn wavers(&self) -> bool {
        self.shifts || self.sized || self.here.has(Role::Restless)
    }

    /// Whether they do something though the object is neither cast nor played, and nothing is but drawn and discarded.
    pub fn act_at_once(&self) -> bool {
        let [_, in_hand, in_exile] = self.away;
        let moves = Moves::of(Some(Zone::Library), Some(Zone::Hand))
            | Moves::of(Some(Zone::Hand), Some(Zone::Graveyard))
            | Moves::of(Some(Zone::Hand), Some(Zone::Exile));
        self.redirects || self.own_moves.meets(moves) || [in_hand, in_exile] != [Does::default(); 2]
    }

    /// Whether they do something though the object is neither cast nor played.
    pub fn act_unplayed(&self) -> bool {
        let zones = [Zone::Library, Zone::Hand, Zone::Graveyard, Zone::Exile];
        let unplayed = zones
            .into_iter()
            .any(|from| zones.into_iter().any(|to| self.own_moves.meets(Moves::of(Some(from), Some(to)))));
        unplayed || self.redirects || self.away.iter().any(|does| *does != Does::default())
    }

    fn add(&mut self, ability: &Ability) {
        match ability {
            Ability::Static(what) => {
                self.here.add(Role::Static);
                if sets_terms(what) {
                    self.here.add(Role::Terms);
                }
                match what {
                    Static::PlayerHexproof => self.here.add(Role::Shields),
                    Static::Grant(among, _)
                    | Static::LoseAbilities(among)
                    | Static::AddTypes(among, _)
                    | Static::SetTypes(among, _)
                    | Static::SetColors(among, _) => self.alter(among.0, what),
                    Static::Pump(..) | Static::SetSize(..) => {
                        self.here.add(Role::Sizes);
                        self.here.add(Role::Restless);
                    }
                    Static::TopRevealed => self.here.add(Role::Restless),
                    _ => {}
                }
            }
            // 614.12: how something enters itself is done with when it is there.
            Ability::Replace(
                Replace::EntersWith { is: Is::This, .. } | Replace::EntersTapped { is: Is::This, .. },
            ) => {}
            Ability::Replace(what) => {
                self.here.add(Role::Replaces);
                self.redirects |= matches!(what, Replace::ToGraveyard { is: Is::This, .. });
            }
            Ability::Triggered(triggered) => self.wait(triggered),
            Ability::While(_, inner) => {
                self.shifts = true;
                self.here.add(Role::Restless);
                self.add(inner);
            }
            Ability::TokenNotLegendary => self.shifts = true,
            Ability::Size(..) => {
                self.sized = true;
                self.here.add(Role::Restless);
            }
            Ability::Enchant(_) => self.attaches = true,
            // The card that it enchants may go elsewhere, which nothing else here is about.
            Ability::EnchantCard(_) => {
                self.attaches = true;
                self.here.add(Role::Restless);
            }
            _ => {}
        }
    }

    /// It changes what objects there are.
    fn alter(&mut self, place: Place, what: &Static) {
        if place == Place::Battlefield {
            self.here.add(Role::Alters);
            self.here.add(Role::Restless);
            return;
        }
        self.here.add(Role::Reaches);
        match what {
            Static::Grant(_, given) if matches!(**given, Ability::Way(_)) => {}
            Static::Grant(..) | Static::LoseAbilities(_) => self.here.add(Role::Stirs),
            _ => {}
        }
    }

    fn wait(&mut self, triggered: &Triggered) {
        if triggered.from == Place::Battlefield {
            if !is_away_from_here(&triggered.when) {
                self.here.wait(&triggered.when);
            }
            if speaks_of_this(&triggered.when) {
                self.own_moves |= Moves::waited_for(&triggered.when);
            }
            return;
        }
        for (zone, does) in Self::AWAY.into_iter().zip(&mut self.away) {
            if zone_of(triggered.from) == Some(zone) {
                does.wait(&triggered.when);
            }
        }
    }
}

/// The moves that the abilities of some prints wait for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waited {
    /// On the battlefield.
    pub here: Moves,
    /// Off the battlefield.
    pub away: Moves,
    /// Of the object itself.
    pub own: Moves,
    /// What else they do on the battlefield.
    here_roles: u32,
    /// And off it.
    away_roles: u32,
}

impl Waited {
    /// Whether any of them does that on the battlefield.
    #[inline]
    pub const fn has_here(&self, role: Role) -> bool {
        self.here_roles >> role as u16 & 1 == 1
    }

    /// Whether any of them does that off the battlefield.
    #[inline]
    pub const fn has_away(&self, role: Role) -> bool {
        self.away_roles >> role as u16 & 1 == 1
    }

    /// With those of another print.
    pub fn add(&mut self, roles: &Roles) {
        self.here |= roles.here.moves;
        self.own |= roles.own_moves;
        self.here_roles |= roles.here.roles;
        for does in &roles.away {
            self.away |= does.moves;
            self.away_roles |= does.roles;
        }
    }
}

/// The permanents that do something, by what it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Active {
    of: [Set<4>; Role::COUNT],
    /// A bit for each role that any of them has.
    any: u32,
}

impl Active {
    /// Those that do that.
    #[inline]
    pub const fn of(&self, role: Role) -> Set<4> {
        self.of[role as usize]
    }

    /// Whether any does that.
    #[inline]
    pub const fn has(&self, role: Role) -> bool {
        self.any >> role as u16 & 1 == 1
    }

    /// A permanent has entered.
    pub fn enter(&mut self, obj: Obj, print: &Print) {
        self.set(obj, print.roles.here, Set::insert);
    }

    /// A permanent leaves.
    pub fn leave(&mut self, obj: Obj, print: &Print) {
        self.set(obj, print.roles.here, Set::remove);
    }

    fn set(&mut self, obj: Obj, does: Does, change: impl Fn(&mut Set<4>, Obj)) {
        let mut roles = does.roles;
        while roles != 0 {
            let role = roles.trailing_zeros();
            let those = &mut self.of[role as usize];
            change(those, obj);
            self.any = self.any & !(1 << role) | u32::from(!those.is_empty()) << role;
            roles &= roles - 1;
        }
    }
}

/// Whether it says what may be cast, played or activated, and for how much.
fn sets_terms(what: &Static) -> bool {
    match what {
        Static::Grant(among, _) => among.0 == Place::Stack,
        Static::SpellsCost { .. }
        | Static::SpellsCostLess { .. }
        | Static::SpellsCostLessColored { .. }
        | Static::AbilitiesCostLess { .. }
        | Static::LeastCost(..)
        | Static::CantCastFrom(..)
        | Static::ExtraLands(_)
        | Static::PlayLandsFrom(_)
        | Static::CastFree { .. }
        | Static::FreeOnce(_)
        | Static::HasteForAbilities(_) => true,
        _ => false,
    }
}

/// Whether an ability waits for nothing but a move of its own object that neither begins nor ends on the battlefield, for
/// which no permanent waits.
fn is_away_from_here(when: &When) -> bool {
    let away = |place: &Option<Place>| place.is_some_and(|place| place != Place::Battlefield);
    match when {
        When::Moves { is: Is::This, from, to, .. } => away(from) && away(to),
        _ => false,
    }
}

/// Whether an ability waits for the object that it is of to move.
#[inline]
pub(crate) fn speaks_of_this(when: &When) -> bool {
    fn this(is: &Is) -> bool {
        match is {
            Is::This => true,
            Is::All(all) | Is::AnyOf(all) => all.iter().any(this),
            _ => false,
        }
    }
    match when {
        When::Moves { is, .. } | When::Batch { is, .. } | When::Dies(is) | When::Enters(is) => this(is),
        When::AnyOf(any) => any.iter().any(speaks_of_this),
        _ => false,
    }
}
