package learn

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
)

// mergeNamed finds the places of each name and merges their shapes. A place in a group exists at
// every place of the group, so it adds all of these to its own group.
func (l *learner) mergeNamed() {
	for _, d := range l.decided.order {
		if d.name != "" && l.isSeen(d.place) {
			g := cmp.Or(l.groups[d.name], &place{name: d.name})
			g.at = append(g.at, d.place)
			l.groups[d.name] = g
		}
	}
	for grown := true; grown; {
		grown = false
		for _, gap := range l.gapOrder {
			grown = gap.why == "" && l.addReachable(gap.at, gap.shape, nil) || grown
		}
		for _, name := range slices.Sorted(maps.Keys(l.groups)) {
			g := l.groups[name]
			g.shape = new(recording.Shape)
			for _, p := range g.at {
				if !inRecord(p) { // a record is seen at its places in responses
					g.shape.Merge(l.lookup(p))
				}
			}
			grown = l.addReachable(g.at, g.shape, g) || grown
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.groups)) {
		g := l.groups[name]
		slices.SortFunc(g.at, func(a, b string) int { // places of records are last
			return strings.Compare(strconv.FormatBool(inRecord(a))+a, strconv.FormatBool(inRecord(b))+b)
		})
		if g.kind = kindOf(g.shape); g.kind == catalog.Record {
			l.buildFields(g, g.name)
		}
	}
	maps.DeleteFunc(l.groups, func(_ string, g *place) bool { return g.kind != catalog.Record })
}

// addReachable adds the places below a place to their groups, and reports whether any is new.
func (l *learner) addReachable(at []string, s *recording.Shape, of *place) (grown bool) {
	if s == nil {
		return false
	}
	if g := l.groups[l.decided.nameOf(at)]; g != nil && (g != of || !slices.Equal(at, of.at)) {
		for _, p := range at {
			if !slices.Contains(g.at, p) && l.isSeen(p) {
				g.at = append(g.at, p)
				grown = true
			}
		}
		return grown
	}
	switch kindOf(s) {
	case catalog.Array:
		grown = l.addReachable(child(at, "*"), s.Items, nil)
	case catalog.Map:
		grown = l.addReachable(child(at, "*"), values(s), nil)
	case catalog.Record:
		if l.decided.isMap(at) {
			return l.addReachable(child(at, "*"), values(s), nil)
		}
		for _, key := range fieldNames(s) {
			grown = l.addReachable(child(at, jsonpointer.Escape(key)), s.Members[key], nil) || grown
		}
	}
	return grown
}

// isSeen reports whether values were seen at a place that is learned.
func (l *learner) isSeen(at string) bool {
	return l.lookup(at) != nil && l.gapAt(at) != nil
}

// lookup returns the shape of a place, nil if nothing was seen.
func (l *learner) lookup(at string) *recording.Shape {
	op, rest, _ := strings.Cut(at, "/")
	var s *recording.Shape
	if a := l.seen[op]; a != nil {
		s = a.response
	} else if g := l.gapAt(at); g != nil {
		op, s, rest = g.id, g.shape, strings.TrimPrefix(at[len(g.id):], "/")
	}
	if s == nil || rest == "" {
		return s
	}
	walked := op
	for token := range strings.SplitSeq(rest, "/") {
		switch {
		case s == nil:
			return nil
		case token == "*" && s.Array > 0:
			s = s.Items
		case token == "*" && (kindOf(s) == catalog.Map || l.decided.isMap([]string{walked})):
			s = values(s)
		default:
			s = s.Members[jsonpointer.Unescape(token)]
		}
		walked += "/" + token
	}
	return s
}
