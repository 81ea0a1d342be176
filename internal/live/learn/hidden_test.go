package learn

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// Services of random catalogs respond, and learnHidden learns from the catalogs without their
// responses.
func TestLearnsHiddenCatalogs(t *testing.T) {
	catalogs := long.Size(16, 60)
	met := learnsHidden(t, 1000, catalogs, func(_ uint64, made random.Map) random.Map { return withoutResponses(made) })
	require.Greater(t, met.equal, catalogs)
	require.Greater(t, met.lists, 5)
	require.Greater(t, met.maps, 5)
	require.Greater(t, met.records, 10)
	require.Greater(t, met.none, 2)
	require.Greater(t, met.read, 20*catalogs)
	require.Greater(t, met.names, 2*catalogs)
}

// Here, some types of the catalogs are unspecified, and some members are missing.
func TestLearnsHiddenTypes(t *testing.T) {
	catalogs := long.Size(20, 100)
	met := learnsHidden(t, 5000, catalogs, func(seed uint64, made random.Map) random.Map {
		return (&hider{Rand: rand.New(rand.NewPCG(seed, 5)), made: made}).catalog()
	})
	require.Greater(t, met.equal, catalogs/3)
	require.Greater(t, met.refined, catalogs/3)
	if long.Full() { // few objects that are open lack a member
		require.Greater(t, met.added, catalogs/20)
	}
	require.Greater(t, met.promised, catalogs/3)
	require.Greater(t, met.read, 20*catalogs)
}

func learnsHidden(t *testing.T, first uint64, catalogs int, hide func(seed uint64, made random.Map) random.Map) (met tally) {
	for seed := range uint64(catalogs) {
		made, hidden, _ := random.Repair(random.Catalog(first + seed))
		if hidden == nil {
			continue
		}
		visible, problems := catalog.Parse("catalog.yaml", []byte(hide(seed, made).YAML()))
		if problems != nil { // the rest may depend on the hidden parts
			met.broken++
			continue
		}
		learnHidden(t, seed, hidden, visible, &met)
	}
	t.Logf("%+v", met)
	return met
}

// tally counts what the test has met.
type tally struct{ broken, equal, refined, added, promised, read, lists, maps, records, none, names int }

// learnHidden learns the hidden parts of a catalog from responses. At any time, the overlay fits
// the visible catalog, a client reads every response without new drifts, requests and responses
// that are not lenient do not change, and recordings count once, in any order. Learned types are
// never wider than the service's, and later ones never narrower. Once every alternative
// was seen, they are equal.
func learnHidden(t *testing.T, seed uint64, hidden, visible *catalog.Catalog, met *tally) {
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
			if !op.Response.Shown {
				continue
			}
			body := m.body(op)
			bodies[op.String()] = append(bodies[op.String()], body)
			call := recording.Call{Operation: op.String(), Bodies: redaction.Bodies(ops[op.String()]), Request: []byte(strconv.Itoa(round)), Response: []byte(op.Envelope.Wrap(body, "")), Status: 200}
			recorders[round%2].Add(call)
			call.Response, call.Status = []byte(`{"success":false,"failed":[1,{"really":true}]}`), 500
			recorders[round%2].Add(call)
		}
		if round != 0 && round != 3 && round != rounds-1 {
			continue
		}
		last := round == rounds-1
		s := added(t, &texts[0], &texts[1])
		result := Learn(visible, s, nil)
		again := Learn(visible, added(t, &texts[1], &texts[0], &texts[1]), nil)
		require.Equal(t, result, again, "recordings count once, in any order")
		merged, problems := visible.With(catalog.Source{Name: "learned.yaml", Text: result.Overlay})
		require.Empty(t, problems, "seed %d\n%s", seed, result.Overlay)
		learned := map[string]*catalog.Operation{}
		for op := range merged.Operations() {
			learned[op.String()] = op
			was := ops[op.String()]
			require.Equal(t, fieldsWithin(was.Request), fieldsWithin(op.Request), "seed %d: %s\n%s", seed, op, result.Overlay)
			if was.Response.Shown && !was.Response.Lenient {
				require.Equal(t, fieldsWithin(was.Response.Shape), fieldsWithin(op.Response.Shape), "seed %d: %s is promised\n%s", seed, op, result.Overlay)
			}
			for _, body := range bodies[op.String()] {
				var want []api.Drift
				var err error
				if was.Response.Shown == op.Response.Shown {
					want, err = interpreter.New(was).Drifts(body) // a required field may be any, and null
					require.NoError(t, err)
				}
				drifts, err := interpreter.New(op).Drifts(body)
				require.NoError(t, err)
				require.Equal(t, want, drifts, "seed %d: %s: %s\n%s", seed, op, body, result.Overlay)
				met.read++
			}
		}
		// check compares what was learned of a place with the type of the service.
		check := func(id string, p, want *place, whole bool) {
			about := fmt.Sprintf("seed %d: %s after round %d\n%s", seed, id, round, result.Overlay)
			require.Empty(t, findWider(p, want, "", false), about)
			if old := before[id]; old != nil {
				require.Empty(t, findWider(old, p, "", false), "what is known moved down: "+about)
			}
			before[id] = p
			for at, name := range namesIn(p) {
				if names[at] == "" {
					names[at] = name
				}
				require.Equal(t, names[at], name, "the name of %s changes: %s", at, about)
				met.names++
			}
			if last && whole {
				require.Empty(t, findWider(want, p, "", true), "not all is learned: "+about)
				met.equal++
				count(p, met)
			}
		}
		w := newWork(visible, s, new(Decisions))
		w.refine()
		met.promised += len(*w.findings)
		met.refined += result.Refined
		for _, g := range w.gaps.order {
			if g.parent != nil && g.why == "" {
				met.added++
			}
			if g.shape == nil || g.unshown() || ambiguous(hidden, g) {
				continue
			}
			of := hiddenField(hidden, g)
			want := idealOf(of, of.Type, 1)
			want.shape.Null = countOf(of.Type.Nullable)
			inPrivate := g.record != nil && g.record.Private()
			check(g.id, resolve(g, w.builder).outer, want, !recursive(of) && !g.field.Private() && !inPrivate)
		}
		for op := range hidden.Operations() {
			o := w.observed[op.String()]
			if o != nil && o.response != nil && !ops[op.String()].Response.Shown {
				built := w.builder.build(part{places: []string{op.String()}, name: op.GoName, shape: o.response})
				check(op.String(), built, ideal(op), true)
			}
			if last && op.Response.Nothing {
				require.True(t, learned[op.String()].Response.Nothing, "seed %d: %s\n%s", seed, op, result.Overlay)
				met.none++
			}
		}
	}
}

