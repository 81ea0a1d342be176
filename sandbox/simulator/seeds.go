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
	"example.com/opgen/sandbox/store"
)

// seedFormat is the format of seeds.yaml: a list of documents for each kind.
var seedFormat = yamldoc.Format{Name: "seeds file", Article: "a", Empty: true, Private: true,
	Remedy: "write one with a list of documents for each kind, or pass --seeds"}

// badSeed is a seed that the sandbox cannot store.
const badSeed catalog.ID = "bad-seed"

// seeds are documents in the order of their file.
type seeds struct {
	*yamldoc.Checker
	all []seed
}

type seed struct {
	kind string
	at   *yamldoc.Node
}

// Seeds describes the documents of a new world: "10 documents", or "".
func (s *Sandbox) Seeds() string {
	if s.seeds == nil || len(s.seeds.all) == 0 {
		return ""
	}
	return wording.Count(len(s.seeds.all), "document")
}

// parseSeeds reads seeds. The error is [catalog.Problems].
func (s *Sandbox) parseSeeds(file string, text []byte) (*seeds, error) {
	all := &seeds{Checker: yamldoc.NewChecker(yamldoc.NewGrammar(nil, nil))}
	root := all.ParseAny(yamldoc.Source{Name: cmp.Or(file, "seeds.yaml"), Text: text}, seedFormat)
	if root != nil && root.Kind != yamldoc.Map && root.Kind != yamldoc.Null {
		all.Report(yamldoc.WrongKind, root, yamldoc.Scope{}, "expected a list of documents for each kind, found %s", root.Found())
	}
	kinds := s.behavior.KindNames()
	for i := 0; root != nil && i < len(root.Entries); i++ {
		e := root.Entries[i]
		switch known := all.OneOf(e.Key.Text, s.behavior.KindNames); {
		case !slices.Contains(kinds, e.Key.Text):
			all.Report(yamldoc.UnknownKey, e.Key, yamldoc.Scope{}, "resources.yaml has no kind %s%s", wording.Quote(e.Key.Text), known)
			continue
		case e.Value.Kind != yamldoc.List:
			all.Report(yamldoc.WrongKind, e.Value, yamldoc.Scope{}, "%s: expected a list of documents, found %s", wording.Quote(e.Key.Text), e.Value.Found())
		}
		for _, n := range e.Value.Items {
			if n.Kind != yamldoc.Map {
				all.Report(yamldoc.WrongKind, n, yamldoc.Scope{}, "%s: expected a map, the members of a document, found %s", wording.Quote(e.Key.Text), n.Found())
				continue
			}
			s.behavior.Kinds[slices.Index(kinds, e.Key.Text)].CheckSeed(all.Checker, badSeed, n)
			all.all = append(all.all, seed{e.Key.Text, n})
		}
	}
	if problems := all.Problems(); problems != nil {
		return nil, problems
	}
	all.sort(s.behavior.Kinds)
	return all, nil
}

// sort moves documents behind those of the kinds of their parents, which must exist first. In a
// JSON object, the order of the kinds means nothing, and many programs sort its members by name.
func (all *seeds) sort(kinds []*behavior.Kind) {
	rank, last := map[string]int{}, 0
	var visit func(k *behavior.Kind)
	visit = func(k *behavior.Kind) {
		if _, known := rank[k.Name]; known {
			return
		}
		rank[k.Name] = 0 // for parents that have this kind as a parent
		for _, name := range k.ParentNames() {
			visit(k.Parents[name])
		}
		last++
		rank[k.Name] = last
	}
	for _, k := range kinds {
		visit(k)
	}
	slices.SortStableFunc(all.all, func(a, b seed) int { return cmp.Compare(rank[a.kind], rank[b.kind]) })
}

// insert adds the documents to a world. A document that cannot be added is a problem; other
// errors are returned unchanged.
func (all *seeds) insert(s *Sandbox, tx store.Tx, now time.Time) error {
	if all == nil {
		return nil
	}
	for _, one := range all.all {
		err := s.engine.Insert(tx, now, one.kind, one.at.Plain().(map[string]any))
		if p, told := errors.AsType[*api.Problem](err); told {
			all.Report(badSeed, one.at, yamldoc.Scope{}, "%s: %s", one.kind, p.Detail)
		} else if err != nil {
			return err
		}
	}
	if problems := all.Problems(); problems != nil {
		return problems
	}
	return nil
}
