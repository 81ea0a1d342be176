package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAnswer lets a service answer anything. What a client takes for an answer is
// JSON, holds what it has to hold, and is the same when it is written and read
// again; an error shows nothing of the body.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"id":"1"}`, `{"id":"1","note":null,"more":[{}]}`, `{"id":"1","id":"2"}`, `{"note":"n"}`, `{"id":1}`, `[]`, ``, ` `, `null`, `{"id":"1"}{}`,
		`{"success":true,"data":{"id":"1"}}`, `{"success":false,"message":"m","messages":["a",1]}`, `{"success":true}`, `{"success":1,"data":{}}`,
		`{"status":422,"errors":[{"field":"/name","rule":"required","message":"m"}]}`, `{"status":"x"}`, "<html><title>down for 127.0.0.1</title>", "\xff", `{"id":"\ud800"}`,
	} {
		for _, status := range []int{200, 204, 422, 500} {
			f.Add([]byte(seed), status, "application/json", status == 200)
			f.Add([]byte(seed), status, problemType, status != 200)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, status int, contentType string, envelope bool) {
		if status < 200 || status > 599 || status >= 300 && status < 400 {
			return
		}
		opts := []ClientOption{WithRetry(RetryPolicy{MaxAttempts: 1})}
		if envelope {
			opts = append(opts, WithEnvelope())
		}
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
			r := response(status, string(body))
			r.Header["Content-Type"] = []string{contentType}
			return r, nil
		}, opts...)
		res, err := callRich(t.Context(), c, validRich())
		if err != nil {
			require.Nil(t, res)
			_ = fmt.Sprintf("%s %v %+v %#v", err, err, err, err)
			return
		}
		require.Less(t, status, 300)
		require.NotEmpty(t, res.Raw)
		require.True(t, json.Valid(res.Raw))
		again := NewDecoder(string(res.AppendJSON(nil)))
		read := decodeRichAnswer(again)
		require.NoError(t, again.Finish())
		require.Equal(t, res.ID, read.ID)
		require.Equal(t, res.Note, read.Note)
	})
}
