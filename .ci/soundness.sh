#!/usr/bin/env bash
# Tries what gen diff says on random edits of random catalogs: for ten minutes, or as
# long as the argument says ("1h"). Each run has another seed. A failure begins with
# the command that repeats it.
set -euo pipefail
cd "$(dirname "$0")/.."

go test ./internal/testing/soundness -v -count=1 -timeout 0 -run '^TestNothingIsMissed$' -long "${1:-10m}" -seed "$RANDOM$RANDOM" |
	grep -vE '^ *(=== |--- PASS)'
