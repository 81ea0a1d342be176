package api

import (
	"cmp"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/failurestatus"
	"example.com/opgen/internal/json/redact"
)

// Problems, on both sides: a service returns one to choose its response, and a client finds it in the
// error of a call. The text and the JSON of a Problem are those for logs, without what may be personal;
// AppendJSON writes what is sent.

// Problem is an error response as defined by RFC 9457. A service returns one as its error
// to choose the status and the text of the response. Any other error, or a Problem whose
// status is not between 400 and 599, becomes a response with status 500 that does not
// show the error.
//
//	return nil, &api.Problem{Status: http.StatusConflict, Detail: "a contact with this name exists"}
//
// It may be wrapped, for example with [fmt.Errorf]. Header can have a Retry-After field, or the
// WWW-Authenticate field of a response with status 401.
type Problem struct {
	Type     string      `json:"type"`     // URI reference of the kind of problem; "" means "about:blank"
	Title    string      `json:"title"`    // of the kind of problem; "" means the text of the status
	Status   int         `json:"status"`   // HTTP status code
	Detail   string      `json:"detail"`   // of this occurrence
	Instance string      `json:"instance"` // URI reference of this occurrence
	Errors   []Violation `json:"errors"`   // violations of the request

	Header http.Header `json:"-"` // additional fields of the response, such as Retry-After

	code string // member "code" of a response, an extension that many services send
}

// Error returns the status and the title. The detail is only for the caller of the service.
func (p *Problem) Error() string {
	return strconv.Itoa(p.Status) + " " + printable(p.title(), maxTitle)
}

// Format writes p.Error() for every verb, since other formats would print the fields.
func (p Problem) Format(s fmt.State, verb rune) { formatError(s, verb, "api.Problem", p.Error()) }

// MarshalJSON encodes only the status and the title, since logs use it. AppendJSON
// encodes the problem as it is sent.
func (p Problem) MarshalJSON() ([]byte, error) {
	return (&Problem{Status: p.Status, Title: printable(p.title(), maxTitle)}).AppendJSON(nil), nil
}

// title returns the title that is sent.
func (p *Problem) title() string { return cmp.Or(p.Title, failurestatus.Title(p.Status)) }

// problemType is the media type of a problem.
const problemType = "application/problem+json"

// AppendJSON appends the problem as JSON, as it is sent.
func (p *Problem) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	member := func(key, value string) {
		b = append(b, key...)
		b = append(encode.Quoted(b, value), ',')
	}
	optional := func(key, value string) {
		if value != "" {
			member(key, value)
		}
	}
	optional(`"type":`, p.Type)
	member(`"title":`, p.title())
	b = append(b, `"status":`...)
	b = append(strconv.AppendInt(b, int64(p.Status), 10), ',')
	optional(`"detail":`, p.Detail)
	optional(`"instance":`, p.Instance)
	if p.Errors != nil {
		b = append(b, `"errors":`...)
		b = append(appendViolations(b, p.Errors), ',')
	}
	return cursor.Close(b, '}')
}

// appendViolations appends violations as a JSON array.
func appendViolations(b []byte, violations []Violation) []byte {
	b = append(b, '[')
	for _, v := range violations {
		b = append(b, `{"field":`...)
		b = encode.Quoted(b, v.Field)
		b = append(b, `,"rule":`...)
		b = encode.Quoted(b, v.Rule)
		b = append(b, `,"message":`...)
		b = encode.Quoted(b, v.Message)
		b = append(b, "},"...)
	}
	return cursor.Close(b, ']')
}

// problemIn returns the problem in err if its status is that of an error.
func problemIn(err error) (*Problem, bool) {
	p, ok := errors.AsType[*Problem](err)
	if !ok || p == nil {
		return nil, false
	}
	isError := p.Status >= 400 && p.Status <= 599
	return p, isError
}

// unsentProblem is an error of a service with a problem that is not one by its status.
type unsentProblem struct {
	status int
	err    error
}

// Error returns the status, for the error handler and the log.
func (p *unsentProblem) Error() string {
	return fmt.Sprintf("the service returned a problem with status %d, which "+
		"must be from 400 to 599", p.status)
}

// Unwrap returns the error of the service.
func (p *unsentProblem) Unwrap() error { return p.err }

// Format writes Error for every verb, since others would print the problem.
func (p *unsentProblem) Format(s fmt.State, verb rune) {
	formatError(s, verb, "api.unsentProblem", p.Error())
}

