package soundness

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
)

// document is a small catalog as its owner writes it, so that it can be edited.
type document struct {
	Path, Package string
	AreaGoName    string            // of every area; "" if it follows from the name
	Keys          map[string]string // around bodies, as they are written
	Enums         []*enum
	Records       []*shape
	Unions        []*union
	Operations    []*operation
}

type enum struct {
	Name   string
	Open   bool
	Values []value
}

type value struct{ Text, Go string }

type union struct {
	Name, By string
	Open     bool
	Variants []variant
}

type variant struct{ Tag, Record, Go string } // "" for the tag alone, and for the name that follows

type shape struct {
	Name    string // of a record
	Open    bool   // of a record
	Include string
	Fields  []*field
}

type field struct {
	Name, Type string            // the type as a catalog writes it: "[string]"
	Keys       map[string]string // further keys, as they are written
}

type operation struct {
	Area, Name string
	Keys       map[string]string
	Request    *shape
	Rules      []*fieldRule
	Pages      map[string]string // the keys of pagination
	Response   *shape            // nil if the shape is not shown
	Lenient    bool              // the response is not promised
	Nothing    bool              // the response carries nothing, whatever it is otherwise
}

// fieldRule is a rule over several fields.
type fieldRule struct {
	Kind   string
	Fields []string
}

// clone returns a copy that shares nothing.
func (d *document) clone() *document {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	c := new(document)
	if err := json.Unmarshal(text, c); err != nil {
		panic(err)
	}
	return c
}

// parse returns the catalog, nil if it has problems.
func (d *document) parse(name string) *catalog.Catalog {
	c, problems := catalog.Parse(name, []byte(d.String()))
	if len(problems) > 0 {
		return nil
	}
	return c
}

// String writes the catalog as YAML.
func (d *document) String() string {
	var enums, records, unions, areas random.Map
	for _, e := range d.Enums {
		var values random.Map
		for _, v := range e.Values {
			values = append(values, entry(v.Text, named(v.Go)))
		}
		keys := random.Map{entry("open", plain(e.Open)), entry("values", values)}
		enums = append(enums, entry(e.Name, keys))
	}
	for _, r := range d.Records {
		keys := random.Map{entry("open", plain(r.Open)), entry("fields", r.fields())}
		records = append(records, entry(r.Name, keys))
	}
	for _, u := range d.Unions {
		var variants random.Map
		for _, v := range u.Variants {
			keys := named(v.Go)
			if v.Record != "" {
				keys = append(keys, entry("record", v.Record))
			}
			variants = append(variants, entry(v.Tag, keys))
		}
		keys := random.Map{entry("by", u.By), entry("open", plain(u.Open)), entry("of", variants)}
		unions = append(unions, entry(u.Name, keys))
	}
	operations := map[string]random.Map{} // by area
	for _, op := range d.Operations {
		operations[op.Area] = append(operations[op.Area], entry(op.Name, op.keys()))
	}
	for _, area := range slices.Sorted(maps.Keys(operations)) {
		keys := append(named(d.AreaGoName), entry("operations", operations[area]))
		areas = append(areas, entry(area, keys))
	}
	c := random.Map{
		entry("catalog", plain(1)), entry("path", d.Path),
		entry("info", plain("{title: T, version: v1, package: "+d.Package+"}")),
		entry("enums", enums), entry("records", records), entry("unions", unions), entry("areas", areas),
	}
	return append(c, written(d.Keys)...).YAML()
}

func entry(key string, value any) random.Entry { return random.Entry{Key: key, Value: value} }

// plain is a value as it is written.
func plain(v any) random.Plain { return random.Plain(fmt.Sprint(v)) }

func named(goName string) random.Map {
	if goName == "" {
		return nil
	}
	return random.Map{entry("go", random.Map{entry("name", goName)})}
}

func written(keys map[string]string) (all random.Map) {
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		all = append(all, entry(key, plain(keys[key])))
	}
	return all
}

func (op *operation) keys() random.Map {
	all := append(written(op.Keys), op.Request.including()...)
	var rules random.List
	for _, r := range op.Rules {
		rules = append(rules, plain("{"+r.Kind+": ["+strings.Join(r.Fields, ", ")+"]}"))
	}
	if rules != nil {
		all = append(all, entry("rules", rules))
	}
	if op.Pages != nil {
		all = append(all, entry("pagination", written(op.Pages)))
	}
	response := random.Map{entry("lenient", plain(op.Lenient))}
	if op.Nothing {
		response = append(response, entry("type", "none"))
	} else if op.Response != nil {
		response = append(response, op.Response.including()...)
	} else {
		return all
	}
	return append(all, entry("response", response))
}

