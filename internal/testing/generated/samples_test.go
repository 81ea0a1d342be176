package generated

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/internal/testing/samples"
)

// unfitting are the problems of vectors that a client in Go cannot hold.
var unfitting = []catalog.ID{vectors.UnfitRequest, vectors.UnfitResponse, vectors.BadJSON}

// addSamples adds wire vectors made of samples: requests with every field and with none, and
// responses that are whole, in their envelopes, and failures. It returns how many there are,
// and how many a client cannot hold.
func addSamples(t *testing.T, c tested) (fit, unfit int) {
	for op := range c.Operations() {
		for _, v := range append(sampleRequests(t, op), sampleResponses(op)...) {
			set, problems := parsed(c.Catalog, op, v)
			if len(problems) > 0 && slices.Contains(unfitting, problems[0].ID) {
				unfit++ // such as a list of messages whose member is a string of the failure, too
				continue
			}
			require.Empty(t, problems, "%s", c.Package)
			fit++
			c.vectors[op] = append(c.vectors[op], set[op]...)
		}
	}
	return fit, unfit
}

// parsed reads wire vectors of an operation.
func parsed(c *catalog.Catalog, op *catalog.Operation, list ...any) (vectors.Set, catalog.Problems) {
	file := random.Map{{Key: "vectors", Value: random.Plain("1")},
		{Key: "operations", Value: random.Map{{Key: op.Name, Value: random.List(list)}}}}
	return vectors.Parse([]catalog.Source{{Name: op.Area.Name + ".yaml", Text: []byte(file.YAML())}}, c)
}

func sampleRequests(t *testing.T, op *catalog.Operation) (list random.List) {
	add := func(name string, r *sample.Record) {
		body, violations, err := interpreter.New(op).Encode(text(t, clientValue(r)))
		require.NoError(t, err, "%s: %s", op, name)
		require.Empty(t, violations, "%s: %s", op, name)
		if settled := sample.Settled(op, r).JSON(); settled != "{}" {
			require.JSONEq(t, settled, body, "%s: %s", op, name)
		}
		for _, one := range [][2]string{{"client", text(t, clientValue(r))}, {"server", r.JSON()}} {
			list = append(list, random.Map{
				{Key: "name", Value: "sample: " + name + ", " + one[0]}, {Key: "only", Value: one[0]},
				{Key: "request", Value: one[1]}, {Key: "body", Value: body},
			})
		}
	}
	if r, ok := sample.Request(op, sample.Full); ok {
		add("every field", r)
	}
	if len(plan.Request(op).Needed()) == 0 {
		add("no fields", new(sample.Record))
	}
	return list
}

// clientValue is a value as a client is given it: a joined list is a list.
func clientValue(v any) any {
	switch v := v.(type) {
	case *sample.Record:
		if whole, ok := v.Whole(); ok {
			return clientValue(whole)
		}
		o := map[string]any{}
		if v.Union != nil {
			o[v.Union.By] = v.Tag
		}
		for _, m := range v.Members {
			o[m.Field.Name] = clientValue(m.Value)
		}
		if v.Further != "" {
			o[v.Further] = v.Kept
		}
		return o
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = clientValue(item)
		}
		return items
	case map[string]any:
		o := map[string]any{}
		for key, value := range v {
			o[key] = clientValue(value)
		}
		return o
	default:
		return v
	}
}

func text(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// outcomeVector is a vector that is about a response.
func outcomeVector(name, body string, status int, onlyClient bool) random.Map {
	v := random.Map{{Key: "name", Value: name}, {Key: "response", Value: body}}
	if status != http.StatusOK {
		v = append(v, random.Entry{Key: "status", Value: random.Plain(fmt.Sprint(status))})
	}
	if onlyClient {
		v = append(v, random.Entry{Key: "only", Value: "client"})
	}
	return v
}

func sampleResponses(op *catalog.Operation) (list random.List) {
	if _, ok := sample.Request(op, sample.Minimal); !ok {
		return nil
	}
	add := func(name, body string, status int, onlyClient bool) {
		list = append(list, outcomeVector("sample: "+name, body, status, onlyClient))
	}
	for _, o := range samples.Outcomes(op) {
		add(o.Name, o.Body, o.Status, o.Received)
	}
	wrapped := func(name, body string) {
		if op.Envelope == nil {
			add(name, body, http.StatusOK, op.Response.Nothing)
		}
	}
	if !op.Response.Shown {
		wrapped("a response", samples.FreeResponse(op))
		return list
	}
	if r, ok := sample.Response(op, sample.Full); ok {
		wrapped("a response", r.JSON())
	}
	return list
}
