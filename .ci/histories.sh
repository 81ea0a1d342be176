#!/usr/bin/env bash
# Records what eight clients see of documents while sandboxes are killed, and has a checker judge
# whether each document behaved as if one call was executed after another. Arguments: the number of
# calls and of kills, on SQLite and again on PostgreSQL.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -C sandbox -v -count=1 -timeout 0 -run '^TestHistoriesAreLinearizable$' . \
	-calls "${1:-1000000}" -kills "${2:-200}" -seed "$RANDOM" | grep -vE '^ *(=== |--- PASS|PASS)'
