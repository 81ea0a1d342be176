package insurance

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	gen "example.com/opgen/gen"
	"example.com/opgen/sandbox/internal/behavior"
)

// The effect of each stateful operation shows in the response of another one, or its response
// shows the effect of another one: if a call of a flow is left out, later ones get other
// responses.
func TestStatefulOperationsHaveEffects(t *testing.T) {
	c, b := service(t)
	replay := func(calls []sent, without int) (responses []string, failed []bool) {
		s, err := world(t.Context(), c, b, nil)
		require.NoError(t, err)
		defer s.Close()
		for i, call := range calls {
			w := httptest.NewRecorder()
			if i != without {
				w = post(s, call.path, call.body)
			}
			responses, failed = append(responses, w.Body.String()), append(failed, w.Code != http.StatusOK)
		}
		return responses, failed
	}
	effective := map[string]bool{} // by the paths of operations
	for _, name := range slices.Sorted(maps.Keys(flows)) {
		s, err := world(t.Context(), c, b, nil)
		require.NoError(t, err)
		recorded := &recorder{Handler: s}
		client, err := gen.NewClient("http://localhost", once, caller,
			api.WithHTTPClient(&http.Client{Transport: handlerTransport{recorded}}))
		require.NoError(t, err)
		flows[name](&flow{require.New(t), client, t.Context()})
		require.NoError(t, s.Close())
		whole, failed := replay(recorded.calls, -1)
		for i, call := range recorded.calls {
			if failed[i] {
				continue
			}
			responses, _ := replay(recorded.calls, i)
			for j, response := range responses {
				if other := recorded.calls[j].path; j > i && other != call.path && response != whole[j] {
					effective[call.path], effective[other] = true, true
				}
			}
		}
	}
	for name, op := range b.Operations {
		if op.Class == behavior.Stateful && (op.Assumed != "" || !effective[op.Operation.Path]) {
			t.Errorf("%s is stateful, and rests on an assumption, or no call of another operation shows that", name)
		}
	}
}

// recorder records calls.
type recorder struct {
	http.Handler
	calls []sent
}

type sent struct{ path, body string }

func (l *recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	l.calls = append(l.calls, sent{r.URL.Path, string(body)})
	l.Handler.ServeHTTP(w, r)
}
