package importer

import (
	"cmp"
	"maps"
	"mime"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// side is where a schema is used. A request has no readOnly properties, and a response no
// writeOnly ones.
type side int

const (
	inRequest side = iota
	inResponse
)

// context describes the use of a schema.
type context struct {
	side    side
	subject string // "claims.get_claim.address"
	name    string // of the record or enum that is made from the schema
	owner   string // the pointer that the name is reserved for, "" if the schema has no name

	component *flat // of the schema itself, if it has a name
}

func (c context) below(name string) context {
	return context{side: c.side, subject: c.subject + "." + name, name: c.name + goPart(name)}
}

// item returns the context of one of several values: Address for Addresses.
func (c context) item(of string) context {
	c.subject, c.component = c.subject+of, nil
	if one := lint.Singular(c.name); one != c.name {
		c.name = one
	} else {
		c.name += "Item"
	}
	return c
}

// readSchema reads schemas that apply together, as in an allOf.
func (im *importer) readSchema(c context, schemas ...place) *flat {
	one := schemas
	if len(schemas) > 1 {
		one = slices.DeleteFunc(slices.Clone(schemas), anyObject)
	}
	if len(one) == 1 {
		ref, ok := im.reference(one[0], c)
		if kind := ref.target.text("type"); ok && (len(schemas) == 1 || kind == "" || kind == "object") {
			v := im.readComponent(ref.target, c)
			if v.typ.is("record") {
				im.loseRules(v.typ.declared, c)
			}
			for _, p := range schemas {
				for key, word := range p.entries() {
					if annotation(key) && !ref.words[key].ok() {
						ref.words[key] = word
					}
				}
			}
			return v.withAnnotations(ref, one[0])
		}
	}
	f := im.flatten(c, schemas...)
	// A schema without a name is written out at each use, and may contain itself.
	key := schemaKey{schemas[0].node, c.side}
	if im.inside[key] || len(im.inside) > maxInside {
		im.lose(schemas[0], c.subject, "the schema contains itself and has no name", "name it among the components; the values are not checked")
		return f
	}
	im.inside[key] = true
	defer delete(im.inside, key)
	im.setType(f, c)
	return f
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
	target   place
	words    map[string]place // around it
	nullable bool
}

// reference returns a schema as a reference, and reports whether it is one.
func (im *importer) reference(p place, c context) (r reference, ok bool) {
	r.words = map[string]place{}
	if same, ok := im.decided.same[p.node]; ok {
		return reference{same, r.words, false}, true
	}
	ref := p.get("$ref")
	if ref.ok() {
		if r.target, ok = im.resolve(ref, c.subject); !ok {
			return r, false
		}
		if im.before31() {
			im.loseIgnored(p, c)
		}
	}
	r.nullable = p.is("nullable") || p.is("x-nullable")
	var inner []place
	for key, v := range p.entries() {
		switch {
		case key == "$ref", key == "nullable", key == "type" && v.node.Text == "object":
		case annotation(key), ref.ok() && im.before31():
			r.words[key] = v
		case key == "allOf" && len(v.node.Items) == 1, (key == "anyOf" || key == "oneOf") && len(v.node.Items) <= 2:
			items := slices.DeleteFunc(v.items(), im.onlyNull)
			r.nullable = r.nullable || len(items) < len(v.node.Items)
			inner = append(inner, items...)
		default:
			return r, false
		}
	}
	if ref.ok() {
		return r, true
	}
	if len(inner) != 1 {
		return r, false
	}
	next, ok := im.reference(inner[0], c)
	maps.Copy(next.words, r.words)
	return reference{next.target, next.words, r.nullable || next.nullable}, ok
}

// onlyNull reports whether a schema, or its target, only allows null.
func (im *importer) onlyNull(p place) bool {
	if ref := p.get("$ref"); ref.ok() {
		p, _ = im.target(ref)
	}
	values, one := p.get("enum"), p.get("const")
	return p.text("type") == "null" ||
		values.ok() && len(values.node.Items) == 1 && values.node.Items[0].Kind == yamldoc.Null ||
		one.ok() && one.node.Kind == yamldoc.Null
}

// withAnnotations returns a target with the annotations of a reference to it.
func (f *flat) withAnnotations(r reference, p place) *flat {
	outer := *f
	outer.from, outer.words, outer.nullable = p, map[string]place{}, f.nullable || r.nullable
	typed := f.typ.declared != nil // which has the other annotations
	for key, w := range f.words {
		if !typed || key == "readOnly" || key == "writeOnly" || key == "deprecated" {
			outer.words[key] = w
		}
	}
	maps.Copy(outer.words, r.words)
	return &outer
}

// readComponent reads a schema with a name, once, or once for each side if the sides differ.
func (im *importer) readComponent(p place, c context) *flat {
	k := schemaKey{p.node, inRequest}
	if im.isSided[p.node] {
		k.side = c.side
	}
	if v, ok := im.contents[k]; ok {
		if v.reading {
			im.lose(p, c.subject, "the schema contains itself and is not an object with properties", "the type is any in one place")
		}
		return v
	}
	name, v := im.componentName(p), newFlat(p)
	v.reading = true
	im.contents[k] = v // for references from inside the schema, unless it becomes a record or a union
	inner := context{side: k.side, subject: name, name: name, owner: p.ptr, component: v}
	if k.side == inRequest && im.isSided[p.node] {
		inner.name, inner.owner = name+"Input", p.ptr+"?"
	}
	defer func(around map[schemaKey]bool) { im.inside = around }(im.inside)
	im.inside = map[schemaKey]bool{}
	f := im.flatten(inner, p)
	im.setType(f, inner)
	*v = *f
	return v
}

type schemaKey struct {
	node *yamldoc.Node
	side side
}

// isRecord reports whether a schema is an object with named members.
func (im *importer) isRecord(f *flat) bool {
	if f.choices != nil || f.typed && !slices.Equal(f.types, []string{"object"}) {
		return false
	}
	return len(f.props) > 0 || f.closed.ok() && f.has("object")
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

// setType sets the type and the keys of a schema.
func (im *importer) setType(f *flat, c context) {
	if t := im.findUnion(f, c); t != nil {
		u := im.newType("union", f.from)
		f.nullable = f.nullable || t.nullable
		im.define(f, u, c, func() { im.readUnion(u, t, c.side) })
		return
	}
	if f.choices != nil {
		im.readAlternatives(f, c)
		return
	}
	if im.infer(f, c); c.component != nil && isEnum(f) {
		im.defineEnum(f, c, false, nil)
		return
	}
	if f.free = len(f.types) == 0; len(f.types) != 1 {
		if len(f.types) > 1 {
			im.loseAs(keywordPlace(f, "type"), "type", c.subject, "a field has one type, not "+strings.Join(f.types, " or "), "the type is any, and the values are not checked")
		}
		im.loseUnchecked(f, c)
		return
	}
	kind := f.types[0]
	if kind != "object" {
		im.loseWords(f, c, "the format has no negation", "not")
	}
	if kind != "string" && kind != "null" {
		im.loseEnum(f, c)
	}
	switch f.typ.word = kind; kind {
	case "string":
		im.readString(f, c)
	case "integer", "number":
		im.setBounds(f, c)
	case "boolean":
	case "array":
		im.readArray(f, c)
	case "object":
		im.readObject(f, c)
	default: // null alone
		f.typ.word = "any"
		im.loseAs(keywordPlace(f, "type"), "type", c.subject, "the format has no type for null", "the type is any")
	}
}

// keywordPlace returns a keyword of a schema, or the schema itself if it is missing.
func keywordPlace(f *flat, keyword string) place { return cmp.Or(f.from.get(keyword), f.from) }

// infer sets a missing type by the keywords of a schema.
func (im *importer) infer(f *flat, c context) {
	if f.typed {
		return
	}
	kind := ""
	switch has := func(keywords ...string) bool {
		return slices.ContainsFunc(keywords, func(keyword string) bool { return f.words[keyword].ok() })
	}; {
	case len(f.props) > 0 || f.extra.ok() || f.closed.ok():
		kind = "object"
	case f.items.ok() || has("minItems", "maxItems"):
		kind = "array"
	case has("pattern", "minLength", "maxLength") || f.text("format") != "" && !numericFormats[f.text("format")]:
		kind = "string"
	case has("minimum", "maximum", "format"):
		kind = "number"
	case f.enumAt.ok(): // these types are certain
		kinds := map[yamldoc.Kind]string{yamldoc.String: "string", yamldoc.Bool: "boolean", yamldoc.Number: "number", yamldoc.Map: "object", yamldoc.List: "array"}
		values := withoutNull(f.enum)
		var types []string
		for _, n := range values {
			types = append(types, kinds[n.Kind])
		}
		f.nullable = f.nullable || len(values) > 0 && len(values) < len(f.enum)
		if types = slices.Compact(types); len(types) == 1 && types[0] != "" {
			f.types = types
		}
		return
	case len(f.required) > 0:
		kind = "object"
	}
	if kind != "" {
		f.types = []string{kind}
		im.loseAs(f.from, "type", c.subject, "the type is missing; the keywords are those of type "+kind, "add it with a correction, if that is right")
	}
}

var numericFormats = words("int32 int64 float double")

// loseUnchecked records the loss of all constraints on values of any type.
func (im *importer) loseUnchecked(f *flat, c context) {
	delete(f.words, "discriminator") // the loss of alternatives mentions it
	im.loseConstraints(f, c, "the values of any are not checked")
	for _, name := range f.props {
		im.lose(f.schemas[name][0], c.subject, "the values of any are not checked", describe)
	}
	if f.enumAt.ok() {
		im.lose(f.enumAt, c.subject, "the values of any are not checked", describe)
	}
}

// loseEnum records the loss of listed values that are not strings.
func (im *importer) loseEnum(f *flat, c context) {
	if f.enumAt.ok() && !(f.has("boolean") && len(withoutNull(f.enum)) == 2) {
		im.lose(f.enumAt, c.subject, "only strings have listed values", describe)
	}
}

// withoutNull returns values except for null.
func withoutNull(values []*yamldoc.Node) []*yamldoc.Node {
	return slices.DeleteFunc(slices.Clone(values), func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Null })
}

// jsonMedia returns the entry for JSON among the media types of a body: the keys of a map, or in
// Swagger 2.0 a list.
func (im *importer) jsonMedia(types place, subject string) (found place, ok bool) {
	all := types.items()
	for _, media := range types.entries() {
		all = append(all, media)
	}
	name := func(media place) string { return cmp.Or(media.key, media.node).Text }
	for _, media := range all {
		if json, exact := isJSON(name(media)); exact || !found.ok() && json {
			found = media
		}
	}
	for _, media := range all {
		if _, exact := isJSON(name(media)); found.ok() && (media != found || !exact && !strings.HasSuffix(name(media), "*")) {
			im.loseAs(media, types.last(), subject, "bodies are application/json, not "+wording.Quote(name(media)), "nothing, if both sides use application/json")
		}
	}
	return found, found.ok()
}

// isJSON reports whether a media type is JSON, and whether it is application/json.
func isJSON(media string) (json, exact bool) {
	kind, params, err := mime.ParseMediaType(media)
	if charset := strings.ToLower(params["charset"]); err != nil || charset != "" && charset != "utf-8" {
		return false, false
	}
	exact = kind == "application/json"
	return exact || strings.HasSuffix(kind, "+json") || kind == "text/json" || kind == "*/*" || kind == "application/*", exact
}

// loseExamples records the loss of examples of whole bodies.
func (im *importer) loseExamples(of place, subject string) {
	for _, key := range []string{"example", "examples"} {
		if v := of.get(key); v.ok() {
			im.lose(v, subject, "a catalog has no examples of whole bodies", "keep it as a wire vector if it contains no personal data")
		}
	}
}
