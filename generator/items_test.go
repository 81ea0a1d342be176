package generator

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// items are fields of a record whose types are put together.
var items = load("items.yaml", `
catalog: 1
info: {title: Items, version: v1, package: items}
path: /{area}/{operation}
records:
  EmailEntry: {fields: {type: {type: string, codes: email_type, required: true}}}
  Book:
    fields:
      grid: [[EmailEntry]]
      emails: {string: [EmailEntry]}
areas:
  books:
    operations:
      put: {fields: {book: Book}, response: [EmailEntry]}
`).Records[1]

func Example_itemReader() {
	show(itemReader(items.Field("grid").Type.Elem))
	// Output:
	// wire.ListOf(wire.RecordOf(decodeEmailEntry))
}

func Example_wholeValue() {
	show(wholeValue(&catalog.Field{Name: "items", GoName: "Items", Type: items.Field("grid").Type.Elem}))
	// Output:
	// wire.RecordsJSON(b, r.Items, (*EmailEntry).AppendJSON)
}

func Example_itemAppender() {
	f := items.Field("grid")
	show(itemAppender(f, f.Type.Elem))
	// Output:
	// wire.ListJSON(wire.RecordJSON[EmailEntry])
}

func Example_composedCheck() {
	f := items.Field("emails")
	show(composedCheck(plan.Check{Field: f}, on(f)))
	// Output:
	// wire.CheckValues(v, "emails", r.Emails, wire.ListCheck((*EmailEntry).validate))
}

func Example_coder() {
	show(coder(items.Field("emails").Type))
	// Output:
	// wire.CodedValues(wire.CodedItems(EmailEntry.withCodes))
}
