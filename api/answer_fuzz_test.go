package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// FuzzAnswer lets a service answer anything. What a client takes for an answer is
// JSON, holds what an independent implementation reads in it, and is the same when
// it is written and read again; an error shows no value of the body.
func FuzzAnswer(f *testing.F) {
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
		answer := string(body)
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
			r := response(status, answer)
			r.Header["Content-Type"] = []string{contentType}
			return r, nil
		}, opts...)
		res, err := callRich(t.Context(), c, validRich())
		if err != nil {
			require.Nil(t, res)
			if marked, ok := withCanaries(string(body)); ok {
				answer = marked
				_, err = callRich(t.Context(), c, validRich()) // nil where the type was all that was wrong
				require.NotContains(t, fmt.Sprintf("%s %v %+v %#v %q", err, err, err, err, err), "CANARY")
			}
			return
		}
		require.Less(t, status, 300)
		require.NotEmpty(t, res.Raw)
		require.True(t, json.Valid(res.Raw))
		again := wire.NewDecoder(string(res.AppendJSON(nil)))
		read := rich.DecodeAnswer(again)
		require.NoError(t, again.Finish())
		require.Equal(t, res.ID, read.ID)
		require.Equal(t, res.Note, read.Note)

		shown, err := rich.ReadObject(string(res.Raw), jsontext.AllowDuplicateNames(true))
		require.NoError(t, err)
		require.Equal(t, shown["id"], any(res.ID))
		if note, given := shown["note"].(string); given || res.Note != nil {
			require.Equal(t, &note, res.Note)
		}
	})
}
