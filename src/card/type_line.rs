//! Type lines (205): supertypes, card types, subtypes.

/// A set of flags, each with its word: card types, supertypes.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident($bits:ty) { $($(#[$item_doc:meta])* $item:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name($bits);

        impl $name {
            const WORDS: &'static [(Self, &'static str)] = &[$((Self::$item, $word),)*];
        }

        flags!(@items $name($bits) 0; $($(#[$item_doc])* $item,)*);

        impl $name {
            /// None of them.
            pub const NONE: Self = Self(0);

            /// The flag with this lower-case word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::WORDS.iter().find(|(_, known)| *known == word).map(|&(flag, _)| flag)
            }

            /// Both sets together.
            #[must_use]
            pub const fn with(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// This set without `other`.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether all of `other` is in this set.
            pub const fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether any of `other` is in this set.
            pub const fn any(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// How many.
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether there is none.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Its words, lower-case.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                Self::WORDS.iter().filter(move |&&(flag, _)| self.has(flag)).map(|&(_, word)| word)
            }
        }
    };
    (@items $name:ident($bits:ty) $at:expr; $(#[$doc:meta])* $item:ident, $($rest:tt)*) => {
        impl $name {
            $(#[$doc])*
            pub const $item: Self = Self(1 << $at);
        }
        flags!(@items $name($bits) $at + 1; $($rest)*);
    };
    (@items $name:ident($bits:ty) $at:expr;) => {};
}

flags! {
    /// A set of card types (205.2a).
    Types(u16) {
        /// Artifact.
        ARTIFACT = "artifact",
        /// Battle.
        BATTLE = "battle",
        /// Conspiracy.
        CONSPIRACY = "conspiracy",
        /// Creature.
        CREATURE = "creature",
        /// Dungeon.
        DUNGEON = "dungeon",
        /// Enchantment.
        ENCHANTMENT = "enchantment",
        /// Instant.
        INSTANT = "instant",
        /// Kindred, once printed as tribal.
        KINDRED = "kindred",
        /// Land.
        LAND = "land",
        /// Phenomenon.
        PHENOMENON = "phenomenon",
        /// Plane.
        PLANE = "plane",
        /// Planeswalker.
        PLANESWALKER = "planeswalker",
        /// Scheme.
        SCHEME = "scheme",
        /// Sorcery.
        SORCERY = "sorcery",
        /// Vanguard.
        VANGUARD = "vanguard",
        /// A word that the rules do not know, of un-cards and of extras.
        OTHER = "other",
    }
}

flags! {
    /// A set of supertypes (205.4a).
    Supertypes(u8) {
        /// Basic.
        BASIC = "basic",
        /// Legendary.
        LEGENDARY = "legendary",
        /// Ongoing.
        ONGOING = "ongoing",
        /// Snow.
        SNOW = "snow",
        /// World.
        WORLD = "world",
        /// Host, of un-cards.
        HOST = "host",
    }
}

impl Types {
    /// The permanent types (110.4).
    pub const PERMANENT: Self = Self::ARTIFACT
        .with(Self::BATTLE)
        .with(Self::CREATURE)
        .with(Self::ENCHANTMENT)
        .with(Self::LAND)
        .with(Self::PLANESWALKER);
}

/// A type line, taken apart (205).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypeLine {
    /// As it is printed: `Legendary Creature — Elder Giant`.
    pub text: Box<str>,
    /// What stands before the types.
    pub supertypes: Supertypes,
    /// The card types.
    pub types: Types,
    /// What stands after the dash, as it is printed.
    pub subtypes: Vec<Box<str>>,
}

impl TypeLine {
    /// Reads a type line; a word before the dash that the rules do not know is [`Types::OTHER`].
    pub fn parse(text: &str) -> Self {
        let (before, after) = text.split_once('—').or_else(|| text.split_once(" - ")).unwrap_or((text, ""));
        let mut line = Self { text: text.into(), ..Self::default() };
        for word in before.split_whitespace().map(str::to_lowercase) {
            match (Supertypes::from_word(&word), Types::from_word(&word)) {
                (Some(supertype), _) => line.supertypes = line.supertypes.with(supertype),
                (None, Some(kind)) => line.types = line.types.with(kind),
                (None, None) if word == "tribal" => line.types = line.types.with(Types::KINDRED),
                (None, None) => line.types = line.types.with(Types::OTHER),
            }
        }
        if line.types.has(Types::PLANE) && !after.trim().is_empty() {
            line.subtypes.push(after.trim().into()); // 205.3b: a planar type is all that stands there
            return line;
        }
        let mut words = after.split_whitespace().peekable();
        while let Some(word) = words.next() {
            // 205.3m: the one creature type of two words.
            if word == "Time" && words.peek() == Some(&"Lord") {
                words.next();
                line.subtypes.push("Time Lord".into());
            } else {
                line.subtypes.push(word.into());
            }
        }
        line
    }

    /// Whether it has this subtype; upper and lower case do not matter.
    pub fn has_subtype(&self, word: &str) -> bool {
        self.subtypes.iter().any(|subtype| subtype.to_lowercase() == word.to_lowercase())
    }

    /// Whether it is a land with a basic land type, and so has that type's mana ability (305.6).
    pub(super) fn has_intrinsic_mana(&self) -> bool {
        const BASIC: [&str; 5] = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
        self.types.has(Types::LAND) && self.subtypes.iter().any(|subtype| BASIC.contains(&&**subtype))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_lines() {
        let line = TypeLine::parse("Legendary Snow Artifact Creature — Time Lord Doctor");
        assert_eq!(line.supertypes, Supertypes::LEGENDARY.with(Supertypes::SNOW));
        assert_eq!(line.types, Types::ARTIFACT.with(Types::CREATURE));
        assert_eq!(line.subtypes, ["Time Lord".into(), "Doctor".into()] as [Box<str>; 2]);
        assert!(line.has_subtype("time lord") && line.has_subtype("Doctor") && !line.has_subtype("time"));

        let line = TypeLine::parse("Tribal Instant — Goblin");
        assert_eq!(line.types.words().collect::<Vec<_>>(), ["instant", "kindred"]);
        assert_eq!(TypeLine::parse("Land — Urza's Power-Plant").subtypes.len(), 2);
        assert_eq!(
            TypeLine::parse("Plane — Bolas's Meditation Realm").subtypes,
            ["Bolas's Meditation Realm".into()] as [Box<str>; 1]
        );
        assert_eq!(TypeLine::parse("Stickers").types, Types::OTHER);
        assert_eq!(TypeLine::parse("instant").types, Types::INSTANT);
        assert!(TypeLine::parse("").types.is_empty());
    }

    #[test]
    fn flags_have_their_own_bits() {
        let all = Types::WORDS.iter().fold(Types::NONE, |types, &(flag, _)| types.with(flag));
        assert_eq!((all.len(), Types::WORDS.len()), (16, 16));
        assert_eq!(all.words().count(), 16);
        for &(flag, word) in Types::WORDS {
            assert_eq!(Types::from_word(word), Some(flag));
            assert_eq!(flag.words().collect::<Vec<_>>(), [word]);
        }
        assert_eq!(Types::from_word("Creature"), None);
        assert_eq!(Types::PERMANENT.len(), 6);
        assert!(
            Types::PERMANENT.any(Types::LAND.with(Types::INSTANT)) && !Types::PERMANENT.has(Types::INSTANT)
        );
    }
}
