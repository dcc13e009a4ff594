//! The lines that are shipped.

const PRESETS: [(&str, &str); 2] = [
    ("bazaar-hands", include_str!("presets/bazaar-hands.toml")),
    ("manaless-dredge", include_str!("presets/manaless-dredge.toml")),
];

/// The names of the shipped lines, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|&(name, _)| name)
}

/// A shipped line as TOML, with its comments.
pub fn get(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
