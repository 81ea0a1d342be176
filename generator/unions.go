package generator

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// unionTypes adds a union as a struct with one field, the interface of its variants, and the
// type of each variant.
func unionTypes(u *catalog.TaggedUnion, add func(goName string, code jen.Code, printer bool)) {
	add(u.GoName, unionType(u), needsPrinter(u))
	add(u.Interface(), variantInterface(u), false)
	for _, v := range variants(u) {
		printer := isUnknown(u, v) || v.Record != nil && (v.Record.HoldsPrivate() || u.Entwined(v.Record))
		add(v.GoName, variantType(u, v), printer)
	}
}

// variants returns the variants of a union sorted by Go name, so that moving lines in a
// catalog changes nothing, followed by the variant for unknown tags.
func variants(u *catalog.TaggedUnion) []*catalog.Variant {
	all := slices.SortedFunc(slices.Values(u.Variants), func(a, b *catalog.Variant) int {
		return strings.Compare(a.GoName, b.GoName)
	})
	if u.Open {
		all = append(all, &catalog.Variant{GoName: u.Unknown()})
	}
	return all
}

// isUnknown reports whether a variant is the one for unknown tags.
func isUnknown(u *catalog.TaggedUnion, v *catalog.Variant) bool { return v.GoName == u.Unknown() }

// unionType emits the struct of a union:
//
//	// Metadata is a union of the catalog, selected by the member .tag.
//	//
//	// Without a variant, it counts as absent.
//	type Metadata struct {
//		// One of [MetadataDeleted], [MetadataFile]; nil if absent.
//		Variant MetadataVariant `json:"-"`
//	}
func unionType(u *catalog.TaggedUnion) jen.Code {
	var names []string
	for _, v := range variants(u) {
		names = append(names, "["+v.GoName+"]")
	}
	variant := doc("One of " + strings.Join(names, ", ") + "; nil if absent.").attach(
		jen.Id("Variant").Id(u.Interface()).Tag(tag("-", u.Private())))
	return doc(firstSentence(u.GoName, "a union of the catalog, selected by the member "+u.By, u.Description), "Without a variant, it counts as absent.").attach(
		jen.Type().Id(u.GoName).Struct(variant))
}

// variantInterface emits the interface that only the variants implement:
//
//	// MetadataVariant is a variant of [Metadata].
//	type MetadataVariant interface {
//		variantOfMetadata()
//	}
func variantInterface(u *catalog.TaggedUnion) jen.Code {
	return doc(u.Interface() + " is a variant of [" + u.GoName + "].").attach(
		jen.Type().Id(u.Interface()).Interface(markerMethod(u)))
}

func markerMethod(u *catalog.TaggedUnion) jen.Code { return jen.Id("variantOf" + u.GoName).Params() }

// variantType emits the type of a variant. It has the fields of the record, but not its
// methods, which would drop the tag:
//
//	// MetadataFile is the variant "file" of [Metadata].
//	type MetadataFile FileMetadata
//
//	func (MetadataFile) variantOfMetadata() {}
//
//	// MarshalJSON encodes v as it is sent, with the tag.
//	func (v MetadataFile) MarshalJSON() ([]byte, error) { return Metadata{v}.MarshalJSON() }
func variantType(u *catalog.TaggedUnion, v *catalog.Variant) jen.Code {
	what, of := v.GoName+" is the variant "+jsonString(v.Tag)+" of ["+u.GoName+"].", jen.Struct()
	switch {
	case isUnknown(u, v):
		what, of = v.GoName+" is a variant of ["+u.GoName+"] that the catalog does not name, as received.", apiName("UnknownVariant")
	case v.Record != nil:
		of = jen.Id(v.Record.GoName)
	}
	code := []jen.Code{
		doc(what, v.Description).attach(jen.Type().Id(v.GoName).Add(of)),
		jen.Func().Params(jen.Id(v.GoName)).Add(markerMethod(u)).Block(),
		doc("MarshalJSON encodes v as it is sent, with the tag.").attach(
			marshalMethod("v", v.GoName, jen.Id(u.GoName).Add(braces(jen.Id("v"))).Dot("MarshalJSON").Call())),
	}
	if v.Record != nil && !decodesByTags(v.Record) {
		code = append(code, unmarshalVariant(u, v))
	}
	return stacked("\n\n", code...)
}

// unmarshalVariant emits UnmarshalJSON, for variants that encoding/json would not decode as
// they are sent:
//
//	// UnmarshalJSON decodes v, with the tag, as in a response.
//	func (v *MetadataFolder) UnmarshalJSON(text []byte) error {
//		return wire.DecodeVariant(text, ".tag", "folder", (*FolderMetadata)(v), decodeFolderMetadata)
//	}
func unmarshalVariant(u *catalog.TaggedUnion, v *catalog.Variant) jen.Code {
	return doc("UnmarshalJSON decodes v, with the tag, as in a response.").attach(
		unmarshalMethod("v", v.GoName, "DecodeVariant", jen.Lit(u.By), jen.Lit(v.Tag),
			jen.Parens(jen.Op("*").Id(v.Record.GoName)).Call(jen.Id("v")), decoder(v.Record)))
}

