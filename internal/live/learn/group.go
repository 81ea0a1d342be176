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

// This file puts places together that the decisions give one name. If two places are both
// Address, everything in them is too, and a decision about one of them holds for the other.

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
			group := cmp.Or(g.groups[d.name], &place{name: d.name})
			group.places = append(group.places, d.place)
			g.groups[d.name] = group
		}
	}
	for g.grow() {
	}
	for _, group := range g.groups {
		slices.SortFunc(group.places, compareRecordsLast)
		group.kind = kindOf(group.shape)
	}
	return g.groups
}

// compareRecordsLast orders places, those in records of the catalog last.
func compareRecordsLast(a, b string) int {
	key := func(place string) string { return strconv.FormatBool(inRecord(place)) + place }
	return strings.Compare(key(a), key(b))
}

// grow merges the shapes of each group, and reports whether a place was added to one. It is called
// until nothing grows: a new place changes a shape, which may reach further places.
func (g *grouper) grow() bool {
	grown := false
	for _, gap := range g.gaps.order {
		if gap.why == "" && g.addReachable(gap.places, gap.shape, nil) {
			grown = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.groups)) {
		group := g.groups[name]
		group.shape = new(recording.Shape)
		for _, p := range group.places {
			if !inRecord(p) { // a record is seen at its places in responses
				group.shape.Merge(g.shapeAt(p))
			}
		}
		if g.addReachable(group.places, group.shape, group) {
			grown = true
		}
	}
	return grown
}

// addReachable adds the places below places to their groups, and reports whether any is new.
// The places may be those of a group.
func (g *grouper) addReachable(places []string, s *recording.Shape, origin *place) (grown bool) {
	if s == nil {
		return false
	}
	named := g.groups[g.decided.nameOf(places)]
	isOrigin := named == origin && origin != nil && slices.Equal(places, origin.places)
	if named != nil && !isOrigin {
		return g.addTo(named, places)
	}
	switch kindOf(s) {
	case catalog.Array:
		return g.addReachable(child(places, items), s.Items, nil)
	case catalog.Map:
		return g.addReachable(child(places, items), entryShape(s), nil)
	case catalog.Record:
		if g.decided.isMap(places) {
			return g.addReachable(child(places, items), entryShape(s), nil)
		}
		for _, key := range fieldNames(s) {
			if g.addReachable(child(places, member(key)), s.Members[key], nil) {
				grown = true
			}
		}
	}
	return grown
}

// addTo adds places to a group, and reports whether any is new.
func (g *grouper) addTo(group *place, places []string) (grown bool) {
	for _, p := range places {
		if !slices.Contains(group.places, p) && g.isSeen(p) {
			group.places = append(group.places, p)
			grown = true
		}
	}
	return grown
}