// MarshalText returns Error, so that encoding/json and slog do not write the problem.
func (p *unsentProblem) MarshalText() ([]byte, error) { return []byte(p.Error()), nil }

// reachesCaller reports whether the response shows an error to the caller.
func reachesCaller(err error) bool {
	_, isFailure := errors.AsType[*failed](err)
	_, isProblem := problemIn(err)
	return isFailure || isProblem
}

// isProblem reports whether Content-Type is that of a problem.
func isProblem(header http.Header) bool {
	contentType := header.Get("Content-Type")
	prefix := contentType[:min(len(contentType), len(problemType))]
	if !strings.EqualFold(prefix, problemType) {
		return false // the usual case, without parsing
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && mediaType == problemType
}

// parseProblem returns the problem in a response, or nil. It ignores members of
// another type than RFC 9457 and Problem define, as section 3.1 requires.
func parseProblem(header http.Header, body []byte, limits cursor.Limits) *Problem {
	if !isProblem(header) {
		return nil
	}
	c := cursor.New(string(body), limits)
	c.Mend = true
	if c.Peek() != '{' {
		return nil
	}
	p := new(Problem)
	texts := map[string]*string{
		"type":     &p.Type,
		"title":    &p.Title,
		"detail":   &p.Detail,
		"instance": &p.Instance,
		"code":     &p.code,
	}
	c.Open()
	for c.Next() {
		field := texts[c.Key]
		switch {
		case field != nil:
			*field = readString(c)
		case c.Key == "errors":
			p.Errors = violationsIn(c)
		case c.Key == "status":
			p.Status = readInt(c)
		default:
			c.Skip()
		}
	}
	if !c.End() {
		return nil
	}
	return p
}

// readInt reads an integer. It skips any other value, which counts as 0.
func readInt(c *cursor.Cursor) int {
	number, ok := c.Number()
	if !ok {
		c.Skip()
	}
	n, _ := cursor.ParseInt(number)
	return n
}

// readString reads a string. It skips any other value.
func readString(c *cursor.Cursor) string {
	s, ok := c.String()
	if !ok {
		c.Skip()
	}
	return s
}

// violationsIn reads an array of violations and returns up to 50. It skips what has another
// type.
func violationsIn(c *cursor.Cursor) []Violation {
	if c.Peek() != '[' {
		c.Skip()
		return nil
	}
	var v Violation // the one that is read
	texts := map[string]*string{"field": &v.Field, "rule": &v.Rule, "message": &v.Message}
	var list []Violation
	for more := c.FirstItem(); more; more = c.NextItem() {
		if c.Peek() != '{' || len(list) == maxViolations {
			c.Skip()
			continue
		}
		v = Violation{}
		c.Open()
		for c.Next() {
			field := texts[c.Key]
			text := readString(c)
			if field != nil {
				*field = cutOff(text, maxMessage)
			}
		}
		list = append(list, v)
	}
	return list
}

// redacted shows the problem as the response to a request of type t: the status, and the
// place and the rule of each error. It shows only the part of a place that such a request
// has, and only rules of this package. Everything else may contain personal data:
//
//	{"status":422,"errors":[{"field":"/name","rule":"required"}]}
func (p *Problem) redacted(status int, t reflect.Type) string {
	b := strconv.AppendInt([]byte(`{"status":`), int64(status), 10)
	if len(p.Errors) > 0 {
		b = append(b, `,"errors":[`...)
		for _, v := range p.Errors {
			if len(b) > genstruct.MaxShown {
				b = append(encode.Quoted(b, genstruct.CutOff), ',')
				break
			}
			place := genstruct.Pointer(v.Field, redact.Keys{Unknown: true}, t)
			b = append(b, `{"field":`...)
			b = encode.Quoted(b, place)
			b = append(b, `,"rule":`...)
			b = encode.Quoted(b, redactedRule(v.Rule))
			b = append(b, "},"...)
		}
		b = cursor.Close(b, ']')
	}
	return string(append(b, '}'))
}

// redactedRule returns a rule if it is one of this package.
func redactedRule(rule string) string {
	if slices.Contains(rules, rule) {
		return rule
	}
	return genstruct.Redacted
}

// problemFor returns the response to an error of a service or a middleware.
func problemFor(err error) *Problem {
	if p, ok := problemIn(err); ok {
		return p
	}
	return &Problem{Status: http.StatusInternalServerError}
}