// including are the keys of a body.
func (s *shape) including() (all random.Map) {
	if s.Include != "" {
		all = random.Map{entry("include", s.Include)}
	}
	return append(all, entry("fields", s.fields()))
}

func (s *shape) fields() (all random.Map) {
	for _, f := range s.Fields {
		keys := append(random.Map{entry("type", plain(f.Type))}, written(f.Keys)...)
		all = append(all, entry(f.Name, keys))
	}
	return all
}

// maker makes catalogs, edits and bodies at random.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 7))} }

func (m maker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](m maker, from ...T) T { return from[m.IntN(len(from))] }

// Names are few, so that edits meet each other.
var names = strings.Fields("a b c d e f g h")

var scalars = strings.Fields("string string string boolean integer number object any unspecified")

// document returns a small catalog without problems.
func (m maker) document() *document {
	for {
		d := &document{Path: pick(m, "/api/{area}/{operation}", "/api/{area}/{operation}", "/api/{operation}"), Package: "example", Keys: map[string]string{}}
		for _, name := range []string{"Colour", "Mood"}[:1+m.IntN(2)] {
			e := &enum{Name: name, Open: m.chance(40)}
			for _, text := range []string{"red", "blue", "green", "x"}[m.IntN(2) : 2+m.IntN(3)] {
				e.Values = append(e.Values, value{Text: text})
			}
			d.Enums = append(d.Enums, e)
		}
		for _, name := range []string{"Part", "Claim", "Party"}[:1+m.IntN(3)] {
			r := &shape{Name: name, Open: m.chance(40)}
			r.Fields = m.fields(d, 1+m.IntN(3), true)
			d.Records = append(d.Records, r)
		}
		for _, name := range []string{"Event", "Item"}[:1+m.IntN(2)] {
			d.Unions = append(d.Unions, m.union(d, name))
		}
		for _, name := range []string{"get", "put"}[:1+m.IntN(2)] {
			d.Operations = append(d.Operations, m.operation(d, name))
		}
		for key := range around {
			if m.chance(25) {
				d.Keys[key] = m.around(d, key)
			}
		}
		if d.parse("base.yaml") != nil {
			return d
		}
	}
}

func (m maker) union(d *document, name string) *union {
	u := &union{Name: name, By: "kind", Open: m.chance(40)}
	for _, tag := range []string{"file", "gone", "note", "x"}[m.IntN(2) : 2+m.IntN(3)] {
		u.Variants = append(u.Variants, variant{Tag: tag, Record: m.recordOrNone(d)})
	}
	return u
}

// recordOrNone returns what a variant has beside its tag.
func (m maker) recordOrNone(d *document) string {
	if m.chance(30) {
		return ""
	}
	return pick(m, d.Records...).Name
}

func (m maker) operation(d *document, name string) *operation {
	op := &operation{Area: "claims", Name: name, Keys: map[string]string{}, Request: &shape{}}
	if m.chance(8) {
		op.Keys["empty"] = pick(m, "none", "null", "object")
		return op
	}
	op.Request.Fields = m.fields(d, m.IntN(6), true)
	if m.chance(15) {
		op.Keys["open"] = "true"
	}
	if m.chance(25) {
		op.Request.Include = pick(m, d.Records...).Name
	}
	if m.chance(50) {
		op.Rules = append(op.Rules, m.newRule(op))
	}
	if m.chance(80) {
		op.Response, op.Lenient = &shape{Fields: m.fields(d, m.IntN(4), false)}, m.chance(10)
		if m.chance(30) {
			op.Response.Include = pick(m, d.Records...).Name
		}
	}
	if m.chance(20) {
		m.paging(op)
	}
	return op
}

// newRule returns a rule over fields that may stand in one.
func (m maker) newRule(op *operation) *fieldRule {
	r := &fieldRule{Kind: string(pick(m, catalog.RuleKinds...))}
	for _, i := range m.Perm(len(op.Request.Fields)) {
		f := op.Request.Fields[i]
		if len(r.Fields) < 3 {
			for _, key := range []string{"required", "default", "send_if"} {
				delete(f.Keys, key)
			}
			r.Fields = append(r.Fields, f.Name)
		}
	}
	return r
}

