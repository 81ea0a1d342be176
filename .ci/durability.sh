#!/usr/bin/env bash
# Kills sandboxes with 50 callers each, by default 200 times on SQLite and on PostgreSQL, and
# checks that all is there that was acknowledged.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -C sandbox -v -count=1 -timeout 4h -run '^TestDurability' . -kills "${1:-200}"
