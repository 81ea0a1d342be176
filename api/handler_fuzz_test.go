package api

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzHandler sends any bytes. The answer is a success or one problem that
// blames the request, and what was accepted is the same request when it is
// written and read again.
func FuzzHandler(f *testing.F) {
	for _, seed := range []string{
		richBody, validRichBody, ``, ` `, `{}`, `[]`, `null`, `{"name":`, "\xff", `{"name":"n","inner":{"id":"1"},"inner":{}}`,
		`{"name":"n","inner":{"id":"1","":[[[]]],"\u0000":{"a":{"b":1e99}}},"joined":"","tags":[],"ints":[-0.0],"object":{}}`,
		`{"name":"\ud83d\ude00","inner":{"id":"é"},"any":"\u2028","anys":[null,[null],{"a":null}],"price":1e2}`,
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, body []byte, unknown bool) {
		var got *richRequest
		opts := []HandlerOption{AllowAnonymous(), WithLimits(Limits{Body: 4096})}
		if unknown {
			opts = append(opts, AllowUnknownFields())
		}
		h := handlerOf(t, func(ctx context.Context, r *richRequest) (*richAnswer, error) {
			got = r
			return echo(ctx, r)
		}, nil, opts...)

		w := post(h, opRich.Path, string(body))
		if got == nil {
			require.Contains(t, []int{400, 413, 422}, w.Code)
			p := problemOf(t, w, w.Code)
			require.LessOrEqual(t, len(p.Errors), maxViolations)
			require.Equal(t, w.Code != 413, len(p.Errors) > 0)
			return
		}
		require.Equal(t, 200, w.Code)
		checkAnswer(t, w, got)

		require.NoError(t, got.Validate(), "a client may send what a server accepts")
		again, err := readRich(string(got.AppendJSON(nil)))
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}

// checkAnswer reads the answer as a client does.
func checkAnswer(t *testing.T, w *httptest.ResponseRecorder, sent *richRequest) {
	t.Helper()
	d := NewDecoder(w.Body.String())
	res := decodeRichAnswer(d)
	require.NoError(t, d.Finish())
	require.Equal(t, sent.Name, res.ID)
	require.Equal(t, sent.Note, res.Note)
}
