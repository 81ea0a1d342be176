package importer

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// flat is a schema merged with the schemas of its allOf and $ref. The last fields hold what becomes of it in
// the catalog.
type flat struct {
	from     place
	props    []string           // in their order
	schemas  map[string][]place // of each property, several in an allOf
	required map[string]place   // names
	types    []string
	typed    bool
	nullable bool
	beside   bool  // has nullable: true next to allOf or $ref, which tools read as "or null"
	closed   place // additionalProperties: false
	extra    place // additionalProperties: true or a schema
	items    place
	enum     []*yamldoc.Node
	enumAt   place
	words    map[string]place       // keywords that constrain a text, a number or a list, and annotations
	choices  []place                // oneOf and anyOf
	rules    []place                // oneOf and anyOf that only say which members are present
	branches int                    // number of merged schemas
	merged   map[*yamldoc.Node]bool // false while a schema is being merged

	typ     *typ
	free    bool // every value is valid, including null
	keys    node // of a field
	reading bool // the type is not known yet
}

func newFlat(p place) *flat {
	return &flat{from: p, schemas: map[string][]place{}, required: map[string]place{}, words: map[string]place{},
		merged: map[*yamldoc.Node]bool{}, typ: &typ{word: "any"}}
}

func (f *flat) text(name string) string { return f.words[name].textOf() }
func (f *flat) is(name string) bool     { return f.words[name].isTrue() }
func (f *flat) has(kind string) bool    { return slices.Contains(f.types, kind) }

// constraints are keywords that a later step reads.
var constraints = words(`discriminator minLength maxLength pattern format minItems maxItems minimum maximum
	exclusiveMinimum exclusiveMaximum contentEncoding contentMediaType minProperties maxProperties not`)

