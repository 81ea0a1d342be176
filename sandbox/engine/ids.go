package engine

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/jsonpointer"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/store"
)

// idForm is how the ids of a kind look, as far as the catalog says that.
type idForm int

const (
	named   idForm = iota // contact-1
	integer               // 1
	digits                // "1", of a field that is an integer in requests and a text in responses
	uuid                  // a text like a UUID (RFC 9562)
)

// idForms returns how the ids of each kind look: as the fields of the catalog that hold
// them, in responses first, which no other id fits.
func idForms(b *behaviour.Behaviour) map[*behaviour.Kind]idForm {
	forms := map[*behaviour.Kind]idForm{}
	for _, k := range b.Kinds {
		forms[k] = formOf(k.IDField)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Operations)) { // the first one decides
		op := b.Operations[name]
		for _, s := range op.Steps {
			learn := func(k *behaviour.Kind, v behaviour.Value) {
				if k != nil && forms[k] == named {
					forms[k] = formOf(fieldAt(op.Operation, s, v))
				}
			}
			for _, match := range append([]behaviour.Match{s.Where, s.Set}, s.By...) {
				for _, m := range match {
					if m.Pointer == s.Kind.ID {
						learn(s.Kind, m.Value)
					}
				}
			}
			for _, parent := range slices.Sorted(maps.Keys(s.Parents)) {
				learn(s.Kind.Parents[parent], s.Parents[parent])
			}
		}
		if op.Answer == nil && len(op.Steps) > 0 && op.Operation.Response.Whole == nil {
			last := op.Steps[len(op.Steps)-1].Kind
			if f := within(op.Operation.Response.Shape, jsonpointer.Names(last.ID)); f != nil && forms[last] == named {
				forms[last] = formOf(f)
			}
		}
	}
	for _, k := range b.Kinds {
		if forms[k] == integer && k.IDField != nil && k.IDField.Type.Kind == catalog.String {
			forms[k] = digits
		}
	}
	return forms
}

// formOf is the form of ids that a field holds.
func formOf(f *catalog.Field) idForm {
	switch {
	case f == nil:
		return named
	case f.Type.Kind == catalog.Integer || f.Type.Kind == catalog.Array && f.Type.Elem.Kind == catalog.Integer:
		return integer
	case f.Format == "uuid":
		return uuid
	default:
		return named
	}
}

// fieldAt returns the field of the request that a value is from, nil if none is.
func fieldAt(op *catalog.Operation, s *behaviour.Step, v behaviour.Value) *catalog.Field {
	at := jsonpointer.Names(v.Pointer)
	switch {
	case v.Source == behaviour.Item && s.Each.Source == behaviour.Request:
		at = slices.Concat(jsonpointer.Names(s.Each.Pointer), at)
	case v.Source != behaviour.Request:
		return nil
	}
	return within(op.Request, at)
}

// within returns the field that names lead to from a shape, nil if the catalog does not
// show it.
func within(shape *catalog.Shape, names []string) (f *catalog.Field) {
	for _, name := range names {
		if shape == nil {
			return nil
		}
		if f = shape.Field(name); f == nil {
			return nil
		}
		shape = f.Record()
	}
	return f
}

// newID returns an id of a kind that no document has: the next number of the world, in
// the form of the kind.
func (r *run) newID(k *kind) (any, error) {
	for {
		n, err := r.tx.Next("id " + k.Name)
		if err != nil {
			return nil, err
		}
		id := k.id(n)
		key, _ := keyOf(id)
		switch _, err := r.tx.Get(store.Key{Kind: k.Name, ID: key}); {
		case errors.Is(err, store.ErrNotFound):
			return id, nil
		case err != nil:
			return nil, err
		}
	}
}

// id returns the id with a number.
func (k *kind) id(n int64) any {
	switch k.ids {
	case integer:
		return json.Number(strconv.FormatInt(n, 10))
	case digits:
		return strconv.FormatInt(n, 10)
	case uuid:
		sum := sha256.Sum256([]byte(k.Name))
		return fmt.Sprintf("%x-0000-8000-8000-%012x", sum[:4], n)
	default:
		return k.Name + "-" + strconv.FormatInt(n, 10)
	}
}
