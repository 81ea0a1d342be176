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
			return []jen.Code{doc(strings.Join(e.Words(), " ")).attach(jen.Var().Id("envelope").Op("=").Op("&").Add(envelopeLiteral(e)))}
		}
	}
	return nil
}

// envelopeLiteral returns the literal of an envelope.
func envelopeLiteral(e *catalog.Envelope) *jen.Statement {
	var m members
	m.add(true, "Success", jen.Lit(e.Success))
	m.add(e.Value != true, "Value", rawString(e.SuccessJSON()))
	m.add(e.Messages != nil, "Messages", texts(e.Messages))
	m.add(e.MessageList(), "List", jen.True())
	m.add(e.Data != "", "Data", jen.Lit(e.Data))
	m.add(e.Violations != "", "Violations", jen.Lit(e.Violations))
	if e.Siblings != nil {
		m.add(len(e.Siblings.Fields) > 0, "Siblings", texts(catalog.Names(e.Siblings.Fields)))
	}
	m.add(e.FailureStatus != 0, "FailureStatus", jen.Lit(e.FailureStatus))
	m.add(e.Own, "Own", jen.True())
	return apiName("Envelope").Add(inBraces("\tEnvelope:       &api.Envelope", textOf(m), m...))
}

// outcomes returns the members of an operation's variable for the envelope and the failure:
//
//	api.Operation{Envelope: envelope, Failure: wire.FailureOf(409, "error", decodeLookupError)}
func outcomes(op *catalog.Operation) members {
	var m members
	if e := op.Envelope; e != nil {
		m.add(e.Own, "Envelope", jen.Op("&").Add(envelopeLiteral(e)))
		m.add(!e.Own, "Envelope", jen.Id("envelope"))
	} else {
		m.add(op.Unwrapped, "Envelope", jen.New(apiName("Envelope")))
	}
	if f := op.Failure; f != nil {
		m.add(true, "Failure",
			wireName("FailureOf").Call(jen.Lit(f.Status), jen.Lit(f.Member), decoder(f.Shape())))
	}
	return m
}
