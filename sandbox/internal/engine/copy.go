package engine

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A copy contains everything below a document and nothing beside it: parts are copied, links to
// other documents are not. Inside the copied parts, ids of the originals would lead back to them,
// so they are replaced by those of the copies where that is surely meant.

// copied copies a document with its parts. The copy has the same parents, except those that
// the step names.
func (r *run) copied(s *behavior.Step, item any, doc *store.Document, parents []reference) (*store.Document, error) {
	k := s.Kind
	of, _ := splitLists(k, doc)
	take(of, k.ID)
	if err := r.fill(s, item, of); err != nil {
		return nil, err
	}
	for _, v := range doc.Values {
		isNamed := func(f reference) bool { return f.value().Field == v.Field }
		if !isParent(v) || slices.ContainsFunc(parents, isNamed) {
			continue
		}
		name := v.Field[1:]
		f := reference{name: name, key: store.Key{Kind: k.Parents[name].Name, ID: v.Text}}
		f.exists = slices.Contains(doc.Parents, f.key)
		parents = append(parents, f)
	}
	made, err := r.create(k, of, parents)
	if err != nil {
		return nil, err
	}
	r.inside++
	err = r.copyParts(k, doc, made, nil)
	r.inside--
	if err != nil {
		return made, err
	}
	return made, r.updateAbove(k, made)
}

// copiedID is the id of a document whose parts are being copied.
type copiedID struct {
	name string // of the parent, as its parts know it
	key  string // of the original
	id   any    // of the copy
}

// replaceIn gives the id of the copy to members that have that of the original. A number may be
// there for another reason, so it counts only in a member that is named after the parent.
func (c copiedID) replaceIn(of map[string]any) {
	isNumber := strings.Trim(c.key, "0123456789") == ""
	for name, v := range of {
		if inner, ok := v.(map[string]any); ok {
			c.replaceIn(inner)
			continue
		}
		key, ok := keyOf(v)
		if !ok || key != c.key {
			continue
		}
		if !isNumber || name == c.name || name == c.name+"_id" {
			of[name] = c.id
		}
	}
}

// copyParts copies the parts of a document to another one, and updates its lists. Members of the
// parts that have the id of the document, or of one above that is copied too, get that of its copy.
func (r *run) copyParts(k *behavior.Kind, from, to *store.Document, above []copiedID) error {
	id, _ := valueAt(members(to), k.ID)
	for _, part := range k.Parts {
		parent := part.ParentNames()[0]
		copies := append(slices.Clone(above), copiedID{parent, from.ID, id})
		docs, err := r.childrenOf(from, part)
		if err != nil {
			return err
		}
		for _, doc := range docs {
			of, _ := splitLists(part, doc)
			take(of, part.ID)
			for _, c := range copies {
				c.replaceIn(of)
			}
			if err := r.renewDistinct(part, of); err != nil {
				return err
			}
			whole := reference{name: parent, key: to.Key, exists: true}
			copied, err := r.create(part, of, []reference{whole}, placesOf(doc)...)
			if err != nil {
				return err
			}
			if err := r.copyParts(part, doc, copied, copies); err != nil {
				return err
			}
		}
	}
	return r.update(k, to, members(to), k.Lists())
}

// placesOf returns the value of a document that is its place in a list.
func placesOf(doc *store.Document) (places []store.Value) {
	for _, v := range doc.Values {
		if isPlace(v) {
			places = append(places, v)
		}
	}
	return places
}

// renewDistinct takes the members out of a copied part whose values no two documents share. Those
// that steps number get the next number.
func (r *run) renewDistinct(k *behavior.Kind, of map[string]any) error {
	for _, pointer := range k.Distinct {
		_, had := take(of, pointer)
		if !had || !r.isNumbered(k, pointer) {
			continue
		}
		number, err := r.nextNumber(k, pointer)
		if err != nil {
			return err
		}
		put(of, pointer, number)
	}
	return nil
}

// isNumbered reports whether a step numbers the documents of a kind in a member.
func (r *run) isNumbered(k *behavior.Kind, pointer string) bool {
	numbers := func(m behavior.Member) bool {
		return m.Pointer == pointer && m.Value.Source == behavior.Number
	}
	for op := range maps.Values(r.operations) {
		for _, s := range op.Steps {
			if s.Kind == k && slices.ContainsFunc(s.Set, numbers) {
				return true
			}
		}
	}
	return false
}
