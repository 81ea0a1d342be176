package verify

import (
	"strings"

	"example.com/opgen/internal/catalog"
)

// requests are the requests of an operation: the base, and what is made from it.
type requests struct {
	*base
	why     string // why the base cannot be sent
	leftOut string // why optional references, except cursors, are not in it
	probes  []probe
	extreme []extreme
}

// newRequests makes the base of an operation, or says why there is none. The members of a harvest
// that the user wrote into the fixtures are fixedMembers, nil for other requests.
func newRequests(v *values, op *catalog.Operation, fixedMembers map[string]any) *requests {
	r := new(requests)
	r.base, r.why = newBase(newMaterial(newLinker(v, op, fixedMembers)))
	if r.why != "" {
		return r
	}
	var leftOut []string
	for _, f := range op.Request.Fields {
		why := r.noValue[f.Name]
		isMissing := why != "" && r.values[f.Name] != nil
		if isMissing && !r.isExcluded(f) && !isCursor(op, f) {
			leftOut = append(leftOut, why)
		}
	}
	r.leftOut = strings.Join(leftOut, "; ")
	if op.Effect != catalog.Read && len(r.body) == 0 && r.leftOut != "" {
		r.why = "a write that names nothing is not sent, since it may apply to everything; " + r.leftOut
	}
	return r
}

// addProbes makes the other requests, if there is a base.
func (r *requests) addProbes() {
	if r.body == nil {
		return
	}
	stated := factsOf(r.base)
	for _, f := range stated.list {
		r.probes = append(r.probes, r.probe(f))
	}
	r.extreme = r.edges(stated.places)
}
