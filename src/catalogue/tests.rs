use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use super::*;
use crate::card::{Supertypes, Types};
use crate::mana::Colours;

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The limit of a time: that of an optimised build, or twenty times as much.
fn limit(milliseconds: u64) -> Duration {
    Duration::from_millis(if cfg!(debug_assertions) { 20 * milliseconds } else { milliseconds })
}

/// The time that this thread has had a core, where the system tells it; else the time of day.
fn clock(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_core = told.and_then(|text| text.split(' ').next()?.parse().ok()).map(Duration::from_nanos);
    on_core.unwrap_or_else(|| start.elapsed())
}

/// The mean time of a piece of work.
fn mean<T>(times: u32, work: impl Fn() -> T) -> Duration {
    let start = Instant::now();
    let before = clock(start);
    for _ in 0..times {
        let _kept = work();
    }
    clock(start).saturating_sub(before) / times
}

#[test]
fn every_card_is_there_and_can_be_read() {
    let catalogue = Catalogue::shipped();
    assert_eq!(catalogue.len(), 34_149);
    assert!(PACKED.len() < 900_000);
    let mut doubtful = 0;
    for name in catalogue.names() {
        assert_eq!(catalogue.resolve(name), Some(name));
        let card = catalogue.find(name).unwrap();
        assert_eq!(&*card.name, name);
        doubtful += usize::from(card.doubtful);
        for face in &card.faces {
            assert!(catalogue.resolve(&face.name).is_some(), "{}", face.name);
        }
    }
    assert_eq!(doubtful, 443);
}

#[test]
fn costs_of_every_card_print_as_they_were_read() {
    for row in Catalogue::shipped().text.lines() {
        let card = row::parse(row).unwrap();
        for (face, printed) in card.faces.iter().zip(row::column(row, 1)) {
            assert_eq!(face.mana_cost.map_or(String::new(), |cost| cost.to_string()), printed);
        }
        for (face, printed) in card.faces.iter().zip(row::column(row, row::KEYWORDS)) {
            assert_eq!(
                face.keywords.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"),
                printed,
                "{}",
                card.name
            );
        }
    }
}

/// The cards that the table was made of, in `shared` beside the repository or beside a directory that holds it.
fn source() -> Option<Vec<Value>> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1).take(2);
    let text = above
        .map(|parent| parent.join("shared/cards/cards.jsonl"))
        .find_map(|path| std::fs::read_to_string(path).ok())?;
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn mana_values_and_colours_are_those_of_the_source() {
    let Some(source) = source() else {
        eprintln!("skipped mana_values_and_colours_are_those_of_the_source: no ../shared/cards/cards.jsonl");
        return;
    };
    assert_eq!(source.len(), 34_149);
    let (mut values, mut colours) = (Vec::new(), Vec::new());
    for entry in source {
        let name = entry["name"].as_str().unwrap().to_owned();
        let card = find(&name).unwrap();
        if let Some(letters) = entry["colors"].as_array() {
            let letters: String = letters.iter().map(|letter| letter.as_str().unwrap()).collect();
            if Some(card.colours()) != Colours::from_letters(&letters) && &*card.layout == "normal" {
                colours.push(name.clone());
            }
        }
        if entry["cmc"].as_f64() != Some(f64::from(card.mana_value())) {
            values.push(name);
        }
    }
    assert_eq!(values, ["Little Girl"]); // half a mana
    // The source lists no colour indicators and knows nothing of what a card says about its own colour.
    colours.sort_unstable();
    let corrected = "Ancestral Vision|Asmoranomardicadaistinaculdacar|Crashing Footfalls|Evermind|Gaea's Will|Ghostfire|\
        Glimpse of Tomorrow|Hypergenesis|Inevitable Betrayal|Living End|Nevermind|Profane Tutor|Restore Balance|\
        Resurgent Belief|Sphinx of the Guildpact|Transguild Courier|Wheel of Fate";
    assert_eq!(colours.join("|"), corrected);
}

