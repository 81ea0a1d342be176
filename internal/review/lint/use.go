package lint

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

var unusedRecord = rule("unused-record", report.Warning,
	"No operation uses a record.",
	"It has to be maintained, but nothing is generated from it.",
	example{bad: "records: {Note: {fields: {text: string}}}", good: "operations: {add_note: {fields: {note: Note}}}"},
	func(l *linter) {
		used := map[*catalog.Shape]bool{}
		for _, a := range l.catalog.Areas {
			for _, s := range a.Records {
				used[s] = true
			}
		}
		l.shapes(func(_ string, s *catalog.Shape) { used[s.Include] = true })
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

var unusedUnion = rule("unused-union", report.Warning,
	"No operation uses a union.",
	"It has to be maintained, but nothing is generated from it.",
	example{bad: "unions: {Event: {by: kind, of: {opened: , closed: }}}", good: "operations: {add_note: {fields: {event: Event}}}"},
	func(l *linter) {
		used := map[*catalog.TaggedUnion]bool{}
		for _, a := range l.catalog.Areas {
			for _, u := range a.Unions {
				used[u] = true
			}
		}
		for _, u := range l.catalog.Unions {
			if !used[u] {
				l.find(u.Pos, u.Name, "no operation uses union %s", u.Name)
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
		first := map[string]string{}
		for _, s := range l.catalog.Records {
			var fields []string
			for _, f := range s.Fields {
				fields = append(fields, f.Name+" "+f.Type.String())
			}
			if other := meet(first, s.Name, fields); other != "" && len(fields) >= 2 {
				l.find(s.Pos, s.Name, "record %s has the fields of %s", s.Name, other)
			}
		}
	})

var sameEnum = rule("same-enum", report.Info,
	"Two enums have the same values.",
	"A value that is added to one is easily forgotten in the other.",
	example{bad: "enums: {A: {values: {x: , y: }}, B: {values: {x: , y: }}}", good: "enums: {A: {values: {x: , y: }}}"},
	func(l *linter) {
		first := map[string]string{}
		for _, e := range l.catalog.Enums {
			var values []string
			for _, v := range e.Values {
				values = append(values, v.Value)
			}
			if other := meet(first, e.Name, values); other != "" {
				l.find(e.Pos, e.Name, "enum %s has the values of %s", e.Name, other)
			}
		}
	})

// meet returns the first name with the same parts, in any order, or "".
func meet(first map[string]string, name string, parts []string) string {
	slices.Sort(parts)
	key := strings.Join(parts, "\x00")
	other := first[key]
	if other == "" {
		first[key] = name
	}
	return other
}

var enumOfOne = rule("enum-of-one", report.Warning,
	"A closed enum has one value, or a field lists one value.",
	"There is nothing to choose, yet callers have to write it each time.",
	example{bad: "enums: {Kind: {values: {only: }}}", good: "enums: {Kind: {open: true, values: {known: }}}"},
	func(l *linter) {
		for _, e := range l.catalog.Enums {
			if len(e.Values) == 1 && !e.Open {
				l.find(e.Pos, e.Name, "enum %s has one value and is closed; open it if the service knows others", e.Name)
			}
		}
		l.fields(func(path string, f *catalog.Field) {
			if len(f.Enum) == 1 {
				l.find(f.Pos, path, "%q has only one value to choose from", f.Name)
			}
		})
	})

var overlayNearName = rule("overlay-near-name", report.Warning,
	"An overlay adds a name that differs only slightly from one in the catalog.",
	"It is probably a typo: the overlay adds a second element instead of refining the first.",
	example{bad: "fields: {polcy_id: string}", good: "fields: {policy_id: string}"},
	func(l *linter) {
		type name struct {
			place, path, name string
			pos               catalog.Position
		}
		known, added := map[string][]string{}, []name{}
		add := func(kind, parent, called string, pos catalog.Position) {
			if place := kind + parent; !l.catalog.Overlaid(pos) {
				known[place] = append(known[place], called)
			} else {
				added = append(added, name{place, strings.TrimPrefix(parent+"."+called, "."), called, pos})
			}
		}
		for _, a := range l.catalog.Areas {
			add("area ", "", a.Name, a.Pos)
			for _, op := range a.Operations {
				add("operation ", a.Name, op.Name, op.Pos)
			}
		}
		l.shapes(func(path string, s *catalog.Shape) {
			own := s.Own()
			for _, f := range s.Fields {
				if !l.catalog.Overlaid(f.Pos) || slices.Contains(own, f) {
					add("field ", path, f.Name, f.Pos)
				}
			}
		})
		l.types(func(name string, pos catalog.Position) { add("type ", "", name, pos) })
		for _, e := range l.catalog.Enums {
			for _, v := range e.Values {
				add("value ", e.Name, v.Value, v.Pos)
			}
		}
		for _, u := range l.catalog.Unions {
			for _, v := range u.Variants {
				add("variant ", u.Name, v.Tag, v.Pos)
			}
		}
		for _, a := range added {
			if meant := wording.Closest(a.name, known[a.place]); meant != "" {
				l.find(a.pos, a.path, "%q is added beside %q; write that name if you mean it", a.name, meant)
			}
		}
	})
