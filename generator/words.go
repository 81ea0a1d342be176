package generator

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// The vocabulary of emitters, which return Go as text. Only its line breaks matter, because it is
// formatted.

// The import paths of the runtime: the package for people, and the package for generated
// code.
var (
	apiPath  = reflect.TypeFor[api.Operation]().PkgPath()
	wirePath = reflect.TypeFor[wire.Decoder]().PkgPath()
)

// doc returns a comment of paragraphs.
func doc(paragraphs ...string) string {
	var b strings.Builder
	for _, line := range comment(paragraphs...) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// key returns the key of a field as the encoder writes it: `"claim_id":`.
func key(f *catalog.Field) string { return raw(jsonString(f.Name) + ":") }

// raw returns a string literal. It uses backquotes if the text allows them, is printable,
// and has no line that could be taken for a directive.
func raw(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if !strconv.CanBackquote(line) || directive(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return strconv.Quote(text)
		}
	}
	return "`" + text + "`"
}

// jsonString returns a string in JSON.
func jsonString(s string) string {
	return strings.TrimSuffix(string(wire.AppendString(nil, "", s)), ",")
}

// on returns a field of the receiver: r.ClaimID.
func on(f *catalog.Field) string { return "r." + f.GoName }

// setB assigns to the buffer: b = code.
func setB(format string, args ...any) string { return "b = " + fmt.Sprintf(format, args...) }

// block puts statements or members in braces, each on its own line. It indents them, because gofmt
// would rewrite the text of a comment that is not indented.
func block(statements ...string) string {
	var b strings.Builder
	for _, s := range statements {
		if s != "" {
			b.WriteString("\t" + s + "\n")
		}
	}
	if b.Len() == 0 {
		return "{}"
	}
	return "{\n" + b.String() + "}"
}

// when returns an if statement without an else.
func when(condition string, body ...string) string { return "if " + condition + " " + block(body...) }

// inCase returns a case of a switch.
func inCase(value string, body ...string) string {
	return "case " + value + ":\n" + strings.Join(body, "\n")
}

// literals returns strings as literals.
func literals(values []string) []string {
	var code []string
	for _, v := range values {
		code = append(code, strconv.Quote(v))
	}
	return code
}

// list separates expressions with commas.
func list(values ...string) string { return strings.Join(values, ", ") }

// texts returns a slice of strings.
func texts(values []string) string { return "[]string" + braces(literals(values)...) }

// members are the members of a struct literal.
type members []string

// add adds a member if it is given.
func (m *members) add(given bool, name, value string) {
	if given {
		*m = append(*m, name+": "+value)
	}
}

// braces puts values in braces on one line.
func braces(values ...string) string { return "{" + list(values...) + "}" }

// gofmt aligns neighbors, so that one with a long name would change the lines of all
// others, unless a comment or a blank line separates them.

// next returns the comment of the i-th of several neighbors, or a blank line.
func next(i int, paragraphs ...string) string {
	if i > 0 && comment(paragraphs...) == nil {
		return "\n"
	}
	return doc(paragraphs...)
}

// apart puts blank lines between neighbors without comments.
func apart(neighbors []string) []string {
	spaced := make([]string, len(neighbors))
	for i, code := range neighbors {
		spaced[i] = next(i) + code
	}
	return spaced
}

// lines puts values in brackets, each on its own line.
func lines(brackets string, values []string) string {
	if len(values) == 0 {
		return brackets
	}
	return brackets[:1] + "\n" + strings.Join(values, ",\n") + ",\n" + brackets[1:]
}
