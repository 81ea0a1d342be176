package lint

import (
	"slices"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// overlayRules are about what overlays add to a catalog.
var overlayRules = []Rule{
	{
		ID: "overlay-near-name", Level: report.Warning,
		Purpose:   "An overlay adds something that is called almost as what the catalog has in its place.",
		Rationale: "What was to be refined under a slip of its name is added a second time, and the first stays as it is.",
		Bad:       "fields: {polcy_id: string}",
		Good:      "fields: {policy_id: string}",
		look: func(l *linter) {
			areas := siblings{}
			for _, a := range l.catalog.Areas {
				areas.add(a.Name, a.Name, a.Pos)
				operations := siblings{}
				for _, op := range a.Operations {
					operations.add(op.Name, a.Name+"."+op.Name, op.Pos)
				}
				operations.look(l)
			}
			areas.look(l)
			l.shapes(func(path string, s *catalog.Shape) {
				fields, own := siblings{}, ownFields(s)
				for _, f := range s.Fields {
					if f.Pos.File == l.catalog.Pos.File || slices.Contains(own, f) {
						fields.add(f.Name, path+"."+f.Name, f.Pos)
					}
				}
				fields.look(l)
			})
			types := siblings{}
			for _, s := range l.catalog.Records {
				types.add(s.Name, s.Name, s.Pos)
			}
			for _, e := range l.catalog.Enums {
				types.add(e.Name, e.Name, e.Pos)
				values := siblings{}
				for _, v := range e.Values {
					values.add(v.Value, e.Name+"."+v.Value, v.Pos)
				}
				values.look(l)
			}
			types.look(l)
		},
	},
}

// siblings are names that stand beside each other, by the file in which they do.
type siblings map[string][]sibling

type sibling struct {
	name, path string
	pos        catalog.Position
}

func (s siblings) add(name, path string, pos catalog.Position) {
	s[pos.File] = append(s[pos.File], sibling{name, path, pos})
}

// look finds names in overlays that are slips of names in the catalog.
func (s siblings) look(l *linter) {
	if len(s[l.catalog.Pos.File]) == 0 {
		return
	}
	var known []string
	for _, there := range s[l.catalog.Pos.File] {
		known = append(known, there.name)
	}
	for file, added := range s {
		if file == l.catalog.Pos.File {
			continue
		}
		for _, a := range added {
			if meant := catalog.Closest(a.name, known); meant != "" {
				l.find(a.pos, a.path, "%q is added beside %q; write that where it is meant", a.name, meant)
			}
		}
	}
}
