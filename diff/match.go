package diff

import (
	"cmp"
	"slices"
	"strings"
)

// pairing finds, among what is gone and what is new, the things that are one and
// the same under another name. What they have in common is told by features,
// texts of which one thing has none twice.
//
// Things with the same features are a pair, in the order of the catalogs, where
// there are equally many on both sides. Of the others, two are a pair where they
// share two thirds of the features of the larger one, the best pairs first. A
// feature of more than [common] new things tells nothing, which also keeps the
// effort linear.
func pairing[T any](gone, added []T, features func(T, Side) []string) [][2]T {
	g, a := describe(gone, Base, features), describe(added, Head, features)
	var pairs [][2]T
	match := func(x, y *described[T]) {
		x.taken, y.taken = true, true
		pairs = append(pairs, [2]T{x.thing, y.thing})
	}
	same, others := bySignature(g), bySignature(a)
	for _, x := range g {
		xs, ys := same[x.signature], others[x.signature]
		if x.taken || x.signature == "" || len(xs) != len(ys) {
			continue
		}
		for i := range xs {
			match(xs[i], ys[i])
		}
	}
	for _, c := range candidates(g, a) {
		if !c.gone.taken && !c.added.taken {
			match(c.gone, c.added)
		}
	}
	return pairs
}

// common is the number of things above which a shared feature tells nothing.
const common = 8

// described is a thing with its features.
type described[T any] struct {
	thing     T
	features  []string // sorted
	signature string
	taken     bool
}

func describe[T any](things []T, side Side, features func(T, Side) []string) []*described[T] {
	all := make([]*described[T], len(things))
	for i, thing := range things {
		f := features(thing, side)
		slices.Sort(f)
		all[i] = &described[T]{thing: thing, features: f, signature: strings.Join(f, "\x00")}
	}
	return all
}

func bySignature[T any](all []*described[T]) map[string][]*described[T] {
	m := map[string][]*described[T]{}
	for _, d := range all {
		m[d.signature] = append(m[d.signature], d)
	}
	return m
}

// candidate is a pair that shares enough.
type candidate[T any] struct {
	gone, added *described[T]
	share       float64
}

// candidates returns the pairs that share two thirds of their features, those
// that share most first.
func candidates[T any](gone, added []*described[T]) []candidate[T] {
	holders := map[string][]*described[T]{}
	for _, a := range added {
		if !a.taken {
			for _, f := range a.features {
				holders[f] = append(holders[f], a)
			}
		}
	}
	var found []candidate[T]
	for _, g := range gone {
		met := map[*described[T]]bool{}
		for _, f := range g.features {
			if g.taken || len(holders[f]) > common {
				continue
			}
			for _, a := range holders[f] {
				shared, most := overlap(g.features, a.features), max(len(g.features), len(a.features))
				if !met[a] && 3*shared >= 2*most {
					found = append(found, candidate[T]{g, a, float64(shared) / float64(most)})
				}
				met[a] = true
			}
		}
	}
	slices.SortStableFunc(found, func(x, y candidate[T]) int { return cmp.Compare(y.share, x.share) })
	return found
}

// overlap counts what two sorted lists share.
func overlap(a, b []string) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0], b[0]); {
		case c == 0:
			n++
			a, b = a[1:], b[1:]
		case c < 0:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return n
}
