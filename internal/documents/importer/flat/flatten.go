// Package flat merges the schemas that apply together, by allOf, $ref and alternatives, into one
// schema without them. Each fact of it knows the places that say it.
package flat

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// Describe is the proposal for what the format lacks and only readers need.
const Describe = "put it in the description"

// Merger merges schemas.
type Merger struct {
	*origin.Document
	*origin.Ledger
	Used   map[*yamldoc.Node]bool // schemas that were read
	merges int                    // schemas merged into others so far; see maxMerged
}

// NewMerger returns a merger of the schemas of a document.
func NewMerger(d *origin.Document, l *origin.Ledger) *Merger {
	return &Merger{Document: d, Ledger: l, Used: map[*yamldoc.Node]bool{}}
}

// Follow returns the target of a $ref. It records a loss if there is none.
func (fl *Merger) Follow(ref origin.Place, subject string) (origin.Place, bool) {
	p, reason := fl.Resolve(ref)
	if !p.OK() {
		fl.Lose(ref, subject, reason, "correct it, or copy what it names into the document")
	}
	return p, p.OK()
}

// Deref returns the target of a $ref, or any other value unchanged.
func (fl *Merger) Deref(p origin.Place, subject string) origin.Place {
	if ref := p.Get("$ref"); ref.OK() {
		p, _ = fl.Follow(ref, subject)
	}
	return p
}

// Flatten merges schemas that apply together.
func (fl *Merger) Flatten(subject string, schemas ...origin.Place) *Schema {
	f := New(schemas[0])
	for _, p := range schemas {
		fl.Merge(f, p, subject, 0)
	}
	fl.Fold(f, subject)
	return f
}

// Fold merges an alternative that is the only one other than null.
func (fl *Merger) Fold(f *Schema, subject string) {
	var several []origin.Place // lists that stay
	for len(f.Choices) > 0 {
		list := f.Choices[0]
		f.Choices = f.Choices[1:]
		items := slices.DeleteFunc(list.Items(), fl.OnlyNull)
		if len(items) > 1 || f.Words.Of("discriminator").OK() {
			several = append(several, list)
			continue
		}
		fl.foldList(f, list, items, subject)
	}
	f.Choices = several
}

// foldList merges a list of alternatives with at most one item other than null.
func (fl *Merger) foldList(f *Schema, list origin.Place, items []origin.Place, subject string) {
	switch {
	case len(items) > 0:
	case f.Types == nil:
		f.Types = []string{"null"}
		f.Typed = f.Typed.And(list)
	case f.Typed.OK() && !f.Null.Have(f.Typed.First()):
		fl.Lose(list, subject, "no value has both types of the schema", "correct it")
	}
	allowsNull := len(items) < len(list.Node.Items)
	if allowsNull {
		f.Null = f.Null.And(list)
		isValue := func(p origin.Place) bool { return !fl.OnlyNull(p) }
		fl.Settle(slices.DeleteFunc(list.Items(), isValue)...)
	}
	refused := f.NotNull
	for _, item := range items {
		if target, _ := fl.Target(item.Get("$ref")); f.Merged[target.Node] {
			f.Itself = list
		}
		fl.Merge(f, item, subject, 1) // may add further lists
	}
	if allowsNull {
		f.NotNull = refused // the alternative may be null although this one is not
	}
}

// OnlyNull reports whether a schema, or its target, only allows null.
func (fl *Merger) OnlyNull(p origin.Place) bool {
	if ref := p.Get("$ref"); ref.OK() {
		p, _ = fl.Target(ref)
	}
	types := p.Get("type")
	if list := types.Items(); len(list) == 1 {
		types = list[0]
	}
	values := p.Get("enum").Items()
	one := p.Get("const")
	listsNull := len(values) == 1 && values[0].Node.Kind == yamldoc.Null
	isNull := one.OK() && one.Node.Kind == yamldoc.Null
	return types.TextOf() == "null" || listsNull || isNull
}

