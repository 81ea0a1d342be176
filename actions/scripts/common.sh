# What the scripts that run gen have in common. They set $here, the folder of the
# scripts, and $name, that of the script itself.
#
# What a workflow gives comes by the environment alone (action.yml says what each
# means), so that nothing of it is read as shell. What the commands print is kept
# in files and is shown either as annotations, which gen escapes, or where the
# runner obeys no workflow commands. Nothing that a workflow gives becomes an output.

dir=$(mktemp -d "${RUNNER_TEMP:-/tmp}/gen-$name.XXXXXX") || exit 2
kept=$dir/$name # what becomes the artifact
report=$kept/report.md
worst=0
: "${GITHUB_OUTPUT:=/dev/null}" "${GITHUB_STEP_SUMMARY:=/dev/null}"
mkdir "$kept" || exit 2
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

# could_not_run reports that a command could not run, for the reason in $dir/err.
could_not_run() {
	{
		printf '### gen %s: could not run\n\n' "$1"
		quoted "$dir/err"
	} >>"$report"
	show "gen $1: could not run" "$dir/err"
	awk -v title="gen $1 could not run" -f "$here/annotate.awk" "$dir/err" >>"$dir/annotations"
	worst=2
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

# ready reports whether gen can start, and why not in $dir/err. Arguments are choices,
# such as lint=true.
ready() {
	case ${GITHUB_EVENT_NAME:-} in
	pull_request_target | workflow_run)
		echo "gen is what the go.mod of the pull request says, and must not run with the rights of $GITHUB_EVENT_NAME; use pull_request" >"$dir/err"
		return 1
		;;
	esac
	for choice in "$@"; do
		case ${choice#*=} in
		true | false) ;;
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

# finish shows what was found, and ends with the worst of the exit codes.
finish() {
	# A catalog that cannot be read is the same problem for each command.
	awk '!seen[$0]++' "$dir/annotations" >"$dir/once"
	mv "$dir/once" "$dir/annotations"
	cat "$dir/annotations"
	LC_ALL=C awk -v max=1000000 -f "$here/limit.awk" "$report" >>"$GITHUB_STEP_SUMMARY"
	count '^::' >"$kept/findings"
	cat >>"$GITHUB_OUTPUT" <<END
errors=$(count '^::error ')
warnings=$(count '^::warning ')
exit-code=$worst
report=$report
folder=$kept
END
	exit "$worst"
}
