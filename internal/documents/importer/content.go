package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// readSchema reads schemas that apply together, as in an allOf.
func (im *importer) readSchema(c context, schemas ...place) *value {
	one := schemas
	if len(schemas) > 1 {
		one = slices.DeleteFunc(slices.Clone(schemas), anyObject)
	}
	if len(one) == 1 {
		ref, ok := im.reference(one[0], c)
		if kind := ref.target.text("type"); ok && (len(schemas) == 1 || kind == "" || kind == "object") {
			for _, p := range schemas {
				for key, word := range p.entries() {
					if annotation(key) && !ref.words.of(key).ok() {
						ref.words.set(key, places{word})
					}
				}
				im.settle(p.get("type"), p.get("nullable"))
			}
			return im.readComponent(ref.target, c).withAnnotations(ref, one[0])
		}
	}
	f := im.flatten(c.subject, schemas...)
	// A schema without a name is written out at each use, and may contain itself.
	key := schemaKey{schemas[0].node, c.side}
	if im.inside[key] || len(im.inside) > maxInside {
		im.lose(schemas[0], c.subject, "the schema contains itself and has no name",
			"name it among the components; the values are not checked")
		return newValue(f)
	}
	im.inside[key] = true
	defer delete(im.inside, key)
	return im.valueOf(f, c)
}

// anyObject reports whether a schema allows any object: an envelope has data: {} or
// data: {type: object}, and each response describes the data.
func anyObject(p place) bool {
	for key, v := range p.entries() {
		if !annotation(key) && key != "nullable" && !(key == "type" && v.textOf() == "object") {
			return false
		}
	}
	return p.isMap()
}

// maxInside bounds the nesting of schemas.
const maxInside = 200

// reference is a schema that only annotates another one: {$ref: ...},
// {allOf: [{$ref: ...}], description: ...}, {anyOf: [{$ref: ...}, {type: "null"}]}.
type reference struct {
	target place
	words  keywords // around it
	typed  places   // object
	null   places
}

// reference returns a schema as a reference, and reports whether it is one.
func (im *importer) reference(p place, c context) (r reference, ok bool) {
	if same, ok := im.same[p.node]; ok {
		im.settle(p)
		r.target = same
		return r, true
	}
	ref := p.get("$ref")
	if ref.ok() {
		if r.target, ok = im.follow(ref, c.subject); !ok {
			return r, false
		}
		if im.before31() {
			im.loseIgnored(p, c.subject)
		}
	}
	var inner []place
	for key, v := range p.entries() {
		switch {
		case key == "$ref":
		case key == "nullable", key == "x-nullable":
			if v.isTrue() {
				r.null = r.null.and(v)
			}
		case key == "type" && v.node.Text == "object":
			r.typed = r.typed.and(v)
		case annotation(key):
			r.words.set(key, places{v})
		case ref.ok() && im.before31():
		case key == "allOf" && len(v.node.Items) == 1, (key == "anyOf" || key == "oneOf") && len(v.node.Items) <= 2:
			for _, item := range v.items() {
				if im.onlyNull(item) {
					im.settle(item)
					r.null = r.null.and(v)
				} else {
					inner = append(inner, item)
				}
			}
		default:
			return r, false
		}
	}
	if ref.ok() {
		return r, len(inner) == 0
	}
	if len(inner) != 1 {
		return r, false
	}
	next, ok := im.reference(inner[0], c)
	next.typed = next.typed.and(r.typed...)
	next.null = next.null.and(r.null...)
	next.words = next.words.under(r.words)
	return next, ok
}

// withAnnotations returns the value of a target with the annotations of a reference to it.
func (v *value) withAnnotations(r reference, p place) *value {
	outer := *v
	outer.from = p
	outer.typed = v.typed.and(r.typed...)
	outer.null = v.null.and(r.null...)
	outer.words = v.words.under(r.words)
	return &outer
}

// readComponent reads a schema with a name, once, or once for each side if the sides differ.
func (im *importer) readComponent(p place, c context) *value {
	k := schemaKey{p.node, inRequest}
	if im.isSided[p.node] {
		k.side = c.side
	}
	if v, ok := im.values[k]; ok {
		if v.reading {
			im.remark(p, "", c.subject, "the schema contains itself and is not an object with properties", "the type is any in one place")
		}
		return v
	}
	name := im.componentName(p)
	v := newValue(newFlat(p))
	v.reading = true
	im.values[k] = v // for references from inside the schema, unless it becomes a record or a union
	inner := context{side: k.side, subject: name, name: name, owner: p.pointer(), component: v}
	if k.side == inRequest && im.isSided[p.node] {
		inner.name, inner.owner = name+"Input", p.pointer()+"?"
	}
	defer func(around map[schemaKey]bool) { im.inside = around }(im.inside)
	im.inside = map[schemaKey]bool{}
	*v = *im.valueOf(im.flatten(inner.subject, p), inner)
	return v
}