// Merge adds a schema. Its rank is its distance from the schema itself, by allOf and $ref.
func (fl *Merger) Merge(f *Schema, p origin.Place, subject string, rank int) {
	if !p.IsMap() {
		if p.OK() && !p.IsTrue() {
			fl.Lose(p, subject, "a schema that allows values is a map, not "+p.Node.Found(), "correct it")
		}
		return
	}
	isMerged, isSeen := f.Merged[p.Node]
	if isSeen {
		if !isMerged {
			fl.Remark(p, "", subject, "the schema refers to itself endlessly", "correct it")
		}
		return
	}
	f.Merged[p.Node] = false
	fl.mergeNew(f, p, subject, rank)
	f.Merged[p.Node] = true
}

// mergeNew is Merge for a schema that f does not contain yet.
func (fl *Merger) mergeNew(f *Schema, p origin.Place, subject string, rank int) {
	if f.branches > 0 {
		fl.merges++
	}
	if fl.merges > maxMerged {
		if fl.merges == maxMerged+1 {
			fl.Lose(p, subject, "too many schemas are merged", "split the document")
		}
		return
	}
	ref := p.Get("$ref")
	if !ref.OK() || len(p.Node.Entries) > 1 {
		f.branches++
	}
	fl.Used[p.Node] = true
	for key, v := range p.Entries() {
		if Constraints[key] || Annotation(key) {
			fl.keep(f, key, v, subject, rank)
		}
	}
	fl.mergeType(f, p, subject)
	if ref.OK() {
		if target, ok := fl.Follow(ref, subject); ok {
			fl.Merge(f, target, subject, rank+2)
		}
		if fl.Before31() {
			fl.LoseIgnored(p, subject)
			return
		}
	}
	for key, v := range p.Entries() {
		fl.mergeKeyword(f, p, key, v, subject, rank)
	}
}

// maxMerged is the maximum number of schemas that a document can merge by allOf.
const maxMerged = 400_000

// LoseIgnored records the loss of keywords next to a $ref, which versions before 3.1 ignore.
func (fl *Merger) LoseIgnored(p origin.Place, subject string) {
	for key, v := range p.Entries() {
		if key != "$ref" && key != "nullable" && !Annotation(key) {
			fl.Lose(v, subject, "before OpenAPI 3.1, keywords next to a $ref are ignored",
				"put both into an allOf, if both apply")
		}
	}
}

// keywordKinds are the valid kinds of values of some keywords.
var keywordKinds = map[string]yamldoc.Kind{
	"properties": yamldoc.Map, "required": yamldoc.List, "enum": yamldoc.List,
	"allOf": yamldoc.List, "oneOf": yamldoc.List, "anyOf": yamldoc.List,
}

// mergeKeyword adds a keyword that is neither kept nor a type. Keywords that the format lacks are
// not merged, so that they become losses.
func (fl *Merger) mergeKeyword(f *Schema, p origin.Place, key string, v origin.Place, subject string, rank int) {
	if kind := keywordKinds[key]; kind != 0 && v.Node.Kind != kind {
		fl.Lose(v, subject, "its value cannot be "+v.Node.Found(), "correct it")
		return
	}
	switch key {
	case "allOf":
		for _, item := range v.Items() {
			fl.Merge(f, item, subject, rank+1)
		}
	case "properties", "required":
		fl.mergeMembers(f, v, subject)
	case "additionalProperties":
		fl.mergeExtra(f, p, v, subject)
	case "items":
		fl.mergeItems(f, p, v, subject)
	case "oneOf", "anyOf":
		switch {
		case OnlyRequire(v):
			f.Rules = append(f.Rules, v)
		case fl.listsItself(f, v):
			f.Itself = v
		default:
			f.Choices = append(f.Choices, v)
		}
	case "enum", "const":
		fl.mergeEnum(f, v)
	}
}

