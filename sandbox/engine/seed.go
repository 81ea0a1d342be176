package engine

import (
	"errors"
	"fmt"
	"time"

	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/store"
)

// Insert adds a document of a seed, which has the id of each parent in a member with the
// name of the parent.
func (e *Engine) Insert(tx store.Tx, now time.Time, kind string, document map[string]any) error {
	of, _ := clone(document).(map[string]any)
	return (&run{Engine: e, tx: tx, call: &Call{Now: now}}).insert(kind, of)
}

func (r *run) insert(kind string, of map[string]any) error {
	k := r.kinds[kind]
	if k == nil {
		return fmt.Errorf("resources.yaml has no kind %q", kind)
	}
	refs, err := r.referAll(k, of)
	for _, name := range k.ParentNames() {
		delete(of, name)
	}
	if err == nil {
		_, err = r.create(k, of, refs)
	}
	return err
}

// referAll returns references to the parents with some ids.
func (r *run) referAll(k *behaviour.Kind, parents map[string]any) (all []reference, err error) {
	for _, name := range k.ParentNames() {
		id, given := parents[name]
		if !given {
			return nil, refused("%s needs its parent %q, the id of %s", behaviour.Article(k.Name), name, behaviour.Article(k.Parents[name].Name))
		}
		f, err := r.refer(k, name, id)
		if errors.Is(err, errNoDocument) {
			err = noSuch(k.Parents[name].Name, fmt.Sprintf("its parent %q must exist first, and there is no %s with this id", name, k.Parents[name].Name))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}
