//! Card names as people type them: one key for all spellings, and how far two keys are apart.

/// The key of a name: lower-case, without accents, with plain quotes and dashes, parts joined by a single `/`.
///
/// `Lim-Dûl's Vault` and `lim-dul’s  vault`, `Fire // Ice` and `fire/ice` have the same key.
pub(super) fn key(name: &str) -> String {
    let mut before = b' ';
    let plain = name.bytes().all(|byte| {
        let blank = std::mem::replace(&mut before, byte) == b' ';
        matches!(byte, b'!'..=b'~') && byte != b'/' || byte == b' ' && !blank
    });
    if plain && before != b' ' {
        return name.to_ascii_lowercase(); // most names: ten times faster
    }
    let mut key = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '/' => {
                key.truncate(key.trim_end_matches([' ', '/']).len());
                key.push('/');
            }
            letter if letter.is_whitespace() => {
                if !key.is_empty() && !key.ends_with([' ', '/']) {
                    key.push(' ');
                }
            }
            letter if letter.is_ascii() => key.push(letter.to_ascii_lowercase()),
            letter => fold(letter, &mut key),
        }
    }
    key.truncate(key.trim_end().len());
    key
}

/// Adds the plain spelling of a letter that is no ASCII.
fn fold(letter: char, key: &mut String) {
    let plain = match letter {
        'À'..='Å' | 'à'..='å' | 'Ā'..='ą' => "a",
        'Æ' | 'æ' => "ae",
        'Ç' | 'ç' | 'Ć'..='č' => "c",
        'Ð' | 'ð' | 'Ď'..='đ' => "d",
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' => "e",
        'Ĝ'..='ģ' => "g",
        'Ĥ'..='ħ' => "h",
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' => "i",
        'Ĵ' | 'ĵ' => "j",
        'Ķ'..='ĸ' => "k",
        'Ĺ'..='ł' => "l",
        'Ñ' | 'ñ' | 'Ń'..='ŋ' => "n",
        'Ò'..='Ö' | 'ò'..='ö' | 'Ø' | 'ø' | 'Ō'..='ő' => "o",
        'Œ' | 'œ' => "oe",
        'Ŕ'..='ř' => "r",
        'Ś'..='š' => "s",
        'ß' | 'ẞ' => "ss",
        'Þ' | 'þ' => "th",
        'Ţ'..='ŧ' => "t",
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ų' => "u",
        'Ŵ' | 'ŵ' => "w",
        'Ý' | 'ý' | 'ÿ' | 'Ŷ'..='Ÿ' => "y",
        'Ź'..='ž' => "z",
        '‘' | '’' | '‛' | 'ʼ' | '´' | '′' => "'",
        '“' | '”' | '„' | '‟' | '″' => "\"",
        '‐'..='―' | '−' => "-",
        '꞉' | '：' => ":",
        '…' => "...",
        // Accents written apart, marks of trade, and what takes no room.
        '\u{300}'..='\u{36f}' | '®' | '™' | '\u{200b}'..='\u{200d}' | '\u{feff}' => "",
        other => {
            // What is a capital of a letter with an accent is folded like that.
            for lower in other.to_lowercase() {
                if lower == other { key.push(lower) } else { fold(lower, key) }
            }
            return;
        }
    };
    key.push_str(plain);
}

/// Which letters a key has, and which it has twice: an edit changes few of them.
#[derive(Clone, Copy)]
pub(super) struct Letters(u64);

impl Letters {
    pub(super) fn of(key: &str) -> Self {
        key.bytes().fold(Self(0), |Self(seen), byte| {
            let bit = 1 << (byte & 31);
            Self(if seen & bit == 0 { seen | bit } else { seen | bit << 32 })
        })
    }

    /// A lower bound of how many letters must be put in, taken out or changed to make one key of the other.
    pub(super) fn apart(self, other: Self) -> u32 {
        (self.0 & !other.0).count_ones().max((other.0 & !self.0).count_ones())
    }
}

/// A typed key, to be compared with many.
pub(super) struct Query<'a> {
    key: &'a str,
    letters: Letters,
}

impl<'a> Query<'a> {
    pub(super) fn new(key: &'a str) -> Self {
        Self { key, letters: Letters::of(key) }
    }

