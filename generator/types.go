package generator

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// types emits the file of an area's requests, responses, records, unions and enums.
func types(a *catalog.Area) []jen.Code {
	all, printed, unshown, nothing := declarations{}, declarations{}, declarations{}, declarations{}
	add := func(goName string, code jen.Code, printer bool) {
		all[goName] = code
		if printer {
			printed[goName] = printers(goName)
		}
	}
	for _, op := range a.Operations {
		add(op.Request.GoName, requestType(op), needsPrinter(op.Request))
		switch r := op.Response; {
		case r.Nothing:
			nothing[r.GoName] = sharedType(r, "EmptyResponse")
		case r.Shown:
			add(r.GoName, responseType(op), needsPrinter(r))
		default:
			unshown[r.GoName] = sharedType(r, "RawResponse")
		}
	}
	for _, r := range a.Records {
		add(r.GoName, recordType(r), needsPrinter(r))
	}
	for _, u := range a.Unions {
		unionTypes(u, add)
	}
	for _, e := range a.Enums {
		add(e.GoName, enumType(e), false)
	}
	return slices.Concat(all.sorted(),
		[]jen.Code{
			stacked("\n", unshown.documented("The shape of these responses is unspecified.")...),
			stacked("\n", nothing.documented("These responses carry no value.")...),
		},
		printed.documented("Format prints the fields that are set, without sensitive values."))
}

// needsPrinter reports whether fmt would print private values of a type, or follow it endlessly.
func needsPrinter(t interface {
	HoldsPrivate() bool
	Recursive() bool
}) bool {
	return t.HoldsPrivate() || t.Recursive()
}

// requestType emits the body of an operation:
//
//	// GetClaimRequest is the body of get_claim.
//	//
//	// At least one of claim_id, claim_number is required; only the first that has a value is sent.
//	type GetClaimRequest struct {
//		ClaimID *string `json:"claim_id,omitzero"`
//
//		ClaimNumber *string `json:"claim_number,omitzero"`
//	}
func requestType(op *catalog.Operation) jen.Code {
	about := append([]string{op.Request.GoName + " is the body of " + op.Name + "."}, requestDoc(op)...)
	return doc(about...).attach(jen.Type().Id(op.Request.GoName).Struct(fields(op.Request)...))
}

// requestDoc documents the body, the paging and the rules of an operation.
func requestDoc(op *catalog.Operation) []string {
	about := op.BodyWords()
	if op.Pagination != nil {
		about = append(about, strings.Join(op.Pagination.Words(), " "))
	}
	for _, rule := range op.Rules {
		about = append(about, rule.Words())
	}
	return about
}

// sharedType emits a response of unspecified shape or without a value. They share one type, so
// that its methods are not repeated for each:
//
//	type FlushCacheResponse = api.RawResponse
func sharedType(r *catalog.Response, typ string) jen.Code {
	return doc(r.Description, responseNotes(r)).attach(jen.Type().Id(r.GoName).Op("=").Add(apiName(typ)))
}

// responseType emits a response of known shape:
//
//	// NewContactResponse is the response to new_contact.
//	type NewContactResponse struct {
//		// Required.
//		ContactID string `json:"contact_id"`
//		// Received is the response as the client received it. It is not sent.
//		Received api.Received `json:"-"`
//	}
func responseType(op *catalog.Operation) jen.Code {
	r := op.Response
	members := append(fields(r.Shape),
		doc("Received is the response as the client received it. It is not sent.").attach(
			jen.Id("Received").Add(apiName("Received")).Tag(tag("-", false))))
	what := strings.TrimSpace(r.GoName + " is the response to " + op.Name + ". " + responseNotes(r))
	return doc(what, r.Description).attach(jen.Type().Id(r.GoName).Struct(members...))
}

// responseNotes returns the evidence for an assumed response, and what happens to values that
// differ in a lenient one.
func responseNotes(r *catalog.Response) string {
	drift := ""
	switch {
	case r.Lenient && r.Nothing:
		drift = "A value that comes anyway is reported to [api.WithDrift]."
	case r.Lenient:
		drift = "Values that differ are left zero; see [api.WithDrift]."
	}
	return strings.TrimSpace(assumption(r.Assumed) + " " + drift)
}

