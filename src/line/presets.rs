//! The lines that are shipped.

const PRESETS: [(&str, &str); 13] = [
    ("bazaar-dredge", include_str!("presets/bazaar-dredge.toml")),
    ("bazaar-hands", include_str!("presets/bazaar-hands.toml")),
    ("breach", include_str!("presets/breach.toml")),
    ("chill-dredge", include_str!("presets/chill-dredge.toml")),
    ("escape", include_str!("presets/escape.toml")),
    ("hogaak", include_str!("presets/hogaak.toml")),
    ("led-dredge", include_str!("presets/led-dredge.toml")),
    ("manaless-dredge", include_str!("presets/manaless-dredge.toml")),
    ("mill", include_str!("presets/mill.toml")),
    ("oops", include_str!("presets/oops.toml")),
    ("pauper-dredge", include_str!("presets/pauper-dredge.toml")),
    ("replicate", include_str!("presets/replicate.toml")),
    ("self-mill", include_str!("presets/self-mill.toml")),
];

/// The names of the shipped lines, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|&(name, _)| name)
}

/// A shipped line as TOML, with its comments.
pub fn get(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
