#!/usr/bin/env bash
# Runs the tests of the modules with `unsafe` in crates/solve under Miri: shared
# buffers, and the kernels (portable and, with the target feature on, AVX2).
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo +nightly miri --version >/dev/null 2>&1 &&
    ! timeout 300 rustup toolchain install nightly --profile minimal -c miri,rust-src >/dev/null 2>&1; then
    echo "SKIPPED: Miri cannot be installed (rustup toolchain install nightly -c miri,rust-src)"
    exit 0
fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
RUSTFLAGS="-C target-feature=+avx2,+popcnt" cargo +nightly miri test -p grenier-solve --lib --locked -- \
    buffers:: engine::kernel::
