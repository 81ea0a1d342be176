package generated

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/testing/hiding"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/internal/testing/samples"
)

// canaries are wire vectors with canaries in everything sensitive, of the operations that
// have such. Those that a client in Go cannot hold are counted.
func canaries(t *testing.T, c *catalog.Catalog) (set vectors.Set, unfit int) {
	set = vectors.Set{}
	for op := range c.Operations() {
		response, ok := samples.CanaryResponse(op)
		if !ok || !op.Request.HoldsPrivate() && !op.Response.HoldsPrivate() && !outcomesHoldPrivate(op) {
			continue
		}
		list := random.List{}
		if op.Request.HoldsPrivate() || op.Response.HoldsPrivate() {
			for i, r := range samples.CanaryRequests(op) {
				p := hiding.Places{Of: fmt.Sprint("request ", i), Canaries: samples.Canaries(sample.Settled(op, r))}
				if i == 0 {
					p.At = samples.PrivatePlaces(r, op.Request)
				}
				list = append(list, random.Map{
					{Key: "name", Value: text(t, p)}, {Key: "only", Value: "client"},
					{Key: "request", Value: text(t, clientValue(r))}, {Key: "violations", Value: random.List{"json"}},
				})
			}
			body := response.JSON()
			if !op.Response.Shown {
				body = samples.FreeResponse(op)
			}
			p := hiding.Places{Of: "response", Canaries: samples.Canaries(response), At: samples.PrivatePlaces(response, op.Response.Shape)}
			list = append(list, random.Map{{Key: "name", Value: text(t, p)}, {Key: "response", Value: op.Envelope.Wrap(body, "")}})
		}
		if outcomesHoldPrivate(op) {
			for _, o := range samples.CanaryOutcomes(op) {
				list = append(list, outcomeVector(o.Name, o.Body, o.Status, o.Received))
			}
		}
		if of, problems := parsed(c, op, list...); len(problems) > 0 && slices.Contains(unfitting, problems[0].ID) {
			unfit++
		} else {
			require.Empty(t, problems, "%s", c.Package)
			set[op] = of[op]
		}
	}
	return set, unfit
}

func outcomesHoldPrivate(op *catalog.Operation) bool {
	return slices.ContainsFunc(op.Outcomes(), func(s *catalog.Shape) bool {
		return s.HoldsPrivate() || slices.ContainsFunc(s.Fields, (*catalog.Field).HoldsPrivate)
	})
}

// hides makes a generated test of vectors one of package hiding, which stands beside it.
var hides = strings.NewReplacer(
	`"`+project+`/api/apitest"`, `apitest "`+project+`/internal/testing/hiding"`,
	"func TestVectors(", "func TestHiding(", "type service struct", "type hidingService struct", "*service", "*hidingService",
	"new(service)", "new(hidingService)", "func vectorsOf", "func hidingOf", "\tvectorsOf", "\thidingOf",
)
