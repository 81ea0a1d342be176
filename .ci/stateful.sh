#!/usr/bin/env bash
# Schemathesis makes sequences of calls to the sandbox that use ids of earlier responses. The argument
# is the number of sequences. The end lists what it covered.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -C e2e -v -count=1 -timeout 0 -run '^TestSequences' . -examples "${1:-200}" -seed "$RANDOM" |
	grep -vE '^ *(=== |PASS)'
