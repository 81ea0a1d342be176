package engine

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A new document gets the next number of its kind, in a form that the catalog accepts wherever
// the id is sent or shown. The same calls give the same ids in every world, so that tests can
// name them.
//
// The form is found once, when the engine is made, by trying forms on the fields of the catalog that
// have the id. A contact gets contact-1 if nothing speaks against it, and 00000001 if the pattern of
// a field wants eight digits.

// idForm formats the id with a number.
type idForm func(kind string, n int64) any

// integer formats a JSON number.
func integer(_ string, n int64) any { return json.Number(strconv.FormatInt(n, 10)) }

// uuid formats a text like a UUID (RFC 9562).
func uuid(kind string, n int64) any {
	sum := sha256.Sum256([]byte(kind))
	return fmt.Sprintf("%x-0000-8000-8000-%012x", sum[:4], n)
}

// digitsOnly formats an integer as a text.
func digitsOnly(_ string, n int64) any { return strconv.FormatInt(n, 10) }

// texts are the forms of text ids, the most readable first.
var texts = textForms()

// textForms returns the forms contact-1, contact_1, contact1 and 1, then the same with more
// digits, for fields with a least length or a pattern.
func textForms() (forms []idForm) {
	for _, digits := range []int{1, 8, 12, 16, 20, 24, 26, 32} {
		for _, between := range []string{"-", "_", ""} {
			forms = append(forms, func(kind string, n int64) any {
				if between == "" {
					kind = strings.ReplaceAll(kind, "_", "")
				}
				return fmt.Sprintf("%s%s%0*d", kind, between, digits, n)
			})
		}
		padded := func(_ string, n int64) any { return fmt.Sprintf("%0*d", digits, n) }
		forms = append(forms, padded)
	}
	return append(forms, uuid)
}

// formOf returns the form of the ids of a kind: that of the first field with integers or UUIDs, or
// else the first form of texts that all fields accept. A form must fit small and large numbers. If
// none fits, it returns the most readable one, and calls that send the id are refused.
func formOf(k *behavior.Kind) idForm {
	shownAsText := k.IDField != nil && k.IDField.Type.Kind == catalog.String
	for _, f := range k.IDs {
		switch {
		case takesIntegers(f) && shownAsText:
			return digitsOnly
		case takesIntegers(f):
			return integer
		case f.Format == catalog.FormatUUID:
			return uuid
		}
	}
	for _, form := range texts {
		refuses := func(f *catalog.Field) bool {
			return !accepts(f, form(k.Name, 1)) || !accepts(f, form(k.Name, 1000))
		}
		if !slices.ContainsFunc(k.IDs, refuses) {
			return form
		}
	}
	return texts[0]
}

// takesIntegers reports whether a field has an integer, or a list of them.
func takesIntegers(f *catalog.Field) bool {
	t := f.Type
	if t.Kind == catalog.Array {
		t = t.Elem
	}
	return t.Kind == catalog.Integer
}

// accepts reports whether a field accepts an id. Lists accept any.
func accepts(f *catalog.Field, id any) bool {
	if f.Type.Kind != catalog.String || f.Join != "" {
		return true
	}
	text, _ := json.Marshal(id) // a text
	unreadable, broken := interpreter.ValueViolations(f, string(text))
	return unreadable == nil && broken == nil
}

// newID returns an unused id of a kind with the next number of the world.
func (r *run) newID(k *behavior.Kind) (any, error) {
	for {
		n, err := r.tx.Next("id " + k.Name)
		if err != nil {
			return nil, err
		}
		id := r.ids[k](k.Name, n)
		key, _ := keyOf(id)
		_, err = r.tx.Get(store.Key{Kind: k.Name, ID: key})
		if errors.Is(err, store.ErrNotFound) {
			return id, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
