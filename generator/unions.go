package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// unionTypes emits a union as a struct with one field, the interface of its variants, and
// the type of each variant; and the methods that print them.
func unionTypes(u *catalog.TaggedUnion) (named, printed []declaration) {
	named = []declaration{
		{u.GoName, unionType(u)},
		{u.Interface(), variantInterface(u)},
	}
	for _, v := range variants(u) {
		named = append(named, declaration{v.goName, variantType(u, v)})
		if v.private() || v.circular(u) { // fmt would follow it endlessly
			printed = append(printed, declaration{v.goName, printers(v.goName)})
		}
	}
	if u.HoldsPrivate() || u.Recursive() {
		printed = append(printed, declaration{u.GoName, printers(u.GoName)})
	}
	return named, printed
}

// variant is a variant of a union, or the variant for unknown tags.
type variant struct {
	*catalog.Variant // nil for the variant for unknown tags
	goName           string
}

// variants returns the variants of a union sorted by Go name, so that moving lines in a
// catalog changes nothing, followed by the variant for unknown tags.
func variants(u *catalog.TaggedUnion) []variant {
	var all []variant
	for _, v := range u.Variants {
		all = append(all, variant{v, v.GoName})
	}
	slices.SortFunc(all, func(a, b variant) int { return strings.Compare(a.goName, b.goName) })
	if u.Open {
		all = append(all, variant{nil, u.Unknown()})
	}
	return all
}

// private reports whether the variant has parts that are never printed.
func (v variant) private() bool {
	return v.Variant == nil || v.Record != nil && v.Record.HoldsPrivate()
}

// circular reports whether the variant may contain further values of the union.
func (v variant) circular(u *catalog.TaggedUnion) bool {
	return v.Variant != nil && v.Record != nil && u.Entwined(v.Record)
}

// unionType emits the struct of a union.
func unionType(u *catalog.TaggedUnion) string {
	var names []string
	for _, v := range variants(u) {
		names = append(names, "["+v.goName+"]")
	}
	what := about(u.GoName, "a union of the catalog, selected by the member "+u.By, u.Description)
	return doc(what, "Without a variant, it counts as absent.") + "type " + u.GoName + " struct " +
		block(doc("One of "+list(names...)+"; nil if absent.")+"Variant "+u.Interface()+" "+tag("-", u.Private(), ""))
}

// variantInterface emits the interface that only the variants implement.
func variantInterface(u *catalog.TaggedUnion) string {
	return doc(u.Interface()+" is a variant of ["+u.GoName+"].") +
		fmt.Sprintf("type %s interface {\nvariantOf%s()\n}", u.Interface(), u.GoName)
}

// variantType emits the type of a variant. It has the fields of the record, but not its
// methods, which would drop the tag.
func variantType(u *catalog.TaggedUnion, v variant) string {
	what := v.goName + " is a variant of [" + u.GoName + "] that the catalog does not name, as received."
	of, description := "api.UnknownVariant", ""
	if v.Variant != nil {
		what, of = v.goName+" is the variant "+jsonString(v.Tag)+" of ["+u.GoName+"].", "struct{}"
		description = v.Description
		if v.Record != nil {
			of = v.Record.GoName
		}
	}
	code := doc(what, description) + fmt.Sprintf(`type %[1]s %[2]s

		func (%[1]s) variantOf%[3]s() {}

		// MarshalJSON encodes v as it is sent, with the tag.
		func (v %[1]s) MarshalJSON() ([]byte, error) { return %[3]s{v}.MarshalJSON() }`, v.goName, of, u.GoName)
	if v.Variant != nil && v.Record != nil && !readAlike(v.Record) {
		code += "\n\n" + unmarshalVariant(u, v)
	}
	return code
}

// unmarshalVariant emits UnmarshalJSON, for variants that encoding/json would not decode as
// they are sent.
func unmarshalVariant(u *catalog.TaggedUnion, v variant) string {
	return fmt.Sprintf(`// UnmarshalJSON decodes v, with the tag, as in a response.
		func (v *%s) UnmarshalJSON(text []byte) error {
			return wire.DecodeVariant(text, %q, %q, (*%s)(v), %s)
		}`, v.goName, u.By, v.Tag, v.Record.GoName, decoder(v.Record))
}

// unionCodec emits the encoders and decoders of a union, and the description of its variants for
// the runtime.
func unionCodec(u *catalog.TaggedUnion) []declaration {
	return []declaration{
		{u.GoName + " append", appendUnion(u)},
		{u.GoName + " decode", decodeUnion(u)},
		{u.GoName + " marshal", fmt.Sprintf(`// MarshalJSON encodes r as it is sent, or null without a variant.
			func (r %s) MarshalJSON() ([]byte, error) { return wire.MarshalUnion(r.Variant != nil, &r) }`, u.GoName)},
		{u.GoName + " unmarshal", fmt.Sprintf(`// UnmarshalJSON decodes the union as in a response. Null leaves Variant nil.
			func (r *%[1]s) UnmarshalJSON(text []byte) error { return wire.DecodeUnion(text, r, decode%[1]s) }`, u.GoName)},
		{u.GoName + " variants", unionVariants(u)},
	}
}

