package learn

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
)

// This file finds the shape of a place such as "contacts.get_contact/addresses/*/type", by walking
// down the shapes of the responses of its operation.

// lookups finds the shapes of places.
type lookups struct {
	decided  *Decisions
	observed observed
	gaps     *gapSet
}

// isSeen reports whether values were seen at a place that is learned.
func (l lookups) isSeen(place string) bool {
	return l.shapeAt(place) != nil && l.gaps.around(place) != nil
}

// shapeAt returns the shape of a place, nil if nothing was seen.
func (l lookups) shapeAt(place string) *recording.Shape {
	root, rest, _ := strings.Cut(place, "/")
	var s *recording.Shape
	if o := l.observed[root]; o != nil {
		s = o.response
	} else if g := l.gaps.around(place); g != nil {
		s = g.shape
		root = g.id
		rest = strings.TrimPrefix(place[len(g.id):], "/")
	}
	if rest == "" {
		return s
	}
	walked := root
	for token := range strings.SplitSeq(rest, "/") {
		if s == nil {
			return nil
		}
		s = l.below(walked, token, s)
		walked += "/" + token
	}
	return s
}

// below returns the shape of a token below a place.
func (l lookups) below(place, token string, s *recording.Shape) *recording.Shape {
	switch {
	case token == items && s.Array > 0:
		return s.Items
	case token == items && (kindOf(s) == catalog.Map || l.decided.isMap([]string{place})):
		return entryShape(s)
	}
	return s.Members[jsonpointer.Unescape(token)]
}
