package lint

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// These rules find what is declared and not used, or declared twice.

// The rules about types that nothing uses.
var (
	_ = unusedRule("a record",
		"records: {Note: {fields: {text: string}}}",
		"operations: {add_note: {fields: {note: Note}}}")
	_ = unusedRule("an enum",
		"enums: {Kind: {values: {a: , b: }}}",
		"operations: {add_note: {fields: {kind: Kind}}}")
	_ = unusedRule("a union",
		"unions: {Event: {by: kind, of: {opened: , closed: }}}",
		"operations: {add_note: {fields: {event: Event}}}")
)

// unusedRule declares the rule about unused types of a kind.
func unusedRule(article, bad, good string) *Rule {
	_, kind, _ := strings.Cut(article, " ")
	return rule("unused-"+kind, report.Warning,
		"No operation uses "+article+".",
		"It has to be maintained, but nothing is generated from it.",
		example{bad: bad, good: good},
		func(l *linter) {
			used := catalog.Reach(slices.Collect(l.catalog.Operations())...)
			for _, e := range l.elements("record body") {
				used.Records[e.shape.Include] = true
			}
			delete(used.Records, nil) // of bodies and records that include none
			for _, e := range l.elements(kind) {
				l.findIf(!used.Records[e.shape] && !used.Enums[e.enum] && !used.Unions[e.union], e,
					"no operation uses %s %s", kind, e.name)
			}
		})
}

// A record of one field is too small to say that two are the same thing.
var _ = rule("same-record", report.Info,
	"Two records have the same two or more fields, with the same types.",
	"A change to one is easily forgotten in the other.",
	example{
		bad:  "records: {A: {fields: {x: string, y: string}}, B: {fields: {x: string, y: string}}}",
		good: "records: {A: {fields: {x: string, y: string}}}"},
	checkDuplicates("record", "fields", 2, func(e element) (parts []string) {
		for _, f := range e.shape.Fields {
			parts = append(parts, f.Name+" "+f.Type.String())
		}
		return parts
	}))

// The names of constants and descriptions do not count: callers see the values.
var _ = rule("same-enum", report.Info,
	"Two enums have the same values.",
	"A value that is added to one is easily forgotten in the other.",
	example{
		bad:  "enums: {A: {values: {x: , y: }}, B: {values: {x: , y: }}}",
		good: "enums: {A: {values: {x: , y: }}}",
	},
	checkDuplicates("enum", "values", 1, func(e element) (parts []string) {
		for _, v := range e.enum.Values {
			parts = append(parts, v.Value)
		}
		return parts
	}))

// checkDuplicates finds types of a kind with the same parts in any order, and at least that many.
func checkDuplicates(
	kind, parts string, least int, partsOf func(e element) []string,
) func(*linter) {
	return func(l *linter) {
		firstNames := map[string]string{}
		for _, e := range l.elements(kind) {
			typeParts := partsOf(e)
			slices.Sort(typeParts)
			key := strings.Join(typeParts, "\x00")
			other, isKnown := firstNames[key]
			switch {
			case !isKnown:
				firstNames[key] = e.name
			case len(typeParts) >= least:
				l.find(e.pos, e.name, "%s %s has the %s of %s", kind, e.name, parts, other)
			}
		}
	}
}

// An open enum may have one value that is known, and others that are not.
var _ = rule("enum-of-one", report.Warning,
	"A closed enum has one value, or a field lists one value.",
	"There is nothing to choose, yet callers have to write it each time.",
	example{
		bad:  "enums: {Kind: {values: {only: }}}",
		good: "enums: {Kind: {open: true, values: {known: }}}",
	},
	func(l *linter) {
		for _, e := range l.elements("enum") {
			l.findIf(len(e.enum.Values) == 1 && !e.enum.Open, e,
				"enum %s has one value and is closed; open it if the service knows others", e.name)
		}
		for _, e := range l.elements("field") {
			l.findIf(len(e.field.Enum) == 1, e, "%q has only one value to choose from", e.name)
		}
	})

// An overlay is merged by names, and a new name is no problem there: that is how elements are added.
// So nothing else finds a typo. Types share one place, since a record and an enum are used alike.
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
		for _, e := range l.elements("area operation field record enum union value variant") {
			if l.catalog.Overlaid(e.pos) {
				added = append(added, e)
			} else {
				known[place(e)] = append(known[place(e)], e.name)
			}
		}
		for _, e := range l.elements("body") { // and the fields that it includes
			for _, f := range e.shape.Fields {
				if !l.catalog.Overlaid(f.Pos) {
					known["field "+e.path] = append(known["field "+e.path], f.Name)
				}
			}
		}
		for _, e := range added {
			if meant := wording.Closest(e.name, known[place(e)]); meant != "" {
				l.find(e.pos, e.path,
					"%q is added beside %q; write that name if you mean it", e.name, meant)
			}
		}
	})
