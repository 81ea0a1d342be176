#!/usr/bin/env bash
# Runs tests that draw at random for ten minutes each, or as long as the second argument
# says ("2h"). Each run has another seed; a failure says which. The tests:
#   hostile    repeats the attacks on service, client and command
#   soundness  tries what gen diff says on random edits of random catalogs
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
hostile) tests=. ;;
soundness) tests='^TestNothingIsMissed$' ;;
*) echo "usage: .ci/long.sh hostile|soundness [10m]" >&2 && exit 2 ;;
esac
seed=$RANDOM$RANDOM
echo "seed $seed"
go test "./internal/testing/$1" -v -count=1 -timeout 0 -run "$tests" -long "${2:-10m}" -seed "$seed" |
	grep -vE '^ *(=== |--- PASS)'
