#!/bin/sh
# Writes the report of a review as a comment of the pull request: one for each
# artifact, which later reviews replace. It is found by a mark that is not seen.
#
# The report was made by a job that ran code of the pull request, so it may say
# anything: it is data here. It is shortened, mentions nobody and links nowhere.
# Which pull request it belongs to, the event says and not the report. What goes
# wrong here is said, and leaves the result of the review as it is.
set -uf

here=${0%/*}
dir=$(mktemp -d "${RUNNER_TEMP:-/tmp}/gen-comment.XXXXXX") || exit 2
page=$dir/comment.md
ids=$dir/ids
err=$dir/err

# no says why there is no comment.
no() {
	echo "no comment: $1"
	exit 0
}

# failed says that a call failed, and why.
failed() {
	if grep -q 'HTTP 40[34]' "$err"; then
		echo "no comment: the token may not write one. That of a pull request from a fork only reads; otherwise the job needs permissions: pull-requests: write" >"$err"
	fi
	awk -v title='gen review: no comment' -f "$here/annotate.awk" "$err" | sed 's/^::error /::warning /'
	exit 0
}

# number returns the open pull request with the head of the run that this one
# follows.
number() {
	case $GEN_HEAD in
	'' | *[!0-9a-f]*) no "this is no pull request" ;;
	esac
	of="{{range .}}{{if eq .head.sha \"$GEN_HEAD\"}}{{printf \"%.0f\\n\" .number}}{{end}}{{end}}"
	gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" --raw-field state=open \
		--raw-field "head=$GEN_HEAD_OWNER:$GEN_HEAD_BRANCH" --template "$of" >"$ids" 2>"$err" || failed
	GEN_PULL_REQUEST=$(head -n 1 "$ids")
	[ -n "$GEN_PULL_REQUEST" ] || no "no open pull request has this head any more"
}

[ -n "$GEN_PULL_REQUEST" ] || number

# Not what a link leads to, which the artifact may bring.
find "$GEN_REVIEW" -type l -exec rm -f {} + 2>/dev/null
[ -f "$GEN_REVIEW/report.md" ] || no "the review left no report"

# The mark holds a checksum, for the name of an artifact could hold anything.
mark="<!-- gen review $(printf '%s' "$GEN_ARTIFACT" | cksum | tr ' ' '-') -->"
comments=repos/$GITHUB_REPOSITORY/issues/$GEN_PULL_REQUEST/comments

# Somebody else's comment is left alone, whatever it begins with.
own="{{range .}}{{if .user}}{{if eq .user.login \"github-actions[bot]\"}}"
marked="{{if eq (printf \"%.${#mark}s\" .body) \"$mark\"}}{{printf \"%.0f\\n\" .id}}{{end}}"
gh api --paginate "$comments?per_page=100" --template "$own$marked{{end}}{{end}}{{end}}" >"$ids" 2>"$err" || failed
id=$(head -n 1 "$ids")

{
	printf '%s\n' "$mark"
	# GitHub takes 65536 characters.
	head -c 1000000 "$GEN_REVIEW/report.md" | LC_ALL=C awk -f "$here/plain.awk" >"$dir/plain.md"
	LC_ALL=C awk -v max=65000 -f "$here/limit.awk" "$dir/plain.md"
} >"$page"

if [ -n "$id" ]; then
	gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$page" 2>"$err" || failed
	echo "comment $id updated"
elif [ "$(head -c 2 "$GEN_REVIEW/findings" 2>/dev/null)" = 0 ]; then
	no "there are no findings, and nothing was said before"
else
	gh api --silent --method POST "$comments" --field "body=@$page" 2>"$err" || failed
	echo "comment created"
fi
