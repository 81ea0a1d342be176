#!/usr/bin/env bash
# Runs all tests of this module in full, and prints the CPU seconds of each package beside
# its budget in .ci/cost, the costliest first. A package above twice its budget fails.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/cost" .ci/cost/main.go
failed=0
OPGEN_FULL=1 OPGEN_COST="$bin/seconds" go test -timeout 60m -exec "$bin/cost" "${@:-./...}" || failed=$?
sort -rn "$bin/seconds" | head -20
exit "$failed"
