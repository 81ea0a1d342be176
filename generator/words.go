package generator

import (
	"fmt"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// The vocabulary of emitters. Each function returns new code on every call, because
// appending to a jen.Statement changes it.

// The import paths of the runtime: the package for people, and the package for generated
// code.
var (
	apiPath  = reflect.TypeFor[api.Operation]().PkgPath()
	wirePath = reflect.TypeFor[wire.Decoder]().PkgPath()
	testPath = apiPath + "/apitest"
)

// runtimeNames are the names of the packages that generated files import, apart from those of areas.
var runtimeNames = map[string]string{
	apiPath: "api", wirePath: "wire", testPath: "apitest", sharedPath: sharedName,
}

// apiName returns a name of package api: api.Caller.
func apiName(name string) *jen.Statement { return jen.Qual(apiPath, name) }

// wireName returns a name of package wire: wire.Decoder.
func wireName(name string) *jen.Statement { return jen.Qual(wirePath, name) }

// localName returns a name of the package that is generated, or a predeclared one. [Call] is in
// another package.
func localName(name string) *jen.Statement {
	if token.IsExported(name) {
		return jen.Qual("", name)
	}
	return jen.Id(name)
}

// keyLiteral returns the key of a field as the encoder writes it: `"claim_id":`.
func keyLiteral(f *catalog.Field) jen.Code { return rawString(jsonString(f.Name) + ":") }

// rawString returns a string literal. It uses backquotes if the text allows them, is printable,
// and has no line that could be taken for a directive.
func rawString(text string) jen.Code {
	for line := range strings.SplitSeq(text, "\n") {
		isHidden := func(r rune) bool { return !unicode.IsPrint(r) }
		hasHidden := strings.ContainsFunc(line, isHidden)
		if !strconv.CanBackquote(line) || isDirective(line) || hasHidden {
			return jen.Lit(text)
		}
	}
	return jen.Op("`" + text + "`")
}

// jsonString returns a string in JSON.
func jsonString(s string) string {
	return strings.TrimSuffix(string(wire.AppendString(nil, "", s)), ",")
}

// fieldExpr returns a field of the receiver: r.ClaimID.
func fieldExpr(f *catalog.Field) *jen.Statement { return jen.Id("r").Dot(f.GoName) }

// deref returns the value of an optional field: *r.ClaimID.
func deref(f *catalog.Field) *jen.Statement { return jen.Op("*").Add(fieldExpr(f)) }

// setBuffer assigns to the buffer: b = code.
func setBuffer(code jen.Code) *jen.Statement { return jen.Id("b").Op("=").Add(code) }

// param returns a parameter that is a pointer: v *wire.Validator.
func param(name string, typ jen.Code) jen.Code { return jen.Id(name).Op("*").Add(typ) }

// maxWidth is the number of columns of a line, in which a tab takes four.
const maxWidth = 140

// fits reports whether a line is narrow enough.
func fits(line string) bool {
	return utf8.RuneCountInString(line)+3*strings.Count(line, "\t") <= maxWidth
}

// inParentheses returns parameters or arguments, whose text is given, in parentheses: on the line
// with the other two texts, on a line of their own, or each on its own line.
func inParentheses(before, text, after string, all ...jen.Code) *jen.Statement {
	switch {
	case fits(before + "(" + text + ")" + after):
		return jen.Params(all...)
	case fits(within(before, text)):
		return jen.Custom(jen.Options{Open: "(\n", Close: ",\n)", Separator: ", "}, all...)
	default:
		return lines("()", all).(*jen.Statement)
	}
}

// within returns a text as a line within the brackets that end a line.
func within(before, text string) string {
	indent := before[:len(before)-len(strings.TrimLeft(before, "\t"))]
	return indent + "\t" + text + ","
}

// textOf returns the text of the members of a literal or of arguments. It is costly, so it is for
// code that is rare.
func textOf(code []jen.Code) string {
	const literal = "T"
	text := fmt.Sprintf("%#v", jen.Id(literal).Values(code...))
	return text[len(literal+"{") : len(text)-len("}")]
}

// inBraces puts values, whose text is given, in braces: on the line that begins with a text, on a
// line of their own, or each on its own line.
func inBraces(before, text string, values ...jen.Code) jen.Code {
	switch {
	case fits(before + "{" + text + "}"):
		return braces(values...)
	case fits(within(before, text)):
		return jen.Custom(jen.Options{Open: "{\n", Close: ",\n}", Separator: ", "}, values...)
	default:
		return lines("{}", values)
	}
}

// ifThen returns an if statement without an else.
func ifThen(condition jen.Code, body ...jen.Code) *jen.Statement {
	return jen.If(condition).Block(body...)
}

// method returns the start of a method: func (r *T) name.
func method(typ, name string) *jen.Statement {
	return jen.Func().Params(jen.Id("r").Op("*").Id(typ)).Id(name)
}

// literals returns strings as literals.
func literals(values []string) []jen.Code {
	var code []jen.Code
	for _, v := range values {
		code = append(code, jen.Lit(v))
	}
	return code
}

// texts returns a slice of strings.
func texts(values []string) *jen.Statement { return jen.Index().String().Values(literals(values)...) }

// members are the members of a struct literal.
type members []jen.Code

// add adds a member on a condition. The value is code that is discarded otherwise.
func (m *members) add(isSet bool, name string, value jen.Code) {
	if isSet {
		*m = append(*m, jen.Id(name).Op(":").Add(value))
	}
}

// stacked puts declarations below each other, with line breaks between them.
func stacked(breaks string, declarations ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Separator: breaks}, declarations...)
}

// infix joins expressions with an operator.
func infix(op string, operands []jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Separator: " " + op + " "}, operands...)
}

// chain is infix for what follows a text in its line. If that would be too wide, each operand has a
// line.
func chain(before, op string, operands []jen.Code) *jen.Statement {
	if fits(before + textOf(operands)) {
		return infix(op, operands)
	}
	return infix(op+"\n", operands)
}

// braces puts values, or a short body, in braces on one line.
func braces(values ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ","}, values...)
}

// gofmt aligns neighbors, so that one with a long name would change the lines of all
// others, unless a comment or a blank line separates them.

// separated puts the comment of the i-th of several neighbors above it, or a blank line.
func separated(i int, code jen.Code, paragraphs ...string) *jen.Statement {
	about := doc(paragraphs...)
	if i > 0 && about == nil {
		return jen.Line().Add(code)
	}
	return about.attach(code)
}

// spaced puts blank lines between neighbors without comments.
func spaced(neighbors []jen.Code) []jen.Code {
	apart := make([]jen.Code, len(neighbors))
	for i, code := range neighbors {
		apart[i] = separated(i, code)
	}
	return apart
}

// lines puts values in brackets, each on its own line.
func lines(brackets string, values []jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: brackets[:1], Close: brackets[1:], Separator: ",", Multi: true},
		values...)
}