#[test]
fn known_cards_of_each_layout() {
    // Name, layout, cost, mana value, colours, type line, keywords of the front, faces.
    let known = [
        ("Golgari Grave-Troll", "normal", "{4}{G}", 5, "G", "Creature — Troll Skeleton", "dredge 6", 1),
        ("Stinkweed Imp", "normal", "{2}{B}", 3, "B", "Creature — Imp", "flying, dredge 5", 1),
        ("Bazaar of Baghdad", "normal", "", 0, "", "Land", "", 1),
        ("Dryad Arbor", "normal", "", 0, "G", "Land Creature — Forest Dryad", "", 1),
        ("Sweet Oblivion", "normal", "{1}{U}", 2, "U", "Sorcery", "escape 4 {3}{U}", 1),
        ("Shattering Spree", "normal", "{R}", 1, "R", "Sorcery", "replicate {R}", 1),
        ("Faithless Looting", "normal", "{R}", 1, "R", "Sorcery", "flashback {2}{R}", 1),
        ("Ancestral Vision", "normal", "", 0, "U", "Sorcery", "suspend 4 {U}", 1),
        ("Gurmag Angler", "normal", "{6}{B}", 7, "B", "Creature — Zombie Fish", "delve", 1),
        ("Echo Mage", "leveler", "{1}{U}{U}", 3, "U", "Creature — Human Wizard", "level up {1}{U}", 1),
        (
            "Autonomous Assembler",
            "prototype",
            "{5}",
            5,
            "",
            "Artifact Creature — Assembly-Worker",
            "prototype {1}{W}, vigilance",
            1,
        ),
        ("Cleric Class", "class", "{W}", 1, "W", "Enchantment — Class", "", 1),
        ("Case of the Shifting Visage", "case", "{1}{U}{U}", 3, "U", "Enchantment — Case", "", 1),
        ("The War in Heaven", "saga", "{3}{B}{B}{B}", 6, "B", "Enchantment — Saga", "", 1),
        (
            "Mishra, Lost to Phyrexia",
            "meld",
            "",
            0,
            "BR",
            "Legendary Artifact Creature — Phyrexian Artificer",
            "",
            1,
        ),
        ("Angelic Rocket", "host", "{8}", 8, "", "Host Artifact Creature — Angel", "flying", 1),
        ("Serpentine", "augment", "", 0, "G", "Creature — Wurm", "augment {2}{G}", 1),
        ("Life // Death", "split", "{G} // {1}{B}", 3, "BG", "Sorcery // Sorcery", "", 2),
        (
            "Realm-Cloaked Giant // Cast Off",
            "adventure",
            "{5}{W}{W}",
            7,
            "W",
            "Creature — Giant // Sorcery — Adventure",
            "vigilance",
            2,
        ),
        (
            "Delver of Secrets // Insectile Aberration",
            "transform",
            "{U}",
            1,
            "U",
            "Creature — Human Wizard // Creature — Human Insect",
            "",
            2,
        ),
        (
            "Agadeem's Awakening // Agadeem, the Undercrypt",
            "modal_dfc",
            "{X}{B}{B}{B}",
            3,
            "B",
            "Sorcery // Land",
            "",
            2,
        ),
    ];
    for (name, layout, cost, value, colours, types, keywords, faces) in known {
        let card = find(name).unwrap();
        let words = card.keywords().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let colour_letters = card.colours().to_string();
        let seen = (
            &*card.layout,
            &*card.mana_cost(),
            card.mana_value(),
            &*colour_letters,
            &*card.type_line(),
            &*words,
            card.faces.len(),
        );
        assert_eq!(seen, (layout, cost, value, colours, types, keywords, faces), "{name}");
        assert!(!card.doubtful);
    }
    let troll = find("Golgari Grave-Troll").unwrap();
    assert_eq!(
        (troll.dredge(), troll.faces[0].power.as_ref().and_then(|size| size.value)),
        (Some(6), Some(0))
    );
    assert!(find("Snow-Covered Island").unwrap().supertypes().has(Supertypes::BASIC.with(Supertypes::SNOW)));
    assert!(find("Bitterblossom").unwrap().types().has(Types::KINDRED));
}

#[test]
fn the_fourteen_dredgers() {
    let catalogue = Catalogue::shipped();
    let cards = catalogue.names().map(|name| catalogue.find(name).unwrap());
    let mut dredgers: Vec<_> =
        cards.filter_map(|card| Some((card.dredge()?, card.name.to_string()))).collect();
    dredgers.sort_unstable();
    let numbers: Vec<u8> = dredgers.iter().map(|&(number, _)| number).collect();
    assert_eq!(numbers, [1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5, 6], "{dredgers:?}");
}

