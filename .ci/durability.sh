#!/usr/bin/env bash
# Kills processes with 50 writers each, by default 200 times on SQLite and on PostgreSQL,
# writers to the store as well as sandboxes that are called over HTTP, and checks that all
# is there that was acknowledged.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -C sandbox -v -count=1 -timeout 4h -run '^TestDurability' . ./store/sqlstore -kills "${1:-200}"
