package insurance

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// The sandbox refuses what the wire vectors say, and nothing else for its form.
func TestWireVectors(t *testing.T) {
	c := service(t)
	set, err := vectors.Load("../../spec/vectors", c)
	require.NoError(t, err)
	b, err := behaviour.Parse(c, "resources.yaml", spec.Resources)
	require.NoError(t, err)
	s, err := world(t.Context(), c, b)
	require.NoError(t, err)
	defer s.Close()
	post := func(path, body string) (status int, violations []string) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
		var p api.Problem
		if w.Code >= 400 {
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
		}
		for _, v := range p.Errors {
			if !strings.HasPrefix(v.Message, "is required to find ") { // as the catalog does not say
				violations = append(violations, strings.TrimSpace(v.Field+" "+v.Rule))
			}
		}
		slices.Sort(violations)
		return w.Code, violations
	}
	tried := 0
	for op, vs := range set {
		for _, v := range vs {
			if v.Response != nil {
				continue
			}
			want := slices.Sorted(slices.Values(v.Violations))
			if v.Server {
				status, violations := post(op.Path, v.Request)
				require.Equal(t, want, violations, "%s: %s", op, v.Name)
				require.True(t, want == nil || status == 400 || status == 422, "%s: %s: %d", op, v.Name, status)
				tried++
			}
			if want == nil {
				status, violations := post(op.Path, v.Body)
				require.Empty(t, violations, "%s: %s", op, v.Name)
				require.Contains(t, []int{200, 404, 422}, status, "%s: %s", op, v.Name)
				tried++
			}
		}
	}
	require.Greater(t, tried, 100)
}
