package learn

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/known"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// Somebody has the catalog of a service with some types left open and some members left out, and
// learns. Whatever was
// seen, a client reads every answer as before, requests stay as they are, and what was learned
// of a type lies at or below that of the service, and what is learned later above. Once every
// alternative was seen, they are equal.
func TestLearnsHiddenTypes(t *testing.T) {
	catalogs := long.Size(20, 100)
	var met partly
	for seed := range uint64(catalogs) {
		made, hidden, _ := random.Repair(random.Catalog(5000 + seed))
		if hidden == nil {
			continue
		}
		h := &hider{Rand: rand.New(rand.NewPCG(seed, 5)), made: made}
		visible, problems := catalog.Parse("catalog.yaml", []byte(h.catalog().YAML()))
		if problems != nil { // what is left may depend on a type
			met.broken++
			continue
		}
		learnPart(t, seed, hidden, visible, &met)
	}
	t.Logf("%+v", met)
	require.Greater(t, met.equal, catalogs/3)
	require.Greater(t, met.refined, catalogs/3)
	if long.Full() { // few objects that are open lack a member
		require.Greater(t, met.added, catalogs/20)
	}
	require.Greater(t, met.promised, catalogs/3)
	require.Greater(t, met.read, 20*catalogs)
}

// partly counts what the test has met.
type partly struct{ broken, equal, refined, added, promised, read int }

func learnPart(t *testing.T, seed uint64, hidden, visible *catalog.Catalog, met *partly) {
	m := &speaker{Rand: rand.New(rand.NewPCG(seed, 4))}
	ops := map[string]*catalog.Operation{}
	for op := range visible.Operations() {
		ops[op.String()] = op
	}
	var texts [2]bytes.Buffer
	var recorders [2]*recording.Recorder
	for i := range recorders {
		var err error
		recorders[i], err = recording.New(&texts[i])
		require.NoError(t, err)
	}
	bodies := map[string][]string{}
	before, names := map[string]*place{}, map[string]string{}
	const rounds = 40
	for round := range rounds {
		m.all = round > 3
		for op := range hidden.Operations() {
			if op.Response.Shown {
				body := m.body(op)
				bodies[op.String()] = append(bodies[op.String()], body)
				recorders[round%2].Add(recording.Call{Operation: op.String(), Bodies: known.Bodies(ops[op.String()]), Response: []byte(op.Envelope.Wrap(body, "")), Status: 200})
			}
		}
		if round != 0 && round != 3 && round != rounds-1 {
			continue
		}
		s := added(t, &texts[0], &texts[1])
		result, err := Learn(visible, s, nil)
		require.NoError(t, err, "seed %d", seed)
		again, err := Learn(visible, added(t, &texts[1], &texts[0], &texts[1]), nil)
		require.NoError(t, err)
		require.Equal(t, result, again, "recordings count once, in any order")
		merged, problems := visible.With(catalog.Source{Name: "learned.yaml", Text: result.Overlay})
		require.Empty(t, problems, "seed %d\n%s", seed, result.Overlay)
		for op := range merged.Operations() {
			was := ops[op.String()]
			require.Equal(t, requested(was), requested(op), "seed %d: %s\n%s", seed, op, result.Overlay)
			if !was.Response.Lenient {
				require.Equal(t, answered(was), answered(op), "seed %d: %s is promised\n%s", seed, op, result.Overlay)
			}
			for _, body := range bodies[op.String()] {
				want, err := interpreter.New(was).Drifts(body) // a required field may be any, and null
				require.NoError(t, err)
				drifts, err := interpreter.New(op).Drifts(body)
				require.NoError(t, err)
				require.Equal(t, want, drifts, "seed %d: %s: %s\n%s", seed, op, body, result.Overlay)
				met.read++
			}
		}
		l := newLearner(visible, nil)
		l.collect(s)
		l.findGaps()
		l.refine()
		met.promised += len(l.findings)
		for _, g := range l.gapOrder {
			of := hiddenField(hidden, g)
			if g.outer == nil || ambiguous(hidden, g) {
				continue
			}
			about := func() string { return string(result.Overlay) + "\n" + g.id + " " + of.Type.String() }
			want := idealOf(of, of.Type, 1)
			want.shape.Null = one(of.Type.Nullable)
			require.Empty(t, above(g.outer, want, "", false), "seed %d: %s", seed, about())
			if old := before[g.id]; old != nil {
				require.Empty(t, above(old, g.outer, "", false), "what is known moved down: %s", about())
			}
			before[g.id] = g.outer
			for at, name := range namesIn(g.outer) {
				if names[at] == "" {
					names[at] = name
				}
				require.Equal(t, names[at], name, "seed %d: the name of %s changes", seed, at)
			}
			if round == rounds-1 && !recursive(of) && !g.field.Private() && (g.record == nil || !g.record.Private()) {
				require.Empty(t, above(want, g.outer, "", true), "seed %d: not all is learned: %s", seed, about())
				met.equal++
			}
		}
		met.refined += result.Refined
		for _, g := range l.gapOrder {
			if g.within != nil && g.why == "" {
				met.added++
			}
		}
	}
}

// added is the summary of recordings.
func added(t *testing.T, recordings ...*bytes.Buffer) *Summary {
	s := new(Summary)
	for _, r := range recordings {
		_, err := s.Add(bytes.NewReader(r.Bytes()), func() error { return nil })
		require.NoError(t, err)
	}
	return s
}

