package lint

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// useRules are about what nothing uses, and what is there twice.
var useRules = []Rule{
	{
		ID: "unused-record", Level: report.Warning,
		Purpose:   "No operation reaches a record.",
		Rationale: "It is read and kept up, and nothing is generated of it.",
		Bad:       "records: {Note: {fields: {text: string}}}",
		Good:      "operations: {add_note: {fields: {note: Note}}}",
		look: func(l *linter) {
			used := usedRecords(l)
			for _, s := range l.catalog.Records {
				if !used[s] {
					l.find(s.Pos, s.Name, "no operation uses record %s", s.Name)
				}
			}
		},
	},
	{
		ID: "unused-enum", Level: report.Warning,
		Purpose:   "No operation reaches an enum.",
		Rationale: "It is read and kept up, and nothing is generated of it.",
		Bad:       "enums: {Kind: {values: {a: , b: }}}",
		Good:      "operations: {add_note: {fields: {kind: Kind}}}",
		look: func(l *linter) {
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
		},
	},
	{
		ID: "same-record", Level: report.Info,
		Purpose:   "Two records have the same fields of the same types, two at least.",
		Rationale: "A change of one is forgotten in the other.",
		Bad:       "records: {A: {fields: {x: string, y: string}}, B: {fields: {x: string, y: string}}}",
		Good:      "records: {A: {fields: {x: string, y: string}}}",
		look: func(l *linter) {
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
		},
	},
	{
		ID: "same-enum", Level: report.Info,
		Purpose:   "Two enums have the same values.",
		Rationale: "A value that comes to one is forgotten in the other.",
		Bad:       "enums: {A: {values: {x: , y: }}, B: {values: {x: , y: }}}",
		Good:      "enums: {A: {values: {x: , y: }}}",
		look: func(l *linter) {
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
		},
	},
	{
		ID: "enum-of-one", Level: report.Warning,
		Purpose:   "A closed enum has one value, or a field has a list of one.",
		Rationale: "There is nothing to choose: callers write it out each time, and it says nothing.",
		Bad:       "enums: {Kind: {values: {only: }}}",
		Good:      "enums: {Kind: {open: true, values: {known: }}}",
		look: func(l *linter) {
			for _, e := range l.catalog.Enums {
				if len(e.Values) == 1 && !e.Open {
					l.find(e.Pos, e.Name, "enum %s has one value and is closed; open it, or give the field a default", e.Name)
				}
			}
			l.fields(func(path string, f *catalog.Field) {
				if len(f.Enum) == 1 {
					l.find(f.Pos, path, "%q has one value to choose from", f.Name)
				}
			})
		},
	},
}

// usedRecords are the records that an operation reaches, or whose fields one
// takes over.
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
