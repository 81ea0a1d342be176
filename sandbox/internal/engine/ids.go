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

// idForm formats the id with a number.
type idForm func(kind string, n int64) any

func integer(_ string, n int64) any { return json.Number(strconv.FormatInt(n, 10)) }

// uuid formats a text like a UUID (RFC 9562).
func uuid(kind string, n int64) any {
	sum := sha256.Sum256([]byte(kind))
	return fmt.Sprintf("%x-0000-8000-8000-%012x", sum[:4], n)
}

// texts are the forms of text ids, the most readable first: contact-1, contact_1, contact1, 1,
// and the same with more digits.
var texts = func() (forms []idForm) {
	for _, digits := range []int{1, 8, 12, 16, 20, 24, 26, 32} {
		for _, between := range []string{"-", "_", ""} {
			forms = append(forms, func(kind string, n int64) any {
				if between == "" {
					kind = strings.ReplaceAll(kind, "_", "")
				}
				return fmt.Sprintf("%s%s%0*d", kind, between, digits, n)
			})
		}
		forms = append(forms, func(_ string, n int64) any { return fmt.Sprintf("%0*d", digits, n) })
	}
	return append(forms, uuid)
}()

// formOf returns the form of the ids of a kind: that of the first field with integers or UUIDs, or
// else the first form of texts that all fields accept.
func formOf(k *behavior.Kind) idForm {
	for _, f := range k.IDs {
		switch {
		case f.Type.Kind == catalog.Integer || f.Type.Kind == catalog.Array && f.Type.Elem.Kind == catalog.Integer:
			if k.IDField != nil && k.IDField.Type.Kind == catalog.String { // of responses
				return func(_ string, n int64) any { return strconv.FormatInt(n, 10) }
			}
			return integer
		case f.Format == catalog.FormatUUID:
			return uuid
		}
	}
	i := slices.IndexFunc(texts, func(form idForm) bool {
		return !slices.ContainsFunc(k.IDs, func(f *catalog.Field) bool { return !accepts(f, form(k.Name, 1)) || !accepts(f, form(k.Name, 1000)) })
	})
	return texts[max(i, 0)]
}

// accepts reports whether a field accepts an id. Lists accept any.
func accepts(f *catalog.Field, id any) bool {
	if f.Type.Kind != catalog.String || f.Join != "" {
		return true
	}
	text, err := json.Marshal(id)
	unreadable, broken := interpreter.ValueViolations(f, string(text))
	return err == nil && unreadable == nil && broken == nil
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
		switch _, err := r.tx.Get(store.Key{Kind: k.Name, ID: key}); {
		case errors.Is(err, store.ErrNotFound):
			return id, nil
		case err != nil:
			return nil, err
		}
	}
}