// hiddenField is the field of the service.
func hiddenField(hidden *catalog.Catalog, g *gap) *catalog.Field {
	if g.record != nil {
		for _, r := range hidden.Records {
			if r.Name == g.record.Name {
				return r.Field(g.field.Name)
			}
		}
	}
	for op := range hidden.Operations() {
		if g.op != nil && op.String() == g.op.String() {
			if op.Response.Whole != nil {
				return op.Response.Whole
			}
			return op.Response.Field(g.field.Name)
		}
	}
	return nil
}

// ambiguous tells that a record is that of a variant: recordings do not tell which.
func ambiguous(c *catalog.Catalog, g *gap) bool {
	return g.record != nil && slices.ContainsFunc(c.Unions, func(u *catalog.TaggedUnion) bool {
		return slices.ContainsFunc(u.Records(), func(r *catalog.Shape) bool { return r.Name == g.record.Name })
	})
}

// recursive tells that what a speaker says of a field depends on how deep it is.
func recursive(f *catalog.Field) bool {
	for r := range catalog.Reached(&catalog.Shape{Fields: []*catalog.Field{f}}).Records {
		if r.Recursive() {
			return true
		}
	}
	return f.Circular()
}

// requested are the fields of all that requests of an operation hold, and answered those of
// its answers.
func requested(op *catalog.Operation) []string { return fieldsWithin(op.Request) }
func answered(op *catalog.Operation) []string  { return fieldsWithin(op.Response.Shape) }

func fieldsWithin(s *catalog.Shape) (all []string) {
	within := []*catalog.Shape{s}
	for r := range catalog.Reached(s).Records {
		within = append(within, r)
	}
	for _, s := range within {
		for _, f := range s.Fields {
			all = append(all, s.Name+"/"+f.Name+": "+f.Type.String())
		}
	}
	slices.Sort(all)
	return all
}

// hider leaves the types of some fields open, and leaves some out.
type hider struct {
	*rand.Rand
	made random.Map
}

func (h *hider) catalog() random.Map {
	dropped := []string{"failure"} // recorders take a body without the tag of one for private
	if h.IntN(2) == 0 {            // answers alone hold the records
		dropped = append(dropped, "include", "fields", "rules", "pagination", "open", "empty")
	}
	drop := func(e random.Entry) bool { return slices.Contains(dropped, e.Key) }
	c := slices.DeleteFunc(slices.Clone(h.made), drop)
	c = h.edited(c, "records", func(r random.Map) random.Map {
		r = slices.DeleteFunc(h.edited(r, "fields", nil), func(e random.Entry) bool { return e.Key == "open" })
		return append(r, random.Entry{Key: "open", Value: random.Plain(strconv.FormatBool(h.IntN(4) > 0))})
	})
	return h.edited(c, "areas", func(a random.Map) random.Map {
		return h.edited(a, "operations", func(op random.Map) random.Map {
			op = slices.DeleteFunc(slices.Clone(op), drop)
			i := slices.IndexFunc(op, func(e random.Entry) bool { return e.Key == "response" })
			if i < 0 {
				return op
			}
			lenient := random.Map{{Key: "lenient", Value: random.Plain(strconv.FormatBool(h.IntN(4) > 0))}}
			switch r := op[i].Value.(type) {
			case random.Map:
				if r.Get("string") != nil { // a whole response
					op[i].Value = append(lenient, random.Entry{Key: "type", Value: h.open(r)})
					break
				}
				r = slices.DeleteFunc(slices.Clone(r), func(e random.Entry) bool { return e.Key == "lenient" })
				op[i].Value = append(lenient, h.edited(r, "fields", nil)...)
			case random.List:
				op[i].Value = append(lenient, random.Entry{Key: "type", Value: h.open(r)})
			case string:
				if r != "none" {
					op[i].Value = append(lenient, random.Entry{Key: "include", Value: r})
				}
			}
			return op
		})
	})
}

// edited edits the maps of a map at a key: with a function, or as fields.
func (h *hider) edited(m random.Map, key string, edit func(random.Map) random.Map) random.Map {
	m = slices.Clone(m)
	for i, e := range m {
		named, ok := e.Value.(random.Map)
		if e.Key != key || !ok {
			continue
		}
		named = slices.Clone(named)
		if edit == nil {
			named = slices.DeleteFunc(named, func(random.Entry) bool { return h.IntN(8) == 0 })
		}
		for j, one := range named {
			of, isMap := one.Value.(random.Map)
			switch {
			case edit == nil && h.IntN(3) == 0:
				named[j].Value = h.field(one.Value)
			case edit != nil && isMap:
				named[j].Value = edit(of)
			}
		}
		m[i].Value = named
	}
	return m
}

// field leaves the type of a field open. Most of its keys would need a type.
func (h *hider) field(of any) any {
	f, ok := of.(random.Map)
	if !ok || f.Get("type") == nil {
		return h.open(of)
	}
	open := random.Map{{Key: "type", Value: h.open(f.Get("type"))}}
	for _, e := range f {
		if slices.Contains([]string{"required", "nullable", "sensitive", "assumed", "go"}, e.Key) {
			open = append(open, e)
		}
	}
	return open
}

// open is a type above another one.
func (h *hider) open(of any) any {
	if h.IntN(2) == 0 {
		return "unspecified"
	}
	switch of := of.(type) {
	case random.List:
		return random.List{"unspecified"}
	case random.Map:
		return random.Map{{Key: "string", Value: "unspecified"}}
	case string:
		for _, key := range []string{"records", "unions"} {
			if types, ok := h.made.Get(key).(random.Map); ok && types.Get(of) != nil {
				return "object"
			}
		}
	}
	return "unspecified"
}
