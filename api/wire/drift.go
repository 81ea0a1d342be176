package wire

import (
	"reflect"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/drift"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// Lenient responses: those whose shape the catalog only assumes. A value of another type is not an error
// but a drift. There are two lists of drifts: all places, by which the response is encoded as it was
// received, and the first fifty, which are reported to the caller.

// acceptDrift makes a value of another type a drift, and lets the decoder go on after it.
func (d *Decoder) acceptDrift() {
	d.drifting = true
	d.c.Mend = true
}

// onlyDrifted reports whether nothing but drifts is wrong with a response that was read.
func (d *Decoder) onlyDrifted() bool { return d.drifting && !d.c.Broken }

// DecodeLenient is [DecodeRecord] for a response that the catalog does not guarantee. It
// returns an error only for text that is not JSON or exceeds the limits. A value of another
// type becomes zero and is reported as a drift.
func DecodeLenient[T any](text []byte, r *T, decode func(*Decoder, *T)) ([]api.Drift, error) {
	d := responseDecoder(string(text), cursor.Responses)
	d.acceptDrift()
	decode(d, r)
	d.c.End()
	if d.c.Broken {
		return nil, d.Err()
	}
	return d.driftsOf(reflect.TypeOf(r)), nil
}

// DecodeLenientResponse is [DecodeResponse] for a response that the catalog does not
// guarantee. It decodes a second time if there are drifts, because only then r needs a Received, which
// the decoder copies into it.
func DecodeLenientResponse[T any](text []byte, r *T, decode func(*Decoder) *T) error {
	var received api.Received
	again, d := readLenient(string(text), cursor.Responses, &received, decode)
	if d.c.End() && len(d.drifted) > 0 {
		forWire.KeepDrift(&received, d.driftText())
		again, _ = readLenient(string(text), cursor.Responses, &received, decode)
	}
	*r = *again
	if d.c.Broken {
		return d.finish(r)
	}
	return nil
}

// AppendLenient appends a response that the catalog does not guarantee, with the function
// that appends its members. A value of another type is appended as it was received unless
// it has been set since.
func AppendLenient[T any](
	b []byte, r *T, received api.Received, decode func(*Decoder) *T, members func(*T, []byte) []byte,
) []byte {
	kept := forWire.KeptDrift(received)
	if kept == nil {
		return members(r, b)
	}
	was, _ := readLenient(kept.Text, cursor.Unlimited, nil, decode) // as it was before any change
	return kept.Restore(b, members(r, nil), members(was, nil))
}

// readLenient reads a response that the catalog does not guarantee, and returns it with its
// decoder.
func readLenient[T any](
	text string, limits cursor.Limits, received *api.Received, decode func(*Decoder) *T,
) (*T, *Decoder) {
	d := responseDecoder(text, limits)
	d.acceptDrift()
	d.received = received
	return decode(d), d
}

// mismatch records that a value which has just been read differs from the catalog: it breaks a
// rule, and is a drift in a response that the catalog does not guarantee. The value begins at an
// offset; if it is a missing member, its object ends there. The name is its own if it is a member
// of the object at the path. If received is empty, it is the JSON type of the value.
func (d *Decoder) mismatch(p drift.Place, received, rule, message, name string) {
	recorded := len(d.violations)
	d.add(rule, message, name)
	if !d.drifting || d.c.Broken {
		return
	}
	d.drifted = append(d.drifted, p)
	if len(d.violations) == recorded { // one of an outer value, or one too many
		return
	}
	expected := "a value"
	if what, ok := strings.CutPrefix(message, "must be "); ok {
		expected = what
	}
	if received == "" {
		received = cursor.TypeOf(d.c.Text[p.At:])
	}
	d.drifts = append(d.drifts, api.Drift{
		Pointer:  d.violations[recorded].Field,
		Expected: expected,
		Received: received,
	})
}

// mend records that the value at an offset, which has just been read, has an unpaired surrogate.
// Only responses that the catalog does not guarantee are read on.
func (d *Decoder) mend(at int) {
	const received = "an unpaired surrogate"
	d.mismatch(drift.Place{At: at}, received, api.RuleType, "must be text in Unicode", d.c.Name())
}

// hasDrifted reports whether the value that begins at an offset, and was just read, has another
// type than in the catalog.
func (d *Decoder) hasDrifted(at int) bool {
	last := len(d.drifted) - 1
	return last >= 0 && d.drifted[last] == drift.Place{At: at}
}

// isUnused reports whether the result is unused because of too many violations, not counting
// drifts.
func (d *Decoder) isUnused() bool { return d.path.LeftOut() && !d.drifting }

// driftText returns the places where a response differs from the catalog.
func (d *Decoder) driftText() *drift.Text { return &drift.Text{Text: d.c.Text, Places: d.drifted} }

// driftsOf returns the drifts of a response of a type, without keys that may be personal.
func (d *Decoder) driftsOf(t reflect.Type) []api.Drift {
	for i, drift := range d.drifts {
		d.drifts[i].Pointer = genstruct.Pointer(drift.Pointer, redact.Keys{Maps: true}, t)
	}
	return d.drifts
}