// unionCodec adds the encoders and decoders of a union, and the variable with its variants.
func unionCodec(u *catalog.TaggedUnion, vars, all declarations) {
	all[u.GoName+" append"], all[u.GoName+" decode"] = appendUnion(u), decodeUnion(u)
	all[u.GoName+" marshal"] = doc("MarshalJSON encodes r as it is sent, or null without a variant.").attach(
		marshalMethod("r", u.GoName, wireName("MarshalUnion").Call(jen.Id("r").Dot("Variant").Op("!=").Nil(), jen.Op("&").Id("r"))))
	all[u.GoName+" unmarshal"] = doc("UnmarshalJSON decodes the union as in a response. Null leaves Variant nil.").attach(
		unmarshalMethod("r", u.GoName, "DecodeUnion", jen.Id("r"), jen.Id("decode"+u.GoName)))
	vars[u.GoName], all[u.GoName+" variants"] = unionVariants(u), variantsMethod(u)
}

// variantSwitch emits the switch over the variant of a union. If no variant has a record, the
// cases need only the type.
func variantSwitch(u *catalog.TaggedUnion, cases []jen.Code) jen.Code {
	of := jen.Add(wireName("Variant")).Call(jen.Id("r").Dot("Variant")).Assert(jen.Type())
	if u.Open || slices.ContainsFunc(u.Variants, func(v *catalog.Variant) bool { return v.Record != nil }) {
		of = jen.Id("v").Op(":=").Add(of)
	}
	return jen.Switch(of).Block(cases...)
}

// asRecord converts a variant to its record: (*FileMetadata)(&v).
func asRecord(v *catalog.Variant) *jen.Statement {
	return jen.Parens(jen.Op("*").Id(v.Record.GoName)).Call(jen.Op("&").Id("v"))
}

// appendUnion emits the encoder of a union, which writes the tag before the members of the
// record. Like a record, a recursive union is checked once for being finite.
//
//	// AppendJSON appends the union.
//	func (r *Metadata) AppendJSON(b []byte) []byte {
//		switch v := wire.Variant(r.Variant).(type) {
//		case MetadataDeleted:
//			return append(b, `{".tag":"deleted"}`...)
//		case MetadataFile:
//			b = append(b, `{".tag":"file"`...)
//			return wire.Splice((*FileMetadata)(&v).AppendJSON(b), len(b))
//		}
//		return wire.AppendNoVariant(b)
//	}
func appendUnion(u *catalog.TaggedUnion) jen.Code {
	var cases []jen.Code
	for _, v := range variants(u) {
		var body []jen.Code
		switch {
		case isUnknown(u, v):
			unknown := apiName("UnknownVariant").Call(jen.Id("v"))
			body = []jen.Code{jen.Return(wireName("AppendUnknownVariant").Call(jen.Id("b"), unknown, variantsVar(u)))}
		case v.Record == nil:
			body = []jen.Code{jen.Return(jen.Append(jen.Id("b"), jen.Add(rawString(tagPrefix(u, v)+"}")).Op("...")))}
		default:
			begin := jen.Append(jen.Id("b"), jen.Add(rawString(tagPrefix(u, v))).Op("..."))
			if v.Record.Open {
				begin = wireName("AppendTag").Call(jen.Id("b"), jen.Lit(u.By), jen.Lit(v.Tag), jen.Id("v").Dot("Extra"))
			}
			body = []jen.Code{
				setBuffer(begin),
				jen.Return(wireName("Splice").Call(asRecord(v).Dot(appendMethod(u.Entwined(v.Record))).Call(jen.Id("b")), jen.Len(jen.Id("b")))),
			}
		}
		cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(body...))
	}
	return appendFunc(u.GoName, "the union", u.Recursive(), variantSwitch(u, cases),
		jen.Return(wireName("AppendNoVariant").Call(jen.Id("b"))))
}

// tagPrefix returns the start of the object of a variant.
func tagPrefix(u *catalog.TaggedUnion, v *catalog.Variant) string {
	return "{" + jsonString(u.By) + ":" + jsonString(v.Tag)
}

