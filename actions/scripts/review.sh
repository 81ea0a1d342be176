#!/bin/sh
# Reviews a change of a catalog with gen diff, gen lint and gen check, each of
# them also where another fails. The report goes to a file and to the summary of
# the job, annotations to the log.
#
# There is no token: gen is what the pull request says, and may do what it likes
# here. What is left for the job that comments is data.
#
# Exit codes: 0 no findings, 1 findings, 2 something could not run.
set -uf

here=${0%/*}
name=review
. "$here/common.sh"

# ended records the exit code of a command.
ended() {
	echo "$1=$2" >>"$GITHUB_OUTPUT"
	[ "$2" -le "$worst" ] || worst=$2
}

# failed reports that a command could not run.
failed() {
	could_not_run "$1"
	ended "$1" 2
}

# findings runs a command that reports findings, once for each format.
findings() {
	sarif=
	[ "$GEN_SARIF" = false ] || sarif=sarif
	for format in github markdown $sarif; do
		run "$@" "--format=$format" ${GEN_FAIL_ON:+"--fail-on=$GEN_FAIL_ON"}
		if [ "$status" = 2 ]; then
			failed "$1"
			return
		fi
		case $format in
		github) cat "$dir/out" >>"$dir/annotations" ;;
		markdown)
			# gen leaves room for the others, unless it is an older one.
			LC_ALL=C awk -v max=42000 -f "$here/limit.awk" "$dir/out" >>"$report"
			echo >>"$report"
			;;
		sarif) cp "$dir/out" "$kept/$1.sarif" ;;
		esac
	done
	ended "$1" "$status"
}

# check compares the generated code with the catalog.
check() {
	run check ${GEN_OUT:+"--out=$GEN_OUT"}
	case $status in
	0) printf '### gen check: up to date\n\n' >>"$report" ;;
	1)
		tail -n 1 "$dir/out" >"$dir/remedy"
		{
			printf '### gen check: out of date\n\n'
			quoted "$dir/remedy"
			printf '<details><summary>what differs</summary>\n\n'
			quoted "$dir/out"
			printf '</details>\n\n'
		} >>"$report"
		show 'gen check: out of date' "$dir/out"
		awk -v title='generated code is out of date' -f "$here/annotate.awk" "$dir/remedy" >>"$dir/annotations"
		;;
	*)
		failed check
		return
		;;
	esac
	ended check "$status"
}

# commit prints the hash of the commit that a revision names. What this clone
# does not have is fetched, without its history where the clone has little.
commit() {
	git rev-parse --verify --quiet --end-of-options "$1^{commit}" && return
	depth=--depth=1
	[ "$(git rev-parse --is-shallow-repository)" = true ] || depth=--no-tags
	git fetch --quiet "$depth" -- origin "$1" && git rev-parse --verify --quiet 'FETCH_HEAD^{commit}' && return
	echo "the base $1 is not in this clone and could not be fetched; set fetch-depth: 0 where actions/checkout makes the clone" >&2
	return 1
}

# left prints the merge base of HEAD and a commit, where HEAD left its history. What
# a shallow clone lacks of that is fetched in steps.
left() {
	for more in 0 50 500 5000; do
		[ "$more" = 0 ] || git fetch --quiet --no-tags "--deepen=$more" -- origin "$1" "$(git rev-parse HEAD)" || break
		at=$(git merge-base "$1" HEAD) && between=$(git rev-list "$1" HEAD "^$at") || between=
		# Where history is cut off before the merge base, that may be another one.
		if [ -n "$at" ] && ! echo "$between" | grep -qxFf "$(git rev-parse --git-path shallow)" 2>/dev/null; then
			echo "$at"
			return
		fi
		if [ "$(git rev-parse --is-shallow-repository)" = false ]; then
			echo "HEAD and the base $1 have no common ancestor" >&2
			return 1
		fi
	done
	echo "the commit at which HEAD left the base $1 is not in this clone and could not be fetched; set fetch-depth: 0 where actions/checkout makes the clone" >&2
	return 1
}

# base prints what the catalog is compared with: what the workflow says; or the
# first parent of the merge that GitHub makes of a pull request, which is the base
# as it was merged; or where the head left the base of the event.
base() {
	if [ -n "$GEN_BASE" ]; then
		revision=${GEN_BASE%%:*}
		case $revision in
		*...) hash=$(commit "${revision%...}") && hash=$(left "$hash") ;;
		*) hash=$(commit "$revision") ;;
		esac && echo "$hash${GEN_BASE#"$revision"}"
		return
	fi
	case ${GITHUB_REF:-},$(git rev-parse HEAD) in
	refs/pull/*/merge,"${GITHUB_SHA:-}")
		# A shallow clone has no parents, and the commit still names them.
		commit "$(git cat-file commit HEAD | sed -n 's/^parent //p; /^$/q' | head -n 1)"
		return
		;;
	esac
	if [ -z "$GEN_EVENT_BASE" ]; then
		echo "there is nothing to compare with: this is no pull request, so the input base is needed" >&2
		return 1
	fi
	hash=$(commit "$GEN_EVENT_BASE") && left "$hash"
}

if ready "lint=$GEN_LINT" "check=$GEN_CHECK" "sarif=$GEN_SARIF"; then
	if from=$(base 2>"$dir/err"); then
		set -- diff "$from"
		for recording in $GEN_USED; do
			set -- "$@" "--used=$recording"
		done
		findings "$@"
	else
		failed diff
	fi
	[ "$GEN_LINT" = false ] || findings lint
	[ "$GEN_CHECK" = false ] || check
else
	failed review
fi

finish