// onVariant emits the switch over the variant of a union. If no variant has a record, the
// cases need only the type.
func onVariant(u *catalog.TaggedUnion, cases []string) string {
	v := ""
	if u.Open || slices.ContainsFunc(u.Variants, func(v *catalog.Variant) bool { return v.Record != nil }) {
		v = "v := "
	}
	return "switch " + v + "wire.Variant(r.Variant).(type) " + block(cases...)
}

// asRecord converts a variant to its record: (*FileMetadata)(&v).
func asRecord(v variant) string { return "(*" + v.Record.GoName + ")(&v)" }

// appendUnion emits the encoder of a union, which writes the tag before the members of the
// record. Like a record, a recursive union is checked once for being finite.
func appendUnion(u *catalog.TaggedUnion) string {
	var cases []string
	for _, v := range variants(u) {
		body := ""
		switch {
		case v.Variant == nil:
			body = "return wire.AppendUnknownVariant(b, api.UnknownVariant(v), variantsOf" + u.GoName + ")"
		case v.Record == nil:
			body = "return append(b, " + raw(tagged(u, v)+"}") + "...)"
		default:
			begin := "append(b, " + raw(tagged(u, v)) + "...)"
			if v.Record.Open {
				begin = fmt.Sprintf("wire.AppendTag(b, %q, %q, v.Extra)", u.By, v.Tag)
			}
			body = fmt.Sprintf("b = %s\nreturn wire.Splice(%s.%s(b), len(b))",
				begin, asRecord(v), appendMethod(v.circular(u)))
		}
		cases = append(cases, inCase(v.goName, body))
	}
	body := []string{onVariant(u, cases), "return wire.AppendNoVariant(b)"}
	if u.Recursive() {
		return appendRecursive(u.GoName, "the union", body)
	}
	return appendSignature(u.GoName, "the union") + block(body...)
}

// tagged returns the start of the object of a variant.
func tagged(u *catalog.TaggedUnion, v variant) string {
	return "{" + jsonString(u.By) + ":" + jsonString(v.Tag)
}

// decodeUnion emits the decoder of a union.
func decodeUnion(u *catalog.TaggedUnion) string {
	var cases []string
	for _, v := range variants(u) {
		switch {
		case v.Variant == nil:
			cases = append(cases, "default:\nif v, ok := d.UnknownVariant(tag); ok {\nr.Variant = "+v.goName+"(v)\n}")
		case v.Record == nil:
			cases = append(cases, inCase(strconv.Quote(v.Tag), "d.TagAlone()", "r.Variant = "+v.goName+"{}"))
		default:
			cases = append(cases, inCase(strconv.Quote(v.Tag),
				"var v "+v.Record.GoName, decoder(v.Record)+"(d, &v)", "r.Variant = "+v.goName+"(v)"))
		}
	}
	if !u.Open {
		cases = append(cases, "default:\nd.NoVariant(tag, variantsOf"+u.GoName+")")
	}
	return fmt.Sprintf("func decode%[1]s(d *wire.Decoder, r *%[1]s) ", u.GoName) +
		block(fmt.Sprintf("switch tag := d.Tag(%q); tag %s", u.By, block(cases...)))
}

// unionVariants emits the description of the variants for the runtime.
func unionVariants(u *catalog.TaggedUnion) string {
	var of []string
	for _, v := range variants(u) {
		if v.Variant != nil {
			of = append(of, fmt.Sprintf("%q: %s{}", v.Tag, v.goName))
		}
	}
	var facts members
	facts.add(true, "By", strconv.Quote(u.By))
	facts.add(u.Open, "Open", "true")
	facts.add(true, "Of", "map[string]any"+lines("{}", apart(of)))
	return fmt.Sprintf(`var variantsOf%[1]s = wire.Variants%[2]s

		// Variants maps each tag to its type, for the runtime.
		func (%[1]s) Variants() wire.Variants { return variantsOf%[1]s }`, u.GoName, braces(facts...))
}

// validateUnion emits the validation of a union in a request.
func validateUnion(u *catalog.TaggedUnion) string {
	var cases []string
	for _, v := range variants(u) {
		if v.Variant != nil && v.Record != nil {
			cases = append(cases, inCase(v.goName, asRecord(v)+".validate(check)"))
		}
	}
	if cases == nil {
		return "func (r *" + u.GoName + ") validate(*wire.Validator) {}"
	}
	return "func (r *" + u.GoName + ") validate(check *wire.Validator) " + block(onVariant(u, cases))
}

// unionCodes emits the method that maps the names in a copy of a union.
func unionCodes(c coding, u *catalog.TaggedUnion) string {
	var cases []string
	for _, v := range variants(u) {
		if v.Variant != nil && c.holds[v.Record] {
			coded := fmt.Sprintf("r.Variant = %s(%s(v).withCodes(c))", v.goName, v.Record.GoName)
			cases = append(cases, inCase(v.goName, coded))
		}
	}
	return fmt.Sprintf("func (r %[1]s) withCodes(c wire.Codes) %[1]s ", u.GoName) +
		block(onVariant(u, cases), "return r")
}
