package generator

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// types is the file of an area's requests, answers, records and enums, sorted by
// name.
func types(a *catalog.Area) []jen.Code {
	var named []declaration
	for _, op := range a.Operations {
		named = append(named,
			declaration{op.Request.GoName, requestType(op)},
			declaration{op.Response.GoName, responseType(op)})
	}
	for _, r := range a.Records {
		named = append(named, declaration{r.GoName, recordType(r)})
	}
	for _, e := range a.Enums {
		named = append(named, declaration{e.GoName, enumType(e)})
	}
	return sorted(named)
}

// requestType emits the body of an operation:
//
//	// GetClaimRequest is the body of get_claim.
//	//
//	// At least one is needed of claim_id, claim_number; the first that carries a value is the only
//	// one sent.
//	type GetClaimRequest struct {
//		ClaimID     *string `json:"claim_id,omitzero"`
//		ClaimNumber *string `json:"claim_number,omitzero"`
//	}
func requestType(op *catalog.Operation) jen.Code {
	about := []string{op.Request.GoName + " is the body of " + op.Name + "."}
	if op.Pagination != nil {
		about = append(about, strings.Join(op.Pagination.Words(), " "))
	}
	for _, rule := range op.Rules {
		about = append(about, rule.Words())
	}
	return doc(about...).Type().Id(op.Request.GoName).Struct(fields(op.Request)...)
}

// responseType emits the answer of an operation:
//
//	// NewContactResponse is the answer to new_contact.
//	type NewContactResponse struct {
//		// Required.
//		ContactID string `json:"contact_id"`
//		// Raw is the whole answer as it was received. A service that sets it sends it in place of the
//		// fields.
//		Raw json.RawMessage `json:"-"`
//	}
func responseType(op *catalog.Operation) jen.Code {
	r := op.Response
	about := r.GoName + " is the answer to " + op.Name + "."
	if !r.Shown {
		return doc(about+" Its shape is unspecified.", r.Description).
			Type().Id(r.GoName).Op("struct").Add(braces(jen.Id("Raw").Qual("encoding/json", "RawMessage")))
	}
	members := append(fields(r.Shape),
		doc("Raw is the whole answer as it was received. A service that sets it sends it in place of the fields.").
			Id("Raw").Qual("encoding/json", "RawMessage").Tag(tag("-")))
	return doc(about, r.Description).Type().Id(r.GoName).Struct(members...)
}

// recordType emits a record:
//
//	// EmailEntry is an e-mail address of a contact.
//	type EmailEntry struct {
//		// A friendly name is mapped by the table email_type.
//		Type *string `json:"type,omitzero"`
//		// Extra holds the keys that the catalog does not name.
//		Extra api.Object `json:"-"`
//	}
func recordType(r *catalog.Shape) jen.Code {
	assumed := ""
	if r.Assumed != "" {
		assumed = "Assumed: " + r.Assumed
	}
	return doc(about(r.GoName, "a record of the catalog", r.Description), assumed).
		Type().Id(r.GoName).Struct(fields(r)...)
}

// enumType emits a string type and its constants:
//
//	// ContactType is an enum of the catalog.
//	type ContactType string
//
//	// The values of [ContactType].
//	const (
//		// A person.
//		ContactTypeIndividual   ContactType = "individual"
//		ContactTypeOrganization ContactType = "organization"
//	)
func enumType(e *catalog.Enum) jen.Code {
	others := ""
	if e.Open {
		others = " Others are accepted."
	}
	var values []jen.Code
	for _, v := range e.Values {
		values = append(values,
			doc(v.Description).Id(v.GoName).Id(e.GoName).Op("=").Lit(v.Value))
	}
	return doc(about(e.GoName, "an enum of the catalog", e.Description)).
		Type().Id(e.GoName).String().Line().Line().
		Add(doc("The values of [" + e.GoName + "]." + others)).Const().Defs(values...)
}

// about begins a comment. A description that begins with an article goes on from
// the name, any other stands behind what kind of thing this is.
func about(name, kind, description string) string {
	for _, article := range []string{"A ", "An ", "The "} {
		if strings.HasPrefix(description, article) {
			return name + " is " + lowerFirst(description)
		}
	}
	return strings.TrimSpace(name + " is " + kind + ". " + description)
}

// fields emits the members of a struct, in the order of the catalog.
func fields(s *catalog.Shape) []jen.Code {
	var members []jen.Code
	for _, f := range s.Fields {
		about := doc(strings.Join(f.Words(), " "))
		if f.Deprecated != nil {
			about = doc(strings.Join(f.Words(), " "), "Deprecated: "+f.Deprecated.Words())
		}
		members = append(members, about.Id(f.GoName).Add(goType(f)).Add(jsonTag(f)))
	}
	if s.Open {
		members = append(members, doc("Extra holds the keys that the catalog does not name.").
			Id("Extra").Add(rt("Object")).Tag(tag("-")))
	}
	return members
}

// goType is the type of a field in Go: a value where it is required, a pointer
// where it is not, and what can be nil by itself as it is.
func goType(f *catalog.Field) *jen.Statement {
	if pointed(f) {
		return jen.Op("*").Add(baseType(f.Type))
	}
	return baseType(f.Type)
}

// baseType is a type of the catalog in Go, without regard to its being optional.
func baseType(t *catalog.Type) *jen.Statement {
	switch t.Kind {
	case catalog.String:
		return jen.String()
	case catalog.Boolean:
		return jen.Bool()
	case catalog.Integer:
		return jen.Int()
	case catalog.Number:
		return jen.Qual("encoding/json", "Number")
	case catalog.Object:
		return rt("Object")
	case catalog.Array:
		return jen.Index().Add(baseType(t.Elem))
	case catalog.Record:
		return jen.Id(t.Record.GoName)
	case catalog.Enumeration:
		return jen.Id(t.Enum.GoName)
	default:
		return jen.Any()
	}
}

// jsonTag is the tag of a field, which tells its wire name to readers and to
// encoding/json. A name that a tag cannot hold gets none.
func jsonTag(f *catalog.Field) jen.Code {
	for _, r := range f.Name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !isTagLetter(r) {
			return jen.Null()
		}
	}
	if f.Name == "-" {
		return jen.Null()
	}
	if f.Required {
		return jen.Tag(tag(f.Name))
	}
	return jen.Tag(tag(f.Name + ",omitzero"))
}

func isTagLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func tag(json string) map[string]string { return map[string]string{"json": json} }

// pointed reports whether the field is a pointer in Go.
func pointed(f *catalog.Field) bool {
	switch f.Type.Kind {
	case catalog.Object, catalog.Any, catalog.Unspecified, catalog.Array:
		return false
	default:
		return !f.Required
	}
}

// nilable reports whether the field can be nil in Go.
func nilable(f *catalog.Field) bool {
	return pointed(f) || !slices.Contains([]catalog.Kind{
		catalog.String, catalog.Boolean, catalog.Integer, catalog.Number, catalog.Record, catalog.Enumeration,
	}, f.Type.Kind)
}

// stringly reports whether a type is a string in Go, of whatever name.
func stringly(t *catalog.Type) bool {
	return t.Kind == catalog.String || t.Kind == catalog.Enumeration
}
