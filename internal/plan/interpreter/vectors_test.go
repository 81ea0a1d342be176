package interpreter

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// The wire vectors hold for this package as they do for generated code.
func TestVectors(t *testing.T) {
	for _, name := range []string{"../../../spec/operations.yaml", "../../../generator/testdata/vectors/catalog.yaml"} {
		c, err := catalog.Load(name)
		require.NoError(t, err)
		set, err := vectors.Load(filepath.Join(filepath.Dir(name), "vectors"), c)
		require.NoError(t, err)
		require.NotEmpty(t, set)
		for op, vs := range set {
			for _, v := range vs {
				if v.Response != nil {
					continue
				}
				t.Run(op.Name+"/"+v.Name, func(t *testing.T) { tryVector(t, op, v) })
			}
		}
	}
}

func tryVector(t *testing.T, op *catalog.Operation, v *vectors.Vector) {
	want := slices.Sorted(slices.Values(v.Violations))
	if v.Client {
		body, violations, err := New(op).Encode(v.Request)
		require.NoError(t, err)
		require.Equal(t, want, lines(violations), "client")
		if want == nil {
			require.Equal(t, v.Body, body, "client")
		}
	}
	if v.Client {
		served := ""
		caller, err := wire.NewFakeCaller([]api.Route{New(op).Route(func(_ context.Context, request string) (json.RawMessage, error) {
			served = request
			return json.RawMessage(answer(op)), nil
		})})
		require.NoError(t, err)
		response, err := New(op).Call(t.Context(), caller, v.Request)
		invalid, _ := errors.AsType[*api.ValidationError](err)
		if want != nil {
			require.Equal(t, want, lines(invalid.Violations), "call")
		} else {
			require.NoError(t, err)
			require.JSONEq(t, answer(op), string(response))
		}
		require.Equal(t, settled(op, v), served, "call")
	}
	if v.Server {
		got := New(op).Decode(v.Request)
		require.Equal(t, want, lines(got.Violations), "server")
		require.Equal(t, settled(op, v), got.Settled, "server, given the request")
	}
	if v.Violations == nil {
		require.Equal(t, settled(op, v), New(op).Decode(v.Body).Settled, "server, given the body")
	}
}

// settled is the request that the service gets: an object, also if that is not what is
// sent of it.
func settled(op *catalog.Operation, v *vectors.Vector) string {
	if v.Violations == nil && v.Body == op.Empty.Body() {
		return "{}"
	}
	return v.Body
}

// answer is a response of an operation.
func answer(op *catalog.Operation) string {
	if r, ok := sample.Answer(op, sample.Minimal); ok && op.Response.Shown {
		return r.JSON()
	}
	return `{"free":1}`
}

// lines are violations as vectors write them, sorted.
func lines(violations []api.Violation) []string {
	var list []string
	for _, v := range violations {
		list = append(list, strings.TrimSpace(v.Field+" "+v.Rule))
	}
	slices.Sort(list)
	return list
}
