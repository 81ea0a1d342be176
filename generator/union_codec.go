package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// unionCodec adds the encoders and decoders of a union, and the variable with its variants.
func unionCodec(u *catalog.TaggedUnion, vars, methods declarations) {
	methods[u.GoName+" append"] = appendUnion(u)
	methods[u.GoName+" decode"] = decodeUnion(u)
	methods[u.GoName+" marshal"] = doc("MarshalJSON encodes r as it is sent, or null without a variant.").attach(
		marshalMethod("r", u.GoName,
			wireName("MarshalUnion").Call(jen.Id("r").Dot("Variant").Op("!=").Nil(),
				jen.Op("&").Id("r"))))
	methods[u.GoName+" unmarshal"] = doc("UnmarshalJSON decodes the union as in a response. Null leaves Variant nil.").attach(
		unmarshalMethod("r", u.GoName, "DecodeUnion", jen.Id("r"), decoderOf(u, u.GoName)))
	vars[u.GoName] = unionVariants(u)
	methods[u.GoName+" variants"] = variantsMethod(u)
}

// variantSwitch emits the switch over the variant of a union. If no variant has a record, the
// cases need only the type.
func variantSwitch(u *catalog.TaggedUnion, cases []jen.Code) jen.Code {
	subject := jen.Add(wireName("Variant")).Call(jen.Id("r").Dot("Variant")).Assert(jen.Type())
	hasRecord := func(v *catalog.Variant) bool { return v.Record != nil }
	needsValue := u.Open || slices.ContainsFunc(u.Variants, hasRecord)
	if needsValue {
		subject = jen.Id("v").Op(":=").Add(subject)
	}
	return jen.Switch(subject).Block(cases...)
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
		cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(appendVariant(u, v)...))
	}
	return appendFunc(u, u.GoName, "the union", u.Recursive(), variantSwitch(u, cases),
		jen.Return(wireName("AppendNoVariant").Call(jen.Id("b"))))
}

// appendVariant emits the statements that append a variant. The tag of an open record is written
// by the runtime, since an additional key of the record may repeat it.
func appendVariant(u *catalog.TaggedUnion, v *catalog.Variant) []jen.Code {
	b := jen.Id("b")
	switch {
	case isUnknown(u, v):
		unknown := apiName("UnknownVariant").Call(jen.Id("v"))
		return []jen.Code{jen.Return(wireName("AppendUnknownVariant").Call(b, unknown, variantsVar(u)))}
	case v.Record == nil:
		whole := rawString(tagPrefix(u, v) + "}")
		return []jen.Code{jen.Return(jen.Append(b, jen.Add(whole).Op("...")))}
	}
	begin := jen.Append(b, jen.Add(rawString(tagPrefix(u, v))).Op("..."))
	if v.Record.Open {
		begin = wireName("AppendTag").Call(b, jen.Lit(u.By), jen.Lit(v.Tag), jen.Id("v").Dot("Extra"))
	}
	members := appendNested(v.Record, asRecord(v), true, u.Entwined(v.Record), b)
	return []jen.Code{setBuffer(begin), jen.Return(wireName("Splice").Call(members, jen.Len(b)))}
}

// tagPrefix returns the start of the object of a variant: {".tag":"file".
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
				jen.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id("d").Dot("UnknownVariant").Call(jen.Id("tag")),
					jen.Id("ok")).Block(
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
		cases = append(cases,
			jen.Default().Block(jen.Id("d").Dot("NoVariant").Call(jen.Id("tag"), variantsVar(u))))
	}
	return recordDecoder(u, u.GoName).Block(
		jen.Switch(jen.Id("tag").Op(":=").Id("d").Dot("Tag").Call(jen.Lit(u.By)),
			jen.Id("tag")).Block(cases...))
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
