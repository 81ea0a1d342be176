# Prints a page of Markdown from somebody else so that it mentions nobody, refers to
# nothing and links nowhere, whatever it holds. A character that is not seen stands
# then where GitHub would read more than text. What gen itself writes looks the same.
#
#	LC_ALL=C awk -f plain.awk FILE

BEGIN { none = "\342\200\213" }

# plain takes the meaning from the text of a line.
function plain(s) {
	gsub(/[@<&#]/, "&" none, s) # a mention, a tag, a character by its number, an issue
	gsub(/\]/, "]" none, s) # a link
	gsub(/:\/\//, ":" none "//", s) # the address of a page
	gsub(/[Ww][Ww][Ww]/, "&" none, s)
	gsub(/[Gg][Hh]-/, "&" none, s) # an issue
	# Quotes and signs in what is folded.
	for (i in signs) gsub("&" none signs[i], "\\&" signs[i], s)
	gsub("&" none "#" none "8203;", none, s)
	gsub("&" none "#" none "34;", "\\&#34;", s)
	gsub("&" none "#" none "39;", "\\&#39;", s)
	return s
}

BEGIN { split("lt; gt; amp;", signs) }

{ gsub(/\r/, " ") }

# Only blocks of the languages that gen writes: others become pictures.
/```|~~~/ && !/^```+(json|yaml|go)?$/ { gsub(/```+|~~~+/, none "&") }

$0 == "</details>" { print; next }

/^<details><summary>.*<\/summary>$/ {
	print "<details><summary>" plain(substr($0, 19, length($0) - 28)) "</summary>"
	next
}

# A heading.
match($0, /^#+ /) { printf "%s", substr($0, 1, RLENGTH); $0 = substr($0, RLENGTH + 1) }

{ print plain($0) }
