package simulator

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
)

// Seeds are read and checked completely before a transaction begins: parseSeeds reports what the
// file alone shows, such as an unknown kind. What depends on the world, such as an id that is taken,
// is only found by inserting, so seeds.insert reports such problems with their places, too.
//
// The documents stay nodes of the parsed file until they are inserted, since a node knows its
// place. A transaction can be repeated, and a new world is filled from the same seeds as the one
// before, so inserting changes neither the seeds nor their nodes.

// seedFormat is the format of seeds.yaml: a list of documents for each kind. Messages show no
// values, since people also seed copies of real documents.
var seedFormat = yamldoc.Format{
	Name: "seeds file", Article: "a", Empty: true, Private: true,
	Remedy: "write one with a list of documents for each kind, or pass --seeds",
}

// badSeed is the id of the problem of a seed that the sandbox cannot store.
const badSeed catalog.ID = "bad-seed"

// seeds are documents in an order in which they can be inserted: parents before their children.
// Nil is no documents.
type seeds []seed

// seed is a document of a kind.
type seed struct {
	kind *behavior.Kind
	node *yamldoc.Node // a map
}

// words describes the documents of a new world: "10 documents", or "".
func (s seeds) words() string {
	if len(s) == 0 {
		return ""
	}
	return wording.Count(len(s), "document")
}

// parseSeeds reads the text of seeds, as YAML or JSON. The error is [catalog.Problems].
func parseSeeds(b *behavior.Behavior, file string, text []byte) (seeds, error) {
	r := &seedReader{Checker: yamldoc.NewChecker(yamldoc.NewGrammar(nil, nil)), behavior: b}
	source := yamldoc.Source{Name: cmp.Or(file, "seeds.yaml"), Text: text}
	if root := r.ParseAny(source, seedFormat); root != nil {
		r.readKinds(root)
	}
	if problems := r.Problems(); problems != nil {
		return nil, problems
	}
	sortByParents(r.seeds, b.Kinds)
	return r.seeds, nil
}

// seedReader reads one file of seeds. Its checker collects the problems.
type seedReader struct {
	*yamldoc.Checker
	behavior *behavior.Behavior
	seeds    seeds // in the order of the file
}

// readKinds reads the lists of all kinds.
func (r *seedReader) readKinds(root *yamldoc.Node) {
	if root.Kind != yamldoc.Map && root.Kind != yamldoc.Null {
		r.Report(yamldoc.WrongKind, root, yamldoc.Scope{},
			"expected a list of documents for each kind, found %s", root.Found())
	}
	for _, e := range root.Entries {
		if k := r.kind(e.Key); k != nil {
			r.readDocuments(k, e.Value)
		}
	}
}

// kind returns the kind that a key names, or nil after it has reported that there is none.
func (r *seedReader) kind(key *yamldoc.Node) *behavior.Kind {
	isNamed := func(k *behavior.Kind) bool { return k.Name == key.Text }
	i := slices.IndexFunc(r.behavior.Kinds, isNamed)
	if i >= 0 {
		return r.behavior.Kinds[i]
	}
	suggestion := r.OneOf(key.Text, r.behavior.KindNames)
	r.Report(yamldoc.UnknownKey, key, yamldoc.Scope{},
		"resources.yaml has no kind %s%s", wording.Quote(key.Text), suggestion)
	return nil
}

// readDocuments reads the list of the documents of a kind.
func (r *seedReader) readDocuments(k *behavior.Kind, list *yamldoc.Node) {
	name := wording.Quote(k.Name)
	if list.Kind != yamldoc.List {
		r.Report(yamldoc.WrongKind, list, yamldoc.Scope{},
			"%s: expected a list of documents, found %s", name, list.Found())
	}
	for _, n := range list.Items {
		if n.Kind != yamldoc.Map {
			r.Report(yamldoc.WrongKind, n, yamldoc.Scope{},
				"%s: expected a map, the members of a document, found %s", name, n.Found())
			continue
		}
		k.CheckSeed(r.Checker, badSeed, n)
		r.seeds = append(r.seeds, seed{k, n})
	}
}

// sortByParents moves documents behind those of the kinds of their parents, which must exist first.
// The order of the file is not enough: in a JSON object, the order of the kinds means nothing, and
// many programs sort its members by name. Documents of one kind keep their order.
func sortByParents(all seeds, kinds []*behavior.Kind) {
	ranks := ranking{}
	for _, k := range kinds {
		ranks.addAfterParents(k)
	}
	slices.SortStableFunc(all, func(a, b seed) int { return cmp.Compare(ranks[a.kind], ranks[b.kind]) })
}

// ranking has the ranks of kinds, from 1. A kind has a higher one than its parents, except where
// kinds are parents of each other.
type ranking map[*behavior.Kind]int

// addAfterParents ranks the parents of a kind, and then the kind.
func (r ranking) addAfterParents(k *behavior.Kind) {
	if _, isRanked := r[k]; isRanked {
		return
	}
	r[k] = 0 // for parents that have this kind as a parent
	highest := 0
	for _, name := range k.ParentNames() {
		parent := k.Parents[name]
		r.addAfterParents(parent)
		highest = max(highest, r[parent])
	}
	r[k] = highest + 1
}

// insert adds the documents to a world, in the transaction of the caller, who must undo it after an
// error. Documents that cannot be added are [catalog.Problems] with their places; other errors, such
// as those of a database, are returned unchanged. Each call has a checker of its own, since the
// problems of an attempt that was undone are not those of the next one.
func (s seeds) insert(e *engine.Engine, tx store.Tx, now time.Time) error {
	attempt := yamldoc.NewChecker(nil)
	for _, one := range s {
		document := one.node.Plain().(map[string]any)
		err := e.Insert(tx, now, one.kind.Name, document)
		if p, isForCaller := errors.AsType[*api.Problem](err); isForCaller {
			attempt.Report(badSeed, one.node, yamldoc.Scope{}, "%s: %s", one.kind.Name, p.Detail)
		} else if err != nil {
			return err
		}
	}
	if problems := attempt.Problems(); problems != nil {
		return problems
	}
	return nil
}
