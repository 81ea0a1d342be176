package generator

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// The words that emitters are written in. Each returns new code on every call,
// because jen.Statement is changed by whoever appends to it.

// The import paths of the runtime: the package for people, and the one that
// generated code alone calls.
var (
	apiPath  = reflect.TypeFor[api.Operation]().PkgPath()
	wirePath = reflect.TypeFor[wire.Decoder]().PkgPath()
)

// typed are the names of package api that stand in generated code. People read and
// type them too.
var typed = []string{
	"Auth", "CallOption", "Caller", "ClientOption", "EmptyNone", "EmptyNull", "EmptyResponse", "Envelope", "FakeCall", "HandlerOption", "Idempotent",
	"NewCaller",
	"NewHandler", "Null", "Nullable", "Object", "Operation", "RawResponse", "Read", "Received", "Route", "RuleAtLeastOne", "RuleFirstOf",
	"UnknownVariant", "Value", "Write",
}

// rt is a name of the runtime: api.Name if people type it, and wire.Name if it is
// for generated code alone.
func rt(name string) *jen.Statement {
	if slices.Contains(typed, name) {
		return jen.Qual(apiPath, name)
	}
	return jen.Qual(wirePath, name)
}

// doc is a comment of paragraphs.
func doc(paragraphs ...string) *jen.Statement {
	s := jen.Null()
	for _, line := range comment(paragraphs...) {
		s.Comment(line).Line()
	}
	return s
}

// key is the key of a field as the encoder writes it: `"claim_id":`.
func key(f *catalog.Field) jen.Code { return raw(jsonString(f.Name) + ":") }

// raw is a string literal between backquotes where the text allows it, all of it
// can be seen, and none of its lines can be taken for a directive.
func raw(text string) jen.Code {
	for line := range strings.SplitSeq(text, "\n") {
		if !strconv.CanBackquote(line) || directive(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return jen.Lit(text)
		}
	}
	return jen.Op("`" + text + "`")
}

// jsonString is the text of a string in JSON.
func jsonString(s string) string {
	return strings.TrimSuffix(string(wire.AppendString(nil, "", s)), ",")
}

// on is a field of the request, record or response at hand: r.ClaimID.
func on(f *catalog.Field) *jen.Statement { return jen.Id("r").Dot(f.GoName) }

// deref is what an optional field points at: *r.ClaimID.
func deref(f *catalog.Field) *jen.Statement { return jen.Op("*").Add(on(f)) }

// setB assigns to the text that is being written: b = code.
func setB(code jen.Code) *jen.Statement { return jen.Id("b").Op("=").Add(code) }

// when is an if without an else.
func when(condition jen.Code, body ...jen.Code) *jen.Statement {
	return jen.If(condition).Block(body...)
}

// method is the start of a method of a type: func (r *T) name.
func method(typ, name string) *jen.Statement {
	return jen.Func().Params(jen.Id("r").Op("*").Id(typ)).Id(name)
}

// literals are strings as literals.
func literals(values []string) []jen.Code {
	var code []jen.Code
	for _, v := range values {
		code = append(code, jen.Lit(v))
	}
	return code
}

// infix puts an operator between expressions.
func infix(op string, operands []jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Separator: " " + op + " "}, operands...)
}

// braces are braces around values, or around a short body, on one line.
func braces(values ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ","}, values...)
}

// gofmt aligns neighbours, so that one with a long name would change the lines of
// all others. A comment or a blank line between them keeps them apart.

// next is the comment of the i-th of several neighbours, or a blank line.
func next(i int, paragraphs ...string) *jen.Statement {
	if i > 0 && comment(paragraphs...) == nil {
		return jen.Line()
	}
	return doc(paragraphs...)
}

// apart puts blank lines between neighbours without comments.
func apart(neighbours []jen.Code) []jen.Code {
	spaced := make([]jen.Code, len(neighbours))
	for i, code := range neighbours {
		spaced[i] = next(i).Add(code)
	}
	return spaced
}

// lines are brackets around values, each on a line of its own.
func lines(brackets string, values []jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: brackets[:1], Close: brackets[1:], Separator: ",", Multi: true}, values...)
}
