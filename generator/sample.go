package generator

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// sample is a value, in Go and in JSON.
type sample struct {
	code jen.Code
	json string
}

// sampleMember is a member of a struct and of an object.
func sampleMember(f *catalog.Field, v sample) sample {
	if pointed(f) && f.Type.Kind != catalog.Record {
		v.code = jen.New(v.code)
	}
	return sample{jen.Id(f.GoName).Op(":").Add(v.code), jsonString(f.Name) + ":" + v.json}
}

// sampleStruct is a struct literal, and the object that it becomes.
func sampleStruct(goName string, members []sample) sample {
	code, json := split(members)
	return sample{jen.Id(goName).Add(braces(code...)), "{" + strings.Join(json, ",") + "}"}
}

func split(samples []sample) (code []jen.Code, json []string) {
	for _, s := range samples {
		code = append(code, s.code)
		json = append(json, s.json)
	}
	return code, json
}

// sampleShape is a record or an answer with every member.
func sampleShape(s *catalog.Shape) sample {
	var members []sample
	for _, f := range s.Fields {
		if sampleable(f) {
			members = append(members, sampleMember(f, sampleField(f)))
		}
	}
	if s.Open {
		further := "further"
		for _, f := range s.Fields {
			if f.Name == further {
				further += " key"
			}
		}
		members = append(members, sample{
			jen.Id("Extra").Op(":").Add(rt("Object")).Values(jen.Dict{jen.Lit(further): jen.Lit("kept")}),
			jsonString(further) + `:"kept"`,
		})
	}
	return sampleStruct(s.GoName, members)
}

// sampleable reports whether there is a value that satisfies the field's rules.
func sampleable(f *catalog.Field) bool {
	if f.Type.Kind == catalog.String {
		_, ok := sampleString(f)
		return ok
	}
	return f.MaxItems == nil || *f.MaxItems > 0
}

// sampleField is a value that satisfies the field's rules.
func sampleField(f *catalog.Field) sample {
	switch {
	case f.Type.Kind == catalog.Array:
		return sampleArray(f)
	case f.Type.Kind == catalog.Record && pointed(f):
		v := sampleShape(f.Type.Record)
		return sample{jen.Op("&").Add(v.code), v.json}
	default:
		return sampleValue(f, f.Type)
	}
}

// sampleArray is an array of two items, or as many as its bounds allow.
func sampleArray(f *catalog.Field) sample {
	n := 2
	if f.MinItems != nil {
		n = max(n, *f.MinItems)
	}
	if f.MaxItems != nil {
		n = min(n, *f.MaxItems)
	}
	if f.Join != "" {
		return sampleJoined(f, n)
	}
	items := make([]sample, n)
	for i := range items {
		items[i] = sampleValue(&catalog.Field{Name: f.Name + " " + strconv.Itoa(i+1)}, f.Type.Elem)
	}
	code, json := split(items)
	return sample{baseType(f.Type).Add(braces(code...)), "[" + strings.Join(json, ",") + "]"}
}

// sampleJoined is an array that travels as one string.
func sampleJoined(f *catalog.Field, n int) sample {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(f.Name+string(rune('a'+i%26)), f.Join, "") + "x"
		if strings.Contains(items[i], f.Join) {
			items[i] = "y"
		}
	}
	return sample{baseType(f.Type).Add(braces(literals(items)...)), jsonString(strings.Join(items, f.Join))}
}

func sampleValue(f *catalog.Field, t *catalog.Type) sample {
	switch t.Kind {
	case catalog.String:
		s, _ := sampleString(f)
		return sample{jen.Lit(s), jsonString(s)}
	case catalog.Boolean:
		b := len(f.Name)%2 == 0
		return sample{jen.Lit(b), strconv.FormatBool(b)}
	case catalog.Integer:
		n := within(f, strconv.Itoa(len(f.Name)))
		return sample{jen.Id(n), n}
	case catalog.Number:
		n := within(f, strconv.Itoa(len(f.Name))+".50")
		return sample{jen.Qual("encoding/json", "Number").Call(jen.Lit(n)), n}
	case catalog.Object:
		return sample{rt("Object").Values(jen.Dict{jen.Lit("key"): jen.Lit("value")}), `{"key":"value"}`}
	case catalog.Record:
		return sampleShape(t.Record)
	case catalog.Enumeration:
		return sample{jen.Id(t.Enum.Values[0].GoName), jsonString(t.Enum.Values[0].Value)}
	default:
		return sample{jen.Lit("any value"), `"any value"`}
	}
}

// sampleDefault is the default of a field.
func sampleDefault(f *catalog.Field) sample {
	json := fmt.Sprint(f.Default)
	if s, ok := f.Default.(string); ok {
		json = jsonString(s)
	}
	return sample{defaultValue(f), json}
}

// within is a number, or a bound of the field where it would be beyond that.
func within(f *catalog.Field, number string) string {
	switch {
	case f.Minimum != "":
		return string(f.Minimum)
	case f.Maximum != "":
		return string(f.Maximum)
	default:
		return number
	}
}

// sampleString is a string that satisfies the field's rules, or false where none
// was found.
func sampleString(f *catalog.Field) (string, bool) {
	s := "some " + f.Name
	if len(f.Enum) > 0 {
		s = f.Enum[0]
	} else if f.Pattern != "" {
		s = matching(f.Pattern)
		if example, ok := f.Example.(string); ok {
			s = example
		}
		if !regexp.MustCompile(f.Pattern).MatchString(s) {
			return "", false
		}
	}
	n := utf8.RuneCountInString(s)
	if f.MinLength != nil && n < *f.MinLength {
		s += strings.Repeat("x", *f.MinLength-n)
	}
	if f.MaxLength != nil && n > *f.MaxLength {
		s = string([]rune(s)[:*f.MaxLength])
	}
	fits := (f.Pattern == "" || regexp.MustCompile(f.Pattern).MatchString(s)) &&
		(!f.NonBlank || strings.TrimSpace(s) != "") && (len(f.Enum) == 0 || s == f.Enum[0]) &&
		(s != "" || !f.OmitEmpty)
	return s, fits
}

// matching is a short string that an expression matches, as far as taking the
// first choice everywhere finds one.
func matching(pattern string) string {
	expr, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	return matchingExpr(expr.Simplify())
}

func matchingExpr(e *syntax.Regexp) string {
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCharClass:
		if len(e.Rune) > 0 {
			return string(max(e.Rune[0], ' '))
		}
		return ""
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpPlus, syntax.OpAlternate:
		return matchingExpr(e.Sub[0])
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range e.Sub {
			b.WriteString(matchingExpr(sub))
		}
		return b.String()
	default:
		return ""
	}
}
