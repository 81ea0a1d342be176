package catalog

import "slices"

// This file lists what generated packages export. The generator prints these names, the checks
// compare them with each other, and package diff compares their types; a test of the generator
// compares the list with all goldens.

// FixedNames are declared in the package of every area, or in its tests.
var FixedNames = []string{
	"Client", "Fake", "NewClient", "NewClientWithCaller", "NewFake", "NewFakeClient", "NewHandler",
	"Routes", "Service", "TestEveryOperation", "TestNothingSensitiveIsShown", "TestOutcomes",
	"TestVectors", "UnimplementedService", "WithCodes",
}

// FixedMembers are the methods and further fields of shapes: of all, of open ones, and of responses.
var FixedMembers = slices.Concat(shapeMethods, openMembers, responseMembers)

var (
	shapeMethods = []string{
		"AppendJSON", "Validate", "String", "GoString", "Format", "LogValue", "MarshalJSON", "UnmarshalJSON",
	}
	openMembers     = []string{"Extra"}
	responseMembers = []string{"Received", "Decode"}
)

// fixedMethods are the methods of the types with operations: the calls that a fake recorded, and the
// struct that an implementation embeds.
var fixedMethods = []string{"Calls", "UnimplementedService"}

// vetMethods are the methods for which go vet expects a signature that operations do not have.
var vetMethods = []string{
	"ReadByte", "WriteByte", "UnreadByte", "ReadRune", "UnreadRune", "MarshalJSON", "UnmarshalJSON",
	"MarshalXML", "UnmarshalXML", "GobEncode", "GobDecode",
}

// Export is a name that the package of an area exports because of an element of the catalog.
type Export struct {
	Name string // within the package: "GetClaimRequest.Note"
	Type string // in Go: "*string"; for types what they are, such as "struct"
	Part string // what the name is of the element, "" for the element itself: "the iterator of "
}

// Exports returns the names that the package of an area exports, apart from [FixedNames] and
// [FixedMembers].
func (a *Area) Exports() []Export {
	var all []Export
	for _, op := range a.Operations {
		all = append(all, op.Exports()...)
		all = append(all, op.Request.members()...)
		all = append(all, op.Response.members()...)
		if !op.Response.Shown {
			all = append(all, Export{op.Response.GoName + ".Raw", "any", ""})
		}
	}
	for _, r := range a.Records {
		all = append(all, Export{r.GoName, "struct", ""})
		all = append(all, r.members()...)
	}
	for _, u := range a.Unions {
		all = append(all, u.Exports()...)
	}
	for _, e := range a.Enums {
		all = append(all, Export{e.GoName, "string", ""})
		for _, v := range e.Values {
			all = append(all, Export{v.GoName, e.GoName, ""})
		}
	}
	return all
}

// Exports returns the names of an operation, without the members of its request and its response.
func (op *Operation) Exports() []Export {
	call, response := op.Request.GoName+" "+op.Response.GoName, "struct"
	switch {
	case op.Response.Nothing:
		response = "api.EmptyResponse"
	case !op.Response.Shown:
		response = "api.RawResponse"
	}
	all := []Export{
		{"Client." + op.GoName, call, ""},
		{"Service." + op.GoName, call, ""},
		{op.Request.GoName, "struct", "the request of "},
		{op.Response.GoName, response, "the response of "},
	}
	if name := op.IteratorName(); name != "" {
		item := op.Pagination.Items.Type.Elem.Go().String()
		all = append(all,
			Export{"Client." + name, "iter.Seq2[" + item + ", error]", "the iterator of "})
	}
	return all
}

// IteratorName returns the name of the method that iterates over the items of all pages, "" if there
// is none.
func (op *Operation) IteratorName() string {
	return textIf(op.Pagination != nil && op.Pagination.Items != nil, op.GoName+"Items")
}

// FuncName returns the name of the field of a fake that implements the operation.
func (op *Operation) FuncName() string { return op.GoName + "Func" }

// members returns the names of the fields of a shape.
func (s *Shape) members() []Export {
	var all []Export
	for _, f := range s.Fields {
		all = append(all, Export{s.GoName + "." + f.GoName, f.Go().String(), ""})
	}
	if s.Open {
		all = append(all, Export{s.GoName + ".Extra", "api.Object", ""})
	}
	return all
}

// Exports returns the names of a union and its variants.
func (u *TaggedUnion) Exports() []Export {
	all := []Export{
		{u.GoName, "struct", ""},
		{u.Interface(), "interface", "the interface of "},
		{u.GoName + ".Variant", u.Interface(), ""},
	}
	for _, v := range u.Variants {
		of := "struct{}"
		if v.Record != nil {
			of = v.Record.GoName
		}
		all = append(all, Export{v.GoName, of, ""})
	}
	if u.Open {
		all = append(all,
			Export{u.Unknown(), "api.UnknownVariant", "the variant with an unknown tag of "})
	}
	return all
}
