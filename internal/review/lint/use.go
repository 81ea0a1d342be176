package lint

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

var (
	unusedRecord = unused("a record", "records: {Note: {fields: {text: string}}}", "operations: {add_note: {fields: {note: Note}}}")
	unusedEnum   = unused("an enum", "enums: {Kind: {values: {a: , b: }}}", "operations: {add_note: {fields: {kind: Kind}}}")
	unusedUnion  = unused("a union", "unions: {Event: {by: kind, of: {opened: , closed: }}}", "operations: {add_note: {fields: {event: Event}}}")
)

// unused is the rule about types of a kind that no operation uses.
func unused(one, bad, good string) *Rule {
	_, kind, _ := strings.Cut(one, " ")
	return rule("unused-"+kind, report.Warning,
		"No operation uses "+one+".",
		"It has to be maintained, but nothing is generated from it.",
		example{bad: bad, good: good},
		func(l *linter) {
			used := map[any]bool{}
			for _, a := range l.catalog.Areas {
				for _, s := range a.Records {
					used[s] = true
				}
				for _, e := range a.Enums {
					used[e] = true
				}
				for _, u := range a.Unions {
					used[u] = true
				}
			}
			each("record body", func(_ *linter, e element) { used[e.thing.(*catalog.Shape).Include] = true })(l)
			each(kind, func(_ *linter, e element) {
				if !used[e.thing] {
					l.find(e.pos, e.name, "no operation uses %s %s", kind, e.name)
				}
			})(l)
		})
}

var sameRecord = rule("same-record", report.Info,
	"Two records have the same fields of the same types, and at least two of them.",
	"A change of one is easily forgotten in the other.",
	example{
		bad:  "records: {A: {fields: {x: string, y: string}}, B: {fields: {x: string, y: string}}}",
		good: "records: {A: {fields: {x: string, y: string}}}"},
	same("record", "fields", 2, func(thing any) (parts []string) {
		for _, f := range thing.(*catalog.Shape).Fields {
			parts = append(parts, f.Name+" "+f.Type.String())
		}
		return parts
	}))

var sameEnum = rule("same-enum", report.Info,
	"Two enums have the same values.",
	"A value that is added to one is easily forgotten in the other.",
	example{bad: "enums: {A: {values: {x: , y: }}, B: {values: {x: , y: }}}", good: "enums: {A: {values: {x: , y: }}}"},
	same("enum", "values", 1, func(thing any) (parts []string) {
		for _, v := range thing.(*catalog.Enum).Values {
			parts = append(parts, v.Value)
		}
		return parts
	}))

// same looks for types of a kind that have the same parts, in any order, and at least so
// many.
func same(kind, parts string, least int, of func(thing any) []string) func(*linter) {
	return func(l *linter) {
		first := map[string]string{}
		each(kind, func(_ *linter, e element) {
			all := of(e.thing)
			slices.Sort(all)
			key := strings.Join(all, "\x00")
			switch other := first[key]; {
			case other == "":
				first[key] = e.name
			case len(all) >= least:
				l.find(e.pos, e.name, "%s %s has the %s of %s", kind, e.name, parts, other)
			}
		})(l)
	}
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
		eachField(func(_ *linter, path string, f *catalog.Field) {
			if len(f.Enum) == 1 {
				l.find(f.Pos, path, "%q has only one value to choose from", f.Name)
			}
		})(l)
	})

var overlayNearName = rule("overlay-near-name", report.Warning,
	"An overlay adds a name that differs only slightly from one in the catalog.",
	"It is probably a typo: the overlay adds a second element instead of refining the first.",
	example{bad: "fields: {polcy_id: string}", good: "fields: {policy_id: string}"},
	func(l *linter) {
		known, added := map[string][]string{}, []element{}
		place := func(e element) string {
			if slices.Contains([]string{"record", "enum", "union"}, e.kind) {
				return "type"
			}
			return e.kind + " " + e.parent
		}
		each("area operation field record enum union value variant", func(_ *linter, e element) {
			if l.catalog.Overlaid(e.pos) {
				added = append(added, e)
			} else {
				known[place(e)] = append(known[place(e)], e.name)
			}
		})(l)
		each("body", func(_ *linter, e element) { // and the fields that it includes
			for _, f := range e.thing.(*catalog.Shape).Fields {
				if !l.catalog.Overlaid(f.Pos) {
					known["field "+e.path] = append(known["field "+e.path], f.Name)
				}
			}
		})(l)
		for _, e := range added {
			if meant := wording.Closest(e.name, known[place(e)]); meant != "" {
				l.find(e.pos, e.path, "%q is added beside %q; write that name if you mean it", e.name, meant)
			}
		}
	})
