package simulator_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/insurance"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/spec"
)

// No sequence of valid requests leads to an internal error or to a response that the catalog forbids.
// Requests use ids of earlier responses.
func TestAnyOrder(t *testing.T) {
	for _, overlays := range [][]string{nil, {"../../spec/overlays/published.yaml"}, {"../../spec/overlays/sdk.yaml"}} {
		c, err := catalog.Load("../../spec/operations.yaml", overlays...)
		require.NoError(t, err)
		b, err := behavior.Load(c, "../../spec/resources.yaml")
		require.NoError(t, err)
		s, err := simulator.New(c, b,
			simulator.Options{Funcs: insurance.Funcs(c), Seeds: spec.Seeds, Lenient: true})
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(1, 2))
		var ops []*catalog.Operation
		for op := range c.Operations() {
			ops = append(ops, op)
		}
		made := []string{"insured-1", "claim-a", "policy-1"}
		served := 0
		for range 500 {
			op := ops[r.IntN(len(ops))]
			request, ok := sample.Request(op, sample.Size(r.IntN(3)))
			if !ok {
				continue
			}
			body := varied(r, request.JSON(), made)
			status, response := post(t, s, op.Path, body)
			require.Less(t, status, 500, "%s %s: %s", op, body, response)
			require.NotContains(t, response, "the catalog forbids", "%s %s", op, body)
			if status == 200 {
				served++
			}
			if _, id, ok := strings.Cut(response, `id":"`); ok {
				id, _, _ = strings.Cut(id, `"`)
				made = append(made, id)
			}
		}
		require.Greater(t, served, 100, fmt.Sprint(overlays))
		require.NoError(t, s.Close())
	}
}

// varied returns a request in which most ids are replaced by known ones.
func varied(r *rand.Rand, body string, ids []string) string {
	var walk func(name string, v any) any
	walk = func(name string, v any) any {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				v[name] = walk(name, member)
			}
		case []any:
			for i := range v {
				v[i] = walk(name, v[i])
			}
		case string:
			if (strings.HasSuffix(name, "id") || strings.HasSuffix(name, "ids")) && r.IntN(10) < 7 {
				return ids[r.IntN(len(ids))]
			}
		}
		return v
	}
	var v any
	if json.Unmarshal([]byte(body), &v) != nil {
		return body
	}
	text, _ := json.Marshal(walk("", v))
	return string(text)
}
