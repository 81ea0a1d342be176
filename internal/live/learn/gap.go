package learn

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// This file has the gaps of a catalog: the places where an overlay may say more than it does.

// gap is a field whose type the catalog does not fully show: unspecified or object, also in
// arrays and maps. The field of a record is one gap, wherever the record is. A member that
// the catalog does not name is also a gap, as is a response that it does not show.
type gap struct {
	owner
	field  *catalog.Field   // also of a response that is not shown
	places []string         // its id, then its places in responses
	total  int              // the number of responses or objects that may have it
	shape  *recording.Shape // nil if it was not seen
	why    string           // why it must not change, "" if it may

	parent *catalog.Shape // the shape with the member, if the catalog does not name it
	goName string         // of such a member, "" if it follows from the key
}

// owner is what a gap belongs to.
type owner struct {
	id     string             // "claims.get_claim/claim", "Claim/status"; the operation alone for a whole response
	op     *catalog.Operation // nil for the field of a record
	record *catalog.Shape     // nil for the field of a response
	name   string             // of the records in it: "GetClaim_Claim", "Claim_Status"
}

// unshown reports whether the gap is a response that the catalog does not show.
func (g *gap) unshown() bool { return g.op != nil && !g.op.Response.Shown }

// objects returns the noun for the objects that have the field.
func (g *gap) objects() string {
	if g.op != nil {
		return "responses"
	}
	return "objects"
}

// gapSet are the gaps of a catalog.
type gapSet struct {
	byID  map[string]*gap
	order []*gap // as the catalog has them
}

// add adds a field, if its type is not fully known.
func (s *gapSet) add(g *gap) {
	kind := g.field.Type.Item().Kind
	if kind != catalog.Unspecified && kind != catalog.Object {
		return
	}
	g.places = []string{g.id}
	s.byID[g.id] = g
	s.order = append(s.order, g)
}

// addValues adds the values of a field to its gap, if it is one. Total is the number of objects or
// responses that could have had the field.
func (s *gapSet) addValues(id, place string, shape *recording.Shape, total int) {
	g := s.byID[id]
	if g == nil {
		return
	}
	g.total += total
	if shape.Seen == 0 {
		return
	}
	g.shape = recording.Merged(g.shape, shape)
	if place != id {
		g.places = append(g.places, place)
	}
}

// around returns the gap that a place is in, nil if it is in none.
func (s *gapSet) around(place string) *gap {
	for _, g := range s.order {
		isIn := func(p string) bool { return place == p || strings.HasPrefix(place, p+"/") }
		if slices.ContainsFunc(g.places, isIn) {
			return g
		}
	}
	return nil
}

// posOf returns the position of the operation or the field of a place that is in a gap.
func (s *gapSet) posOf(places []string) catalog.Position { return s.around(places[0]).field.Pos }