// decodeUnion emits the decoder of a union:
//
//	func decodeMetadata(d *wire.Decoder, r *Metadata) {
//		switch tag := d.Tag(".tag"); tag {
//		case "deleted":
//			d.TagAlone()
//			r.Variant = MetadataDeleted{}
//		case "file":
//			var v FileMetadata
//			decodeFileMetadata(d, &v)
//			r.Variant = MetadataFile(v)
//		default:
//			d.NoVariant(tag, variantsOfMetadata)
//		}
//	}
func decodeUnion(u *catalog.TaggedUnion) jen.Code {
	variant := jen.Id("r").Dot("Variant")
	var cases []jen.Code
	for _, v := range variants(u) {
		switch {
		case isUnknown(u, v):
			cases = append(cases, jen.Default().Block(
				jen.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id("d").Dot("UnknownVariant").Call(jen.Id("tag")), jen.Id("ok")).Block(
					jen.Add(variant).Op("=").Id(v.GoName).Call(jen.Id("v")))))
		case v.Record == nil:
			cases = append(cases, jen.Case(jen.Lit(v.Tag)).Block(
				jen.Id("d").Dot("TagAlone").Call(),
				jen.Add(variant).Op("=").Id(v.GoName).Values()))
		default:
			cases = append(cases, jen.Case(jen.Lit(v.Tag)).Block(
				jen.Var().Id("v").Id(v.Record.GoName),
				decoder(v.Record).Call(jen.Id("d"), jen.Op("&").Id("v")),
				jen.Add(variant).Op("=").Id(v.GoName).Call(jen.Id("v"))))
		}
	}
	if !u.Open {
		cases = append(cases, jen.Default().Block(jen.Id("d").Dot("NoVariant").Call(jen.Id("tag"), variantsVar(u))))
	}
	return jen.Func().Id("decode"+u.GoName).Params(param("d", wireName("Decoder")), jen.Id("r").Op("*").Id(u.GoName)).Block(
		jen.Switch(jen.Id("tag").Op(":=").Id("d").Dot("Tag").Call(jen.Lit(u.By)), jen.Id("tag")).Block(cases...))
}

// unionVariants emits the description of the variants for the runtime:
//
//	var variantsOfMetadata = wire.Variants{By: ".tag", Of: map[string]any{
//		"deleted": MetadataDeleted{},
//
//		"file": MetadataFile{},
//	}}
func unionVariants(u *catalog.TaggedUnion) jen.Code {
	var of []jen.Code
	for _, v := range variants(u) {
		if !isUnknown(u, v) {
			of = append(of, jen.Lit(v.Tag).Op(":").Id(v.GoName).Values())
		}
	}
	var facts members
	facts.add(true, "By", jen.Lit(u.By))
	facts.add(u.Open, "Open", jen.True())
	facts.add(true, "Of", jen.Map(jen.String()).Any().Add(lines("{}", spaced(of))))
	return jen.Var().Add(variantsVar(u)).Op("=").Add(wireName("Variants")).Add(braces(facts...))
}

// variantsMethod emits the method by which the runtime finds the variants:
//
//	// Variants maps each tag to its type, for the runtime.
//	func (Metadata) Variants() wire.Variants { return variantsOfMetadata }
func variantsMethod(u *catalog.TaggedUnion) jen.Code {
	return doc("Variants maps each tag to its type, for the runtime.").attach(
		jen.Func().Params(jen.Id(u.GoName)).Id("Variants").Params().Add(wireName("Variants")).
			Add(braces(jen.Return(variantsVar(u)))))
}

func variantsVar(u *catalog.TaggedUnion) *jen.Statement { return jen.Id("variantsOf" + u.GoName) }

// validateUnion emits the validation of a union in a request:
//
//	func (r *Metadata) validate(check *wire.Validator) {
//		switch v := wire.Variant(r.Variant).(type) {
//		case MetadataFile:
//			(*FileMetadata)(&v).validate(check)
//		}
//	}
func validateUnion(u *catalog.TaggedUnion, c *checked) jen.Code {
	var cases []jen.Code
	for _, v := range variants(u) {
		if v.Record != nil && c.record(v.Record) {
			cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(asRecord(v).Dot("validate").Call(jen.Id("check"))))
		}
	}
	return method(u.GoName, "validate").Params(param("check", wireName("Validator"))).Block(variantSwitch(u, cases))
}

// unionCodes emits the method that maps the names in a copy of a union:
//
//	func (r Metadata) withCodes(c wire.Codes) Metadata {
//		switch v := wire.Variant(r.Variant).(type) {
//		case MetadataFile:
//			r.Variant = MetadataFile(FileMetadata(v).withCodes(c))
//		}
//		return r
//	}
func unionCodes(u *catalog.TaggedUnion) jen.Code {
	var cases []jen.Code
	for _, v := range variants(u) {
		if v.Record == nil || !v.Record.HoldsCodes() {
			continue
		}
		cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(
			jen.Id("r").Dot("Variant").Op("=").Id(v.GoName).Call(jen.Id(v.Record.GoName).Call(jen.Id("v")).Dot("withCodes").Call(jen.Id("c")))))
	}
	return jen.Func().Params(jen.Id("r").Id(u.GoName)).Id("withCodes").Params(jen.Id("c").Add(wireName("Codes"))).Id(u.GoName).
		Block(variantSwitch(u, cases), jen.Return(jen.Id("r")))
}