#[test]
fn coverage_of_known_cards() {
    let told = |name: &str| {
        let coverage = find(name).unwrap().coverage();
        (coverage.status.word(), coverage.missing.join(", "))
    };
    let known = [
        ("Grizzly Bears", "full", ""),
        ("Stinkweed Imp", "partial", "keyword flying, 1 triggered ability"),
        ("Dakmor Salvage", "partial", "1 activated ability, 1 static ability"),
        ("Island", "inert", "mana ability"),
        ("Careful Study", "inert", "1 spell ability"),
        ("Creeping Chill", "inert", "1 triggered ability, 1 spell ability"),
        ("Bridge from Below", "inert", "2 triggered abilities"),
        ("Fire // Ice", "inert", "1 spell ability, Ice: no facts"),
        ("Delver of Secrets", "inert", "1 triggered ability, Insectile Aberration: keyword flying"),
    ];
    for (name, status, missing) in known {
        assert_eq!(told(name), (status, missing.to_owned()), "{name}");
    }
}

#[test]
fn names_as_people_write_them() {
    let known = [
        ("golgari grave-troll", "Golgari Grave-Troll"),
        ("Lim-Dul’s Vault", "Lim-Dûl's Vault"),
        ("Fire/Ice", "Fire // Ice"),
        ("fire//ice", "Fire // Ice"),
        ("Ice", "Fire // Ice"),
        ("Agadeem, the Undercrypt", "Agadeem's Awakening // Agadeem, the Undercrypt"),
        ("Æther Vial", "Aether Vial"),
        ("Their", "There // They're // Their"),
        ("Who / What / When / Where / Why", "Who // What // When // Where // Why"),
        // A whole name goes before a face, a front before a back, a shorter card before its double.
        ("Brainstorm", "Brainstorm"),
        ("Smelt", "Smelt"),
        ("Fire", "Fire // Ice"),
        ("Start", "Start // Finish"),
        ("Marang River Regent", "Marang River Regent // Coil and Catch"),
        ("SP//dr, Piloted by Peni", "SP//dr, Piloted by Peni"),
    ];
    for (written, name) in known {
        assert_eq!(resolve(written), Some(name), "{written}");
    }
    for written in ["", "  ", "/", "Grizzly", "Fire // Fire", "\u{0}"] {
        assert_eq!(resolve(written), None, "{written}");
    }
}

#[test]
fn names_of_digital_clients() {
    assert_eq!(resolve("Kavaero, Mind-Bitten"), Some("Superior Spider-Man"));
    let mut before = "";
    for line in ALIASES.lines() {
        let (other, name) = line.split_once('\t').unwrap();
        assert!(before < other, "{other}: out of order");
        assert_eq!((resolve(name), resolve(other)), (Some(name), Some(name)), "{line}");
        assert_eq!(Catalogue::unpack(PACKED).unwrap().resolve(other), None, "{other} is a card's own name");
        before = other;
    }
}

#[test]
fn a_slip_finds_its_card() {
    let slips = [
        ("Stinkwed Imp", "Stinkweed Imp"),   // a letter missing
        ("Stinkweeed Imp", "Stinkweed Imp"), // one too many
        ("Stinkwede Imp", "Stinkweed Imp"),  // two transposed
        ("Golgari Grave Troll", "Golgari Grave-Troll"),
        ("Grave-Troll", "Golgari Grave-Troll"),
        ("Faithles Lootings", "Faithless Looting"),
        ("Lions Eye Diamond", "Lion's Eye Diamond"),
        ("Narcomeba", "Narcomoeba"),
        ("Bazar of Bagdad", "Bazaar of Baghdad"),
        ("Jace, Mind Sculptor", "Jace, the Mind Sculptor"),
        ("Uro", "Uro, Titan of Nature's Wrath"),
        ("Hogaak", "Hogaak, Arisen Necropolis"),
        ("Insectile Aberation", "Delver of Secrets // Insectile Aberration"),
        ("Fyre // Ice", "Fire // Ice"),
        ("Izland", "Island"),
    ];
    for (slip, name) in slips {
        assert_eq!(near(slip, 3).first().map(String::as_str), Some(name), "{slip}: {:?}", near(slip, 3));
    }
    let near_polukranos = near("Polukranos", 3);
    assert!(near_polukranos.iter().any(|name| name == "Polukranos, Unchained"), "{near_polukranos:?}");
    assert_eq!(near("Polukranos", 1).len(), 1);
    assert_eq!(near("zzzzqqqqxxxx", 3), Vec::<String>::new());
    assert_eq!(near("", 3), Vec::<String>::new());
    assert_eq!(near(&"a".repeat(100_000), 3), Vec::<String>::new());
}

