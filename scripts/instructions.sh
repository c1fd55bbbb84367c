#!/usr/bin/env bash
# Counts the instructions of a small build under callgrind and compares them with
# the budget in data/instructions.txt. Unlike seconds they are the same on a busy
# machine, to about one in ten thousand.
#
# valgrind knows neither AVX-512 nor the SHA instructions: the AVX2 kernel and
# SHA-256 in plain code are counted, whatever the processor has besides.
#
# Usage: scripts/instructions.sh
# Needs cargo, valgrind and a processor with AVX2. Exits with 1 above the budget.
set -euo pipefail
cd "$(dirname "$0")/.."

budget=$(grep -v '^#' data/instructions.txt)
if ! grep -qw avx2 /proc/cpuinfo; then
    echo "SKIPPED: the budget is for the AVX2 kernel, and this processor has no AVX2"
    exit 0
fi

cargo build --release --locked --quiet --bin grenier
grenier=$(realpath "${CARGO_TARGET_DIR:-target}/release/grenier")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tables=$work/tables
counts=$work/callgrind.out
valgrind --tool=callgrind --callgrind-out-file="$counts" \
    "$grenier" build --rules oware --seeds 12 --threads 1 --out "$tables" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }

count=$(sed -n 's/^totals: //p' "$counts")
# One byte per position behind a header of 64.
positions=0
for table in "$tables"/layer-*.score; do
    positions=$((positions + $(stat -c %s "$table") - 64))
done
printf "%d instructions for %d positions: %d per position; the budget is %d\n" \
    "$count" "$positions" $((count / positions)) "$budget"
if [ "$count" -gt "$budget" ]; then
    echo "FAILED: above the budget in data/instructions.txt. If the work is worth it, raise it and say why." >&2
    exit 1
fi
