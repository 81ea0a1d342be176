package learn

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// This file proposes an envelope, {"success": true, "data": ...}, for a catalog that describes
// none. Without one, failures with status 200 would be learned as if they were responses.

// wrapped are the responses of all operations, if each says in its member success whether the
// call succeeded.
type wrapped struct {
	calls            int
	success, failure *recording.Shape
	statuses         map[int]bool // of failures
}

// proposeEnvelope proposes an envelope if the catalog has none, there are enough responses,
// and all of them have the member success.
func proposeEnvelope(c *catalog.Catalog, calls observed, to *findings) {
	w, ok := wrappedIn(calls)
	if !ok || w.calls < enoughCalls || w.success.Object == 0 {
		return
	}
	to.add(likelyEnvelope, c.Pos, c.Package, "each of %s says in %s whether it succeeded; "+
		"if that is an envelope, write into an overlay: envelope: {%s}",
		wording.Count(w.calls, "response"), wording.Quote("success"), strings.Join(w.keys(), ", "))
}

// wrappedIn returns the responses, and false if one has no member success, or its operation
// already has an envelope or says that it has none.
func wrappedIn(calls observed) (wrapped, bool) {
	w := wrapped{
		success:  new(recording.Shape),
		failure:  new(recording.Shape),
		statuses: map[int]bool{},
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		o := calls[name]
		if o.op == nil {
			continue
		}
		if o.op.Envelope != nil || o.op.Unwrapped {
			return w, false
		}
		for outcome, s := range o.outcomes {
			switch {
			case outcome.Unreadable != "" || outcome.Status >= 500:
				continue
			case outcome.Success == "":
				return w, false
			case outcome.Success == "true":
				w.success.Merge(s.Response)
			default:
				w.failure.Merge(s.Response)
				w.statuses[outcome.Status] = true
			}
			w.calls += s.Count
		}
	}
	return w, true
}

// keys returns the keys of the envelope in a catalog: "success: success", and message, data and
// failure_status if it is clear which they are.
func (w wrapped) keys() []string {
	keys := []string{"success: success"}
	messages := membersOf(w.failure, catalog.String, catalog.Array)
	if len(messages) > 0 {
		var names []string
		for _, name := range messages {
			names = append(names, yamldoc.Scalar(name))
		}
		keys = append(keys, "message: ["+strings.Join(names, ", ")+"]")
	}
	data := membersOf(w.success, catalog.Unspecified, catalog.Integer, catalog.Number,
		catalog.Array, catalog.Record, catalog.Map)
	data = slices.DeleteFunc(data, func(name string) bool { return slices.Contains(messages, name) })
	if len(data) == 1 {
		keys = append(keys, "data: "+yamldoc.Scalar(data[0]))
	}
	if len(w.statuses) == 1 {
		for status := range w.statuses {
			keys = append(keys, "failure_status: "+strconv.Itoa(status))
		}
	}
	return keys
}

// membersOf returns the members of a body, except success, that are of one of the kinds.
func membersOf(body *recording.Shape, kinds ...catalog.Kind) []string {
	return slices.DeleteFunc(fieldNames(body), func(key string) bool {
		return key == "success" || !slices.Contains(kinds, kindOf(body.Members[key]))
	})
}
