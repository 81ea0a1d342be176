package hiding

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/jsonpointer"
)

// This file makes bodies that are wrong, and sends them in both directions. An error has to say what
// is wrong, and the easiest way to say it would be to repeat the value.

// wrongValues are misplaced values: JSON of every kind, and text that is not JSON. No canary is a key
// where a record may be in a map, because senders are shown the names of their unknown fields.
var wrongValues = []string{
	`"` + canary + `"`,
	digits,
	"-" + digits + ".5e1",
	`true`,
	`["` + canary + `"]`,
	`[["` + canary + `"],` + digits + `]`,
	`[{"key":"` + canary + `"}]`,
	`{"key":"` + canary + `"}`,
	`{"key":{"key":{"` + canary + `":1,"` + canary + `":2}}}`,
	`[{"key":[{"` + canary + `":1,"` + canary + `":2}]}]`,
	`"` + canary + `\ud800"`,
	`"` + canary + "\xff" + `"`,
	`"` + canary + `\q"`,
	`"` + canary,
	digits + ".",
	"0" + digits,
	canary,
	`{"key":`,
	`["` + canary + `",`,
}

// bodyWith returns the JSON text of a body that contains only a value at a place: {"a":[{"b":1}]}
// for 1 at "/a/0/b". A part "0" is always the index of the first item of an array. If a member has
// this name, the body is already wrong at a place above it.
func bodyWith(place, value string) string {
	parts := strings.Split(place, "/")[1:]
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == "0" {
			value = "[" + value + "]"
			continue
		}
		name, _ := json.Marshal(jsonpointer.Unescape(parts[i]))
		value = "{" + string(name) + ":" + value + "}"
	}
	return value
}

// misplaced returns bodies with wrong values at a place.
func misplaced(places []string) (bodies []string) {
	for _, place := range places {
		for _, value := range wrongValues {
			bodies = append(bodies, bodyWith(place, value))
		}
	}
	return bodies
}

// broken returns bodies that are truncated inside and after each canary, followed by other text,
// or repeat all their members.
func broken(body string) []string {
	if body == "" {
		return nil
	}
	repeated := strings.TrimSuffix(body, "}") + "," + strings.TrimPrefix(body, "{")
	bodies := []string{body + body, body + canary, repeated}
	for end := 0; ; {
		i := strings.Index(body[end:], digits)
		if i < 0 {
			return bodies
		}
		end += i + len(digits)
		for _, cut := range []int{end - 1, end, end + 1, end + 2} {
			bodies = append(bodies, body[:min(cut, len(body))])
		}
	}
}

// badResponses makes calls whose responses do not fit the catalog. Callers may print those
// without a shape, but they are not logged.
func (r *Recorder) badResponses(ctx context.Context) {
	for _, text := range append(misplaced(r.response.At), broken(encoded(r.response.value))...) {
		wrong := service{text: enveloped(r.op.Envelope, text), status: http.StatusOK}
		res, err := r.call(ctx, wrong, api.WithoutValidation())
		if err == nil {
			r.checkStruct("the result of the response "+text, res)
		}
		r.checkError("a response "+text, err)
		r.checkLog("a response " + text)
	}
	for _, status := range []int{http.StatusOK, http.StatusBadRequest} {
		echo := service{text: encoded(r.request.value), status: status}
		_, err := r.call(ctx, echo, api.WithoutValidation())
		r.checkError("a response that repeats the request", err)
		r.checkLog("a response that repeats the request")
	}
}

// enveloped returns the text of a body with a response in the envelope of its operation.
func enveloped(e *api.Envelope, response string) string {
	if e == nil || e.Success == "" {
		return response
	}
	success, _ := json.Marshal(e.Success)
	before := "{" + string(success) + ":" + cmp.Or(e.Value, "true")
	if e.Data == "" {
		return before + "," + strings.TrimPrefix(response, "{")
	}
	data, _ := json.Marshal(e.Data)
	return before + "," + string(data) + ":" + response + "}"
}

// badRequests posts bodies that no client sends. The log redacts misplaced values, even those
// that are not canaries.
func (r *Recorder) badRequests() {
	blank := reflect.New(reflect.TypeOf(r.response.value).Elem()).Interface()
	fake := service{respond: func() (any, error) { return blank, nil }}
	for _, text := range misplaced(r.request.At) {
		r.post(fake, text)
		shown := r.checkLog("the request " + text)
		if !isHidden(shown) {
			r.fault("the log of the request "+text, shown)
		}
	}
	for _, text := range broken(encoded(r.request.value)) {
		r.post(fake, text)
		r.checkLog("the request " + text)
	}
}

// isHidden reports whether a logged request hides a value, counts unknown keys, or says that it is
// unreadable.
func isHidden(logged string) bool {
	return strings.Contains(logged, "[redacted]") ||
		strings.Contains(logged, " further key") || strings.HasPrefix(logged, "[")
}

// post sends a body to the handler of a service, and checks the response and its header.
func (r *Recorder) post(s service, text string) {
	r.service = s
	request := httptest.NewRequest(http.MethodPost, r.op.Path, strings.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	r.handler.ServeHTTP(response, request)
	r.findTrace("the response to the request "+text, response.Body.String())
	for name, values := range response.Header() {
		r.findTrace("the header "+name, strings.Join(values, " "))
	}
}

// checkLog checks the log since the last call, and returns the logged request.
func (r *Recorder) checkLog(way string) string {
	log := r.log.String()
	r.log.Reset()
	r.findTrace("the log of "+way, log)
	var record struct{ Request *string }
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &record) != nil {
			r.fault("the log of "+way, "is not JSON")
		}
	}
	if record.Request == nil {
		r.fault("the log of "+way, "has no request")
		return ""
	}
	return *record.Request
}
