#!/bin/sh
# Reviews a change of a catalog with gen diff, gen lint and gen check, each of
# them also where another fails. The report goes to a file and to the summary of
# the job, annotations to the log.
#
# What a workflow gives comes by the environment alone (action.yml says what each
# means), so that nothing of it is read as shell. What the commands print is kept
# in files and is shown either as annotations, which gen escapes, or where the
# runner obeys no workflow commands. Nothing that a workflow gives becomes an output.
#
# There is no token: gen is what the pull request says, and may do what it likes
# here. What is left for the job that comments is data.
#
# Exit codes: 0 nothing was found, 1 something was, 2 something could not run.
set -uf

here=${0%/*}
dir=$(mktemp -d "${RUNNER_TEMP:-/tmp}/gen-review.XXXXXX") || exit 2
review=$dir/review
report=$review/report.md
worst=0
: "${GITHUB_OUTPUT:=/dev/null}" "${GITHUB_STEP_SUMMARY:=/dev/null}"
mkdir "$review" || exit 2
: >"$report"
: >"$dir/annotations"

# run runs gen with arguments. What it prints is then in $dir/out and $dir/err,
# and its exit code in $status.
run() {
	# What is not given, opgen.yaml says.
	if [ "$1" != version ]; then
		set -- "$@" ${GEN_TARGET:+"--target=$GEN_TARGET"} ${GEN_SPEC:+"--spec=$GEN_SPEC"}
		for overlay in $GEN_OVERLAY; do
			set -- "$@" "--overlay=$overlay"
		done
	fi
	# Only check looks at the generated code.
	if [ "$1" = check ] && [ -n "$GEN_OUT" ]; then
		set -- "$@" "--out=$GEN_OUT"
	fi
	# shellcheck disable=SC2086 # the command is words
	$GEN_COMMAND "$@" >"$dir/out" 2>"$dir/err"
	status=$?
	# go run exits with 1 however its program ends, and says how.
	case $status,$(tail -n 1 "$dir/err") in
	0,* | 1,"exit status 1") ;;
	1,"exit status "* | 1,"signal: "*) status=2 ;;
	1,*) ;;
	*) status=2 ;;
	esac
}

# ended records the exit code of a command.
ended() {
	echo "$1=$2" >>"$GITHUB_OUTPUT"
	[ "$2" -le "$worst" ] || worst=$2
}

# could_not_run reports that a command could not run, for the reason in $dir/err.
could_not_run() {
	{
		printf '### gen %s: could not run\n\n' "$1"
		quoted "$dir/err"
	} >>"$report"
	show "gen $1: could not run" "$dir/err"
	awk -v title="gen $1 could not run" -f "$here/annotate.awk" "$dir/err" >>"$dir/annotations"
	ended "$1" 2
}

# quoted prints the beginning of a file as code in Markdown, so that other parts of
# the report have room. It is indented, which nothing in the file can end.
quoted() {
	tr '\r' ' ' <"$1" | LC_ALL=C awk '
		{ size += length($0) + 5 }
		size > 4000 { more++; next }
		{ print "    " $0 }
		END { if (more) print "\n" more " more lines are in the log." }
	'
	echo
}

# show prints a file to the log as it is. The runner obeys no command in it, for
# the file cannot know the word that ends that.
show() {
	word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
	printf '::group::%s\n::stop-commands::%s\n' "$1" "$word"
	cat "$2"
	printf '\n::%s::\n::endgroup::\n' "$word"
}

# findings runs a command that reports findings, once for each format.
findings() {
	sarif=
	[ "$GEN_SARIF" = false ] || sarif=sarif
	for format in github markdown $sarif; do
		run "$@" "--format=$format" ${GEN_FAIL_ON:+"--fail-on=$GEN_FAIL_ON"}
		if [ "$status" = 2 ]; then
			could_not_run "$1"
			return
		fi
		case $format in
		github) cat "$dir/out" >>"$dir/annotations" ;;
		markdown)
			# gen leaves room for the others, unless it is an older one.
			LC_ALL=C awk -v max=42000 -f "$here/limit.awk" "$dir/out" >>"$report"
			echo >>"$report"
			;;
		sarif) cp "$dir/out" "$review/$1.sarif" ;;
		esac
	done
	ended "$1" "$status"
}

# check compares the generated code with the catalog.
check() {
	run check
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
		could_not_run check
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

# ready reports whether the review can start, and why not in $dir/err.
ready() {
	case ${GITHUB_EVENT_NAME:-} in
	pull_request_target | workflow_run)
		echo "gen is what the go.mod of the pull request says, and must not run with the rights of $GITHUB_EVENT_NAME; use pull_request" >"$dir/err"
		return 1
		;;
	esac
	for choice in "lint=$GEN_LINT" "check=$GEN_CHECK" "sarif=$GEN_SARIF"; do
		case $choice in
		lint=true | check=true | sarif=true | lint=false | check=false | sarif=false) ;;
		*)
			echo "the input $choice is neither true nor false" >"$dir/err"
			return 1
			;;
		esac
	done
	run version
	case $status,$(cat "$dir/out") in
	0,"gen "*) return 0 ;;
	0,*) echo "the input gen is no command that starts gen" >"$dir/err" ;;
	esac
	return 1
}

# count prints how many annotations begin in a way.
count() { grep -c "$1" "$dir/annotations"; }

if ready; then
	if from=$(base 2>"$dir/err"); then
		findings diff "$from"
	else
		could_not_run diff
	fi
	[ "$GEN_LINT" = false ] || findings lint
	[ "$GEN_CHECK" = false ] || check
else
	could_not_run review
fi

# A catalog that cannot be read is the same problem for each command.
awk '!seen[$0]++' "$dir/annotations" >"$dir/once"
mv "$dir/once" "$dir/annotations"
cat "$dir/annotations"
LC_ALL=C awk -v max=1000000 -f "$here/limit.awk" "$report" >>"$GITHUB_STEP_SUMMARY"
count '^::' >"$review/findings"
cat >>"$GITHUB_OUTPUT" <<END
errors=$(count '^::error ')
warnings=$(count '^::warning ')
exit-code=$worst
report=$report
folder=$review
END
exit "$worst"
