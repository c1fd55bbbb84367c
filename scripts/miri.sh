#!/usr/bin/env bash
# Runs the tests of the modules with `unsafe` in crates/solve under Miri: shared
# buffers and the kernels (AVX2 with the target feature switched on).
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo "SKIPPED: Miri is not installed (rustup toolchain install nightly -c miri,rust-src)"
    exit 0
fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
for features in "" "-C target-feature=+avx2,+popcnt"; do
    RUSTFLAGS=$features cargo +nightly miri test -p grenier-solve --lib --locked -- \
        buffers:: engine::kernel::
done