    /// How far a known key is from what was typed, 0 the same, in thousandths; `None`: nobody would think of it.
    ///
    /// Near is what differs by few letters, or lacks its end or its beginning: a subtitle after a comma, above all.
    pub(super) fn score(&self, known: &str) -> Option<usize> {
        let whole = self.letters_apart(known, self.key.len() / 4 + 1);
        let title =
            known.split_once(", ").and_then(|(title, _)| self.letters_apart(title, self.key.len() / 6));
        let part = known.find(self.key).filter(|_| self.key.len() >= 3).and_then(|at| self.part(known, at));
        [whole, title.map(|score| score + 40), part].into_iter().flatten().min()
    }

    /// The score of a key that differs by at most `most` letters put in, taken out, changed or transposed.
    fn letters_apart(&self, known: &str, most: usize) -> Option<usize> {
        let far = self.key.len().abs_diff(known.len()) > most
            || self.letters.apart(Letters::of(known)) as usize > most;
        if far {
            return None;
        }
        let apart = strsim::osa_distance(self.key, known);
        (apart <= most).then(|| apart * 1000 / self.key.len().max(known.len()).max(1))
    }

    /// The score of a key that holds what was typed, from this place on.
    fn part(&self, known: &str, at: usize) -> Option<usize> {
        let end = at + self.key.len();
        let ends_word = !known[end..].starts_with(|next: char| next.is_alphanumeric());
        let starts_word = at == 0 || !known[..at].ends_with(|last: char| last.is_alphanumeric());
        let more = known.len() - self.key.len();
        let ragged = if ends_word { 0 } else { 40 };
        match (at, starts_word) {
            (0, _) => Some(80 + ragged + more),
            (_, true) => Some(160 + ragged + more),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_share_a_key() {
        let spellings = [
            ("Lim-Dûl's Vault", "  lim–dul’s   VAULT "),
            ("Fire // Ice", "Fire/Ice"),
            ("Fire // Ice", "fire//ice"),
            ("Fire // Ice", "Fire / Ice"),
            ("Fire // Ice", "Fire /// Ice"),
            ("Æther Vial", "aether vial"),
            ("Ratonhnhaké꞉ton", "Ratonhnhake:ton"),
            ("Séance", "Se\u{301}ance"),
            ("Kongming, \"Sleeping Dragon\"", "Kongming, “Sleeping Dragon”"),
            ("Bespoke Bō", "Bespoke Bo"),
            ("\u{212b}ngstrom", "Angstrom"),
        ];
        for (one, other) in spellings {
            assert_eq!(key(one), key(other));
        }
        assert_eq!(key("Lim-Dûl's Vault"), "lim-dul's vault");
        assert_ne!(key("_____"), key("______"));
    }

    #[test]
    fn nearer_is_less() {
        let query = Query::new("polukranos");
        let title = query.score("polukranos, unchained").unwrap();
        let longer = query.score("polukranos reborn").unwrap();
        assert!(Some(title) < Some(longer), "{title} {longer}");
        assert_eq!(query.score("polukranos"), Some(0));
        assert_eq!(query.score("island"), None);
        assert_eq!(Query::new("and").score("island"), None); // part of a word
        assert!(Query::new("uro").score("nahiri").is_none());
    }

    proptest! {
        #[test]
        fn a_key_is_its_own_key(name in "\\PC{0,30}|[A-Za-z /,'’ÆûÉ-]{0,30}") {
            prop_assert_eq!(key(&key(&name)), key(&name));
        }

        #[test]
        fn the_bound_is_below_the_distance(one in "[a-f ]{0,12}", other in "[a-f ]{0,12}") {
            let bound = Letters::of(&one).apart(Letters::of(&other)) as usize;
            prop_assert!(bound <= strsim::osa_distance(&one, &other), "{}", bound);
        }

        #[test]
        fn scores_never_panic(one in "\\PC{0,12}", other in "\\PC{0,12}") {
            let (one, other) = (key(&one), key(&other));
            prop_assert_eq!(Query::new(&one).score(&one).filter(|_| !one.is_empty()).unwrap_or(0), 0);
            let _ = Query::new(&one).score(&other);
        }
    }
}
