package lint

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/wording"
	"example.com/opgen/report"
)

var unusedRecord = rule("unused-record", report.Warning,
	"No operation uses a record.",
	"It has to be maintained, but nothing is generated from it.",
	example{bad: "records: {Note: {fields: {text: string}}}", good: "operations: {add_note: {fields: {note: Note}}}"},
	func(l *linter) {
		used := usedRecords(l)
		for _, s := range l.catalog.Records {
			if !used[s] {
				l.find(s.Pos, s.Name, "no operation uses record %s", s.Name)
			}
		}
	})

var unusedEnum = rule("unused-enum", report.Warning,
	"No operation uses an enum.",
	"It has to be maintained, but nothing is generated from it.",
	example{bad: "enums: {Kind: {values: {a: , b: }}}", good: "operations: {add_note: {fields: {kind: Kind}}}"},
	func(l *linter) {
		used := map[*catalog.Enum]bool{}
		for _, a := range l.catalog.Areas {
			for _, e := range a.Enums {
				used[e] = true
			}
		}
		for _, e := range l.catalog.Enums {
			if !used[e] {
				l.find(e.Pos, e.Name, "no operation uses enum %s", e.Name)
			}
		}
	})

var sameRecord = rule("same-record", report.Info,
	"Two records have the same fields of the same types, and at least two of them.",
	"A change of one is easily forgotten in the other.",
	example{
		bad:  "records: {A: {fields: {x: string, y: string}}, B: {fields: {x: string, y: string}}}",
		good: "records: {A: {fields: {x: string, y: string}}}"},
	func(l *linter) {
		first := map[string]*catalog.Shape{}
		for _, s := range l.catalog.Records {
			if len(s.Fields) < 2 {
				continue
			}
			key := signature(s)
			if other := first[key]; other != nil {
				l.find(s.Pos, s.Name, "record %s has the fields of %s", s.Name, other.Name)
			} else {
				first[key] = s
			}
		}
	})

var sameEnum = rule("same-enum", report.Info,
	"Two enums have the same values.",
	"A value that is added to one is easily forgotten in the other.",
	example{bad: "enums: {A: {values: {x: , y: }}, B: {values: {x: , y: }}}", good: "enums: {A: {values: {x: , y: }}}"},
	func(l *linter) {
		first := map[string]*catalog.Enum{}
		for _, e := range l.catalog.Enums {
			var values []string
			for _, v := range e.Values {
				values = append(values, v.Value)
			}
			slices.Sort(values)
			key := strings.Join(values, "\x00")
			if other := first[key]; other != nil {
				l.find(e.Pos, e.Name, "enum %s has the values of %s", e.Name, other.Name)
			} else {
				first[key] = e
			}
		}
	})

var enumOfOne = rule("enum-of-one", report.Warning,
	"A closed enum has one value, or a field lists one value.",
	"There is nothing to choose, yet callers have to write it each time.",
	example{bad: "enums: {Kind: {values: {only: }}}", good: "enums: {Kind: {open: true, values: {known: }}}"},
	func(l *linter) {
		for _, e := range l.catalog.Enums {
			if len(e.Values) == 1 && !e.Open {
				l.find(e.Pos, e.Name, "enum %s has one value and is closed; open it, or give the field a default", e.Name)
			}
		}
		l.fields(func(path string, f *catalog.Field) {
			if len(f.Enum) == 1 {
				l.find(f.Pos, path, "%q has only one value to choose from", f.Name)
			}
		})
	})

// usedRecords are the records that an operation uses or includes.
func usedRecords(l *linter) map[*catalog.Shape]bool {
	used := map[*catalog.Shape]bool{}
	for _, a := range l.catalog.Areas {
		for _, s := range a.Records {
			used[s] = true
		}
	}
	l.shapes(func(_ string, s *catalog.Shape) { used[s.Include] = true })
	return used
}

func signature(s *catalog.Shape) string {
	var fields []string
	for _, f := range s.Fields {
		fields = append(fields, f.Name+" "+f.Type.String())
	}
	slices.Sort(fields)
	return strings.Join(fields, "\x00")
}

var overlayNearName = rule("overlay-near-name", report.Warning,
	"An overlay adds a name that differs only slightly from one in the catalog.",
	"It is probably a typo: the overlay adds a second element instead of refining the first.",
	example{bad: "fields: {polcy_id: string}", good: "fields: {policy_id: string}"},
	func(l *linter) {
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
	})

// siblings are the names in one place of the catalog, by file.
type siblings map[string][]sibling

type sibling struct {
	name, path string
	pos        catalog.Position
}

func (s siblings) add(name, path string, pos catalog.Position) {
	s[pos.File] = append(s[pos.File], sibling{name, path, pos})
}

// look finds names in overlays that are probably typos of names in the catalog.
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
			if meant := wording.Closest(a.name, known); meant != "" {
				l.find(a.pos, a.path, "%q is added beside %q; write that name if you mean it", a.name, meant)
			}
		}
	}
}
