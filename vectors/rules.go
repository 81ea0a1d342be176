package vectors

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
)

// Rule is a rule of the catalog that a vector can show.
type Rule struct {
	Of        string // "contacts.new_contact", or "contacts.AddressEntry" for a rule of a record
	Name      string // "name.non_blank", "first_of.claim_id.claim_number", "AddressEntry.open"
	Field     string // the wire name, "" for a rule of a whole body or record
	Violation string // the rule of its violations, "" where it cannot be broken
}

// BrokenBy reports whether a violation of a vector is one of the rule.
func (r Rule) BrokenBy(violation string) bool {
	pointer, rule := splitViolation(violation)
	if rule != r.Violation || r.Violation == "" {
		return false
	}
	return r.Field == "" || slices.Contains(strings.Split(pointer, "/"), escape.Replace(r.Field))
}

// escape turns a name into a part of a JSON pointer (RFC 6901).
var escape = strings.NewReplacer("~", "~0", "/", "~1")

// fieldRules are the keys of a field that are rules on the wire, in the order in
// which [Rules] lists them.
var fieldRules = []struct {
	key, violation string
	given          func(*catalog.Field) bool
}{
	{"required", "required", func(f *catalog.Field) bool { return f.Required }},
	{"non_blank", "non-blank", func(f *catalog.Field) bool { return f.NonBlank }},
	{"min_length", "min-length", func(f *catalog.Field) bool { return f.MinLength != nil }},
	{"max_length", "max-length", func(f *catalog.Field) bool { return f.MaxLength != nil }},
	{"pattern", "pattern", func(f *catalog.Field) bool { return f.Pattern != "" }},
	{"enum", "enum", isEnum},
	{"min_items", "min-items", func(f *catalog.Field) bool { return f.MinItems != nil }},
	{"max_items", "max-items", func(f *catalog.Field) bool { return f.MaxItems != nil }},
	{"minimum", "minimum", func(f *catalog.Field) bool { return f.Minimum != "" }},
	{"maximum", "maximum", func(f *catalog.Field) bool { return f.Maximum != "" }},
	{"join", "join", func(f *catalog.Field) bool { return f.Join != "" }},
	{"default", "", func(f *catalog.Field) bool { return f.Default != nil }},
	{"send_if", "", func(f *catalog.Field) bool { return f.SendIf != "" }},
	{"omit_empty", "", func(f *catalog.Field) bool { return f.OmitEmpty }},
}

// isEnum reports whether a field takes a few values, by a key or by its type.
func isEnum(f *catalog.Field) bool {
	t := f.Type
	if t.Kind == catalog.Array {
		t = t.Elem
	}
	return len(f.Enum) > 0 || t.Kind == catalog.Enumeration && !t.Enum.Open
}

// violationRules are all rules that a violation can name: those of fields and
// bodies, and those of JSON itself.
var violationRules = func() []string {
	rules := []string{
		"type", "first-of", "at-least-one-of", "at-most-one-of", "all-or-none-of",
		"unknown-field", "duplicate-field", "json", "utf-8", "depth", "items-limit",
	}
	for _, r := range fieldRules {
		if r.violation != "" {
			rules = append(rules, r.violation)
		}
	}
	return rules
}()

// Rules returns the rules of the body of an operation, and of the records in it.
func Rules(op *catalog.Operation) []Rule {
	of := op.Area.Name + "." + op.Name
	rules := rulesOf(op.Request, of, "")
	for _, r := range op.Rules {
		name := string(r.Kind)
		for _, f := range r.Fields {
			name += "." + f.Name
		}
		rules = append(rules, Rule{Of: of, Name: name, Violation: strings.ReplaceAll(string(r.Kind), "_", "-")})
	}
	if p := op.Pagination; p != nil && p.First != nil {
		rules = append(rules, Rule{Of: of, Name: "pagination.first"})
	}
	if p := op.Pagination; p != nil && p.DefaultSize != nil {
		rules = append(rules, Rule{Of: of, Name: "pagination.default_size"})
	}
	return append(rules, recordRules(op.Area.Name, op.Request, map[*catalog.Shape]bool{})...)
}

// rulesOf returns the rules of the fields of a body or record.
func rulesOf(s *catalog.Shape, of, prefix string) []Rule {
	var rules []Rule
	for _, f := range s.Fields {
		for _, r := range fieldRules {
			if r.given(f) {
				rules = append(rules, Rule{Of: of, Name: prefix + f.Name + "." + r.key, Field: f.Name, Violation: r.violation})
			}
		}
	}
	return rules
}

// recordRules returns the rules of the records in a shape, each record once.
func recordRules(area string, s *catalog.Shape, known map[*catalog.Shape]bool) []Rule {
	var rules []Rule
	for _, f := range s.Fields {
		record := f.Type.Record
		if f.Type.Kind == catalog.Array {
			record = f.Type.Elem.Record
		}
		if record == nil || known[record] {
			continue
		}
		known[record] = true
		of := area + "." + record.Name
		if record.Open {
			rules = append(rules, Rule{Of: of, Name: record.Name + ".open"})
		}
		rules = append(rules, rulesOf(record, of, record.Name+".")...)
		rules = append(rules, recordRules(area, record, known)...)
	}
	return rules
}
