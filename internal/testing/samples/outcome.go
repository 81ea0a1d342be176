package samples

import (
	"net/http"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/text/wording"
)

// Outcome is a whole response of an operation, a success or a failure, in the envelope of the
// catalog.
type Outcome struct {
	Name     string
	Status   int
	Body     string         // as a service sends it
	Response *sample.Record // of a success, nil if there is none or the catalog does not show it
	Siblings *sample.Record // additional envelope members, nil for none
	Failure  *sample.Record // of the type in the catalog, nil for none
	Messages []string       // messages that a client receives with a failure
	Failed   bool
	Received bool // a client may receive it, but services of this module do not send this form
}

// FreeResponse returns the JSON of a response whose shape the catalog does not show.
func FreeResponse(op *catalog.Operation) string {
	return `{"response":` + wording.Literal(op.Name) + `}`
}

// Outcomes returns whole responses of an operation with different members. It returns none if the
// operation has neither an envelope nor a type of failure.
func Outcomes(op *catalog.Operation) []Outcome { return outcomes(op, false) }

// CanaryOutcomes returns the outcomes that services send, with canaries in the messages and in
// the private values of siblings and failures.
func CanaryOutcomes(op *catalog.Operation) []Outcome { return outcomes(op, true) }

// outcomes returns the outcomes of an operation: each form of a response once, so that a test that
// tries all of them stays fast.
func outcomes(op *catalog.Operation, canaries bool) []Outcome {
	e := op.Envelope
	if e == nil && op.Failure == nil || op.Failure != nil && op.Failure.Shape() == nil {
		return nil
	}
	w := &outcomeMaker{Operation: op, text: "Some message."}
	siblings := w.siblings()
	failures := w.failures()
	if canaries {
		w.text = Canary
		if siblings != nil {
			siblings = plant(siblings, e.Siblings)
		}
		for i, failure := range failures {
			failures[i] = plant(failure, op.Failure.Shape())
		}
	}
	if e != nil {
		w.succeed("a success", nil)
		if siblings != nil {
			w.succeed("a success with siblings", siblings)
		}
		w.fail(Outcome{Name: "a failure"}, w.message(nil))
		if siblings != nil {
			w.fail(Outcome{Name: "a failure with siblings", Siblings: siblings}, w.message(nil))
		}
	}
	for i, failure := range failures {
		name := "a failure with a type"
		if union, ok := failure.Whole(); ok {
			name += ", " + union.(*sample.Record).Tag
		}
		w.fail(Outcome{Name: name, Failure: failure}, w.message(failure))
		if i == 0 && siblings != nil {
			w.fail(Outcome{Name: name + ", and siblings", Failure: failure, Siblings: siblings}, w.message(failure))
		}
	}
	if e != nil && len(e.Messages) > 0 && !canaries {
		const list = `["One message.","Another message."]`
		w.fail(Outcome{Name: "messages in a list", Received: true}, list)
		const byName = `{"name":` + list + `,"of":{"more":"A third message."}}`
		w.fail(Outcome{Name: "messages by name", Received: true}, byName)
	}
	return w.found
}

// outcomeMaker makes the outcomes of an operation.
type outcomeMaker struct {
	*catalog.Operation
	text  string // of messages
	found []Outcome
}

// siblings returns the additional envelope members, nil for none.
func (w *outcomeMaker) siblings() *sample.Record {
	if w.Envelope == nil || w.Envelope.Siblings == nil {
		return nil
	}
	r, ok := sample.Shape(w.Envelope.Siblings, sample.Full)
	if !ok || len(r.Members) == 0 {
		return nil
	}
	return r
}

// failures returns a failure of the operation's type; for a union, one of each variant. If the
// members of a failure are next to those of the envelope, it omits open variants, which would take
// the latter for their own.
func (w *outcomeMaker) failures() (all []*sample.Record) {
	f := w.Failure
	if f == nil {
		return nil
	}
	isBeside := w.Envelope != nil && f.Member == ""
	if f.Type.Kind == catalog.Union {
		return variantFailures(f, isBeside)
	}
	r, ok := sample.Shape(w.Failure.Shape(), sample.Full)
	if !ok {
		return nil
	}
	if isBeside {
		w.fitIntoEnvelope(r)
	}
	return []*sample.Record{r}
}

