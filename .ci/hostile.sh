#!/usr/bin/env bash
# Repeats the attacks on service, client and command: for ten minutes each, or as
# long as the argument says ("2h"). Each run has another seed.
set -euo pipefail
cd "$(dirname "$0")/.."

each=${1:-10m}
go test ./internal/testing/hostile -v -count=1 -timeout 0 -long "$each" -seed "$RANDOM" | grep -vE '^ *(=== |--- PASS)'