// mergeExtra adds the additionalProperties v of a schema p: false, true, or a schema, which says more than
// true.
func (fl *Merger) mergeExtra(f *Schema, p, v origin.Place, subject string) {
	hasSchema := f.Extra.OK() && !f.Extra.First().IsTrue()
	switch {
	case p.Get("patternProperties").OK():
		fl.Lose(v, subject, "it only applies to members that do not match patternProperties", Describe)
	case v.Node.Kind == yamldoc.Bool && !v.Node.True():
		f.Closed = f.Closed.And(v)
	case hasSchema && v.IsTrue():
		f.Extra = f.Extra.And(v)
	case hasSchema:
		fl.Lose(v, subject, differentValue, combineBoth)
	default:
		f.Extra = append(origin.Places{v}, f.Extra...)
	}
}

// mergeItems adds the items v of a schema p.
func (fl *Merger) mergeItems(f *Schema, p, v origin.Place, subject string) {
	switch {
	case p.Get("prefixItems").OK():
		fl.Lose(v, subject, "it only applies to items after those of prefixItems", Describe)
	case v.Node.Kind == yamldoc.List:
		fl.Lose(v, subject, "the items of a list have one type", Describe)
	case f.Items.OK() && f.Items.First().Node != v.Node:
		fl.Lose(v, subject, differentValue, combineBoth)
	default:
		f.Items = f.Items.And(v)
	}
}

// mergeMembers adds the map of properties, or the list of required ones.
func (fl *Merger) mergeMembers(f *Schema, v origin.Place, subject string) {
	for name, schema := range v.Entries() {
		if f.Schemas == nil {
			f.Schemas = map[string]origin.Places{}
		}
		if f.Schemas[name] == nil {
			f.Props = append(f.Props, name)
		}
		f.Schemas[name] = f.Schemas[name].And(schema)
	}
	for _, name := range v.Items() {
		if f.Required == nil {
			f.Required = map[string]origin.Places{}
		}
		if name.TextOf() != "" || name.Node.Kind == yamldoc.String {
			f.Required[name.Node.Text] = f.Required[name.Node.Text].And(name)
		} else {
			fl.Lose(name, subject, "the name of a property is expected, not "+name.Node.Found(),
				"correct it")
		}
	}
}

// OnlyRequire reports whether alternatives only say which members are present.
func OnlyRequire(list origin.Place) bool {
	items := list.Items()
	for _, item := range items {
		if !onlyRequires(item) {
			return false
		}
	}
	return len(items) > 0
}

// onlyRequires reports whether a schema has no keywords that say anything, except for required.
func onlyRequires(item origin.Place) bool {
	for key := range item.Entries() {
		switch key {
		case "required", "title", "description":
		case "type":
			if item.Text(key) != "object" {
				return false
			}
		default:
			return false
		}
	}
	return item.Get("required").OK()
}

// listsItself reports whether one of the alternatives is being merged: a schema extends
// another one, which lists those that extend it.
func (fl *Merger) listsItself(f *Schema, list origin.Place) bool {
	isBeingMerged := func(item origin.Place) bool {
		target, _ := fl.Target(item.Get("$ref"))
		isMerged, isSeen := f.Merged[target.Node]
		return isSeen && !isMerged
	}
	return len(f.Merged) > 1 && slices.ContainsFunc(list.Items(), isBeingMerged)
}

// keep adds a keyword. Of two annotations, the one that is closer to the schema itself counts, or
// else the last one, and of two bounds the tighter one.
func (fl *Merger) keep(f *Schema, key string, v origin.Place, subject string, rank int) {
	old := f.Words.find(key)
	if old == nil {
		f.Words = append(f.Words, keyword{key, origin.Places{v}, rank})
		return
	}
	order, areBounds := tighter(key, old.from.First(), v)
	outranks := false
	switch {
	case Annotation(key):
		outranks = rank <= old.rank
	case old.from.First().Node.Canonical() == v.Node.Canonical():
	case areBounds:
		outranks = order > 0
	default:
		fl.Lose(v, subject, differentValue, combineBoth)
		return
	}
	if !outranks {
		old.from = old.from.And(v)
		return
	}
	old.from = append(origin.Places{v}, old.from...)
	old.rank = rank
}

