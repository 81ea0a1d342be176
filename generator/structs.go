package generator

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// fields emits the members of a struct, in the order of the catalog.
func fields(s *catalog.Shape) []jen.Code {
	var members []jen.Code
	for i, f := range s.Fields {
		about := []string{strings.Join(f.WordsInGo(), " ")}
		if f.Deprecated != nil {
			about = append(about, "Deprecated: "+f.Deprecated.Words())
		}
		members = append(members,
			separated(i, jen.Id(f.GoName).Add(typeCode(f.Go())).Add(fieldTag(f)), about...))
	}
	if s.Private() && len(s.Fields) == 0 {
		members = append(members, jen.Id("_").Struct().Tag(tag("-", true)).Comment("the record is sensitive"))
	}
	if s.Open {
		members = append(members, doc("Extra holds the keys that the catalog does not name.").attach(
			jen.Id("Extra").Add(apiName("Object")).Tag(tag("-", s.PrivateKeys()))))
	}
	return members
}

// fieldTag returns the tag of a field: its wire name, for readers, encoding/json and logs,
// and whether it is sensitive, for printers. A name that encoding/json does not accept has
// its own key.
func fieldTag(f *catalog.Field) jen.Code {
	tags := tag(f.Name, f.Private())
	switch {
	case f.Whole:
		tags["json"], tags["whole"] = "-", "true"
	case !nameInTag(f):
		delete(tags, "json")
		tags["wire"] = f.Name
	case !f.Required:
		tags["json"] += ",omitzero"
	}
	return jen.Tag(tags)
}

func tag(json string, sensitive bool) map[string]string {
	tags := map[string]string{"json": json}
	if sensitive {
		tags["sensitive"] = "true"
	}
	return tags
}

// printers emits the methods that print a type without sensitive values:
//
//	// Format prints the fields that are set, without sensitive values.
//	func (r EmailEntry) Format(s fmt.State, _ rune) { wire.Format(s, r) }
//
//	// LogValue returns for log/slog what Format prints.
//	func (r EmailEntry) LogValue() slog.Value { return wire.LogValue(r) }
func printers(goName string) jen.Code {
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("r").Id(goName)) }
	format := receiver().Id("Format").Params(jen.Id("s").Qual("fmt", "State"), jen.Id("_").Rune()).
		Add(braces(wireName("Format").Call(jen.Id("s"), jen.Id("r"))))
	logValue := receiver().Id("LogValue").Params().Qual("log/slog", "Value").
		Add(braces(jen.Return(wireName("LogValue").Call(jen.Id("r")))))
	return stacked("\n\n",
		doc("Format prints the fields that are set, without sensitive values.").attach(format),
		doc("LogValue returns for log/slog what Format prints.").attach(logValue))
}

// baseType returns the Go type of a type, as if it were required.
func baseType(t *catalog.Type) *jen.Statement { return typeCode(t.Go()) }

// typeCode returns a Go type: []api.Nullable[Contact], *json.Number. The types of package json have no type
// arguments, so they come before those that have.
func typeCode(g catalog.GoType) *jen.Statement {
	code := new(jen.Statement)
	if g.Pointer {
		code.Op("*")
	}
	switch {
	case g.Map:
		return code.Map(jen.String()).Add(typeCode(*g.Elem))
	case g.Elem != nil:
		return code.Index().Add(typeCode(*g.Elem))
	case g.Package == "json":
		return code.Qual("encoding/json", g.Name)
	case g.Of != nil:
		return code.Add(apiName(g.Name)).Index(typeCode(*g.Of))
	case g.Package == "api":
		return code.Add(apiName(g.Name))
	}
	return code.Add(localName(g.Name))
}

// firstSentence returns the start of a comment. A description that begins with an article continues
// the sentence after the name; otherwise the kind does.
func firstSentence(name, kind, description string) string {
	for _, article := range []string{"A ", "An ", "The "} {
		if strings.HasPrefix(description, article) {
			return name + " is " + lowerFirst(description)
		}
	}
	return strings.TrimSpace(name + " is " + kind + ". " + description)
}

// lowerFirst makes the first letter of a sentence lower case, unless the sentence begins
// with an abbreviation, so that the sentence can follow a name.
func lowerFirst(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	if second, _ := utf8.DecodeRuneInString(sentence[size:]); unicode.IsUpper(second) {
		return sentence
	}
	return string(unicode.ToLower(first)) + sentence[size:]
}