// paging adds paging and the fields for it.
func (m maker) paging(op *operation) {
	op.Pages = map[string]string{"page": "page", "size": "size"}
	for _, name := range []string{"page", "size"} {
		if !slices.ContainsFunc(op.Request.Fields, func(f *field) bool { return f.Name == name }) {
			op.Request.Fields = append(op.Request.Fields, &field{Name: name, Type: "integer", Keys: map[string]string{}})
		}
	}
	for _, key := range []string{"first", "default_size"} {
		if m.chance(60) {
			op.Pages[key] = pick(m, "1", "2", "5")
		}
	}
	if r := op.Response; r != nil && m.chance(60) {
		for _, f := range r.Fields {
			if strings.HasPrefix(f.Type, "[") {
				op.Pages["items"] = f.Name
			}
		}
	}
}

func (m maker) fields(d *document, n int, request bool) []*field {
	var all []*field
	for _, i := range m.Perm(len(names))[:n] {
		all = append(all, m.field(d, names[i], request))
	}
	return all
}

func (m maker) field(d *document, name string, request bool) *field {
	f := &field{Name: name, Type: m.typ(d), Keys: map[string]string{}}
	if !request && m.chance(20) && len(d.Unions) > 0 {
		f.Type = pick(m, d.Unions...).Name
	}
	if m.chance(30) {
		f.Keys["required"] = "true"
	}
	keys := m.keys(f, request)
	for n := m.IntN(3); n > 0; n-- {
		key := pick(m, keys...)
		f.Keys[key] = m.valueOf(f, key)
	}
	for _, key := range []string{"join", "send_if"} { // which few fields can have
		if slices.Contains(keys, key) && m.chance(50) {
			f.Keys[key] = m.valueOf(f, key)
		}
	}
	for _, key := range []string{"enum", "format"} { // which other constraints can contradict
		if f.Keys[key] != "" {
			f.Keys = filterKeys(f.Keys, key, "required", "sensitive", "codes", "omit_empty")
		}
	}
	return f
}

// typ returns a type, of the records that are there so far.
func (m maker) typ(d *document) string {
	types := slices.Clone(scalars)
	for _, r := range d.Records {
		types = append(types, r.Name, r.Name)
	}
	for _, e := range d.Enums {
		types = append(types, e.Name)
	}
	for _, u := range d.Unions {
		types = append(types, u.Name, u.Name)
	}
	t := pick(m, types...)
	if m.chance(35) {
		return "[" + t + "]"
	}
	return t
}

// keys are the keys that a field may have beside its type.
func (m maker) keys(f *field, request bool) []string {
	keys := []string{"sensitive"}
	switch sent := request && f.Keys["required"] == ""; {
	case f.Type == "string":
		keys = append(keys, "non_blank", "min_length", "max_length", "pattern", "enum", "enum", "format")
		if request {
			keys = append(keys, "codes")
		}
		if sent {
			keys = append(keys, "default", "default", "omit_empty")
		}
	case f.Type == "integer" || f.Type == "number":
		keys = append(keys, "minimum", "maximum")
		if sent {
			keys = append(keys, "default", "default")
		}
	case strings.HasPrefix(f.Type, "["):
		keys = append(keys, "min_items", "max_items")
		if f.Type == "[string]" && request {
			keys = append(keys, "join", "join")
		}
		if sent {
			keys = append(keys, "send_if")
		}
	case sent && f.Type != "object" && !strings.Contains("any unspecified Part Claim Party Event Item", f.Type):
		keys = append(keys, "default")
	}
	return keys
}

// valueOf returns a value for a key of a field.
func (m maker) valueOf(f *field, key string) string {
	switch key {
	case "default":
		switch f.Type {
		case "boolean":
			return pick(m, "true", "false")
		case "integer", "number":
			return pick(m, "0", "1", "2", "5")
		default:
			return pick(m, "x", "xx", "red", "blue")
		}
	case "min_length", "min_items":
		return pick(m, "0", "1", "2")
	case "max_length", "max_items":
		return pick(m, "1", "2", "3", "9")
	case "minimum":
		return pick(m, "-1", "0", "1", "2")
	case "maximum":
		return pick(m, "2", "3", "5", "100")
	case "pattern":
		return pick(m, `"^[a-z]"`, `"^[A-Z]"`, `"^x+$"`, `"x"`, `"[0-9]"`)
	case "format":
		return pick(m, "date", "uuid", "decimal", "byte")
	case "enum":
		return pick(m, "[x]", "[x, xx]", "[red, blue]", `["", x]`, "[red, x, A]")
	case "join":
		return pick(m, `","`, `";"`)
	case "send_if":
		return "first_item_non_empty"
	case "codes":
		return pick(m, "table", "other")
	default:
		return "true"
	}
}
