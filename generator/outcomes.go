package generator

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// envelopeVar emits the envelope of the catalog, if an operation of the area uses it.
func envelopeVar(a *catalog.Area) []string {
	for _, op := range a.Operations {
		if e := op.Envelope; e != nil && !e.Own {
			return []string{doc(strings.Join(e.Words(), " ")) + "var envelope = &" + envelopeLiteral(e)}
		}
	}
	return nil
}

// envelopeLiteral returns the literal of an envelope.
func envelopeLiteral(e *catalog.Envelope) string {
	var m members
	m.add(true, "Success", strconv.Quote(e.Success))
	m.add(e.Value != true, "Value", raw(e.SuccessJSON()))
	m.add(e.Messages != nil, "Messages", texts(e.Messages))
	m.add(e.MessageList(), "List", "true")
	m.add(e.Data != "", "Data", strconv.Quote(e.Data))
	m.add(e.Violations != "", "Violations", strconv.Quote(e.Violations))
	if e.Siblings != nil {
		m.add(len(e.Siblings.Fields) > 0, "Siblings", texts(catalog.Names(e.Siblings.Fields)))
	}
	m.add(e.FailureStatus != 0, "FailureStatus", strconv.Itoa(e.FailureStatus))
	m.add(e.Own, "Own", "true")
	return "api.Envelope" + braces(m...)
}

// outcomes returns the members of an operation's variable for the envelope and the failure.
func outcomes(op *catalog.Operation) members {
	var m members
	switch e := op.Envelope; {
	case e == nil:
		m.add(op.Unwrapped, "Envelope", "new(api.Envelope)")
	case e.Own:
		m.add(true, "Envelope", "&"+envelopeLiteral(e))
	default:
		m.add(true, "Envelope", "envelope")
	}
	if f := op.Failure; f != nil {
		m.add(true, "Failure", fmt.Sprintf("wire.FailureOf(%d, %q, %s)", f.Status, f.Member, decoder(f.Shape())))
	}
	return m
}
