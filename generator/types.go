package generator

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// types emits the file of an area's requests, responses, records, unions and enums.
func types(p pkg) []jen.Code {
	all, printed, shared := declarations{}, declarations{}, declarations{}
	add := func(goName string, code jen.Code, printer bool) {
		all[goName] = code
		if printer {
			printed[goName] = printers(goName)
		}
	}
	for _, op := range p.operations {
		add(op.Request.GoName, requestType(op), needsPrinter(op.Request))
		if hasOwnResponse(op) {
			add(op.Response.GoName, responseType(op), needsPrinter(op.Response))
		} else {
			shared[op.Response.GoName] = sharedType(op)
		}
	}
	for _, r := range p.records {
		add(r.GoName, recordType(r), needsPrinter(r))
	}
	for _, u := range p.unions {
		unionTypes(u, add)
	}
	for _, e := range p.enums {
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
	about := append([]string{op.Request.GoName + " is the body of " + op.Name + "."},
		requestDoc(op)...)
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
	return doc(joined(r.GoName+" is the response to "+op.Name+what, driftNote(r)), r.Description,
		assumptions(r.Shape)).
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
		sentences = append(sentences,
			"Not specified but assumed. Evidence: "+wording.Sentence(s.Assumed))
	}
	for _, e := range evidence {
		what := "Field " + fields[e][0] + " is"
		if len(fields[e]) > 1 {
			what = "Fields " + wording.List(fields[e], "and") + " are"
		}
		sentences = append(sentences,
			what+" not specified but assumed. Evidence: "+wording.Sentence(e))
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
	return doc(firstSentence(r.GoName, "a record of the catalog", r.Description),
		assumptions(r)).attach(
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
		values = append(values,
			separated(i, jen.Id(v.GoName).Id(e.GoName).Op("=").Lit(v.Value), v.Description))
	}
	return stacked("\n\n",
		doc(firstSentence(e.GoName, "an enum of the catalog", e.Description)).attach(jen.Type().Id(e.GoName).String()),
		doc("The values of ["+e.GoName+"]."+others).attach(jen.Const().Defs(values...)))
}