// namesIn are the names of the records in a place, by their places.
func namesIn(p *place) map[string]string {
	all := map[string]string{}
	if p.kind == catalog.Record {
		all[p.places[0]] = p.name
	}
	for _, f := range p.fields {
		maps.Copy(all, namesIn(f.place))
	}
	if p.elem != nil {
		maps.Copy(all, namesIn(p.elem))
	}
	return all
}

func count(p *place, met *tally) {
	switch p.kind {
	case catalog.Array:
		met.lists++
		count(p.elem, met)
	case catalog.Map:
		met.maps++
		count(p.elem, met)
	case catalog.Record:
		met.records++
		for _, f := range p.fields {
			count(f.place, met)
		}
	}
}

// withoutResponses returns a catalog without responses. It also drops failures: if they are a
// union, recorders treat a body without its tag as private.
func withoutResponses(c random.Map) random.Map {
	drop := func(m random.Map) random.Map {
		return slices.DeleteFunc(slices.Clone(m), func(e random.Entry) bool {
			return slices.Contains([]string{"response", "pagination", "failure"}, e.Key)
		})
	}
	h := new(hider)
	return h.edited(drop(c), "areas", func(a random.Map) random.Map { return h.edited(a, "operations", drop) })
}

// ideal returns the most that recordings show of a response: texts for enums, and objects with
// the members of all variants for unions.
func ideal(op *catalog.Operation) *place {
	if whole := op.Response.Whole; whole != nil {
		return idealOf(whole, whole.Type, 0)
	}
	return idealShape(op.Response.Shape, 0)
}

func idealShape(s *catalog.Shape, depth int) *place {
	p := &place{kind: catalog.Record, shape: new(recording.Shape)}
	for _, f := range s.Fields {
		if !isOmitted(f, depth) {
			inner := idealOf(f, f.Type, depth+1)
			inner.shape.Null = countOf(f.Type.Nullable)
			p.fields = append(p.fields, &field{key: f.Name, place: inner})
		}
	}
	return p
}

// isOmitted reports whether a speaker omits a member, because it would never end.
func isOmitted(f *catalog.Field, depth int) bool {
	return f.Circular() && depth >= 2 && !f.Required
}