// isRecord reports whether a schema is an object with named members.
func isRecord(f *flat) bool {
	if f.choices != nil || f.typed.ok() && !slices.Equal(f.types, []string{"object"}) {
		return false
	}
	return len(f.props) > 0 || f.closed.ok() && f.has("object")
}

// valueOf returns what becomes of a schema.
func (im *importer) valueOf(f *flat, c context) *value {
	if t := im.findUnion(f, c); t != nil {
		v := newValue(f)
		v.null = v.null.and(t.null...)
		u := im.newType("union", f.from)
		u.via = f.typed
		im.define(v, u, c, func() { im.readUnion(u, t, c.side) })
		return v
	}
	if f.choices != nil {
		return im.readAlternatives(f, c)
	}
	im.infer(f, c)
	im.remarkNull(f, c)
	if isEnum(f) && c.component != nil {
		return im.defineEnum(f, c, false, nil)
	}
	v := newValue(f)
	v.free = len(f.types) == 0
	if len(f.types) != 1 {
		switch {
		case len(f.types) > 1:
			im.remark(v.typePlace().first(), "type", c.subject, "a field has one type, not "+strings.Join(f.types, " or "),
				"the type is any, and the values are not checked")
		case f.itself.ok():
			im.lose(f.itself, c.subject, "the schema is one of its own alternatives", "the type is any, and the values are not checked")
		}
		im.because(notChecked, f.merged)
		return v
	}
	kind := f.types[0]
	im.because("it does not apply to type "+kind, f.merged)
	switch v.typ.word = kind; kind {
	case "string":
		im.readString(v, f, c)
	case "integer", "number":
		im.setBounds(v, f, c)
	case "boolean":
		if len(withoutNull(f.enum)) == 2 {
			im.settle(f.enumAt...)
		}
	case "array":
		im.readArray(v, f, c)
	case "object":
		im.readObject(v, f, c)
	default: // null alone
		v.typ.word = "any"
		says := append(v.typed, f.enumAt...)
		im.remark(says.first(), "", c.subject, "the format has no type for null", "the type is any")
	}
	return v
}

// remarkNull says that null is accepted where only one of the type and the listed values allows it.
func (im *importer) remarkNull(f *flat, c context) {
	if !im.before31() || !f.enumAt.ok() || !f.nullable() {
		return
	}
	listed := len(withoutNull(f.enum)) < len(f.enum)
	if listed == !f.notNull.ok() {
		return
	}
	im.remark(f.enumAt.first(), "enum", c.subject, "the type and the listed values disagree about null",
		"null is accepted; correct one of them, if it is never sent")
}

const notChecked = "the values of any are not checked"

// infer sets a missing type by the keywords of a schema.
func (im *importer) infer(f *flat, c context) {
	if f.typed.ok() {
		return
	}
	has := func(keywords ...string) bool {
		return slices.ContainsFunc(keywords, func(keyword string) bool { return f.words.of(keyword).ok() })
	}
	kind := ""
	switch {
	case len(f.props) > 0 || f.extra.ok() || f.closed.ok():
		kind = "object"
	case f.items.ok() || has("minItems", "maxItems"):
		kind = "array"
	case has("pattern", "minLength", "maxLength") || f.text("format") != "" && !numericFormats[f.text("format")]:
		kind = "string"
	case has("minimum", "maximum", "format"):
		kind = "number"
	case f.enumAt.ok():
		f.types = typesOfValues(f.enum)
		return
	case len(f.required) > 0:
		kind = "object"
	}
	if kind != "" {
		f.types = []string{kind}
		im.remark(f.from, "type", c.subject, "the type is missing; the keywords are those of type "+kind, "add it with a correction, if that is right")
	}
}

// typesOfValues returns the only type of listed values, which is certain, or none.
func typesOfValues(listed []*yamldoc.Node) []string {
	kinds := map[yamldoc.Kind]string{
		yamldoc.String: "string", yamldoc.Bool: "boolean", yamldoc.Number: "number", yamldoc.Map: "object", yamldoc.List: "array",
	}
	values := withoutNull(listed)
	if len(values) == 0 && len(listed) > 0 {
		return []string{"null"}
	}
	var types []string
	for _, n := range values {
		types = append(types, kinds[n.Kind])
	}
	types = slices.Compact(types)
	if len(types) != 1 || types[0] == "" {
		return nil
	}
	return types
}
