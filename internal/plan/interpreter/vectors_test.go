package interpreter_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// This package passes the wire vectors, as generated code does.
func TestInterpreterObeysTheWireVectors(t *testing.T) {
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

func tryVector(t require.TestingT, op *catalog.Operation, v *vectors.Vector) {
	want := slices.Sorted(slices.Values(v.Violations))
	if v.Client {
		body, violations, err := interpreter.New(op).Encode(v.Request)
		require.NoError(t, err)
		require.Equal(t, want, lines(violations), "client")
		if want == nil {
			require.Equal(t, v.Body, body, "client")
		}
	}
	if v.Client {
		served := ""
		caller, err := wire.NewFakeCaller([]api.Route{interpreter.New(op).Route(func(_ context.Context, request string) (json.RawMessage, error) {
			served = request
			return json.RawMessage(responseOf(op)), nil
		})})
		require.NoError(t, err)
		response, err := interpreter.New(op).Call(context.Background(), caller, v.Request)
		invalid, _ := errors.AsType[*api.ValidationError](err)
		if want != nil {
			require.Equal(t, want, lines(invalid.Violations), "call")
		} else {
			require.NoError(t, err)
			require.JSONEq(t, responseOf(op), string(response.Raw))
		}
		require.Equal(t, settled(op, v), served, "call")
	}
	if v.Server {
		got := interpreter.New(op).Decode(v.Request)
		require.Equal(t, want, lines(got.Violations), "server")
		require.Equal(t, settled(op, v), got.Settled, "server, given the request")
	}
	if v.Violations == nil {
		require.Equal(t, settled(op, v), interpreter.New(op).Decode(v.Body).Settled, "server, given the body")
	}
}

// settled returns the request that the service gets: an object, even if something else is
// sent.
func settled(op *catalog.Operation, v *vectors.Vector) string {
	if v.Violations == nil && v.Body == op.Empty.Body() {
		return "{}"
	}
	return v.Body
}

// responseOf returns a response of an operation.
func responseOf(op *catalog.Operation) string {
	if r, ok := sample.Response(op, sample.Minimal); ok && op.Response.Shown {
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

// Some vector fails if a rule of the shipped catalog is lost.
func TestVectorsBite(t *testing.T) {
	c, err := catalog.Load("../../../spec/operations.yaml")
	require.NoError(t, err)
	set, err := vectors.Load("../../../spec/vectors", c)
	require.NoError(t, err)
	tried := map[string]bool{}
	for op := range c.Operations() {
		for _, rule := range vectors.Rules(op) {
			name := rule.Owner + ": " + rule.Name
			bites := withoutRule(t, op, rule, func() bool {
				return slices.ContainsFunc(set[op], func(v *vectors.Vector) bool { return v.Response == nil && fails(op, v) })
			})
			tried[name] = tried[name] || bites
		}
	}
	require.Greater(t, len(tried), 20)
	for name, bites := range tried {
		assert.True(t, bites, "no vector notices that this rule is gone: %s", name)
	}
}

// fails reports whether a vector fails.
func fails(op *catalog.Operation, v *vectors.Vector) (failed bool) {
	defer func() { failed = recover() != nil }()
	tryVector(failing{}, op, v)
	return false
}

type failing struct{}

func (failing) Errorf(string, ...any) {}
func (failing) FailNow()              { panic("a vector fails") }

// withoutRule does something while an operation is without a rule.
func withoutRule(t *testing.T, op *catalog.Operation, rule vectors.Rule, do func() bool) bool {
	shape, name := op.Request, strings.TrimPrefix(rule.Name, rule.Field+".")
	switch record, key, _ := strings.Cut(rule.Name, "."); {
	case strings.HasPrefix(name, "pagination."):
		defer func(was catalog.Pagination) { *op.Pagination = was }(*op.Pagination)
		if p := op.Pagination; name == "pagination.first" {
			p.First = nil
		} else {
			p.DefaultSize = nil
		}
		return do()
	case strings.Contains(name, "_of."):
		defer func(was []*catalog.Rule) { op.Rules = was }(op.Rules)
		op.Rules = nil
		return do()
	case rule.Owner != op.String():
		i := slices.IndexFunc(op.Area.Records, func(s *catalog.Shape) bool { return s.Name == record })
		require.GreaterOrEqual(t, i, 0, "a rule of a union; extend this test: %s", rule.Name)
		shape, name = op.Area.Records[i], strings.TrimPrefix(key, rule.Field+".")
	}
	if name == "open" {
		defer func(was bool) { shape.Open = was }(shape.Open)
		shape.Open = false
		return do()
	}
	f := shape.Field(rule.Field)
	require.NotNil(t, f, rule.Name)
	require.Contains(t, deletions, name)
	defer func(was catalog.Field) { *f = was }(*f)
	deletions[name](f)
	return do()
}

// deletions remove a key from a field, as if the catalog did not have it.
var deletions = map[string]func(*catalog.Field){
	"required":   func(f *catalog.Field) { f.Required = false },
	"non_blank":  func(f *catalog.Field) { f.NonBlank = false },
	"min_items":  func(f *catalog.Field) { f.MinItems = nil },
	"enum":       func(f *catalog.Field) { f.Type = &catalog.Type{Kind: catalog.String} },
	"default":    func(f *catalog.Field) { f.Default = nil },
	"join":       func(f *catalog.Field) { f.Join = "" },
	"send_if":    func(f *catalog.Field) { f.SendIf = "" },
	"omit_empty": func(f *catalog.Field) { f.OmitEmpty = false },
}
