package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// flat is a schema merged with the schemas of its allOf and $ref. Each value has the places of all
// keywords that say it.
type flat struct {
	from     place
	props    []string          // in their order
	schemas  map[string]places // of each property, several in an allOf
	required map[string]places // names
	types    []string
	typed    places // the keywords with the types
	null     places // what allows null
	notNull  places // what refuses null
	lenient  bool   // null is allowed although a part refuses it, as tools read it
	closed   places // additionalProperties: false
	extra    places // additionalProperties: true or a schema
	items    places
	enum     []*yamldoc.Node
	enumAt   places
	words    keywords               // that constrain a text, a number or a list, and annotations
	choices  []place                // oneOf and anyOf
	rules    []place                // oneOf and anyOf that only say which members are present
	itself   place                  // alternatives of which one is the schema itself
	branches int                    // number of merged schemas
	merged   map[*yamldoc.Node]bool // false while a schema is being merged
}

func newFlat(p place) *flat {
	return &flat{from: p, merged: map[*yamldoc.Node]bool{}}
}

func (f *flat) word(name string) place  { return f.words.of(name).first() }
func (f *flat) text(name string) string { return f.word(name).textOf() }
func (f *flat) has(kind string) bool    { return slices.Contains(f.types, kind) }

// nullable reports whether null is a value: something allows it, and nothing else refuses it.
func (f *flat) nullable() bool { return f.null.ok() && (f.lenient || !f.notNull.ok()) }

// constraints are keywords that a later step reads.
var constraints = words(`discriminator minLength maxLength pattern format minItems maxItems minimum maximum
	exclusiveMinimum exclusiveMaximum minProperties maxProperties not`)

// annotations are keywords that do not constrain values.
var annotations = words(`title description deprecated example examples default readOnly writeOnly externalDocs
	$schema $id $comment $defs definitions xml $anchor collectionFormat`)

// keyword is a keyword of merged schemas with the places that say it.
type keyword struct {
	name string
	from places
	rank int // how far an annotation is from the schema itself
}

// keywords are the few keywords of a schema. A list of them is searched faster than a map is made.
type keywords []keyword

// find returns a keyword, nil if there is none.
func (k keywords) find(name string) *keyword {
	for i := range k {
		if k[i].name == name {
			return &k[i]
		}
	}
	return nil
}

// of returns the places that say a keyword, nil if there is none.
func (k keywords) of(name string) places {
	if word := k.find(name); word != nil {
		return word.from
	}
	return nil
}

func (k *keywords) set(name string, from places) {
	if word := k.find(name); word != nil {
		word.from = from
	} else {
		*k = append(*k, keyword{name: name, from: from})
	}
}

// under returns keywords with those of an outer schema, which are more specific.
func (k keywords) under(outer keywords) keywords {
	all := slices.Clone(k)
	for _, word := range outer {
		all.set(word.name, word.from.and(k.of(word.name)...))
	}
	return all
}

// without returns the keywords that are not dropped.
func (k keywords) without(drop func(name string) bool) keywords {
	return slices.DeleteFunc(slices.Clone(k), func(word keyword) bool { return drop(word.name) })
}

// annotation reports whether a keyword does not constrain values.
func annotation(key string) bool { return annotations[key] || strings.HasPrefix(key, "x-") }

