//! The header against the page, and against damage.

use proptest::prelude::*;

use super::*;

const PAGE: &str = include_str!("../../../../docs/format.md");

/// The fields by the names that `docs/format.md` gives them, in file order.
const FIELDS: [(&str, Range<usize>); 14] = [
    ("magic", MAGIC_AT),
    ("version", VERSION_AT),
    ("rules", RULES_AT),
    ("kind", KIND_AT),
    ("endless", ENDLESS_AT),
    ("seeds", SEEDS_AT),
    ("form", FORM_AT),
    ("positions", POSITIONS_AT),
    ("payload hash", PAYLOAD_HASH_AT),
    ("finished", FINISHED_AT),
    ("reserved", RESERVED_AT),
    ("model bytes", MODEL_BYTES_AT),
    ("model hash", MODEL_HASH_AT),
    ("header hash", HEADER_HASH_AT),
];

fn sample() -> Header {
    Header {
        rules: 3,
        kind: Kind::Score,
        endless: Endless::Even,
        seeds: 6,
        positions: 12_375,
        payload_hash: 0x0123_4567_89ab_cdef,
        form: Form::Plain,
    }
}

fn packed() -> Header {
    Header {
        form: Form::Packed {
            model_bytes: 31_000,
            model_hash: 0xfedc_ba98_7654_3210,
        },
        ..sample()
    }
}

/// `bytes` with the header hash made right again.
fn rehashed(mut bytes: [u8; HEADER_BYTES]) -> [u8; HEADER_BYTES] {
    let hash = header_hash(&bytes);
    bytes[HEADER_HASH_AT].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// The rows of the byte table on the page, as trimmed cells.
fn rows() -> Vec<Vec<&'static str>> {
    let heading = "| offset | bytes | field | meaning |";
    let mut lines = PAGE.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "the page has the table");
    lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn the_byte_table_is_the_header() {
    let rows = rows();
    let on_page: Vec<(&str, usize, usize)> = rows
        .iter()
        .map(|row| (row[2], row[0].parse().unwrap(), row[1].parse().unwrap()))
        .collect();
    let in_program: Vec<_> = FIELDS
        .iter()
        .map(|(name, field)| (*name, field.start, field.len()))
        .collect();
    assert_eq!(on_page, in_program);
    assert!(PAGE.contains(&format!("A header of {HEADER_BYTES} bytes")));
    assert!(PAGE.starts_with(&format!("# The files: format version {VERSION}\n")));
}

#[test]
fn magic_and_codes_are_those_on_the_page() {
    let rows = rows();
    let meaning = |field| rows.iter().find(|row| row[2] == field).unwrap()[3];
    let magic: Vec<_> = MAGIC.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(meaning("magic").contains(&format!("`{}`", magic.join(" "))));
    assert!(meaning("version").starts_with(&format!("{VERSION};")));
    for (code, form) in [
        (FORM_PLAIN, "plain"),
        (FORM_PACKED, "packed"),
        (FORM_CHECKPOINT, "checkpoint"),
    ] {
        assert!(meaning("form").contains(&format!("{code} = {form}")));
    }
    for kind in [Kind::Score, Kind::Distance, Kind::Secure, Kind::OwnSide] {
        assert!(meaning("kind").contains(&format!("{} = {kind}", kind.code())));
    }
    for endless in [Endless::Even, Endless::None, Endless::OwnSide] {
        assert!(meaning("endless").contains(&format!("{} = {endless}", endless.code())));
    }
}

#[test]
fn fields_tile_the_header() {
    let mut at = 0;
    for (name, field) in FIELDS {
        assert_eq!(field.start, at, "{name}");
        at = field.end;
    }
    assert_eq!(at, HEADER_BYTES);
}

#[test]
fn decode_undoes_encode() {
    for header in [sample(), packed()] {
        assert_eq!(Header::decode(&header.encode(true)), Ok(header));
        assert_eq!(
            Header::decode(&header.encode(false)),
            Err(HeaderError::Unfinished)
        );
    }
}

