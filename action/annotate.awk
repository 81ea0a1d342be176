# Turns what gen says into annotations: one for each problem of the catalog, at
# its place, or else one of the whole text.
#
#	awk -v title=TITLE -f annotate.awk FILE

# data and property escape what would end a workflow command, or start another.
function data(s) {
	gsub(/%/, "%25", s)
	gsub(/\r/, "%0D", s)
	gsub(/\n/, "%0A", s)
	return s
}

function property(s) {
	s = data(s)
	gsub(/:/, "%3A", s)
	gsub(/,/, "%2C", s)
	return s
}

BEGIN { spec = ENVIRON["GEN_SPEC"] }

{ text = text (NR > 1 ? "\n" : "") $0 }

index($0, spec ":") == 1 {
	rest = substr($0, length(spec) + 2)
	if (rest ~ /^[0-9]+:[0-9]+: [a-z-]+: /) {
		match(rest, /^[0-9]+:[0-9]+: /)
		split(rest, place, ":")
		at = "file=" property(spec) ",line=" place[1] ",col=" place[2] ","
		print "::error " at "title=problem in the catalog::" data(substr(rest, RLENGTH + 1))
		problems++
	}
}

END {
	if (!problems) print "::error title=" property(title) "::" data(text)
}