#[test]
fn unknown_names_are_faults_with_near_names() {
    let Err(Error::Card { message, near }) = find("Stinkwed Imp") else { panic!("no such card") };
    assert_eq!(near[0], "Stinkweed Imp");
    assert!(
        message.starts_with("no card is named `Stinkwed Imp`; did you mean `Stinkweed Imp`"),
        "{message}"
    );
    let fault = find("zzzz\nqqqq").unwrap_err();
    assert_eq!(
        fault.to_string(),
        "no card is named `zzzz\\nqqqq`; give its full name, or the name of a face"
    );
}

#[test]
fn words_of_cards() {
    let catalogue = Catalogue::shipped();
    for word in ["zombie", "forest", "time lord", "aura", "urza's"] {
        assert!(catalogue.is_subtype(word), "{word}");
    }
    for word in ["dredge", "escape", "first strike", "islandwalk", "prototype", "companion"] {
        assert!(catalogue.is_keyword(word), "{word}");
    }
    for word in ["creature", "outlets", "Zombie", ""] {
        assert!(!catalogue.is_subtype(word) && !catalogue.is_keyword(word), "{word}");
    }
}

#[test]
fn creature_types_are_told_from_other_subtypes() {
    let catalogue = Catalogue::shipped();
    for word in ["zombie", "dryad", "shapeshifter", "assembly-worker", "time lord", "specter"] {
        assert!(catalogue.is_creature_type(word), "{word}");
    }
    for word in ["forest", "locus", "aura", "saga", "equipment", "vehicle", "arcane", "jace", "creature", ""]
    {
        assert!(!catalogue.is_creature_type(word), "{word}");
    }
}

#[test]
fn a_changeling_has_every_creature_type_and_no_other_subtype() {
    for name in ["Universal Automaton", "Crib Swap"] {
        let card = find(name).unwrap();
        assert!(
            card.has_subtype("Zombie") && card.has_subtype("time lord") && card.has_subtype("shapeshifter")
        );
        assert!(!card.has_subtype("equipment") && !card.has_subtype("arcane") && !card.has_subtype(""));
    }
    assert!(!find("Mistform Ultimus").unwrap().has_subtype("zombie")); // its own words say so, which are not read yet
    assert_eq!(find("Universal Automaton").unwrap().coverage().missing, Vec::<String>::new());
}

#[test]
fn a_table_that_is_none_is_refused() {
    let fault =
        |bytes: &[u8]| Catalogue::unpack(bytes).err().map(|fault| fault.to_string()).unwrap_or_default();
    assert!(fault(b"hello").starts_with("a table of cards cannot be unpacked ("));
    assert!(fault(&PACKED[..1000]).starts_with("a table of cards cannot be unpacked ("));
    let other = packed("gravetroll cards 2\nA\n");
    assert_eq!(fault(&other), "a table of cards does not begin with `gravetroll cards 1`; build it again");
    let catalogue = Catalogue::unpack(&packed("gravetroll cards 1\nA\tnormal\n")).unwrap();
    assert!(catalogue.find("A").unwrap_err().to_string().contains("2 columns"));
}

#[test]
fn it_is_quick() {
    let load = mean(10, || Catalogue::unpack(PACKED).unwrap());
    println!("load: {load:?}");
    assert!(load < limit(50), "{load:?}");
    let long = "The Ultimate Nightmre of Wizards of the Coast Customer Servic";
    for slip in ["Stinkwed Imp", "Polukranos", "Uro", long, "Jace, Mind Sculptor"] {
        let took = mean(10, || near(slip, 3));
        println!("{slip}: {took:?}");
        assert!(took < limit(30), "{slip}: {took:?}");
    }
}