func idealOf(f *catalog.Field, t *catalog.Type, depth int) *place {
	p := &place{shape: &recording.Shape{Null: countOf(t.Nullable)}}
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		p.kind = catalog.String
	case catalog.Boolean:
		p.kind = catalog.Boolean
	case catalog.Integer:
		p.kind = catalog.Integer
	case catalog.Number:
		p.kind = catalog.Number
	case catalog.Object:
		p.kind, p.elem = catalog.Map, &place{kind: mixed, shape: &recording.Shape{Null: 1}}
	case catalog.Array:
		if p.kind = catalog.Array; f.Join != "" {
			p.kind = catalog.String
			break
		}
		p.elem = &place{shape: new(recording.Shape)}
		if !isEmptied(f, depth) {
			p.elem = idealOf(f, t.Elem, depth+1)
		}
	case catalog.Map:
		p.kind, p.elem = catalog.Map, &place{shape: new(recording.Shape)}
		if !isEmptied(f, depth) {
			p.elem = idealOf(f, t.Elem, depth+1)
		}
	case catalog.Record:
		inner := idealShape(t.Record, depth)
		inner.shape.Null = countOf(t.Nullable)
		return inner
	case catalog.Union:
		all := &place{kind: catalog.Record, shape: &recording.Shape{Null: countOf(t.Nullable)}, fields: []*field{{key: t.Union.By, place: &place{kind: catalog.String, shape: new(recording.Shape)}}}}
		for _, v := range variants(f, t.Union, depth) {
			if v.Record != nil {
				all = joined(all, idealShape(v.Record, depth+1))
			}
		}
		return all
	default:
		p.kind = mixed
	}
	return p
}

// isEmptied reports whether a required list or map is empty, because it would never end.
func isEmptied(f *catalog.Field, depth int) bool { return f.Circular() && depth >= 3 }

func countOf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// The kinds of ideal places without values, and with values of several types.
const nothing, mixed = catalog.Kind(0), catalog.Any

// idealKind returns the kind of an ideal place that is like a learned one.
func idealKind(p *place) catalog.Kind {
	switch {
	case p.kind != catalog.Unspecified:
		return p.kind
	case p.alwaysNull():
		return nothing
	}
	return mixed
}

// joined returns the narrowest place that includes both.
func joined(a, b *place) *place {
	switch {
	case a.kind == nothing:
		return b
	case b.kind == nothing:
		return a
	}
	p := &place{kind: a.kind, shape: &recording.Shape{Null: a.shape.Null + b.shape.Null}}
	switch {
	case a.kind == catalog.Integer && b.kind == catalog.Number, a.kind == catalog.Number && b.kind == catalog.Integer:
		p.kind = catalog.Number
	case a.kind == catalog.Record && b.kind == catalog.Map:
		return joined(&place{kind: catalog.Map, elem: valuesOf(a), shape: a.shape}, b)
	case a.kind == catalog.Map && b.kind == catalog.Record:
		return joined(a, &place{kind: catalog.Map, elem: valuesOf(b), shape: b.shape})
	case a.kind != b.kind:
		p.kind = mixed
	case a.kind == catalog.Array || a.kind == catalog.Map:
		p.elem = joined(a.elem, b.elem)
	case a.kind == catalog.Record:
		p.fields = slices.Clone(a.fields)
		for _, f := range b.fields {
			if n := slices.IndexFunc(p.fields, func(g *field) bool { return g.key == f.key }); n >= 0 {
				p.fields[n] = &field{key: f.key, place: joined(p.fields[n].place, f.place)}
			} else {
				p.fields = append(p.fields, f)
			}
		}
	}
	return p
}

func valuesOf(p *place) *place {
	all := &place{shape: new(recording.Shape)}
	for _, f := range p.fields {
		all = joined(all, f.place)
	}
	return all
}

// named matches the keys that a recording may name.
var named = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

func nameable(key string) bool {
	return named.MatchString(key) && len(regexp.MustCompile(`[0-9]`).FindAllString(key, -1)) <= 3
}

// findWider returns the first place where a is wider than b, "" if there is none. If partly is set,
// b may lack members that no recording names.
func findWider(a, b *place, at string, partly bool) string {
	inA, inB := idealKind(a), idealKind(b)
	wrong := func() string { return fmt.Sprintf("%s: %d over %d", at, inA, inB) }
	switch {
	case inA == nothing, inB == mixed:
	case a.shape.Null > 0 && b.shape.Null == 0:
		return at + ": null"
	case inA == catalog.Integer && inB == catalog.Number:
	case inA == catalog.Map && inB == catalog.Record && idealKind(a.elem) == nothing:
		// A map that is always empty looks like an object without keys.
	case inA == catalog.Record && inB == catalog.Map:
		for _, f := range a.fields {
			if found := findWider(f.place, b.elem, at+"/"+f.key, partly); found != "" {
				return found
			}
		}
	case inA != inB:
		return wrong()
	case inA == catalog.Array || inA == catalog.Map:
		return findWider(a.elem, b.elem, at+"/*", partly)
	case inA == catalog.Record:
		for _, f := range a.fields {
			n := slices.IndexFunc(b.fields, func(g *field) bool { return g.key == f.key })
			switch {
			case n < 0 && partly && !nameable(f.key):
			case n < 0:
				return at + "/" + f.key + " is missing"
			default:
				if found := findWider(f.place, b.fields[n].place, at+"/"+f.key, partly); found != "" {
					return found
				}
			}
		}
	}
	return ""
}
