package simulator_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/simulator"
)

// What is proposed for the operations of a catalog has no problems, and lets no call fail
// with status 500.
func TestProposalsServe(t *testing.T) {
	seeds := []uint64{154, 197, 221, 950} // whose proposals had problems, or led to status 500
	most := uint64(100)
	if testing.Short() {
		most = 20
	}
	for seed := range most {
		seeds = append(seeds, seed)
	}
	statuses := map[int]int{}
	for _, seed := range seeds {
		_, c, _ := random.Repair(random.Catalog(seed))
		if c == nil {
			continue
		}
		for _, text := range []string{behaviour.Proposals(c), beside(t, c, "{id: /key, parents: {of: owner}}")} {
			b, err := behaviour.Parse(c, "proposed.yaml", []byte(text))
			require.NoError(t, err, "seed %d: %s", seed, text)
			p := &probe{T: t, seed: seed, text: text, statuses: statuses}
			p.callAll(c, b)
		}
	}
	for _, name := range []string{"../../spec/operations.yaml", "../../examples/services/chat/catalog.yaml", "../../examples/services/files/catalog.yaml"} {
		c, err := catalog.Load(name)
		require.NoError(t, err)
		text := behaviour.Proposals(c)
		b, err := behaviour.Parse(c, name, []byte(text))
		require.NoError(t, err)
		(&probe{T: t, text: text, statuses: statuses}).callAll(c, b)
	}
	t.Log(statuses)
	for _, status := range []int{http.StatusOK, http.StatusNotFound, http.StatusUnprocessableEntity} {
		require.Greater(t, statuses[status], len(seeds))
	}
}

// beside is what is proposed for the operations of a catalog one by one, with kinds that are
// all written in one way.
func beside(t *testing.T, c *catalog.Catalog, kind string) string {
	text := "resources: 1\nkinds:\n  owner: {free: true}\n"
	known := map[string]bool{"owner": true}
	for op := range c.Operations() {
		if _, name := (&behaviour.Behaviour{}).Propose(op); name != "" && !known[name] {
			known[name] = true
			text += "  " + name + ": " + kind + "\n"
		}
	}
	b, err := behaviour.Parse(c, "kinds.yaml", []byte(text))
	require.NoError(t, err)
	text += "operations:\n"
	for op := range c.Operations() {
		line, _ := b.Propose(op)
		text += "  " + line + "\n"
	}
	return text
}

// probe calls the operations of a sandbox.
type probe struct {
	*testing.T
	seed     uint64
	text     string      // of the file
	statuses map[int]int // how many responses had each
}

// callAll calls each operation in each size of a sample, those first that create. Ids that
// were made are used in requests that follow.
func (p *probe) callAll(c *catalog.Catalog, b *behaviour.Behaviour) {
	s, err := simulator.New(c, b,
		simulator.WithAuthenticator(func(ctx context.Context, _ api.Credentials) (context.Context, error) {
			return simulator.WithCaller(ctx, "ann"), nil
		}))
	require.NoError(p, err)
	defer s.Close()
	ops := slices.Collect(c.Operations())
	creates := func(op *catalog.Operation) bool {
		steps := b.Operations[op.String()].Steps
		return len(steps) > 0 && steps[0].Verb == behaviour.Create
	}
	ops = slices.Concat(slices.DeleteFunc(slices.Clone(ops), func(op *catalog.Operation) bool { return !creates(op) }), slices.DeleteFunc(ops, creates))
	r := rand.New(rand.NewPCG(p.seed, 3))
	made := []string{"1"}
	for _, op := range ops {
		for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
			request, ok := sample.Request(op, size)
			if !ok {
				continue
			}
			for _, body := range []string{request.JSON(), varied(r, request.JSON(), made)} {
				status, response := post(p, s, op.Path, body)
				p.statuses[status]++
				require.NotEqual(p, http.StatusInternalServerError, status, "seed %d: %s %s: %s\n%s", p.seed, op, body, response, p.text)
				if _, id, ok := strings.Cut(response, `id":"`); ok {
					id, _, _ = strings.Cut(id, `"`)
					made = append(made, id)
				}
			}
		}
	}
}
