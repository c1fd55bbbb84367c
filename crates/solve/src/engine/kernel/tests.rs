//! Every kernel against the definition, on random maps and rows.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::Kernel;
use crate::buffers::columns::split;
use crate::engine::program::{BLOCK, CHUNK, Program};
use crate::engine::tile::{OFFSET, TILE, Tile};
use crate::engine::tile_moves::TileMove;

/// Of row 3 of the tile, into child 1 of the section.
fn one_move() -> [TileMove; 1] {
    [TileMove::new(3, 1)]
}

fn kernels() -> Vec<Kernel> {
    let mut kernels = vec![Kernel::Portable];
    if Kernel::detect() != Kernel::Portable {
        kernels.push(Kernel::detect());
    }
    kernels
}

/// A rising partial map, in stretches of different density.
fn random_map(random: &mut StdRng, destinations: u32, sources: u32) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let (mut destination, mut source) = (0, 0);
    let (mut skip_destination, mut skip_source) = (0.0, 0.0);
    while destination < destinations && source < sources {
        if random.random_bool(0.02) {
            skip_destination = [0.0, 0.1, 0.9][random.random_range(0..3)];
            skip_source = [0.0, 0.3, 0.95][random.random_range(0..3)];
        }
        if random.random_bool(skip_destination) {
            destination += 1;
        } else if random.random_bool(skip_source) {
            source += random.random_range(1..40);
        } else {
            pairs.push((destination, source));
            destination += 1;
            source += 1;
        }
    }
    pairs
}

#[test]
fn apply_is_its_definition() {
    let mut random = StdRng::seed_from_u64(1);
    // Miri takes minutes for what takes a second otherwise.
    let (rounds, sizes) = if cfg!(miri) { (4, 2) } else { (300, 3) };
    for round in 0..rounds {
        let size = round % sizes;
        let destinations = random.random_range(1..[40, 400, 3 * CHUNK as u32][size]);
        let sources = random.random_range(1..[8, 700, 4 * CHUNK as u32][size]);
        let pairs = random_map(&mut random, destinations, sources);
        // Two maps at once: every third block is the second's.
        let (odd, even): (Vec<_>, Vec<_>) = pairs
            .iter()
            .partition(|pair| pair.0 / BLOCK as u32 % 3 == 1 || pair.0 % 7 == 3);
        let program = Program::new(&[even, odd], destinations, sources);
        let source: Vec<i8> = (0..sources)
            .map(|_| random.random_range(-48..=48))
            .collect();
        // The child is the second of three rows.
        let other = vec![-128; source.len()];
        let children = [&*other, &*source, &*other].concat();
        let gain = random.random_range(0..=48);
        let before: Vec<u8> = (0..destinations)
            .map(|_| random.random_range(0..=112))
            .collect();

        let mut expected = before.clone();
        for &(destination, source_rank) in &pairs {
            let best = &mut expected[destination as usize];
            let value = OFFSET + gain;
            *best = (*best).max(value.wrapping_add_signed(-source[source_rank as usize]));
        }
        for kernel in kernels() {
            let mut found: Vec<u8> = Vec::new();
            for (number, part) in before.chunks(CHUNK).enumerate() {
                let stride = part.len();
                let mut rows = vec![0; TILE * stride + BLOCK];
                rows[3 * stride..][..part.len()].copy_from_slice(part);
                let mut tile = Tile {
                    rows: &mut rows,
                    stride,
                };
                let children = (children.as_slice(), source.len());
                kernel.apply(
                    &mut tile,
                    &one_move(),
                    children,
                    program.chunk(number),
                    gain,
                );
                let (before, after) = tile.rows.split_at(3 * stride);
                let others = before.iter().chain(&after[part.len()..]);
                assert!(others.copied().all(|byte| byte == 0), "{kernel:?}");
                found.extend(&tile.rows[3 * stride..][..part.len()]);
            }
            assert_eq!(found, expected, "{kernel:?}, round {round}");
        }
    }
}

#[test]
fn values_that_are_not_there_are_refused() {
    // Value 90 of a child that begins at 100.
    let program = Program::new(&[vec![(0, 90)]], 1, 100);
    let apply = |kernel: Kernel, children: &[i8]| {
        let mut rows = [0; (TILE + 1) * BLOCK];
        let mut tile = Tile {
            rows: &mut rows,
            stride: BLOCK,
        };
        let chunk = program.chunk(0);
        kernel.apply(&mut tile, &one_move(), (children, 100), chunk, 0);
    };
    for kernel in kernels() {
        apply(kernel, &[0; 191]);
        let refused = std::panic::catch_unwind(|| apply(kernel, &[0; 190]));
        assert!(refused.is_err(), "{kernel:?}");
    }
}

#[test]
fn update_turns_and_reports() {
    let mut random = StdRng::seed_from_u64(2);
    let sizes = [
        (1, 0, 1),
        (5, 3, 63),
        (16, 1, 64),
        (77, 0, 200),
        (128, 2, 65),
    ];
    let sizes = &sizes[..if cfg!(miri) { 2 } else { sizes.len() }];
    for &(rows, first_row, width) in sizes {
        let stride = 128;
        let mut bytes: Vec<u8> = (0..TILE * stride)
            .map(|_| random.random_range(16..20))
            .collect();
        let tile = Tile {
            rows: &mut bytes,
            stride,
        };
        let before: Vec<i8> = (0..(first_row + rows) * width)
            .map(|_| random.random_range(16..20) - OFFSET as i8)
            .collect();
        for kernel in kernels() {
            let mut matrix = before.clone();
            let mut changes = Vec::new();
            let mut count = 0;
            for mut columns in split(&mut matrix, width, TILE) {
                let (first, len) = (columns.first, columns.len);
                let mut list = |row: usize, bits: u64| {
                    for bit in 0..TILE {
                        // Bits behind the block's last column may not be set.
                        if bits >> bit & 1 == 1 {
                            assert!(bit < len);
                            changes.push(row * width + first + bit);
                        }
                    }
                };
                let rows = first_row..first_row + rows;
                count += kernel.update(&tile, &mut columns, rows, Some(&mut list));
            }
            changes.sort_unstable();
            let mut expected = before.clone();
            for row in 0..rows {
                for column in 0..width {
                    let new = tile.rows[column % TILE * stride + row];
                    expected[(first_row + row) * width + column] = new as i8 - OFFSET as i8;
                }
            }
            let differ = |&at: &usize| before[at] != expected[at];
            let differing: Vec<usize> = (0..before.len()).filter(differ).collect();
            assert_eq!(matrix, expected, "{kernel:?}");
            assert_eq!(changes, differing, "{kernel:?}");
            assert_eq!(count, differing.len() as u64, "{kernel:?}");
        }
    }
}
