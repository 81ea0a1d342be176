package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// A step finds or makes documents, and the last one that was executed gives the result. Everything
// happens in one transaction: an error of any step, or of any item of a repeated one, undoes all of
// them.
//
// An update goes through: parents finds what the step names as parents, match the values that select
// documents, selected the documents, applyTo each of them, change the new members, and save of
// documents.go writes them.

// run is one attempt to execute a call.
type run struct {
	*Engine
	op      *operation
	call    *Call
	tx      store.Tx
	request map[string]any
	result  result // of the last executed step
	inside  int    // the depth of documents whose children are being saved
	failed  error  // the first error of a func of the template
}

// result is what a step found or made.
type result struct {
	docs  []*store.Document
	list  bool      // even with one document or none
	total int       // the number of documents on all pages, if the response has it
	more  bool      // there is a next page
	next  *listPage // the start of the next page, nil if the response does not have it
}

// steps executes all steps.
func (r *run) steps() error {
	v, _ := decode(r.call.Request) // settled
	r.request, _ = v.(map[string]any)
	for i, s := range r.op.Steps {
		if err := r.step(s, i == len(r.op.Steps)-1); err != nil {
			return err
		}
	}
	return nil
}

// step executes a step, once or for each item.
func (r *run) step(s *behavior.Step, last bool) error {
	if s.Each == nil {
		if !r.allHold(s.When, nil) {
			return nil
		}
		r.result = result{list: s.Verb == behavior.List}
		return r.stepItem(s, nil, last)
	}
	items, err := r.items(s.Each)
	if err != nil {
		return err
	}
	r.result = result{list: true}
	for i, item := range items {
		if !r.allHold(s.When, item) {
			continue
		}
		err := r.stepItem(s, item, false)
		if p, ok := errors.AsType[*api.Problem](err); ok {
			p.Detail += fmt.Sprintf(" (item %d of %s)", i+1, words(*s.Each))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// allHold reports whether all conditions of a step hold.
func (r *run) allHold(conditions []behavior.Condition, item any) bool {
	fails := func(c behavior.Condition) bool { return !r.holds(c, item) }
	return !slices.ContainsFunc(conditions, fails)
}

// stepItem executes a step for an item, or without one, and adds its documents to the result. It
// ignores a missing document if the step does.
func (r *run) stepItem(s *behavior.Step, item any, last bool) error {
	err := r.apply(s, item, last)
	_, isMissing := errors.AsType[*missing](err)
	if isMissing && s.Missing == behavior.Ignore {
		return nil
	}
	return err
}

// apply executes a step, and returns an error if its document is missing.
func (r *run) apply(s *behavior.Step, item any, last bool) error {
	parents, err := r.parents(s, item)
	if err != nil {
		return err
	}
	switch s.Verb {
	case behavior.Create, behavior.Link:
		return r.createDocument(s, item, nil, parents)
	case behavior.List:
		return r.list(s, item, parents, last)
	}
	return r.applyToSelected(s, item, parents)
}

// applyToSelected executes a step that selects documents and does something to them.
func (r *run) applyToSelected(s *behavior.Step, item any, parents []reference) error {
	match, isSelected := r.match(s, item)
	if isSelected {
		docs, err := r.selected(s, match, parents)
		if err != nil {
			return err
		}
		if len(docs) > 0 {
			return r.applyTo(docs, s, item, parents)
		}
	}
	takesAll := s.By == nil && s.Parents == nil && !takesFirst(s)
	switch {
	case s.Missing == behavior.Make:
		return r.createDocument(s, item, match, parents)
	case !isSelected:
		return notGiven(s.Kind, s.By...)
	case takesAll:
		return nil // there is no document of the kind, so all of them are none
	}
	return missingDocument(s.Kind, selectedBy(s, match))
}

// takesFirst reports whether a step takes only the first document that it selects.
func takesFirst(s *behavior.Step) bool {
	return s.Verb == behavior.Read || s.Verb == behavior.Copy
}

// selected returns the documents that a step selects.
func (r *run) selected(
	s *behavior.Step, match []criterion, parents []reference,
) ([]*store.Document, error) {
	if s.Verb == behavior.Copy && match != nil {
		parents = nil // they are those of the copy
	}
	q := store.Query{Kind: s.Kind.Name}
	if takesFirst(s) {
		q.Limit = 1
	}
	docs, _, err := r.find(r.conditions(s.Kind, match, parents), q, false)
	return docs, err
}

// applyTo applies the verb of a step to documents, and adds them to the result.
func (r *run) applyTo(
	docs []*store.Document, s *behavior.Step, item any, parents []reference,
) (err error) {
	for _, doc := range docs {
		switch s.Verb {
		case behavior.Update:
			err = r.change(s, item, doc)
		case behavior.Delete, behavior.Unlink:
			err = r.remove(s.Kind, doc)
		case behavior.Copy:
			doc, err = r.copied(s, item, doc, parents)
		}
		if err != nil {
			return err
		}
		r.result.docs = append(r.result.docs, doc)
	}
	return nil
}

// createDocument creates the document of a step, or one that is missing. The latter gets the values
// by which the step has looked for it, so that the next call finds it, except values of its parts:
// {/roles/name: /role_name} says nothing about which role to make.
func (r *run) createDocument(
	s *behavior.Step, item any, match []criterion, parents []reference,
) error {
	object := map[string]any{}
	for _, m := range match {
		isInList := func(list string) bool { return strings.HasPrefix(m.Pointer, list+"/") }
		if !slices.ContainsFunc(s.Kind.Lists(), isInList) {
			put(object, m.Pointer, m.value)
		}
	}
	if err := r.fill(s, item, object); err != nil {
		return err
	}
	doc, err := r.create(s.Kind, object, parents)
	r.result.docs = append(r.result.docs, doc)
	return err
}

// change updates a document, except its id. Lists of children that the step does not set stay.
func (r *run) change(s *behavior.Step, item any, doc *store.Document) error {
	object, lists := splitLists(s.Kind, doc)
	id, _ := valueAt(object, s.Kind.ID)
	if err := r.fill(s, item, object); err != nil {
		return err
	}
	put(object, s.Kind.ID, id)
	return r.save(s.Kind, doc, object, lists)
}

// fill merges and sets members of a new or changed document. What it stores is cloned: the request
// must stay as it is for the next item, and for a response.
func (r *run) fill(s *behavior.Step, item any, object map[string]any) error {
	if s.Merge != nil {
		v, isPresent := r.value(s.Merge, item)
		members, isObject := clone(v).(map[string]any)
		needsObject := isPresent || s.Merge.Pointer == "" // also an item that is null
		if needsObject && !isObject {
			return unfit(s.Merge, "an object")
		}
		maps.Copy(object, members)
	}
	for _, m := range s.Set {
		v, isPresent, err := r.setting(m, s.Kind, item)
		if err != nil {
			return err
		}
		removes := m.Value.Source == behavior.Constant && m.Value.Constant == nil
		switch {
		case removes && s.Kind.Children[m.Pointer] == nil:
			take(object, m.Pointer)
		case removes, isPresent, r.isNull(&m.Value, item):
			put(object, m.Pointer, clone(v))
		}
	}
	return nil
}

// setting returns the value for a member. Each evaluation of $number takes the next number.
func (r *run) setting(
	m behavior.Member, k *behavior.Kind, item any,
) (v any, isPresent bool, err error) {
	if m.Value.Source != behavior.Number {
		v, isPresent = r.value(&m.Value, item)
		return v, isPresent, nil
	}
	v, err = r.nextNumber(k, m.Pointer)
	return v, true, err
}

// nextNumber returns the next number of a kind for a member. If the member is distinct, it is the
// next one that no document has.
func (r *run) nextNumber(k *behavior.Kind, pointer string) (string, error) {
	for {
		n, err := r.tx.Next("number " + k.Name)
		if err != nil {
			return "", err
		}
		number := strconv.FormatInt(n, 10)
		if !slices.Contains(k.Distinct, pointer) {
			return number, nil
		}
		taken, err := r.isTaken(k, "", pointer, []string{textOf(number)})
		if err != nil || !taken {
			return number, err
		}
	}
}

// remove deletes a document, unless it was deleted with its parent.
func (r *run) remove(k *behavior.Kind, doc *store.Document) error {
	err := r.tx.Delete(doc.Key)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return r.updateAbove(k, doc)
}
