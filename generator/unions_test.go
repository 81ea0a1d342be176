package generator

// The examples below show the emitters of unions at work on this catalog.
const unionFixture = `
catalog: 1
info: {title: File Storage, version: v2, package: storage}
path: /2/{area}/{operation}

records:
  FileMetadata:
    fields:
      name: {type: string, required: true}
      sharing: {type: string, codes: sharing}

unions:
  Metadata:
    by: .tag
    of:
      file: FileMetadata
      deleted:

areas:
  files:
    operations:
      restore: {fields: {metadata: Metadata}}
`

var (
	files       = load("unions.yaml", unionFixture)
	metadata    = files.Unions[0]
	fileVariant = variants(metadata)[1]
)

func Example_unionType() {
	show(unionType(metadata))
	// Output:
	// // Metadata is a union of the catalog, which the member .tag decides.
	// //
	// // Without a variant, it counts as absent.
	// type Metadata struct {
	// 	// One of [MetadataDeleted], [MetadataFile]; nil if absent.
	// 	Variant MetadataVariant `json:"-"`
	// }
}

func Example_variantInterface() {
	show(variantInterface(metadata))
	// Output:
	// // MetadataVariant is a variant of [Metadata].
	// type MetadataVariant interface {
	// 	variantOfMetadata()
	// }
}

func Example_variantType() {
	show(variantType(metadata, fileVariant))
	// Output:
	// // MetadataFile is the variant "file" of [Metadata].
	// type MetadataFile FileMetadata
	//
	// func (MetadataFile) variantOfMetadata() {}
	//
	// // MarshalJSON returns v as it is sent, with the tag.
	// func (v MetadataFile) MarshalJSON() ([]byte, error) { return Metadata{v}.MarshalJSON() }
}

func Example_unmarshalVariant() {
	folder := load("folders.yaml", `
catalog: 1
info: {title: Files, version: v1, package: files}
path: /{area}/{operation}
records:
  FolderMetadata: {fields: {labels: {type: [string], join: ","}}}
unions:
  Metadata: {by: .tag, of: {folder: FolderMetadata}}
areas:
  paths:
    operations:
      restore: {fields: {metadata: Metadata}}
`).Unions[0]
	show(unmarshalVariant(folder, variants(folder)[0]))
	// Output:
	// // UnmarshalJSON decodes v, with the tag, as in a response.
	// func (v *MetadataFolder) UnmarshalJSON(text []byte) error {
	// 	return wire.DecodeVariant(text, ".tag", "folder", (*FolderMetadata)(v), decodeFolderMetadata)
	// }
}

func Example_appendUnion() {
	show(appendUnion(metadata))
	// Output:
	// // AppendJSON appends the union.
	// func (r *Metadata) AppendJSON(b []byte) []byte {
	// 	switch v := wire.Variant(r.Variant).(type) {
	// 	case MetadataDeleted:
	// 		return append(b, `{".tag":"deleted"}`...)
	// 	case MetadataFile:
	// 		b = append(b, `{".tag":"file"`...)
	// 		return wire.Splice((*FileMetadata)(&v).AppendJSON(b), len(b))
	// 	}
	// 	return wire.AppendNoVariant(b)
	// }
}

func Example_decodeUnion() {
	show(decodeUnion(metadata))
	// Output:
	// func decodeMetadata(d *wire.Decoder, r *Metadata) {
	// 	switch tag := d.Tag(".tag"); tag {
	// 	case "deleted":
	// 		d.TagAlone()
	// 		r.Variant = MetadataDeleted{}
	// 	case "file":
	// 		var v FileMetadata
	// 		decodeFileMetadata(d, &v)
	// 		r.Variant = MetadataFile(v)
	// 	default:
	// 		d.NoVariant(tag, variantsOfMetadata)
	// 	}
	// }
}

func Example_marshalUnion() {
	show(marshalUnion(metadata))
	// Output:
	// // MarshalJSON returns r as it is sent, or null without a variant.
	// func (r Metadata) MarshalJSON() ([]byte, error) { return wire.MarshalUnion(r.Variant != nil, &r) }
}

func Example_unmarshalUnion() {
	show(unmarshalUnion(metadata))
	// Output:
	// // UnmarshalJSON decodes the union as in a response. Null is no variant.
	// func (r *Metadata) UnmarshalJSON(text []byte) error { return wire.DecodeUnion(text, r, decodeMetadata) }
}

func Example_unionVariants() {
	show(unionVariants(metadata))
	// Output:
	// var variantsOfMetadata = wire.Variants{By: ".tag", Of: map[string]any{
	// 	"deleted": MetadataDeleted{},
	//
	// 	"file": MetadataFile{},
	// }}
	//
	// // Variants tells the runtime which type stands for a tag.
	// func (Metadata) Variants() wire.Variants { return variantsOfMetadata }
}

func Example_validateUnion() {
	show(validateUnion(metadata))
	// Output:
	// func (r *Metadata) validate(check *wire.Validator) {
	// 	switch v := wire.Variant(r.Variant).(type) {
	// 	case MetadataDeleted:
	// 	case MetadataFile:
	// 		(*FileMetadata)(&v).validate(check)
	// 	default:
	// 		check.NoVariant()
	// 	}
	// }
}

func Example_unionCodes() {
	show(unionCodes(codingOf(files.Areas[0]), metadata))
	// Output:
	// func (r Metadata) withCodes(c wire.Codes) Metadata {
	// 	switch v := wire.Variant(r.Variant).(type) {
	// 	case MetadataFile:
	// 		r.Variant = MetadataFile(FileMetadata(v).withCodes(c))
	// 	}
	// 	return r
	// }
}
