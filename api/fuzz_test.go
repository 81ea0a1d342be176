package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// FuzzHandler sends any bytes. The response is a success, or one problem that blames the
// request and shows no value. An accepted request does not change when it is encoded and
// decoded again.
func FuzzHandler(f *testing.F) {
	for _, seed := range []string{
		everykind.Body, validRichBody, ``, ` `, `{}`, `[]`, `null`, `{"name":`, "\xff", `{"name":"n","inner":{"id":"1"},"inner":{}}`,
		`{"name":"n","inner":{"id":"1","":[[[]]],"\u0000":{"a":{"b":1e99}}},"joined":"","tags":[],"ints":[-0.0],"object":{}}`,
		`{"name":"\ud83d\ude00","inner":{"id":"é"},"any":"\u2028","anys":[null,[null],{"a":null}],"price":1e2}`,
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, body []byte, unknown bool) {
		var got *everykind.Request
		opts := []api.HandlerOption{api.WithServerAnonymous(), api.WithServerLimits(api.Limits{Body: 4096})}
		if unknown {
			opts = append(opts, api.WithServerUnknownFields())
		}
		h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
			got = r
			return echo(ctx, r)
		}, nil, opts...)

		w := post(h, everykind.Op.Path, string(body))
		if got == nil {
			require.Contains(t, []int{400, 413, 422}, w.Code)
			p := problemOf(t, w, w.Code)
			require.LessOrEqual(t, len(p.Errors), 50)
			require.Equal(t, w.Code != 413, len(p.Errors) > 0)
			requireNoValue(t, h, string(body))
			return
		}
		require.Equal(t, 200, w.Code)
		require.Equal(t, string((&everykind.Response{ID: got.Name, Note: got.Note}).AppendJSON(nil)), w.Body.String())

		require.NoError(t, got.Validate(), "a client may send what a server accepts")
		again, err := everykind.Read(string(got.AppendJSON(nil)))
		require.NoError(t, err)
		require.Equal(t, got, again)
		requireNoValue(t, h, string(body))
	})
}

// requireNoValue sends a body with canaries. The violations in the response must not show
// them.
func requireNoValue(t *testing.T, h http.Handler, body string) {
	marked, ok := withCanaries(body)
	if !ok {
		return
	}
	if w := post(h, everykind.Op.Path, marked); w.Code != 200 {
		require.NotContains(t, w.Body.String(), "CANARY")
	}
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

// FuzzResponse sends any response. A response that a client accepts is JSON, has the values
// that an independent implementation reads, and does not change when it is encoded and
// decoded again. An error shows no value of the body.
func FuzzResponse(f *testing.F) {
	for _, seed := range []string{
		`{"id":"1"}`, `{"id":"1","note":null,"more":[{}]}`, `{"id":"1","id":"2"}`, `{"note":"n"}`, `{"id":1}`, `[]`, ``, ` `, `null`, `{"id":"1"}{}`,
		`{"success":true,"data":{"id":"1"}}`, `{"success":false,"message":"m","messages":["a",1]}`, `{"success":true}`, `{"success":1,"data":{}}`,
		`{"status":422,"errors":[{"field":"/name","rule":"required","message":"m"}]}`, `{"status":"x"}`, "<html><title>down for 127.0.0.1</title>", "\xff", `{"id":"\ud800"}`,
	} {
		for _, status := range []int{200, 204, 422, 500} {
			f.Add([]byte(seed), status, "application/json", status == 200)
			f.Add([]byte(seed), status, api.ProblemType, status != 200)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, status int, contentType string, envelope bool) {
		if status < 200 || status > 599 || status >= 300 && status < 400 {
			return
		}
		opts := []api.ClientOption{api.WithRetry(api.RetryPolicy{MaxAttempts: 1})}
		if envelope {
			opts = append(opts, api.WithEnvelope())
		}
		sent := string(body)
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
			r := response(status, sent)
			r.Header["Content-Type"] = []string{contentType}
			return r, nil
		}, opts...)
		res, err := callRich(t.Context(), c, validRich())
		if err != nil {
			require.Nil(t, res)
			if marked, ok := withCanaries(string(body)); ok {
				sent = marked
				_, err = callRich(t.Context(), c, validRich()) // nil if only the type was wrong
				require.NotContains(t, fmt.Sprintf("%s %v %+v %#v %q", err, err, err, err, err), "CANARY")
			}
			return
		}
		require.Less(t, status, 300)
		require.NotEmpty(t, res.Received.Raw())
		require.True(t, json.Valid(res.Received.Raw()))
		again := wire.NewDecoder(string(res.AppendJSON(nil)))
		read := everykind.DecodeResponse(again)
		require.NoError(t, again.Finish())
		require.Equal(t, res.ID, read.ID)
		require.Equal(t, res.Note, read.Note)

		shown, err := everykind.ReadObject(string(res.Received.Raw()), jsontext.AllowDuplicateNames(true))
		require.NoError(t, err)
		require.Equal(t, shown["id"], any(res.ID))
		if note, given := shown["note"].(string); given || res.Note != nil {
			require.Equal(t, &note, res.Note)
		}
	})
}