// variantFailures returns a failure of each variant of a union.
func variantFailures(f *catalog.Failure, isBeside bool) (failures []*sample.Record) {
	u := f.Type.Union
	for _, v := range sample.Variants(u, sample.Full) {
		isReadable := u.Open || u.Variant(v.Tag) != nil
		if !isReadable || isBeside && v.Further != "" {
			continue
		}
		member := sample.Member{Field: f.Shape().Fields[0], Value: v}
		failures = append(failures, &sample.Record{Members: []sample.Member{member}})
	}
	return failures
}

// fitIntoEnvelope changes a failure whose members are next to those of the envelope: an unknown
// key must not be one of these, and the success member, which both may have, must say that the
// call failed.
func (w *outcomeMaker) fitIntoEnvelope(r *sample.Record) {
	if vectors.IsEnvelopeMember(w.Envelope, r.Further) {
		r.Further = ""
	}
	success, isBool := w.Envelope.Value.(bool)
	if !isBool {
		return
	}
	for i, m := range r.Members {
		if m.Field.Name == w.Envelope.Success && m.Field.Type.Kind == catalog.Boolean {
			r.Members[i].Value = !success
		}
	}
}

// succeed adds a success.
func (w *outcomeMaker) succeed(name string, siblings *sample.Record) {
	o := Outcome{Name: name, Status: http.StatusOK, Siblings: siblings}
	response := ""
	switch {
	case w.Response.Nothing:
	case !w.Response.Shown:
		response = FreeResponse(w.Operation)
		if w.Envelope.Data == "" && vectors.IsEnvelopeMember(w.Envelope, "response") {
			return
		}
	default:
		var ok bool
		o.Response, ok = sample.Response(w.Operation, sample.Full)
		if !ok {
			return
		}
		if w.Envelope.Data == "" && vectors.IsEnvelopeMember(w.Envelope, o.Response.Further) {
			o.Response.Further = ""
		}
		response = o.Response.JSON()
	}
	o.Body = w.Envelope.Wrap(response, textOf(siblings))
	w.found = append(w.found, o)
}

// message returns the message of a failure as a service writes it, "" for none.
func (w *outcomeMaker) message(failure *sample.Record) string {
	e := w.Envelope
	switch {
	case e == nil || len(e.Messages) == 0:
		return ""
	case !e.MessageList():
		return wording.Literal(w.text)
	case failure == nil:
		return wording.Literal([]string{w.text})
	}
	return wording.Literal([]string{w.text, w.text})
}

// fail adds a failure with the JSON of its message, unless its envelope does not mark it as a
// failure, siblings have the name of another member, or its status does not allow a body.
func (w *outcomeMaker) fail(o Outcome, message string) {
	siblings := textOf(o.Siblings)
	o.Failed = true
	o.Body, o.Status = w.WrapFailure(textOf(o.Failure), message, siblings)
	alone, _ := w.WrapFailure(textOf(o.Failure), message, "")
	isWhole := len(o.Body) >= len(alone)+len(siblings)-1
	if !isWhole || o.Status == http.StatusNoContent || o.Status == http.StatusResetContent {
		return
	}
	if e := w.Envelope; e != nil {
		said := cursor.At(o.Body, "/"+jsonpointer.Escape(e.Success))
		if same, comparable := cursor.New(said, cursor.Unlimited).Is(e.SuccessJSON()); same || !comparable {
			return
		}
		o.Messages = e.MessagesIn(o.Body)
	}
	w.found = append(w.found, o)
}

// textOf returns the JSON of a record, "" for none.
func textOf(r *sample.Record) string {
	if r == nil {
		return ""
	}
	return r.JSON()
}
