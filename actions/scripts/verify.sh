#!/bin/sh
# Checks a running service against the catalog with gen verify. The report goes to a
# file and to the summary of the job, annotations to the log.
#
# Credentials are in OPGEN_CREDENTIALS, which gen reads and nothing here does. The code
# that has them is that of the commit, so do not run this for pull requests.
#
# Exit codes: 0 no findings, 1 findings, 2 the service could not be verified.
set -uf

here=${0%/*}
name=verify
. "$here/common.sh"

verify() {
	set -- verify "$GEN_URL" --quiet --format=github "--output=$report" "--output=$kept/verify.json" \
		${GEN_BASELINE:+"--baseline=$GEN_BASELINE"} ${GEN_FIXTURES:+"--fixtures=$GEN_FIXTURES"} \
		${GEN_RATE:+"--rate=$GEN_RATE"} ${GEN_SEED:+"--seed=$GEN_SEED"} ${GEN_FAIL_ON:+"--fail-on=$GEN_FAIL_ON"}
	for host in $GEN_HOSTS; do
		set -- "$@" "--host=$host"
	done
	for part in $GEN_ONLY; do
		set -- "$@" "--only=$part"
	done
	[ "$GEN_WRITES" = false ] || set -- "$@" --writes
	[ "$GEN_BREAK_WRITES" = false ] || set -- "$@" --break-writes
	[ "$GEN_SARIF" = false ] || set -- "$@" "--output=$kept/verify.sarif"
	run "$@"
	cat "$dir/out" >>"$dir/annotations"
	worst=$status
	[ "$status" != 2 ] || could_not_run verify
}

if ready "writes=$GEN_WRITES" "break-writes=$GEN_BREAK_WRITES" "sarif=$GEN_SARIF"; then
	verify
else
	could_not_run verify
fi
finish
