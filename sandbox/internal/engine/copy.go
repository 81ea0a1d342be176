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
func (r *run) copied(
	s *behavior.Step, item any, doc *store.Document, parents []reference,
) (*store.Document, error) {
	k := s.Kind
	object, _ := splitLists(k, doc)
	take(object, k.ID)
	if err := r.fill(s, item, object); err != nil {
		return nil, err
	}
	parents = append(parents, otherParents(k, doc, parents)...)
	twin, err := r.create(k, object, parents)
	if err != nil {
		return nil, err
	}
	r.inside++ // the document above is written once, when the copy has all its parts
	err = r.copyParts(k, doc, twin, nil)
	r.inside--
	if err != nil {
		return twin, err
	}
	return twin, r.updateAbove(k, twin)
}

// otherParents returns the parents of a document, except those whose names have others already.
func otherParents(k *behavior.Kind, doc *store.Document, named []reference) (others []reference) {
	for _, v := range doc.Values {
		isNamed := func(f reference) bool { return f.value().Field == v.Field }
		if !isParent(v) || slices.ContainsFunc(named, isNamed) {
			continue
		}
		name := v.Field[1:]
		f := reference{name: name, key: store.Key{Kind: k.Parents[name].Name, ID: v.Text}}
		f.exists = slices.Contains(doc.Parents, f.key)
		others = append(others, f)
	}
	return others
}

// copiedID is the id of a document whose parts are being copied.
type copiedID struct {
	name string // of the parent, as its parts know it
	key  string // of the original
	id   any    // of the copy
}

// replaceIn gives the id of the copy to members that have that of the original. A number may be
// there for another reason, so it counts only in a member that is named after the parent.
func (c copiedID) replaceIn(object map[string]any) {
	isNumber := strings.Trim(c.key, "0123456789") == ""
	for name, v := range object {
		if inner, ok := v.(map[string]any); ok {
			c.replaceIn(inner)
		}
		key, ok := keyOf(v)
		if !ok || key != c.key {
			continue
		}
		if !isNumber || name == c.name || name == c.name+"_id" {
			object[name] = c.id
		}
	}
}

// copyParts copies the parts of a document to another one, and updates its lists. Members of the
// parts that have the id of the document, or of one above that is copied too, get that of its copy.
func (r *run) copyParts(k *behavior.Kind, from, to *store.Document, above []copiedID) error {
	id, _ := valueAt(members(to), k.ID)
	for _, part := range k.Parts {
		parentName := part.ParentNames()[0]
		copies := append(slices.Clone(above), copiedID{parentName, from.ID, id})
		docs, err := r.childrenOf(from, part)
		if err != nil {
			return err
		}
		parent := reference{name: parentName, key: to.Key, exists: true}
		for _, doc := range docs {
			if err := r.copyPart(part, doc, parent, copies); err != nil {
				return err
			}
		}
	}
	return r.update(k, to, members(to), k.Lists())
}

// copyPart copies a part, and its parts, to a document that is a copy. copies are that document and
// those above it.
func (r *run) copyPart(
	part *behavior.Kind, doc *store.Document, parent reference, copies []copiedID,
) error {
	object, _ := splitLists(part, doc)
	take(object, part.ID)
	for _, c := range copies {
		c.replaceIn(object)
	}
	if err := r.renewDistinct(part, object); err != nil {
		return err
	}
	twin, err := r.create(part, object, []reference{parent}) // after the parts before it
	if err != nil {
		return err
	}
	return r.copyParts(part, doc, twin, copies)
}

// renewDistinct takes the members out of a copied part whose values no two documents share. Those
// that steps number get the next number.
func (r *run) renewDistinct(k *behavior.Kind, object map[string]any) error {
	for _, pointer := range k.Distinct {
		_, had := take(object, pointer)
		if !had || !r.isNumbered(k, pointer) {
			continue
		}
		number, err := r.nextNumber(k, pointer)
		if err != nil {
			return err
		}
		put(object, pointer, number)
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
