package api

import (
	"errors"
	"mime"
	"net/http"
	"strconv"
)

// Problem is an answer that says what went wrong, as RFC 9457 has it. A service
// returns one as its error to choose the status and what the caller reads; any
// other error, also a Problem whose status is not from 400 to 599, is answered
// with a 500 that says nothing.
type Problem struct {
	Type     string      `json:"type"`     // URI reference of the kind of problem, "" is "about:blank"
	Title    string      `json:"title"`    // of the kind of problem; "" is the text of the status
	Status   int         `json:"status"`   // HTTP status code
	Detail   string      `json:"detail"`   // of this occurrence
	Instance string      `json:"instance"` // URI reference of this occurrence
	Errors   []Violation `json:"errors"`   // what is wrong with the request

	Header http.Header `json:"-"` // further fields of the answer: WWW-Authenticate, Retry-After
}

// Error returns status and title. The detail is for the caller of the service.
func (p *Problem) Error() string { return strconv.Itoa(p.Status) + " " + p.title() }

func (p *Problem) title() string {
	if p.Title != "" {
		return p.Title
	}
	return http.StatusText(p.Status)
}

// problemType is the media type of a problem.
const problemType = "application/problem+json"

// AppendJSON appends the problem as JSON.
func (p *Problem) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	if p.Type != "" {
		b = AppendString(b, `"type":`, p.Type)
	}
	b = AppendString(b, `"title":`, p.title())
	b = AppendInt(b, `"status":`, p.Status)
	if p.Detail != "" {
		b = AppendString(b, `"detail":`, p.Detail)
	}
	if p.Instance != "" {
		b = AppendString(b, `"instance":`, p.Instance)
	}
	if p.Errors != nil {
		b = append(b, `"errors":[`...)
		for _, v := range p.Errors {
			b = AppendString(append(b, '{'), `"field":`, v.Field)
			b = AppendString(b, `"rule":`, v.Rule)
			b = append(CloseObject(AppendString(b, `"message":`, v.Message)), ',')
		}
		b = CloseArray(b)
	}
	return CloseObject(b)
}

// write answers a request with the problem, and returns the body.
func (p *Problem) write(w http.ResponseWriter, requestID string) []byte {
	body := p.AppendJSON(nil)
	h := w.Header()
	for name, values := range p.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	h.Set("Content-Type", problemType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set(requestIDField, requestID)
	w.WriteHeader(p.Status)
	w.Write(body) // a caller who is gone cannot be told
	return body
}

// problemIn returns the problem that err is, where it has a status of an error.
func problemIn(err error) (*Problem, bool) {
	p, ok := errors.AsType[*Problem](err)
	return p, ok && p != nil && p.Status >= 400 && p.Status <= 599
}

// isTold reports whether the caller of a service learns what an error says.
func isTold(err error) bool {
	_, told := problemIn(err)
	return told
}

// parseProblem returns the problem that an answer holds, or nil. A member of
// another type than RFC 9457 and Problem give it is ignored, as section 3.1 has it.
func parseProblem(header http.Header, body []byte) *Problem {
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || mediaType != problemType {
		return nil
	}
	d := NewDecoder(string(body))
	d.limits, d.lenient = answerLimits, true
	p := new(Problem)
	isObject := d.peek() == '{'
	decodeProblem(d, p)
	if d.Finish(); d.broken || !isObject {
		return nil
	}
	return p
}

func decodeProblem(d *Decoder, p *Problem) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "type":
			p.Type = d.String(0)
		case "title":
			p.Title = d.String(1)
		case "status":
			p.Status = d.Int(2)
		case "detail":
			p.Detail = d.String(3)
		case "instance":
			p.Instance = d.String(4)
		case "errors":
			known := len(d.violations)
			p.Errors = Records(d, 5, decodeViolation)
			if len(d.violations) > known {
				p.Errors = nil
			}
		}
	}
}

func decodeViolation(d *Decoder, v *Violation) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "field":
			v.Field = d.String(0)
		case "rule":
			v.Rule = d.String(1)
		case "message":
			v.Message = d.String(2)
		}
	}
}
