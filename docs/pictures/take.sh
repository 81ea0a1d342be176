#!/usr/bin/env bash
# Takes the pictures of README.md anew. It needs chromium and curl.
set -euo pipefail
cd "$(dirname "$0")/../.."
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
work=$(mktemp -d)
go build -C sandbox -o "$work/sandbox" .
"$work/sandbox" --spec spec/operations.yaml --db memory --listen 127.0.0.1:0 >"$work/log" &
trap 'kill %1; rm -rf "$work"' EXIT
until grep -q '^console' "$work/log"; do sleep 0.1; done
address=$(sed -n 's/^address *//p' "$work/log")
call() { curl -s "$address/api/v2/$1" -H 'Content-Type: application/json' -d "$2" >/dev/null; }
call contacts/new_contact '{"name":"Example Ada","addresses":[{}]}'
call contacts/get_contact '{"contact_id":"contact-1"}'
call claims/get_claim '{"claim_id":"claim-a"}'
call contacts/new_contact '{"name":" "}'

take() { "$browser" --headless=new --no-sandbox --hide-scrollbars --virtual-time-budget=3000 --window-size="1100,$3" --screenshot="$PWD/docs/pictures/$1.png" "$2" 2>/dev/null; }
take console "$(sed -n 's/^console *//p' "$work/log")" 410
go run ./cmd/gen docs --output "$work/reference.html" >/dev/null
take reference "file://$work/reference.html" 596