func words(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

const describe = "put it in the description"

// flattener merges schemas.
type flattener struct {
	*document
	*ledger
	used   map[*yamldoc.Node]bool // schemas that were read
	merges int
}

// follow returns the target of a $ref. It records a loss if there is none.
func (fl *flattener) follow(ref place, subject string) (place, bool) {
	p, reason := fl.resolve(ref)
	if !p.ok() {
		fl.lose(ref, subject, reason, "correct it, or copy what it names into the document")
	}
	return p, p.ok()
}

// deref returns the target of a $ref, or any other value unchanged.
func (fl *flattener) deref(p place, subject string) place {
	if ref := p.get("$ref"); ref.ok() {
		p, _ = fl.follow(ref, subject)
	}
	return p
}

// flatten merges schemas that apply together.
func (fl *flattener) flatten(subject string, schemas ...place) *flat {
	f := newFlat(schemas[0])
	for _, p := range schemas {
		fl.merge(f, p, subject, 0)
	}
	fl.fold(f, subject)
	return f
}

// fold merges an alternative that is the only one other than null.
func (fl *flattener) fold(f *flat, subject string) {
	var several []place
	for len(f.choices) > 0 {
		list := f.choices[0]
		f.choices = f.choices[1:]
		items := slices.DeleteFunc(list.items(), fl.onlyNull)
		if len(items) > 1 || f.words.of("discriminator").ok() {
			several = append(several, list)
			continue
		}
		switch {
		case len(items) > 0:
		case f.types == nil:
			f.types, f.typed = []string{"null"}, f.typed.and(list)
		case f.typed.ok() && !f.null.have(f.typed.first()):
			fl.lose(list, subject, "no value has both types of the schema", "correct it")
		}
		if len(items) < len(list.node.Items) {
			f.null = f.null.and(list)
			fl.settle(slices.DeleteFunc(list.items(), func(p place) bool { return !fl.onlyNull(p) })...)
		}
		refused := f.notNull
		for _, item := range items {
			if target, _ := fl.target(item.get("$ref")); f.merged[target.node] {
				f.itself = list
			}
			fl.merge(f, item, subject, 1) // may add further lists
		}
		if len(items) < len(list.node.Items) {
			f.notNull = refused // the alternative may be null although this one is not
		}
	}
	f.choices = several
}

// onlyNull reports whether a schema, or its target, only allows null.
func (fl *flattener) onlyNull(p place) bool {
	if ref := p.get("$ref"); ref.ok() {
		p, _ = fl.target(ref)
	}
	types := p.get("type")
	if list := types.items(); len(list) == 1 {
		types = list[0]
	}
	values := p.get("enum").items()
	one := p.get("const")
	return types.textOf() == "null" ||
		len(values) == 1 && values[0].node.Kind == yamldoc.Null ||
		one.ok() && one.node.Kind == yamldoc.Null
}

// merge adds a schema. Its rank is its distance from the schema itself, by allOf and $ref.
func (fl *flattener) merge(f *flat, p place, subject string, rank int) {
	if !p.isMap() {
		if p.ok() && !p.isTrue() {
			fl.lose(p, subject, "a schema that allows values is a map, not "+p.node.Found(), "correct it")
		}
		return
	}
	if done, seen := f.merged[p.node]; seen {
		if !done {
			fl.remark(p, "", subject, "the schema refers to itself endlessly", "correct it")
		}
		return
	}
	f.merged[p.node] = false
	defer func() { f.merged[p.node] = true }()
	if f.branches > 0 {
		fl.merges++
	}
	if fl.merges > maxMerged {
		if fl.merges == maxMerged+1 {
			fl.lose(p, subject, "too many schemas are merged", "split the document")
		}
		return
	}
	ref := p.get("$ref")
	if !ref.ok() || len(p.node.Entries) > 1 {
		f.branches++
	}
	fl.used[p.node] = true
	for key, v := range p.entries() {
		if constraints[key] || annotation(key) {
			fl.keep(f, key, v, subject, rank)
		}
	}
	fl.mergeType(f, p, subject)
	if ref.ok() {
		if target, ok := fl.follow(ref, subject); ok {
			fl.merge(f, target, subject, rank+2)
		}
		if fl.before31() {
			fl.loseIgnored(p, subject)
			return
		}
	}
	for key, v := range p.entries() {
		fl.mergeKeyword(f, p, key, v, subject, rank)
	}
}

// maxMerged is the maximum number of schemas that a document can merge by allOf.
const maxMerged = 400_000

// loseIgnored records the loss of keywords next to a $ref, which versions before 3.1 ignore.
func (fl *flattener) loseIgnored(p place, subject string) {
	for key, v := range p.entries() {
		if key != "$ref" && key != "nullable" && !annotation(key) {
			fl.lose(v, subject, "before OpenAPI 3.1, keywords next to a $ref are ignored", "put both into an allOf, if both apply")
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
func (fl *flattener) mergeKeyword(f *flat, p place, key string, v place, subject string, rank int) {
	if kind := keywordKinds[key]; kind != 0 && v.node.Kind != kind {
		fl.lose(v, subject, "its value cannot be "+v.node.Found(), "correct it")
		return
	}
	switch key {
	case "allOf":
		for _, item := range v.items() {
			fl.merge(f, item, subject, rank+1)
		}
	case "properties", "required":
		fl.mergeMembers(f, v, subject)
	case "additionalProperties":
		switch {
		case p.get("patternProperties").ok():
			fl.lose(v, subject, "it only applies to members that do not match patternProperties", describe)
		case v.node.Kind == yamldoc.Bool && !v.node.True():
			f.closed = f.closed.and(v)
		case f.extra.ok() && !f.extra.first().isTrue() && v.isTrue():
			f.extra = f.extra.and(v)
		case f.extra.ok() && !f.extra.first().isTrue():
			fl.lose(v, subject, differentValue, combineBoth)
		default:
			f.extra = append(places{v}, f.extra...)
		}
	case "items":
		switch {
		case p.get("prefixItems").ok():
			fl.lose(v, subject, "it only applies to items after those of prefixItems", describe)
		case v.node.Kind == yamldoc.List:
			fl.lose(v, subject, "the items of a list have one type", describe)
		case f.items.ok() && f.items.first().node != v.node:
			fl.lose(v, subject, differentValue, combineBoth)
		default:
			f.items = f.items.and(v)
		}
	case "oneOf", "anyOf":
		switch {
		case onlyRequire(v):
			f.rules = append(f.rules, v)
		case fl.listsItself(f, v):
			f.itself = v
		default:
			f.choices = append(f.choices, v)
		}
	case "enum", "const":
		fl.mergeEnum(f, v)
	}
}

// mergeMembers adds the map of properties, or the list of required ones.
func (fl *flattener) mergeMembers(f *flat, v place, subject string) {
	for name, schema := range v.entries() {
		if f.schemas == nil {
			f.schemas = map[string]places{}
		}
		if f.schemas[name] == nil {
			f.props = append(f.props, name)
		}
		f.schemas[name] = f.schemas[name].and(schema)
	}
	for _, name := range v.items() {
		if f.required == nil {
			f.required = map[string]places{}
		}
		if name.textOf() != "" || name.node.Kind == yamldoc.String {
			f.required[name.node.Text] = f.required[name.node.Text].and(name)
		} else {
			fl.lose(name, subject, "the name of a property is expected, not "+name.node.Found(), "correct it")
		}
	}
}

// onlyRequire reports whether alternatives only say which members are present.
func onlyRequire(list place) bool {
	return len(list.items()) > 0 && !slices.ContainsFunc(list.items(), func(item place) bool {
		for key := range item.entries() {
			if key != "required" && key != "title" && key != "description" && !(key == "type" && item.text(key) == "object") {
				return true
			}
		}
		return !item.get("required").ok()
	})
}

// listsItself reports whether one of the alternatives is being merged: a schema extends
// another one, which lists those that extend it.
func (fl *flattener) listsItself(f *flat, list place) bool {
	return len(f.merged) > 1 && slices.ContainsFunc(list.items(), func(item place) bool {
		target, _ := fl.target(item.get("$ref"))
		done, seen := f.merged[target.node]
		return seen && !done
	})
}

// keep adds a keyword. Of two annotations, the one that is closer to the schema itself counts, or
// else the last one, and of two bounds the tighter one.
func (fl *flattener) keep(f *flat, key string, v place, subject string, rank int) {
	old := f.words.find(key)
	if old == nil {
		f.words = append(f.words, keyword{key, places{v}, rank})
		return
	}
	x, okX := old.from.first().rat()
	y, okY := v.rat()
	lower := strings.HasPrefix(key, "min")
	upper := strings.HasPrefix(key, "max")
	outranks := false
	switch {
	case annotation(key):
		outranks = rank <= old.rank
	case old.from.first().node.Canonical() == v.node.Canonical():
	case (lower || upper) && okX && okY:
		outranks = lower && y.Cmp(x) > 0 || upper && y.Cmp(x) < 0
	default:
		fl.lose(v, subject, differentValue, combineBoth)
		return
	}
	if !outranks {
		old.from = old.from.and(v)
		return
	}
	old.from = append(places{v}, old.from...)
	old.rank = rank
}

const (
	differentValue = "another schema of the allOf has a different value, which is used"
	combineBoth    = "combine both, or describe one"
)

// mergeType narrows the types of the schema.
func (fl *flattener) mergeType(f *flat, p place, subject string) {
	t := p.get("type")
	nullable := p.get("nullable")
	if !nullable.isTrue() {
		nullable = p.get("x-nullable")
	}
	types, null := fl.typesOf(t, subject)
	if f.branches <= 1 && nullable.isTrue() && (p.get("allOf").ok() || p.get("$ref").ok()) {
		f.lenient, f.null = true, f.null.and(nullable)
	} else if nullable.isTrue() && (t.ok() || f.branches <= 1) {
		f.null = f.null.and(nullable)
		null = true
	}
	if !t.ok() {
		return
	}
	if null {
		f.null = f.null.and(t)
	} else {
		f.notNull = f.notNull.and(t)
	}
	if len(types) == 0 {
		return
	}
	if f.types != nil {
		var both []string
		for _, t := range types {
			switch {
			case f.has(t), t == "integer" && f.has("number"):
				both = append(both, t)
			case t == "number" && f.has("integer"):
				both = append(both, "integer")
			}
		}
		if len(both) == 0 {
			fl.lose(t, subject, "no value has both types of the allOf", "correct it")
			return
		}
		types = both
	}
	f.types, f.typed = types, f.typed.and(t)
}

// typesOf returns the types of a keyword, and reports whether null is among them.
func (fl *flattener) typesOf(t place, subject string) (types []string, null bool) {
	names := t.items()
	if t.ok() && t.node.Kind != yamldoc.List {
		names = []place{t}
	}
	for _, item := range names {
		switch name := item.node.Text; name {
		case "null":
			null = true
		case "string", "boolean", "integer", "number", "object", "array":
			types = append(types, name)
		default:
			fl.lose(item, subject, "there is no type "+wording.Quote(name), "correct it")
		}
	}
	if null && len(types) == 0 {
		types = []string{"null"}
	}
	return types, null
}

// mergeEnum narrows the listed values of the schema. Before 3.1, the values and the type often
// disagree about null.
func (fl *flattener) mergeEnum(f *flat, v place) {
	listed := []*yamldoc.Node{v.node}
	if v.last() == "enum" {
		listed = v.node.Items
	}
	var values []*yamldoc.Node
	is := func(n *yamldoc.Node) func(*yamldoc.Node) bool {
		return func(m *yamldoc.Node) bool { return n.Canonical() == m.Canonical() }
	}
	for _, n := range listed {
		if !slices.ContainsFunc(values, is(n)) && (!f.enumAt.ok() || slices.ContainsFunc(f.enum, is(n))) {
			values = append(values, n)
		}
	}
	f.enum, f.enumAt = values, append(places{v}, f.enumAt...)
	switch {
	case len(withoutNull(listed)) < len(listed):
		f.null = f.null.and(v)
		f.lenient = f.lenient || fl.before31()
	case !fl.before31():
		f.notNull = f.notNull.and(v)
	}
}

// withoutNull returns values except for null.
func withoutNull(values []*yamldoc.Node) []*yamldoc.Node {
	return slices.DeleteFunc(slices.Clone(values), func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Null })
}
