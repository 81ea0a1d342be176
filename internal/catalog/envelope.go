package catalog

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/failurestatus"
	"example.com/opgen/internal/text/wording"
)

// Envelope is the object around the responses of operations.
type Envelope struct {
	Success       string   // the member that reports success or failure
	Value         any      // its value in a success: a bool, an int or a string
	Messages      []string // members with the messages of a failure; a service writes the first
	Data          string   // the member with the response; "" puts its members beside Success
	Violations    string   // the member of a failure that lists violations of the request, "" for none
	Siblings      *Shape   // the record of the members beside the response, nil for none
	FailureStatus int      // the status of failures, 0 if each has its own; see StatusOf
	Own           bool     // an operation sets it
	Pos           Position

	at *yamldoc.Node
}

// Failure describes the response of an operation that fails.
type Failure struct {
	Type   *Type  // a record or a union
	Status int    // of the response, 0 for any status that is not a success
	Member string // the member of the body with the failure, "" for the whole body
	Pos    Position

	shape *Shape
}

// Shape returns the object of the failure. For a union, its only field is the whole object. Shape
// returns nil while the type is unknown.
func (f *Failure) Shape() *Shape { return f.shape }

// StatusOf returns the status of a failure that has the given status without an envelope: that of the
// envelope, unless clients or proxies depend on the status.
func (e *Envelope) StatusOf(status int) int {
	if e == nil {
		return status
	}
	return failurestatus.Status(status, e.FailureStatus)
}

// MessageList reports whether a service writes its message as a list.
func (e *Envelope) MessageList() bool {
	f := e.message()
	return f != nil && f.Type != nil && f.Type.Kind == Array
}

// message returns the sibling with the first message, nil if there is none.
func (e *Envelope) message() *Field {
	if e.Siblings == nil || len(e.Messages) == 0 {
		return nil
	}
	return e.Siblings.Field(e.Messages[0])
}

// SuccessJSON returns the JSON of the value that means success.
func (e *Envelope) SuccessJSON() string {
	text, _ := json.Marshal(e.Value) // of a scalar
	return string(text)
}

// FailedJSON returns the JSON of the value that a service writes in a failure: the other
// boolean, the text "error", or the status that the failure has without the envelope.
func (e *Envelope) FailedJSON(status int) string { return failurestatus.Value(e.SuccessJSON(), status) }

// Words describes the envelope in sentences.
func (e *Envelope) Words() []string {
	where := "The members of the response are beside " + e.Success
	if e.Data != "" {
		where = "The response is in " + e.Data + ", beside " + e.Success
	}
	var w words
	w.say(true, "%s, which is %s in a success%s.", where, e.SuccessJSON(), e.otherwise())
	w.say(e.Messages != nil, "A failure gives the reason in %s.", wording.List(e.Messages, "and"))
	w.say(e.Violations != "", "It lists the violations of the request in %s.", e.Violations)
	w.say(e.FailureStatus != 0,
		"Failures have status %d, except 401, 403, 404, 405, 413, 429 and 500 or above.",
		e.FailureStatus)
	if e.Siblings != nil {
		w.say(true, "The additional envelope members are those of %s.", e.Siblings.GoName)
	}
	return w
}

// otherwise describes Success in a failure.
func (e *Envelope) otherwise() string {
	if v, ok := e.Value.(bool); ok {
		return " and " + strconv.FormatBool(!v) + " in a failure"
	}
	return ", and another value in a failure"
}

// Words describes the failure in a sentence.
func (f *Failure) Words() string {
	start, status := "A failure", " with any status"
	if f.Status != 0 {
		start, status = fmt.Sprintf("A failure has status %d and", f.Status), ""
	}
	if f.Member != "" {
		return fmt.Sprintf("%s holds %s in %s.", start+status, article(f.Type.String()), f.Member)
	}
	return fmt.Sprintf("%s is %s.", start+status, article(f.Type.String()))
}

// article puts a or an in front of the name of a type.
func article(name string) string {
	if strings.ContainsRune("AEIO", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
