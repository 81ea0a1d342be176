package complete_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/complete"
	"example.com/opgen/internal/testing/everykind"
)

// operation returns one of the operations.
func operation(n uint) *catalog.Operation {
	all := complete.Operations()
	return all[n%uint(len(all))]
}

// strange are bodies that no sample is.
var strange = []string{
	``, ` `, `[]`, `null`, `{"name":`, "\xff", `{} {}`, `{"text":"\ud83d\ude00","text":"\ud800"}`,
	`{"any":{"a":{"b":1e99}},"integer":-0.0,"integer":1.5,"list":[],"map":{"":""}}`,
	`{"closed_union":{"x":[{".tag":1}],".tag":`, `{"open_union":{"kind":null}}`, `{"\u0000":"\u2028"}`,
}

// FuzzHandler sends any bytes to an operation. The interpreter does the same as generated code.
// Either the service is called, or the response blames the request and shows no value of it. A
// request of the service does not change when it is sent again.
func FuzzHandler(f *testing.F) {
	for n, op := range complete.Operations() {
		for _, body := range complete.Requests(op) {
			f.Add(uint(n), []byte(body), false)
			f.Add(uint(n), []byte(body[:len(body)/2]), true)
		}
	}
	for n, body := range strange {
		f.Add(uint(n), []byte(body), n%2 == 0)
	}
	f.Fuzz(func(t *testing.T, n uint, body []byte, unknown bool) {
		op := operation(n)
		opts := []api.HandlerOption{api.WithServerLimits(api.Limits{Body: 4096})}
		if unknown {
			opts = append(opts, api.WithServerUnknownFields())
		}
		h := complete.NewHandler(op, opts...)
		got := h.Serve(string(body))
		require.Equal(t, complete.NewInterpreted(op, opts...).Serve(string(body)), got)
		require.LessOrEqual(t, len(got.Violations), 50)
		if got.Status != complete.ServedStatus {
			require.Contains(t, []int{200, 400, 413, 422}, got.Status)
			if marked, ok := withCanaries(string(body)); ok {
				require.NotContains(t, h.Serve(marked).Body, "CANARY")
			}
			return
		}
		again := h.Serve(got.Settled)
		require.Equal(t, got.Settled, again.Settled, "%s", again.Body)
	})
}

// withCanaries returns an object with a mark in every string and in place of every number,
// at any depth. Keys do not change.
func withCanaries(body string) (string, bool) {
	o, err := everykind.ReadObject(body)
	if err != nil {
		return "", false
	}
	before, err := json.Marshal(o)
	if err != nil || strings.Contains(string(before), "CANARY") {
		return "", false
	}
	text, err := json.Marshal(mark(o))
	return string(text), err == nil
}

func mark(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = mark(value)
		}
	case []any:
		for i, value := range v {
			v[i] = mark(value)
		}
	case string:
		return "CANARY" + v
	case json.Number:
		return "CANARY" + string(v)
	}
	return v
}

// FuzzResponse sends any response to the client of an operation. The interpreter does the same
// as generated code. What a client accepts is JSON, and reading it again after it was encoded
// gives the same. An error shows no value of the body.
func FuzzResponse(f *testing.F) {
	for n, op := range complete.Operations() {
		for _, r := range complete.Responses(op) {
			f.Add(uint(n), []byte(r.Body), r.Status, "application/json")
			f.Add(uint(n), []byte(r.Body[:len(r.Body)/2]), r.Status, "application/problem+json")
		}
	}
	problem := `{"status":422,"errors":[{"field":"/name","rule":"required","message":"m"}]}`
	for n, body := range append(strange, problem, "<html><title>down for 127.0.0.1</title>") {
		for _, status := range []int{200, 204, 422, 500} {
			f.Add(uint(n), []byte(body), status, "application/problem+json")
		}
	}
	f.Fuzz(func(t *testing.T, n uint, body []byte, status int, contentType string) {
		if status < 200 || status > 599 || status >= 300 && status < 400 {
			return
		}
		op := operation(n)
		var recorded bytes.Buffer
		client := complete.NewClient(op, api.WithRecorder(&recorded))
		sent := complete.Response{Status: status, ContentType: contentType, Body: string(body)}
		got, err := client.Read(sent)
		require.Equal(t, client.ReadInterpreted(sent) == nil, err == nil, "%v", err)
		if err != nil {
			if marked, ok := withCanaries(sent.Body); ok {
				sent.Body = marked
				_, err = client.Read(sent) // nil if only the type was wrong
				require.NotContains(t, fmt.Sprintf("%s %v %+v %#v %q", err, err, err, err, err), "CANARY")
				require.NotContains(t, recorded.String(), "CANARY")
			}
			return
		}
		require.Less(t, status, 300)
		if op.Envelope != nil || !op.Response.Shown || op.Response.Nothing {
			return
		}
		text, err := json.Marshal(got)
		require.NoError(t, err)
		again, err := client.Read(complete.Response{Status: status, Body: string(text)})
		require.NoError(t, err, "%s", text)
		encoded, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(text), string(encoded))
	})
}
