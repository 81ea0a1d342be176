package engine

import (
	"fmt"
	"time"

	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A seed is added by the same functions as the document of a step, so it gets an id, defaults for
// its lists and its parts in the same way. Only its parents come from members, since no request
// names them.

// Insert adds a document of a seed, which has the id of each parent in a member with the
// name of the parent.
func (e *Engine) Insert(tx store.Tx, now time.Time, kind string, document map[string]any) error {
	object, _ := clone(document).(map[string]any)
	return (&run{Engine: e, tx: tx, call: &Call{Now: now}}).insert(kind, object)
}

// insert adds a document, and takes the ids of its parents out of its members.
func (r *run) insert(kind string, object map[string]any) error {
	k := r.kinds[kind]
	if k == nil {
		return fmt.Errorf("resources.yaml has no kind %q", kind)
	}
	var parents []reference
	for _, name := range k.ParentNames() {
		parent := k.Parents[name].Name
		id, hasParent := object[name]
		delete(object, name)
		if !hasParent {
			return refused("%s needs its parent %q, the id of %s",
				behavior.Article(k.Name), name, behavior.Article(parent))
		}
		const form = "its parent %q must exist first, and there is no %s with this id"
		errMissing := noSuch(parent, fmt.Sprintf(form, name, parent))
		f, err := r.parentReference(k, name, id, errMissing)
		if err != nil {
			return err
		}
		parents = append(parents, f)
	}
	_, err := r.create(k, object, parents)
	return err
}
