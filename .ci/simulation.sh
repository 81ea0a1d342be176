#!/usr/bin/env bash
# Simulates a client, a service and faults of the network and the clock between them, from as many
# seeds as the argument says. A seed that fails is printed with the command that repeats it.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -C sandbox -v -count=1 -timeout 0 -run '^TestSimulatedFaultsBreakNoPromise$' ./internal/simulation \
	-seeds "${1:-100000}" -seed "${2:-$RANDOM$RANDOM}" | grep -vE '^ *(=== |--- PASS|PASS|ok)'
