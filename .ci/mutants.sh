#!/usr/bin/env bash
# Changes packages in small ways, and lists the changes that neither their tests nor those of their
# direct users notice. Arguments: how many changes of each package (0 is all), a seed, and packages.
# .ci/mutants/known has the changes that cannot be noticed, with reasons.
set -uo pipefail
cd "$(dirname "$0")/.."
n=${1:-0} seed=${2:-1}
shift $(($# < 2 ? $# : 2))
packages=("${@:-}")
if [ -z "${packages[0]}" ]; then
	packages=(./api/wire ./internal/json/cursor ./internal/plan ./internal/plan/interpreter ./generator
		$(go list ./internal/review/...))
fi
go build -o "${TMPDIR:-/tmp}/opgen-mutants" ./.ci/mutants || exit 2
run() { "${TMPDIR:-/tmp}/opgen-mutants" -n "$n" -seed "$seed" -limit 1m -known .ci/mutants/known "$@"; }
run "${packages[@]}"
[ $# -gt 0 ] || run -C sandbox ./internal/engine
