package interpreter

import (
	"encoding/json"
	"errors"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// withOutcomes adds the envelope and the failure to the description of an operation for the
// runtime.
func withOutcomes(bare *api.Operation, op *catalog.Operation, forms map[*catalog.Shape]*form) *api.Operation {
	with := *bare
	with.Nothing = op.Response.Nothing
	if with.Envelope = envelopeOf(op.Envelope); op.Unwrapped {
		with.Envelope = new(api.Envelope)
	}
	if f := op.Failure; f != nil {
		of := formOf(plan.Record(f.Shape()), forms)
		with.Failure = wire.FailureOf(f.Status, f.Member, func(d *wire.Decoder, r *record) {
			if r.become(of); f.Type.Kind == catalog.Union {
				readWhole(d, r)
				return
			}
			reader{wire: true}.members(d, r)
		})
	}
	return &with
}

func envelopeOf(e *catalog.Envelope) *api.Envelope {
	if e == nil {
		return nil
	}
	of := &api.Envelope{
		Success: e.Success, Messages: e.Messages, List: e.MessageList(), Data: e.Data,
		Violations: e.Violations, FailureStatus: e.FailureStatus, Own: e.Own,
	}
	if e.Value != true {
		of.Value = e.SuccessJSON()
	}
	if e.Siblings != nil {
		of.Siblings = catalog.Names(e.Siblings.Fields)
	}
	return of
}

// FailureOf returns the JSON of the failure in the error of a call. It reports false if the
// error has none of the type in the catalog.
func (o *Operation) FailureOf(err error) (json.RawMessage, bool) {
	if _, ok := api.FailureOf[record](err); !ok {
		return nil, false
	}
	e, _ := errors.AsType[*api.Error](err)
	if o.Failure.Member == "" {
		return e.Body, true
	}
	var body map[string]json.RawMessage
	err = json.Unmarshal(e.Body, &body)
	return body[o.Failure.Member], err == nil
}
