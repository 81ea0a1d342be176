package samples

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
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
	Says     []string       // messages with which a service fails
	Messages []string       // messages that a client receives with a failure
	Failed   bool
	Received bool // a client may receive it, but services of this module do not send this form
}

// Free returns the JSON of a response whose shape the catalog does not show.
func Free(op *catalog.Operation) string { return `{"answer":` + wording.Literal(op.Name) + `}` }

// Outcomes returns whole responses of an operation with different members. It returns none if the
// operation has neither an envelope nor a type of failure.
func Outcomes(op *catalog.Operation) []Outcome { return outcomes(op, false) }

// CanaryOutcomes returns the outcomes that services send, with canaries in the messages and in
// the private values of siblings and failures.
func CanaryOutcomes(op *catalog.Operation) []Outcome { return outcomes(op, true) }

func outcomes(op *catalog.Operation, canaries bool) []Outcome {
	e := op.Envelope
	if e == nil && op.Failure == nil || op.Failure != nil && op.Failure.Shape() == nil {
		return nil
	}
	w := &outcomeMaker{Operation: op, text: "Some message."}
	siblings, failures := w.siblings(), w.failures()
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
		w.fail("a failure", nil, nil)
		if siblings != nil && !w.collides(nil) {
			w.fail("a failure with siblings", nil, siblings)
		}
	}
	for i, failure := range failures {
		name := "a failure with a type"
		if union, ok := failure.Whole(); ok {
			name += ", " + union.(*sample.Record).Tag
		}
		w.fail(name, failure, nil)
		if i == 0 && siblings != nil && !w.collides(failure) {
			w.fail(name+", and siblings", failure, siblings)
		}
	}
	if e != nil && len(e.Messages) > 0 && !canaries {
		w.receive("messages in a list", `["One message.","Another message."]`)
		w.receive("messages by name", `{"name":["One message.","Another message."],"of":{"more":"A third message."}}`)
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

// hasMember reports whether the envelope has a member with a key.
func (w *outcomeMaker) hasMember(key string) bool {
	e := w.Envelope
	return e != nil && (slices.Contains(append([]string{e.Success, e.Data, e.Violations}, e.Messages...), key) ||
		e.Siblings != nil && e.Siblings.Field(key) != nil)
}

// collides reports whether siblings have the name of a member of a failure.
func (w *outcomeMaker) collides(failure *sample.Record) bool {
	body, _ := w.WrapFailure(textOf(failure), `""`, "")
	var members map[string]any
	_ = json.Unmarshal([]byte(body), &members) // valid
	return slices.ContainsFunc(w.Envelope.Siblings.Fields, func(f *catalog.Field) bool { _, given := members[f.Name]; return given })
}

// failures returns a failure of the operation's type; for a union, one of each variant. If the
// members of a failure are next to those of the envelope, it omits open variants, which would take
// the latter for their own.
func (w *outcomeMaker) failures() (all []*sample.Record) {
	f := w.Failure
	if f == nil {
		return nil
	}
	beside := w.Envelope != nil && f.Member == ""
	if f.Type.Kind == catalog.Union {
		for _, v := range sample.Variants(f.Type.Union, sample.Full) {
			if (f.Type.Union.Open || f.Type.Union.Variant(v.Tag) != nil) && !(beside && v.Further != "") {
				all = append(all, &sample.Record{Members: []sample.Member{{Field: f.Shape().Fields[0], Value: v}}})
			}
		}
		return all
	}
	r, ok := sample.Shape(w.Failure.Shape(), sample.Full)
	if !ok {
		return nil
	}
	if beside {
		if w.hasMember(r.Further) {
			r.Further = ""
		}
		for i, m := range r.Members { // one may also be the success member of the envelope
			if success, ok := w.Envelope.Value.(bool); ok && m.Field.Name == w.Envelope.Success && m.Field.Type.Kind == catalog.Boolean {
				r.Members[i].Value = !success
			}
		}
	}
	return []*sample.Record{r}
}

// succeed adds a success.
func (w *outcomeMaker) succeed(name string, siblings *sample.Record) {
	o := Outcome{Name: name, Status: http.StatusOK, Siblings: siblings}
	response := ""
	switch {
	case w.Response.Nothing:
	case !w.Response.Shown:
		response = Free(w.Operation)
		if w.Envelope.Data == "" && w.hasMember("answer") {
			return
		}
	default:
		var ok bool
		if o.Response, ok = sample.Response(w.Operation, sample.Full); !ok {
			return
		}
		if w.Envelope.Data == "" && w.hasMember(o.Response.Further) {
			o.Response.Further = ""
		}
		response = o.Response.JSON()
	}
	o.Body = w.Envelope.Wrap(response, textOf(siblings))
	w.found = append(w.found, o)
}

// fail adds a failure as a service sends it, unless its envelope does not mark it as a failure, or
// its status does not allow a body.
func (w *outcomeMaker) fail(name string, failure, siblings *sample.Record) {
	o := Outcome{Name: name, Failed: true, Failure: failure, Siblings: siblings}
	message := ""
	if e := w.Envelope; e != nil && len(e.Messages) > 0 {
		o.Says, message = []string{w.text}, wording.Literal(w.text)
		if e.MessageList() && failure != nil {
			o.Says = append(o.Says, w.text)
		}
		if e.MessageList() {
			message = wording.Literal(o.Says)
		}
	}
	o.Body, o.Status = w.WrapFailure(textOf(failure), message, textOf(siblings))
	w.add(o)
}

// receive adds a failure whose messages have a form that no service of this module sends.
func (w *outcomeMaker) receive(name, messages string) {
	o := Outcome{Name: name, Failed: true, Received: true}
	o.Body, o.Status = w.WrapFailure("", messages, "")
	w.add(o)
}

func (w *outcomeMaker) add(o Outcome) {
	if o.Status == http.StatusNoContent || o.Status == http.StatusResetContent {
		return
	}
	if e := w.Envelope; e != nil {
		var body map[string]any
		var success any
		_ = errors.Join(json.Unmarshal([]byte(o.Body), &body), json.Unmarshal([]byte(e.SuccessJSON()), &success)) // valid
		if said := body[e.Success]; reflect.TypeOf(said) != reflect.TypeOf(success) || said == success {
			return
		}
		o.Messages = e.MessagesIn(o.Body)
	}
	w.found = append(w.found, o)
}

func textOf(r *sample.Record) string {
	if r == nil {
		return ""
	}
	return r.JSON()
}
