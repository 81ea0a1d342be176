#!/bin/sh
# Writes the report of a review as a comment of the pull request: one for each
# catalog that a workflow names, which later reviews replace. It is found by a mark that is not seen.
#
# The token is in the environment of this script alone: the review runs the gen
# that the pull request says, and that needs none. What goes wrong here is said,
# and leaves the result of the review as it is.
set -uf

here=${0%/*}
page=${GEN_REPORT%/*}/comment.md
ids=${GEN_REPORT%/*}/ids
err=${GEN_REPORT%/*}/err

if [ -z "$GEN_PULL_REQUEST" ]; then
	echo "no comment: this is no pull request"
	exit 0
fi

# failed says why there is no comment.
failed() {
	if grep -q 'HTTP 40[34]' "$err"; then
		echo "no comment: the token may not write one. That of a pull request from a fork only reads; otherwise the job needs permissions: pull-requests: write" >"$err"
	fi
	awk -v title='gen review: no comment' -f "$here/annotate.awk" "$err" | sed 's/^::error /::warning /'
	exit 0
}

# The mark holds a checksum, for the name of a catalog could hold anything.
catalog=${GEN_TARGET:-${GEN_SPEC:-spec/operations.yaml}}
mark="<!-- gen review $(printf '%s' "$catalog" | cksum | tr ' ' '-') -->"
comments=repos/$GITHUB_REPOSITORY/issues/$GEN_PULL_REQUEST/comments

# Somebody else's comment is left alone, whatever it begins with.
own="{{range .}}{{if .user}}{{if eq .user.login \"github-actions[bot]\"}}"
marked="{{if eq (printf \"%.${#mark}s\" .body) \"$mark\"}}{{printf \"%.0f\\n\" .id}}{{end}}"
gh api --paginate "$comments?per_page=100" --template "$own$marked{{end}}{{end}}{{end}}" >"$ids" 2>"$err" || failed
id=$(head -n 1 "$ids")

{
	printf '%s\n' "$mark"
	# GitHub takes 65536 characters.
	LC_ALL=C awk -v max=65000 -f "$here/limit.awk" "$GEN_REPORT"
} >"$page"

if [ -n "$id" ]; then
	gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$page" 2>"$err" || failed
	echo "comment $id updated"
elif [ "$GEN_FINDINGS" = 0 ]; then
	echo "no comment: nothing was found, and nothing was said before"
else
	gh api --silent --method POST "$comments" --field "body=@$page" 2>"$err" || failed
	echo "comment created"
fi
