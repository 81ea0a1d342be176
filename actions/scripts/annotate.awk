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

# file returns the file that a line begins with: the catalog that the workflow
# names, or one whose name cannot be part of a line that gen quotes.
function file(line) {
	if (spec != "" && index(line, spec ":") == 1) return spec
	if (match(line, /^[^: |]+\.ya?ml:/)) return substr(line, 1, RLENGTH - 1)
	return ""
}

{
	name = file($0)
	rest = substr($0, length(name) + 2)
	if (name != "" && rest ~ /^[0-9]+:[0-9]+: [a-z-]+: /) {
		match(rest, /^[0-9]+:[0-9]+: /)
		split(rest, place, ":")
		at = "file=" property(name) ",line=" place[1] ",col=" place[2] ","
		print "::error " at "title=problem in the catalog::" data(substr(rest, RLENGTH + 1))
		problems++
	}
}

END {
	if (!problems) print "::error title=" property(title) "::" data(text)
}
