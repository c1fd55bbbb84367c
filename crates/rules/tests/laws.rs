//! What holds for every move of every rule set, on random positions.

use grenier_rules::{Feeding, Position, RuleSet, SIDE, Settlement, Sowing};
use proptest::prelude::*;

/// A position of up to 48 seeds: seeds dropped one by one into a random choice
/// of pits, so that full pits, empty sides and laps all come up often.
fn any_position() -> impl Strategy<Value = Position> {
    (1_u16..4096, 0..=48_usize).prop_flat_map(|(mask, seeds)| {
        let open: Vec<usize> = (0..12).filter(|pit| mask >> pit & 1 == 1).collect();
        proptest::collection::vec(proptest::sample::select(open), seeds).prop_map(|places| {
            let mut pits = [0; 12];
            for place in places {
                pits[place] += 1;
            }
            Position::new(pits).unwrap()
        })
    })
}

fn any_rules() -> impl Strategy<Value = RuleSet> {
    proptest::sample::select(RuleSet::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn seeds_are_conserved(rules in any_rules(), position in any_position()) {
        for m in rules.moves(&position).iter() {
            let after = m.next.seeds() + u32::from(m.captured) + u32::from(m.conceded);
            prop_assert_eq!(after, position.seeds());
        }
    }

    #[test]
    fn captures_only_empty_waiting_pits(rules in any_rules(), position in any_position()) {
        for m in rules.moves(&position).iter().filter(|m| m.conceded == 0) {
            let sowed = Sowing::of(&position, m.pit).unwrap().pits;
            let after = m.next.turned().pits();
            prop_assert_eq!(&after[..SIDE], &sowed[..SIDE]);
            for pit in SIDE..12 {
                let taken = after[pit] == 0 && (sowed[pit] == 2 || sowed[pit] == 3);
                prop_assert!(after[pit] == sowed[pit] || taken);
            }
        }
    }

    #[test]
    fn what_may_capture_is_known_beforehand(position in any_position()) {
        for pit in 0..SIDE as u8 {
            let captures = Sowing::of(&position, pit).is_some_and(|sowing| !sowing.captures().is_empty());
            prop_assert_eq!(Sowing::may_capture(&position, pit), captures);
        }
    }

    #[test]
    fn the_pit_sown_stays_empty(rules in any_rules(), position in any_position()) {
        for m in rules.moves(&position).iter() {
            prop_assert!(position.pits()[usize::from(m.pit)] > 0);
            prop_assert_eq!(m.next.waiting()[usize::from(m.pit)], 0);
        }
    }

    #[test]
    fn a_game_is_settled_exactly_when_no_move_is_left(
        rules in any_rules(),
        position in any_position(),
    ) {
        let settlement = rules.settlement(&position);
        prop_assert_eq!(settlement.is_some(), rules.moves(&position).is_empty());
        if let Some(shares) = settlement {
            prop_assert_eq!(u32::from(shares.mover) + u32::from(shares.waiting), position.seeds());
        }
    }

    #[test]
    fn moves_rise_by_pit_and_none_comes_twice(rules in any_rules(), position in any_position()) {
        let moves = rules.moves(&position);
        prop_assert!(moves.windows(2).all(|pair| pair[0].pit < pair[1].pit));
    }

    #[test]
    fn a_grand_slam_never_starves_unless_the_rules_let_it(
        rules in any_rules(),
        position in any_position(),
    ) {
        use grenier_rules::GrandSlam as G;
        let spares = matches!(
            rules.grand_slam,
            G::CapturesNothing | G::ForbiddenElseCapturesNothing
        );
        for m in rules.moves(&position).iter().filter(|m| spares && m.captured > 0) {
            prop_assert!(m.next.mover_seeds() > 0);
        }
    }
}

#[test]
fn the_duty_to_feed_outranks_game_over() {
    // A combination no named rule set has: the mover has 4 seeds and can
    // give none, and the duty to feed says that the mover takes them.
    let rules = RuleSet {
        feeding: Feeding::MustElseMoverTakesAll,
        ..RuleSet::AWALE
    };
    let position = Position::new([2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let to_mover = Settlement {
        mover: 4,
        waiting: 0,
    };
    assert_eq!(rules.settlement(&position), Some(to_mover));
}

#[test]
fn keys_tell_positions_apart() {
    let mut pits = [0; 12];
    pits[11] = 48;
    let last = Position::new(pits).unwrap().key();
    assert_eq!(last.ilog2(), 59);
    pits.swap(0, 11);
    assert_ne!(Position::new(pits).unwrap().key(), last);
}
