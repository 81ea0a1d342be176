package learn

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// grouper finds the places of each name that the decisions give to records.
type grouper struct {
	lookups
	groups map[string]*place // by name
}

// groupNamed returns the places of each name, with their merged shapes. A place in a group
// exists at every place of the group, so it adds all of these to its own group.
func groupNamed(l lookups) map[string]*place {
	g := &grouper{lookups: l, groups: map[string]*place{}}
	for _, d := range l.decided.order {
		if d.name != "" && l.isSeen(d.place) {
			of := cmp.Or(g.groups[d.name], &place{name: d.name})
			of.at = append(of.at, d.place)
			g.groups[d.name] = of
		}
	}
	for g.grow() {
	}
	for _, of := range g.groups {
		slices.SortFunc(of.at, compareRecordsLast)
		of.kind = kindOf(of.shape)
	}
	return g.groups
}

// compareRecordsLast orders places, those in records of the catalog last.
func compareRecordsLast(a, b string) int {
	key := func(at string) string { return strconv.FormatBool(inRecord(at)) + at }
	return strings.Compare(key(a), key(b))
}

// grow merges the shapes of each group, and reports whether a place was added to one.
func (g *grouper) grow() bool {
	grown := false
	for _, gap := range g.gaps.order {
		if gap.why == "" && g.addReachable(gap.at, gap.shape, nil) {
			grown = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.groups)) {
		of := g.groups[name]
		of.shape = new(recording.Shape)
		for _, p := range of.at {
			if !inRecord(p) { // a record is seen at its places in responses
				of.shape.Merge(g.shapeAt(p))
			}
		}
		if g.addReachable(of.at, of.shape, of) {
			grown = true
		}
	}
	return grown
}

// addReachable adds the places below places to their groups, and reports whether any is new.
// The places may be those of a group.
func (g *grouper) addReachable(at []string, s *recording.Shape, own *place) (grown bool) {
	if s == nil {
		return false
	}
	of := g.groups[g.decided.nameOf(at)]
	isOwn := of == own && own != nil && slices.Equal(at, own.at)
	if of != nil && !isOwn {
		return g.addTo(of, at)
	}
	switch kindOf(s) {
	case catalog.Array:
		return g.addReachable(child(at, items), s.Items, nil)
	case catalog.Map:
		return g.addReachable(child(at, items), values(s), nil)
	case catalog.Record:
		if g.decided.isMap(at) {
			return g.addReachable(child(at, items), values(s), nil)
		}
		for _, key := range fieldNames(s) {
			if g.addReachable(child(at, member(key)), s.Members[key], nil) {
				grown = true
			}
		}
	}
	return grown
}

// addTo adds places to a group, and reports whether any is new.
func (g *grouper) addTo(of *place, at []string) (grown bool) {
	for _, p := range at {
		if !slices.Contains(of.at, p) && g.isSeen(p) {
			of.at = append(of.at, p)
			grown = true
		}
	}
	return grown
}
