#!/usr/bin/env bash
# Runs every fuzz target: for a minute each, or as long as the argument says, as
# a duration ("10m") or a number of inputs ("5000x"). The targets of diff, whose
# inputs take long, get a twentieth of their number.
set -euo pipefail
cd "$(dirname "$0")/.."

each=${1:-1m}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
git ls-files '*_test.go' | xargs grep -HoE '^func Fuzz\w+' | sed 's/func //' | while IFS=: read -r file target; do
	time=$each
	if [ "$(basename "$(dirname "$file")")" = diff ] && [ "${each%x}" != "$each" ]; then
		time=$((${each%x} / 20))x
	fi
	printf '%s %s, %s: ' "$(dirname "$file")" "$target" "$time"
	module=.
	if [ "${file%%/*}" = sandbox ]; then
		module=sandbox
	fi
	go test -C "$module" "./$(dirname "${file#"$module"/}")" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x >"$log" 2>&1 || {
		printf 'failed\n'
		cat "$log"
		exit 1
	}
	grep -E '^fuzz: ' "$log" | tail -n 1 | sed 's/^fuzz: //'
done