#[test]
fn every_change_of_one_byte_is_refused() {
    for good in [sample(), packed()].map(|header| header.encode(true)) {
        for at in 0..HEADER_BYTES {
            for value in 0..=u8::MAX {
                let mut bytes = good;
                bytes[at] = value;
                let refused = Header::decode(&bytes).is_err();
                assert_eq!(refused, value != good[at], "byte {at} = {value}");
            }
        }
    }
}

#[test]
fn fields_are_checked_even_under_a_right_hash() {
    let newer = |what, have| HeaderError::Newer {
        what,
        have,
        know: match what {
            "kind" => u16::from(Kind::LAST),
            "endless play" => u16::from(Endless::LAST),
            "form" => 2,
            _ => 1,
        },
    };
    let field = |field| HeaderError::Field { field };
    let cases = [
        (VERSION_AT.start, 2, newer("version", 2)),
        (VERSION_AT.start + 1, 1, newer("version", 257)),
        (VERSION_AT.start, 0, field("version")),
        (KIND_AT.start, 5, newer("kind", 5)),
        (ENDLESS_AT.start, 9, newer("endless play", 9)),
        (FORM_AT.start, 0, field("form")),
        (FORM_AT.start, 3, newer("form", 3)),
        (FORM_AT.start, FORM_CHECKPOINT, HeaderError::Unfinished),
        (FINISHED_AT.start, 0, HeaderError::Unfinished),
        (FINISHED_AT.start, 2, field("finished")),
        (RESERVED_AT.start, 1, field("reserved")),
        (RESERVED_AT.end - 1, 1, field("reserved")),
        (MODEL_BYTES_AT.end - 1, 1, field("model bytes")),
        (MODEL_HASH_AT.start, 1, field("model hash")),
        (SEEDS_AT.start, 49, field("seeds")),
        (SEEDS_AT.start, 255, field("seeds")),
        (MAGIC_AT.start, 0, HeaderError::NotATable),
    ];
    for (at, value, want) in cases {
        let mut bytes = sample().encode(true);
        bytes[at] = value;
        assert_eq!(Header::decode(&rehashed(bytes)), Err(want), "byte {at}");
    }
}

#[test]
fn a_table_and_a_checkpoint_are_not_taken_for_each_other() {
    let checkpoint = Header {
        form: Form::Checkpoint,
        ..sample()
    };
    let bytes = checkpoint.encode(true);
    assert_eq!(Header::decode_checkpoint(&bytes), Ok(checkpoint));
    assert_eq!(Header::decode(&bytes), Err(HeaderError::Unfinished));
    for table in [sample(), packed()] {
        assert_eq!(
            Header::decode_checkpoint(&table.encode(true)),
            Err(HeaderError::Field { field: "form" })
        );
    }
}

#[test]
fn a_copy_in_text_mode_changes_the_magic() {
    let text = String::from_utf8(MAGIC.to_vec()).unwrap();
    assert_ne!(text.replace("\r\n", "\n"), text);
    assert_ne!(text.replace('\n', "\r\n"), text);
}

proptest! {
    #[test]
    fn no_bytes_make_decode_panic(
        mut bytes in proptest::array::uniform32(any::<u8>()).prop_flat_map(|low| {
            proptest::array::uniform32(any::<u8>()).prop_map(move |high| {
                let mut bytes = [0; HEADER_BYTES];
                bytes[..32].copy_from_slice(&low);
                bytes[32..].copy_from_slice(&high);
                bytes
            })
        })
    ) {
        prop_assert!(Header::decode(&bytes).is_err());
        // Past the magic, the version and the hash, to the field checks.
        bytes[MAGIC_AT].copy_from_slice(&MAGIC);
        bytes[VERSION_AT].copy_from_slice(&VERSION.to_le_bytes());
        if let Ok(header) = Header::decode(&rehashed(bytes)) {
            prop_assert_eq!(header.encode(true), rehashed(bytes));
        }
    }
}