// tighter compares two bounds of a keyword such as minLength, and returns a positive number if the
// second is tighter. It reports false if the values are no bounds.
func tighter(key string, first, second origin.Place) (order int, ok bool) {
	x, isFirst := first.Rat()
	y, isSecond := second.Rat()
	if !isFirst || !isSecond {
		return 0, false
	}
	switch {
	case strings.HasPrefix(key, "min"):
		return y.Cmp(x), true
	case strings.HasPrefix(key, "max"):
		return x.Cmp(y), true
	}
	return 0, false
}

// Why a keyword is lost that two schemas have, and what to do.
const (
	differentValue = "another schema of the allOf has a different value, which is used"
	combineBoth    = "combine both, or describe one"
)

// mergeType narrows the types of the schema.
func (fl *Merger) mergeType(f *Schema, p origin.Place, subject string) {
	t := p.Get("type")
	nullable := p.Get("nullable")
	if !nullable.IsTrue() {
		nullable = p.Get("x-nullable")
	}
	types, allowsNull := fl.typesOf(t, subject)
	isOutermost := f.branches <= 1
	refers := p.Get("allOf").OK() || p.Get("$ref").OK()
	switch {
	case !nullable.IsTrue():
	case isOutermost && refers:
		f.lenient = true
		f.Null = f.Null.And(nullable)
	case isOutermost || t.OK():
		f.Null = f.Null.And(nullable)
		allowsNull = true
	}
	if !t.OK() {
		return
	}
	if allowsNull {
		f.Null = f.Null.And(t)
	} else {
		f.NotNull = f.NotNull.And(t)
	}
	if len(types) == 0 {
		return
	}
	if f.Types != nil {
		types = f.commonTypes(types)
	}
	if len(types) == 0 {
		fl.Lose(t, subject, "no value has both types of the allOf", "correct it")
		return
	}
	f.Types = types
	f.Typed = f.Typed.And(t)
}

// commonTypes returns the types of values that have one of some types and are allowed so far. An integer
// is a number.
func (f *Schema) commonTypes(types []string) []string {
	var common []string
	for _, t := range types {
		switch {
		case f.Has(t), t == "integer" && f.Has("number"):
			common = append(common, t)
		case t == "number" && f.Has("integer"):
			common = append(common, "integer")
		}
	}
	return common
}

// typesOf returns the types of a keyword, and reports whether null is among them.
func (fl *Merger) typesOf(t origin.Place, subject string) (types []string, null bool) {
	names := t.Items()
	if t.OK() && t.Node.Kind != yamldoc.List {
		names = []origin.Place{t}
	}
	for _, item := range names {
		switch name := item.Node.Text; name {
		case "null":
			null = true
		case "string", "boolean", "integer", "number", "object", "array":
			types = append(types, name)
		default:
			fl.Lose(item, subject, "there is no type "+wording.Quote(name), "correct it")
		}
	}
	if null && len(types) == 0 {
		types = []string{"null"}
	}
	return types, null
}

// mergeEnum narrows the listed values of the schema. Before 3.1, the values and the type often
// disagree about null.
func (fl *Merger) mergeEnum(f *Schema, v origin.Place) {
	listed := []*yamldoc.Node{v.Node}
	if v.Last() == "enum" {
		listed = v.Node.Items
	}
	var values []*yamldoc.Node
	for _, n := range listed {
		isSame := func(other *yamldoc.Node) bool { return n.Canonical() == other.Canonical() }
		isAllowed := !f.EnumAt.OK() || slices.ContainsFunc(f.Enum, isSame)
		if isAllowed && !slices.ContainsFunc(values, isSame) {
			values = append(values, n)
		}
	}
	f.Enum = values
	f.EnumAt = append(origin.Places{v}, f.EnumAt...)
	switch {
	case len(WithoutNull(listed)) < len(listed):
		f.Null = f.Null.And(v)
		f.lenient = f.lenient || fl.Before31()
	case !fl.Before31():
		f.NotNull = f.NotNull.And(v)
	}
}

// WithoutNull returns values except for null.
func WithoutNull(values []*yamldoc.Node) []*yamldoc.Node {
	return slices.DeleteFunc(slices.Clone(values),
		func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Null })
}
