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
		printer := isUnknown(u, v) ||
			v.Record != nil && (v.Record.HoldsPrivate() || u.Entwined(v.Record))
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
	return doc(firstSentence(u.GoName, "a union of the catalog, selected by the member "+u.By,
		u.Description),
		"Without a variant, it counts as absent.").attach(
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
	of := jen.Struct()
	switch {
	case isUnknown(u, v):
		of = apiName("UnknownVariant")
	case v.Record != nil:
		of = jen.Id(v.Record.GoName)
	}
	code := []jen.Code{
		doc(variantWords(u, v), v.Description).attach(jen.Type().Id(v.GoName).Add(of)),
		jen.Func().Params(jen.Id(v.GoName)).Add(markerMethod(u)).Block(),
		doc("MarshalJSON encodes v as it is sent, with the tag.").attach(
			marshalMethod("v", v.GoName,
				jen.Id(u.GoName).Add(braces(jen.Id("v"))).Dot("MarshalJSON").Call())),
	}
	if v.Record != nil && !decodesByTags(v.Record) {
		code = append(code, unmarshalVariant(u, v))
	}
	return stacked("\n\n", code...)
}

// variantWords says which variant of a union it is.
func variantWords(u *catalog.TaggedUnion, v *catalog.Variant) string {
	if isUnknown(u, v) {
		return v.GoName + " is a variant of [" + u.GoName + "] that the catalog does not name, as received."
	}
	return v.GoName + " is the variant " + jsonString(v.Tag) + " of [" + u.GoName + "]."
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
