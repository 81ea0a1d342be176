package wire

import (
	"cmp"
	"reflect"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/lenient"
	"example.com/opgen/api/internal/printing"
	"example.com/opgen/internal/json/cursor"
)

// DecodeLenient is [DecodeRecord] for a response that the catalog does not guarantee. It
// returns an error only for text that is not JSON or exceeds the limits. A value of another
// type becomes zero and is reported as a drift.
func DecodeLenient[T any](text []byte, r *T, decode func(*Decoder, *T)) ([]api.Drift, error) {
	d := responseDecoder(string(text), cursor.Responses)
	d.drifting = true
	decode(d, r)
	if d.c.End(); d.c.Broken {
		return nil, d.Err()
	}
	return d.drifts(reflect.TypeOf(r)), nil
}

// DecodeLenientResponse is [DecodeResponse] for a response that the catalog does not
// guarantee.
func DecodeLenientResponse[T any](text []byte, r *T, decode func(*Decoder) *T) error {
	var received api.Received
	again, kept := readLenient(string(text), cursor.Responses, &received, decode)
	if kept.c.End(); kept.c.Broken {
		*r = *again
		return kept.finish(r)
	}
	if len(kept.drifted) > 0 {
		keepDrift(&received, kept.driftText())
		again, _ = readLenient(string(text), cursor.Responses, &received, decode)
	}
	*r = *again
	return nil
}

// AppendLenient appends a response that the catalog does not guarantee, with the function
// that appends its members. A value of another type is appended as it was received unless
// it has been set since.
func AppendLenient[T any](b []byte, r *T, received api.Received, decode func(*Decoder) *T, members func(*T, []byte) []byte) []byte {
	kept := driftOf(received)
	if kept == nil {
		return members(r, b)
	}
	was, _ := readLenient(kept.Text, cursor.Unlimited, nil, decode)
	return kept.Restore(b, members(r, nil), members(was, nil))
}

// readLenient reads a response that the catalog does not guarantee, and returns it with its
// decoder.
func readLenient[T any](text string, limits cursor.Limits, received *api.Received, decode func(*Decoder) *T) (*T, *Decoder) {
	d := responseDecoder(text, limits)
	d.drifting, d.received = true, received
	return decode(d), d
}

// drift is a difference from the catalog: a value that begins at an offset, or a member that is missing in an
// object that ends there.
type drift struct {
	lenient.Place
	received  string // the JSON type
	preceding int    // number of violations before it
}

// addDrift records that the value at an offset, which has been skipped, has another type than
// in the catalog. A violation follows. If came is empty, it is the type of the value.
func (d *Decoder) addDrift(at int, came string) {
	if d.drifting && !d.c.Broken {
		d.drifted = append(d.drifted, drift{lenient.Place{At: at}, cmp.Or(came, cursor.TypeOf(d.c.Text[at])), len(d.violations)})
	}
}

// addMissing records that member n of the object that was just read is missing or null.
func (d *Decoder) addMissing(n int, name string) {
	if !d.drifting || d.c.Broken {
		return
	}
	came := "nothing"
	if m := d.members(n); m.null&(1<<(n&63)) != 0 {
		came = "null"
	}
	d.drifted = append(d.drifted, drift{lenient.Place{At: d.c.I, Missing: name}, came, len(d.violations)})
}

// hasDrifted reports whether the value that begins at an offset, and was just read, has another
// type than in the catalog.
func (d *Decoder) hasDrifted(at int) bool {
	last := len(d.drifted) - 1
	return last >= 0 && d.drifted[last].Place == lenient.Place{At: at}
}

// isUnused reports whether the result is unused because of too many violations, not counting
// drifts.
func (d *Decoder) isUnused() bool { return d.path.LeftOut() && !d.drifting }

// driftText returns the places where a response differs from the catalog.
func (d *Decoder) driftText() *lenient.Text {
	t := &lenient.Text{Text: d.c.Text}
	for _, s := range d.drifted {
		t.Places = append(t.Places, s.Place)
	}
	return t
}

// drifts returns the drifts of a response of a type: those that would be violations if the
// catalog guaranteed the response.
func (d *Decoder) drifts(t reflect.Type) []api.Drift {
	var drifts []api.Drift
	for i, s := range d.drifted {
		next := len(d.violations)
		if i+1 < len(d.drifted) {
			next = d.drifted[i+1].preceding
		}
		if next == s.preceding { // one of an outer value, or one too many
			continue
		}
		v := d.violations[s.preceding]
		expected := "a value"
		if what, ok := strings.CutPrefix(v.Message, "must be "); ok {
			expected = what
		}
		drifts = append(drifts, api.Drift{
			Pointer: printing.ResponsePointer(v.Field, t), Expected: expected, Received: s.received,
		})
	}
	return drifts
}
