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

// seedFormat is the format of seeds.yaml: a list of documents for each kind. Messages show no
// values, since people also seed copies of real documents.
var seedFormat = yamldoc.Format{
	Name: "seeds file", Article: "a", Empty: true, Private: true,
	Remedy: "write one with a list of documents for each kind, or pass --seeds",
}

// badSeed is a seed that the sandbox cannot store.
const badSeed catalog.ID = "bad-seed"

// seeds are documents in an order in which they can be inserted. They stay beside their checker,
// since some mistakes are found only when they are.
type seeds struct {
	*yamldoc.Checker
	all []seed
}

// seed is a document with its place in the file.
type seed struct {
	kind string
	at   *yamldoc.Node
}

// words describes the documents of a new world: "10 documents", or "".
func (s *seeds) words() string {
	if s == nil || len(s.all) == 0 {
		return ""
	}
	return wording.Count(len(s.all), "document")
}

// parseSeeds reads the text of seeds, as YAML or JSON. The error is [catalog.Problems].
func parseSeeds(b *behavior.Behavior, file string, text []byte) (*seeds, error) {
	s := &seeds{Checker: yamldoc.NewChecker(yamldoc.NewGrammar(nil, nil))}
	source := yamldoc.Source{Name: cmp.Or(file, "seeds.yaml"), Text: text}
	if root := s.ParseAny(source, seedFormat); root != nil {
		s.read(root, b)
	}
	if problems := s.Problems(); problems != nil {
		return nil, problems
	}
	s.sort(b.Kinds)
	return s, nil
}

// read reads the lists of all kinds.
func (s *seeds) read(root *yamldoc.Node, b *behavior.Behavior) {
	if root.Kind != yamldoc.Map && root.Kind != yamldoc.Null {
		s.Report(yamldoc.WrongKind, root, yamldoc.Scope{},
			"expected a list of documents for each kind, found %s", root.Found())
	}
	for _, e := range root.Entries {
		isNamed := func(k *behavior.Kind) bool { return k.Name == e.Key.Text }
		i := slices.IndexFunc(b.Kinds, isNamed)
		name := wording.Quote(e.Key.Text)
		switch {
		case i < 0:
			known := s.OneOf(e.Key.Text, b.KindNames)
			s.Report(yamldoc.UnknownKey, e.Key, yamldoc.Scope{},
				"resources.yaml has no kind %s%s", name, known)
			continue
		case e.Value.Kind != yamldoc.List:
			s.Report(yamldoc.WrongKind, e.Value, yamldoc.Scope{},
				"%s: expected a list of documents, found %s", name, e.Value.Found())
		}
		for _, n := range e.Value.Items {
			if n.Kind != yamldoc.Map {
				s.Report(yamldoc.WrongKind, n, yamldoc.Scope{},
					"%s: expected a map, the members of a document, found %s", name, n.Found())
				continue
			}
			b.Kinds[i].CheckSeed(s.Checker, badSeed, n)
			s.all = append(s.all, seed{e.Key.Text, n})
		}
	}
}

// sort moves documents behind those of the kinds of their parents, which must exist first. In a
// JSON object, the order of the kinds means nothing, and many programs sort its members by name.
func (s *seeds) sort(kinds []*behavior.Kind) {
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
	slices.SortStableFunc(s.all, func(a, b seed) int {
		return cmp.Compare(rank[a.kind], rank[b.kind])
	})
}

// insert adds the documents to a world. A document that cannot be added is a problem; other
// errors are returned unchanged.
func (s *seeds) insert(e *engine.Engine, tx store.Tx, now time.Time) error {
	if s == nil {
		return nil
	}
	for _, one := range s.all {
		err := e.Insert(tx, now, one.kind, one.at.Plain().(map[string]any))
		if p, told := errors.AsType[*api.Problem](err); told {
			s.Report(badSeed, one.at, yamldoc.Scope{}, "%s: %s", one.kind, p.Detail)
		} else if err != nil {
			return err
		}
	}
	if problems := s.Problems(); problems != nil {
		return problems
	}
	return nil
}