// assumption returns the sentence that gives the evidence for an assumption.
func assumption(evidence string) string {
	if evidence == "" {
		return ""
	}
	return "Assumed: " + strings.TrimSuffix(evidence, ".") + "."
}

// recordType emits a record:
//
//	// EmailEntry is an e-mail address of a contact.
//	type EmailEntry struct {
//		// A friendly name is sent as its code in the table email_type.
//		Type *string `json:"type,omitzero"`
//		// Extra holds the keys that the catalog does not name.
//		Extra api.Object `json:"-"`
//	}
func recordType(r *catalog.Shape) jen.Code {
	return doc(strings.TrimSpace(firstSentence(r.GoName, "a record of the catalog", r.Description) + " " + assumption(r.Assumed))).attach(
		jen.Type().Id(r.GoName).Struct(fields(r)...))
}

// enumType emits a string type and its constants:
//
//	// ContactType is an enum of the catalog.
//	type ContactType string
//
//	// The values of [ContactType].
//	const (
//		// A person.
//		ContactTypeIndividual ContactType = "individual"
//
//		ContactTypeOrganization ContactType = "organization"
//	)
func enumType(e *catalog.Enum) jen.Code {
	others := ""
	if e.Open {
		others = " Others are accepted."
	}
	var values []jen.Code
	for i, v := range e.Values {
		values = append(values, separated(i, jen.Id(v.GoName).Id(e.GoName).Op("=").Lit(v.Value), v.Description))
	}
	return stacked("\n\n",
		doc(firstSentence(e.GoName, "an enum of the catalog", e.Description)).attach(jen.Type().Id(e.GoName).String()),
		doc("The values of ["+e.GoName+"]."+others).attach(jen.Const().Defs(values...)))
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

// fields emits the members of a struct, in the order of the catalog.
func fields(s *catalog.Shape) []jen.Code {
	var members []jen.Code
	for i, f := range s.Fields {
		about := []string{strings.Join(f.Words(), " ")}
		if f.Deprecated != nil {
			about = append(about, "Deprecated: "+f.Deprecated.Words())
		}
		members = append(members, separated(i, jen.Id(f.GoName).Add(typeCode(f.Go())).Add(fieldTag(f)), about...))
	}
	if s.Open {
		members = append(members, doc("Extra holds the keys that the catalog does not name.").attach(
			jen.Id("Extra").Add(apiName("Object")).Tag(tag("-", s.PrivateKeys()))))
	}
	return members
}

// printers emits the methods that print a type without sensitive values:
//
//	func (r EmailEntry) Format(s fmt.State, _ rune) { wire.Format(s, r) }
//	func (r EmailEntry) LogValue() slog.Value       { return wire.LogValue(r) }
func printers(goName string) jen.Code {
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("r").Id(goName)) }
	return receiver().Id("Format").Params(jen.Id("s").Qual("fmt", "State"), jen.Id("_").Rune()).
		Add(braces(wireName("Format").Call(jen.Id("s"), jen.Id("r")))).Line().
		Add(receiver()).Id("LogValue").Params().Qual("log/slog", "Value").
		Add(braces(jen.Return(wireName("LogValue").Call(jen.Id("r")))))
}

// baseType returns the Go type of a type, as if it were required.
func baseType(t *catalog.Type) *jen.Statement { return typeCode(t.Go()) }

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

// nameInTag reports whether encoding/json accepts the name of a field in a tag.
func nameInTag(f *catalog.Field) bool {
	return f.Name != "" && f.Name != "-" && !strings.ContainsFunc(f.Name, notInTag)
}

// notInTag reports whether encoding/json does not accept a character in a name.
func notInTag(r rune) bool {
	return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) &&
		(r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

func tag(json string, sensitive bool) map[string]string {
	tags := map[string]string{"json": json}
	if sensitive {
		tags["sensitive"] = "true"
	}
	return tags
}

// isPointer reports whether the field is a pointer in Go.
func isPointer(f *catalog.Field) bool { return f.Go().Pointer }