// annotations are keywords that do not constrain values.
var annotations = words(`title description deprecated example examples default readOnly writeOnly externalDocs
	$schema $id $comment $defs definitions xml $anchor collectionFormat`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

const describe = "put it in the description"

// flatten merges schemas that apply together, with the targets of their references.
func (im *importer) flatten(c context, schemas ...place) *flat {
	f := newFlat(schemas[0])
	for _, p := range schemas {
		im.merge(f, p, c)
	}
	im.fold(f, c)
	return f
}

// fold merges an alternative that is the only one other than null.
func (im *importer) fold(f *flat, c context) {
	var several []place
	for len(f.choices) > 0 {
		list := f.choices[0]
		f.choices = f.choices[1:]
		items := slices.DeleteFunc(list.items(), im.onlyNull)
		switch {
		case len(items) > 1 || f.words["discriminator"].ok():
			several = append(several, list)
		default:
			null := f.nullable || len(items) < len(list.node.Items)
			for _, item := range items {
				im.merge(f, item, c) // may add further lists
			}
			f.nullable = f.nullable || null
		}
	}
	f.choices = several
}

// merge adds a schema.
func (im *importer) merge(f *flat, p place, c context) {
	if !p.isMap() {
		if p.ok() && !p.isTrue() {
			im.lose(p, c.subject, "a schema that allows values is a map, not "+p.node.Found(), "correct it")
		}
		return
	}
	if done, seen := f.merged[p.node]; seen {
		if !done {
			im.lose(p, c.subject, "the schema refers to itself endlessly", "correct it")
		}
		return
	}
	f.merged[p.node] = false
	defer func() { f.merged[p.node] = true }()
	if f.branches > 0 {
		im.merged++
	}
	if im.merged > maxMerged {
		if im.merged == maxMerged+1 {
			im.lose(p, c.subject, "too many schemas are merged", "split the document")
		}
		return
	}
	ref := p.get("$ref")
	if !ref.ok() || len(p.node.Entries) > 1 {
		f.branches++
	}
	// A text of the outer schema overrides one of the target.
	for key, v := range p.entries() {
		if constraints[key] || annotation(key) {
			im.keep(f, key, v, c)
		}
	}
	im.loseExtensions(p, c.subject)
	im.used[p.node] = true
	im.mergeType(f, p, c)
	if ref.ok() {
		if target, ok := im.resolve(ref, c.subject); ok {
			im.merge(f, target, c)
		}
		if im.before31() {
			im.loseIgnored(p, c)
			return
		}
	}
	for key, v := range p.entries() {
		im.mergeKeyword(f, p, key, v, c)
	}
}

// kinds are the valid kinds of values of some keywords.
var kinds = map[string]yamldoc.Kind{
	"properties": yamldoc.Map, "required": yamldoc.List, "enum": yamldoc.List, "allOf": yamldoc.List, "oneOf": yamldoc.List, "anyOf": yamldoc.List,
}

// mergeKeyword adds a keyword that is neither kept nor a type.
func (im *importer) mergeKeyword(f *flat, p place, key string, v place, c context) {
	if kind := kinds[key]; kind != 0 && v.node.Kind != kind {
		im.lose(v, c.subject, "its value cannot be "+v.node.Found(), "correct it")
		return
	}
	switch key {
	case "allOf":
		for _, item := range v.items() {
			im.merge(f, item, c)
		}
	case "properties", "required":
		im.mergeMembers(f, v, c)
	case "additionalProperties":
		switch {
		case p.get("patternProperties").ok():
			im.lose(v, c.subject, "it only applies to members that do not match patternProperties", describe)
		case v.node.Kind == yamldoc.Bool && !v.node.True():
			f.closed = v
		default:
			f.extra = cmp.Or(f.extra, v)
		}
	case "items":
		switch {
		case p.get("prefixItems").ok(): // applies to the remaining items
		case v.node.Kind == yamldoc.List:
			im.lose(v, c.subject, "the items of a list have one type", describe)
		case f.items.ok() && f.items.node != v.node:
			im.lose(v, c.subject, differentValue, combineBoth)
		default:
			f.items = v
		}
	case "oneOf", "anyOf":
		if onlyRequire(v) {
			f.rules = append(f.rules, v)
		} else if !im.listsItself(f, v) {
			f.choices = append(f.choices, v)
		}
	case "enum", "const":
		mergeEnum(f, v)
	case "$ref", "type", "nullable":
	default:
		read := constraints[key] || annotation(key) && key != "externalDocs" || key == "uniqueItems" && !v.node.True()
		if !read {
			im.lose(v, c.subject, "the format has no "+wording.Clip(key), describe)
		}
	}
}

// mergeMembers adds the map of properties, or the list of required ones.
func (im *importer) mergeMembers(f *flat, v place, c context) {
	for name, schema := range v.entries() {
		if f.schemas[name] == nil {
			f.props = append(f.props, name)
		}
		f.schemas[name] = append(slices.Clip(f.schemas[name]), schema)
	}
	for _, name := range v.items() {
		if name.textOf() != "" || name.node.Kind == yamldoc.String {
			f.required[name.node.Text] = name
		} else {
			im.lose(name, c.subject, "the name of a property is expected, not "+name.node.Found(), "correct it")
		}
	}
}

// listsItself reports whether one of the alternatives is being merged: a schema extends
// another one, which lists those that extend it.
func (im *importer) listsItself(f *flat, list place) bool {
	return len(f.merged) > 1 && slices.ContainsFunc(list.items(), func(item place) bool {
		target, _ := im.target(item.get("$ref"))
		done, seen := f.merged[target.node]
		return seen && !done
	})
}

// maxMerged is the maximum number of schemas that a document can merge by allOf.
const maxMerged = 400_000

// loseIgnored records the loss of keywords next to a $ref, which versions before 3.1 ignore.
func (im *importer) loseIgnored(p place, c context) {
	for key, v := range p.entries() {
		if key != "$ref" && key != "nullable" && !annotation(key) {
			im.lose(v, c.subject, "before OpenAPI 3.1, keywords next to a $ref are ignored", "put both into an allOf, if both apply")
		}
	}
}

// annotation reports whether a keyword does not constrain values.
func annotation(key string) bool { return annotations[key] || strings.HasPrefix(key, "x-") }

// keep adds a keyword. Of two annotations, it keeps the outer one, and of two bounds the tighter
// one.
func (im *importer) keep(f *flat, key string, v place, c context) {
	old := f.words[key]
	if !old.ok() {
		f.words[key] = v
		return
	}
	x, okX := old.node.Rat()
	y, okY := v.node.Rat()
	lower, upper := strings.HasPrefix(key, "min"), strings.HasPrefix(key, "max")
	switch {
	case annotation(key), old.node.Canonical() == v.node.Canonical():
	case (lower || upper) && okX && okY:
		if lower && y.Cmp(x) > 0 || upper && y.Cmp(x) < 0 {
			f.words[key] = v
		}
	default:
		im.lose(v, c.subject, differentValue, combineBoth)
	}
}

const (
	differentValue = "another schema of the allOf has a different value, which is used"
	combineBoth    = "combine both, or describe one"
)

// mergeType narrows the types of the schema.
func (im *importer) mergeType(f *flat, p place, c context) {
	null := p.is("nullable") || p.is("x-nullable")
	f.beside = f.beside || null && f.branches == 1 && (p.get("allOf").ok() || p.get("$ref").ok())
	t := p.get("type")
	types, withNull := im.typesOf(t, c)
	if len(types) == 0 {
		f.nullable = f.nullable || withNull || null && (t.ok() || f.branches == 1)
		return
	}
	f.nullable = f.beside || (null || withNull) && (!f.typed || f.nullable)
	if f.typed {
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
			im.lose(t, c.subject, "no value has both types of the allOf", "correct it")
			both = f.types
		}
		types = both
	}
	f.types, f.typed = types, true
}

// typesOf returns the types of a keyword, and reports whether null is among them. A null
// that is not in a list is also a type.
func (im *importer) typesOf(t place, c context) (types []string, null bool) {
	names := t.items()
	if t.ok() && t.node.Kind != yamldoc.List {
		names = []place{t}
	}
	for _, item := range names {
		switch name := item.node.Text; name {
		case "null":
			null = true
			if t.node.Kind != yamldoc.List {
				types = append(types, name)
			}
		case "string", "boolean", "integer", "number", "object", "array":
			types = append(types, name)
		default:
			im.lose(item, c.subject, "there is no type "+wording.Quote(name), "correct it")
		}
	}
	return types, null
}

// mergeEnum narrows the listed values of the schema.
func mergeEnum(f *flat, v place) {
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
	f.enum, f.enumAt = values, v
}
