package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// envelopeVar emits the envelope of the catalog, if an operation of the area uses it:
//
//	// The response is in data, beside success, which is true in a success and false in a failure. A
//	// failure gives the reason in message and messages.
//	var envelope = &api.Envelope{Success: "success", Messages: []string{"message", "messages"}, Data: "data"}
func envelopeVar(a *catalog.Area) []jen.Code {
	for _, op := range a.Operations {
		if e := op.Envelope; e != nil && !e.Own {
			return []jen.Code{doc(strings.Join(e.Words(), " ")).Var().Id("envelope").Op("=").Op("&").Add(envelopeLiteral(e))}
		}
	}
	return nil
}

// envelopeLiteral returns the literal of an envelope.
func envelopeLiteral(e *catalog.Envelope) *jen.Statement {
	var members []jen.Code
	add := func(given bool, name string, value jen.Code) {
		if given {
			members = append(members, jen.Id(name).Op(":").Add(value))
		}
	}
	add(true, "Success", jen.Lit(e.Success))
	add(e.Value != true, "Value", raw(e.SuccessJSON()))
	add(e.Messages != nil, "Messages", jen.Index().String().Values(literals(e.Messages)...))
	add(e.MessageList(), "List", jen.True())
	add(e.Data != "", "Data", jen.Lit(e.Data))
	add(e.Violations != "", "Violations", jen.Lit(e.Violations))
	if e.Siblings != nil && len(e.Siblings.Fields) > 0 {
		add(true, "Siblings", jen.Index().String().Values(literals(catalog.Names(e.Siblings.Fields))...))
	}
	add(e.FailureStatus != 0, "FailureStatus", jen.Lit(e.FailureStatus))
	add(e.Own, "Own", jen.True())
	return rt("Envelope").Add(braces(members...))
}

// outcomes returns the members of an operation's variable for the envelope and the failure:
//
//	api.Operation{Envelope: envelope, Failure: wire.FailureOf(409, "error", decodeLookupError)}
func outcomes(op *catalog.Operation) []jen.Code {
	var members []jen.Code
	switch e := op.Envelope; {
	case e == nil && op.Unwrapped:
		members = append(members, jen.Id("Envelope").Op(":").New(rt("Envelope")))
	case e == nil:
	case e.Own:
		members = append(members, jen.Id("Envelope").Op(":").Op("&").Add(envelopeLiteral(e)))
	default:
		members = append(members, jen.Id("Envelope").Op(":").Id("envelope"))
	}
	if f := op.Failure; f != nil {
		members = append(members, jen.Id("Failure").Op(":").Add(rt("FailureOf")).
			Call(jen.Lit(f.Status), jen.Lit(f.Member), decoder(f.Shape())))
	}
	return members
}
