package generator

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// types emits the file of an area's requests, responses, records, unions and enums.
func types(a *catalog.Area) []jen.Code {
	all, printed, shared := declarations{}, declarations{}, declarations{}
	add := func(goName string, code jen.Code, printer bool) {
		all[goName] = code
		if printer {
			printed[goName] = printers(goName)
		}
	}
	for _, op := range a.Operations {
		add(op.Request.GoName, requestType(op), needsPrinter(op.Request))
		if hasOwnResponse(op) {
			add(op.Response.GoName, responseType(op), needsPrinter(op.Response))
		} else {
			shared[op.Response.GoName] = sharedType(op)
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
	return slices.Concat(all.sorted(), sharedTypes(shared), printed.sorted())
}

// sharedTypes emits the responses that have no type of their own, in one declaration.
func sharedTypes(all declarations) []jen.Code {
	if len(all) == 0 {
		return nil
	}
	return []jen.Code{doc("Responses without a documented shape or without a value.").attach(jen.Type().Defs(all.sorted()...))}
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
	about = append(about, assumptions(op.Request))
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
//	// FlushCacheResponse is the response to flush_cache, of unspecified shape.
//	FlushCacheResponse = api.RawResponse
func sharedType(op *catalog.Operation) jen.Code {
	r := op.Response
	what, typ := ", of unspecified shape.", "RawResponse"
	if r.Nothing {
		what, typ = ", which carries no value.", "EmptyResponse"
	}
	return doc(joined(r.GoName+" is the response to "+op.Name+what, driftNote(r)), r.Description, assumptions(r.Shape)).
		attach(jen.Id(r.GoName).Op("=").Add(apiName(typ)))
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
	what := joined(r.GoName+" is the response to "+op.Name+".", driftNote(r))
	return doc(what, r.Description, assumptions(r.Shape)).attach(jen.Type().Id(r.GoName).Struct(members...))
}

// driftNote says what happens to values that differ in a lenient response.
func driftNote(r *catalog.Response) string {
	switch {
	case r.Lenient && r.Nothing:
		return "A value that comes anyway is reported to [api.WithDrift]."
	case r.Lenient:
		return "Values that differ are left zero; see [api.WithDrift]."
	default:
		return ""
	}
}

// joined joins sentences.
func joined(sentences ...string) string {
	return strings.TrimSpace(strings.Join(sentences, " "))
}

// assumptions tells callers what the specification of the service does not say about a type, each
// evidence once: first that for the whole type, then those for single fields.
func assumptions(s *catalog.Shape) string {
	fields, evidence := map[string][]string{}, []string{}
	for _, f := range s.Fields {
		if f.Assumed == "" || f.Assumed == s.Assumed {
			continue
		}
		if fields[f.Assumed] == nil {
			evidence = append(evidence, f.Assumed)
		}
		fields[f.Assumed] = append(fields[f.Assumed], f.Name)
	}
	var sentences []string
	if s.Assumed != "" {
		sentences = append(sentences, "Not specified but assumed. Evidence: "+wording.Sentence(s.Assumed))
	}
	for _, e := range evidence {
		what := "Field " + fields[e][0] + " is"
		if len(fields[e]) > 1 {
			what = "Fields " + wording.List(fields[e], "and") + " are"
		}
		sentences = append(sentences, what+" not specified but assumed. Evidence: "+wording.Sentence(e))
	}
	return joined(sentences...)
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
	return doc(firstSentence(r.GoName, "a record of the catalog", r.Description), assumptions(r)).attach(
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
		about := []string{strings.Join(f.WordsInGo(), " ")}
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
//	// Format prints the fields that are set, without sensitive values.
//	func (r EmailEntry) Format(s fmt.State, _ rune) { wire.Format(s, r) }
//
//	// LogValue returns for log/slog what Format prints.
//	func (r EmailEntry) LogValue() slog.Value { return wire.LogValue(r) }
func printers(goName string) jen.Code {
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("r").Id(goName)) }
	format := receiver().Id("Format").Params(jen.Id("s").Qual("fmt", "State"), jen.Id("_").Rune()).
		Add(braces(wireName("Format").Call(jen.Id("s"), jen.Id("r"))))
	logValue := receiver().Id("LogValue").Params().Qual("log/slog", "Value").
		Add(braces(jen.Return(wireName("LogValue").Call(jen.Id("r")))))
	return stacked("\n\n",
		doc("Format prints the fields that are set, without sensitive values.").attach(format),
		doc("LogValue returns for log/slog what Format prints.").attach(logValue))
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
