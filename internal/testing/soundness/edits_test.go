package soundness

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// edit changes a catalog at random, at one place. It may leave problems, or change
// nothing.
type edit struct {
	name string
	make func(m maker, d *document)
}

// onField returns an edit of any field.
func onField(name string, do func(m maker, d *document, f *field)) edit {
	return edit{name, func(m maker, d *document) {
		m.anyField(d, func(_ *shape, f *field, _ bool) { do(m, d, f) })
	}}
}

// onRules returns an edit of an operation with rules.
func onRules(name string, do func(m maker, d *document, op *operation)) edit {
	return edit{name, func(m maker, d *document) {
		for _, i := range m.Perm(len(d.Operations)) {
			if op := d.Operations[i]; len(op.Rules) > 0 {
				do(m, d, op)
				return
			}
		}
	}}
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// goName is the value of a key "go".
func goName(name string) string { return "{name: " + name + "}" }

// edits are made of every kind of change.
var edits = []edit{
	{"add a field", func(m maker, d *document) { s, request := m.shape(d); m.add(d, s, request, false) }},
	{"add a required field", func(m maker, d *document) { s, request := m.shape(d); m.add(d, s, request, true) }},
	{"add a default to a record", func(m maker, d *document) {
		if f := m.add(d, pick(m, d.Records...), true, false); f != nil {
			f.Type, f.Keys = "string", map[string]string{"default": "x"}
		}
	}},
	{"remove a field", func(m maker, d *document) {
		s, _ := m.shape(d)
		if n := len(s.Fields); n > 0 {
			i := m.IntN(n)
			d.forget(s, s.Fields[i].Name)
			s.Fields = slices.Delete(s.Fields, i, i+1)
		}
	}},
	{"remove a deprecated field", func(m maker, d *document) {
		// In the head: its base is made by going back.
		s, request := m.shape(d)
		if f := m.add(d, s, request, false); f != nil {
			f.Keys["deprecated"] = pick(m, `{sunset: "2000-01-01"}`, `{sunset: "2999-01-01"}`)
		}
	}},
	{"rename a field", func(m maker, d *document) {
		m.anyField(d, func(s *shape, f *field, _ bool) { d.rename(s, f, pick(m, names...)) })
	}},
	{"rename a field of a response", func(m maker, d *document) {
		if s := pick(m, d.Operations...).Response; s != nil && len(s.Fields) > 0 {
			d.rename(s, pick(m, s.Fields...), pick(m, names...))
		}
	}},
	{"add a field of any type to a response", func(m maker, d *document) {
		if s := pick(m, d.Operations...).Response; s != nil {
			if f := m.add(d, s, false, false); f != nil {
				f.Type, f.Keys = pick(m, "any", "unspecified"), map[string]string{}
			}
		}
	}},
	{"rename a field of any type on the wire", func(m maker, d *document) {
		for _, op := range d.Operations {
			if op.Response == nil {
				continue
			}
			for _, f := range op.Response.Fields {
				if f.Type == "any" || f.Type == "unspecified" {
					d.renameOnWire(op.Response, f, pick(m, names...))
				}
			}
		}
	}},
	{"rename a field on the wire", func(m maker, d *document) {
		m.anyField(d, func(s *shape, f *field, _ bool) { d.renameOnWire(s, f, pick(m, names...)) })
	}},
	onField("name a field in Go", func(m maker, _ *document, f *field) {
		f.Keys["go"] = goName(pick(m, "Named", "A", "B"))
	}),
	onField("require a field, or no longer", func(_ maker, _ *document, f *field) { toggle(f.Keys, "required", "true") }),
	onField("change a type", func(m maker, d *document, f *field) {
		f.Type, f.Keys = m.typ(d), filterKeys(f.Keys, "required", "go")
	}),
	onField("make an array of a type, or no longer", func(_ maker, _ *document, f *field) {
		if item, ok := strings.CutPrefix(f.Type, "["); ok {
			f.Type = strings.TrimSuffix(item, "]")
		} else {
			f.Type = "[" + f.Type + "]"
		}
		f.Keys = filterKeys(f.Keys, "required", "go")
	}),
	{"join a string", func(m maker, d *document) {
		m.anyField(d, func(_ *shape, f *field, request bool) {
			if request {
				f.Type, f.Keys = "[string]", filterKeys(f.Keys, "required", "go")
				f.Keys["join"] = `","`
			}
		})
	}},
	onField("join no longer", func(_ maker, _ *document, f *field) {
		if f.Keys["join"] != "" {
			f.Type, f.Keys = "string", filterKeys(f.Keys, "required", "go")
		}
	}),
	{"swap two fields", func(m maker, d *document) {
		s, _ := m.shape(d)
		if n := len(s.Fields); n > 1 {
			i, j := m.IntN(n), m.IntN(n)
			s.Fields[i], s.Fields[j] = s.Fields[j], s.Fields[i]
		}
	}},
	{"move a field between a body and the record that it includes", func(m maker, d *document) {
		s, r := m.including(d)
		if s == nil {
			return
		}
		from, to := s, r
		if m.chance(50) {
			from, to = r, s
		}
		if n := len(from.Fields); n > 0 {
			i := m.IntN(n)
			to.Fields = append(to.Fields, from.Fields[i])
			from.Fields = slices.Delete(from.Fields, i, i+1)
		}
	}},
	{"nest fields in a record", func(m maker, d *document) {
		s, _ := m.shape(d)
		if len(s.Fields) < 2 || s.Name != "" {
			return
		}
		d.Records = append(d.Records, &shape{Name: "Nested", Fields: s.Fields[:2]})
		for _, f := range s.Fields[:2] {
			d.forget(s, f.Name)
		}
		s.Fields = append([]*field{{Name: "nested", Type: "Nested", Keys: map[string]string{}}}, s.Fields[2:]...)
	}},
	{"add a value to an enum", func(m maker, d *document) {
		e := pick(m, d.Enums...)
		e.Values = append(e.Values, value{Text: pick(m, "other", "x", "red")})
	}},
	{"remove a value of an enum", func(m maker, d *document) {
		e := pick(m, d.Enums...)
		i := m.IntN(len(e.Values))
		e.Values = slices.Delete(e.Values, i, i+1)
	}},
	{"rename a value of an enum", func(m maker, d *document) {
		e := pick(m, d.Enums...)
		v := &e.Values[m.IntN(len(e.Values))]
		if m.chance(70) {
			v.Go = e.Name + title(v.Text)
		}
		v.Text = "renamed"
	}},
	{"open an enum, or close it", func(m maker, d *document) { e := pick(m, d.Enums...); e.Open = !e.Open }},
	{"rename an enum", func(m maker, d *document) { d.retype(pick(m, d.Enums...).Name, "Paint") }},
	{"add a variant to a union", func(m maker, d *document) {
		u := pick(m, d.Unions...)
		u.Variants = append(u.Variants, variant{Tag: pick(m, "other", "x", "link"), Record: m.recordOrNone(d)})
	}},
	{"remove a variant of a union", func(m maker, d *document) {
		u := pick(m, d.Unions...)
		i := m.IntN(len(u.Variants))
		u.Variants = slices.Delete(u.Variants, i, i+1)
	}},
	{"rename a variant of a union", func(m maker, d *document) {
		u := pick(m, d.Unions...)
		v := &u.Variants[m.IntN(len(u.Variants))]
		if m.chance(70) {
			v.Go = u.Name + title(v.Tag)
		}
		v.Tag = "renamed"
	}},
	{"name a variant in Go", func(m maker, d *document) {
		u := pick(m, d.Unions...)
		u.Variants[m.IntN(len(u.Variants))].Go = u.Name + "Named"
	}},
	{"give a variant another record, or none", func(m maker, d *document) {
		u := pick(m, d.Unions...)
		u.Variants[m.IntN(len(u.Variants))].Record = m.recordOrNone(d)
	}},
	{"open a union, or close it", func(m maker, d *document) { u := pick(m, d.Unions...); u.Open = !u.Open }},
	{"change the key of a tag", func(m maker, d *document) { pick(m, d.Unions...).By = pick(m, "kind", "tag") }},
	{"rename a union", func(m maker, d *document) { d.retype(pick(m, d.Unions...).Name, "Happening") }},
	onField("use an object in place of a union", func(_ maker, d *document, f *field) {
		for _, u := range d.Unions {
			f.Type = strings.Replace(f.Type, u.Name, "object", 1)
		}
	}),
	{"change the formats", func(m maker, d *document) {
		for _, f := range d.sent() {
			if f.Keys["format"] != "" {
				f.Keys["format"] = m.valueOf(f, "format")
			}
		}
	}},
	{"remove a listed value, or add one", func(m maker, d *document) {
		for _, f := range d.sent() {
			if _, others, ok := strings.Cut(f.Keys["enum"], ", "); ok {
				f.Keys["enum"] = "[" + others
			} else if f.Keys["enum"] != "" {
				f.Keys["enum"] = "[y, " + strings.TrimPrefix(f.Keys["enum"], "[")
			}
		}
	}},
	{"open a request, or close it", func(m maker, d *document) { toggleOr(m, pick(m, d.Operations...).Keys, "open", "true") }},
	{"change what is sent of nothing", func(m maker, d *document) {
		op := pick(m, d.Operations...)
		if len(op.Request.Fields) == 0 && op.Request.Include == "" {
			toggleOr(m, op.Keys, "empty", pick(m, "none", "null", "object"))
		}
	}},
	{"open a record, or close it", func(m maker, d *document) { r := pick(m, d.Records...); r.Open = !r.Open }},
	{"rename a record", func(m maker, d *document) { d.retype(pick(m, d.Records...).Name, "Thing") }},
	onField("use an object in place of a record", func(_ maker, d *document, f *field) {
		for _, r := range d.Records {
			f.Type = strings.Replace(f.Type, r.Name, "object", 1)
		}
	}),
	onField("use a record in place of an object", func(m maker, d *document, f *field) {
		f.Type = strings.Replace(f.Type, "object", pick(m, d.Records...).Name, 1)
	}),
	onField("use a string in place of an enum", func(_ maker, d *document, f *field) {
		for _, e := range d.Enums {
			f.Type = strings.Replace(f.Type, e.Name, "string", 1)
		}
	}),
	onField("use an enum in place of a string", func(m maker, d *document, f *field) {
		f.Type = strings.Replace(f.Type, "string", pick(m, d.Enums...).Name, 1)
		f.Keys = filterKeys(f.Keys, "required", "go", "default")
	}),
	{"include a record, another one, or none", func(m maker, d *document) {
		s, _ := m.body(d)
		s.Include = pick(m, "", "Part", "Claim", "Party")
	}},
	{"include a record in place of its fields", func(m maker, d *document) {
		s, _ := m.body(d)
		if s.Include == "" && len(s.Fields) > 0 {
			d.Records = append(d.Records, &shape{Name: "Extracted", Fields: s.Fields})
			s.Include, s.Fields = "Extracted", nil
		}
	}},
	{"show a response, or no longer", func(m maker, d *document) {
		op := pick(m, d.Operations...)
		delete(op.Pages, "items")
		if op.Response != nil {
			op.Response = nil
		} else {
			op.Response = &shape{Fields: m.fields(d, 1+m.IntN(3), false)}
		}
	}},
	{"promise a response, or no longer", func(m maker, d *document) { op := pick(m, d.Operations...); op.Lenient = !op.Lenient }},
	{"add a rule", func(m maker, d *document) {
		op := pick(m, d.Operations...)
		op.Rules = append(op.Rules, m.newRule(op))
	}},
	{"add a rule over new fields", func(m maker, d *document) {
		op := pick(m, d.Operations...)
		a, b := m.add(d, op.Request, true, false), m.add(d, op.Request, true, false)
		if a != nil && b != nil {
			a.Keys, b.Keys = map[string]string{}, map[string]string{}
			op.Rules = append(op.Rules, &fieldRule{pick(m, "at_most_one_of", "all_or_none_of", "first_of"), []string{a.Name, b.Name}})
		}
	}},
	onRules("remove a rule", func(_ maker, _ *document, op *operation) { op.Rules = op.Rules[1:] }),
	onRules("change the kind of a rule", func(m maker, _ *document, op *operation) {
		op.Rules[0].Kind = string(pick(m, catalog.RuleKinds...))
	}),
	onRules("add a rule over the fields of another", func(m maker, _ *document, op *operation) {
		op.Rules = append(op.Rules, &fieldRule{string(pick(m, catalog.RuleKinds[1:]...)), op.Rules[0].Fields})
	}),
	onRules("add a field to a rule", func(m maker, _ *document, op *operation) {
		if len(op.Request.Fields) > 0 {
			f, r := pick(m, op.Request.Fields...), op.Rules[0]
			r.Fields = slices.Insert(r.Fields, m.IntN(len(r.Fields)+1), f.Name)
		}
	}),
	onRules("add a new field to a rule", func(m maker, d *document, op *operation) {
		if f := m.add(d, op.Request, true, false); f != nil {
			f.Keys = map[string]string{}
			op.Rules[0].Fields = slices.Insert(op.Rules[0].Fields, m.IntN(len(op.Rules[0].Fields)+1), f.Name)
		}
	}),
	onRules("remove a field from a rule", func(m maker, _ *document, op *operation) {
		r := op.Rules[0]
		i := m.IntN(len(r.Fields))
		r.Fields = slices.Delete(r.Fields, i, i+1)
	}),
	onRules("change the order of a rule", func(_ maker, _ *document, op *operation) {
		slices.Reverse(op.Rules[0].Fields)
	}),
	onRules("change the order of a rule, and add a new field", func(m maker, d *document, op *operation) {
		slices.Reverse(op.Rules[0].Fields)
		if f := m.add(d, op.Request, true, false); f != nil {
			f.Keys = map[string]string{}
			op.Rules[0].Fields = append(op.Rules[0].Fields, f.Name)
		}
	}),
	{"page, or no longer", func(m maker, d *document) {
		if op := pick(m, d.Operations...); op.Pages == nil {
			m.paging(op)
		} else {
			op.Pages = nil
		}
	}},
	{"change paging", func(m maker, d *document) {
		for _, op := range d.Operations {
			if op.Pages != nil {
				switch key := pick(m, "first", "default_size", "items", "page", "maximum"); key {
				case "first", "default_size":
					toggleOr(m, op.Pages, key, pick(m, "1", "2", "3"))
				case "page":
					op.Pages["page"], op.Pages["size"] = op.Pages["size"], op.Pages["page"]
				case "maximum":
					for _, f := range op.Request.Fields {
						if f.Name == "size" {
							toggleOr(m, f.Keys, "maximum", pick(m, "5", "10"))
						}
					}
				case "items":
					if op.Response != nil && len(op.Response.Fields) > 0 {
						toggleOr(m, op.Pages, "items", pick(m, op.Response.Fields...).Name)
					}
				}
			}
		}
	}},
	{"page by defaults", func(m maker, d *document) {
		for _, op := range d.Operations {
			if op.Pages != nil {
				for _, f := range op.Request.Fields {
					key := map[string]string{"page": "first", "size": "default_size"}[f.Name]
					if v := op.Pages[key]; v != "" {
						f.Keys["default"] = v
					}
				}
				op.Pages = nil
			}
		}
	}},
	{"change an effect", func(m maker, d *document) { pick(m, d.Operations...).Keys["effect"] = pick(m, "read", "write") }},
	{"rename an operation", func(m maker, d *document) { pick(m, d.Operations...).Name = pick(m, "read", "store") }},
	{"rename operations where they are", func(m maker, d *document) {
		for _, op := range d.Operations {
			if op.Keys["path"] == "" && strings.HasPrefix(d.Path, "/api/") {
				op.Keys["path"] = strings.NewReplacer("{area}", op.Area, "{operation}", op.Name).Replace(d.Path)
			}
			op.Area = pick(m, op.Area, "losses")
		}
		pick(m, d.Operations...).Name = pick(m, "read", "store")
	}},
	{"rename an operation in its path", func(m maker, d *document) {
		op := pick(m, d.Operations...)
		op.Keys["go"] = goName(title(op.Name))
		op.Name = "other"
	}},
	{"move an operation", func(m maker, d *document) { pick(m, d.Operations...).Area = "losses" }},
	{"remove an operation", func(m maker, d *document) {
		i := m.IntN(len(d.Operations))
		d.Operations = slices.Delete(d.Operations, i, i+1)
	}},
	{"add a deprecated operation", func(m maker, d *document) {
		op := m.operation(d, "gone")
		op.Keys["deprecated"] = pick(m, `{sunset: "2000-01-01"}`, `{sunset: "2999-01-01"}`)
		d.Operations = append(d.Operations, op)
	}},
	{"add an operation", func(m maker, d *document) { d.Operations = append(d.Operations, m.operation(d, "new")) }},
	{"rename an area", func(m maker, d *document) {
		for _, op := range d.Operations {
			op.Area = "losses"
		}
	}},
	{"rename an area in its paths", func(m maker, d *document) {
		d.AreaGoName = title(d.Operations[0].Area)
		for _, op := range d.Operations {
			op.Area = "other"
		}
	}},
	{"change the path", func(m maker, d *document) {
		d.Path = pick(m, "/api/v2/{area}/{operation}", "/api/{operation}", "/{area}/{operation}")
	}},
	{"give operations a path", func(m maker, d *document) {
		path := pick(m, "/own/", "/own/{area}/", "/api/{area}/", "/api/claims/", "/api/") + pick(m, "{operation}", "get", "put", "{operation}/")
		toggleOr(m, pick(m, d.Operations...).Keys, "path", `"`+path+`"`)
	}},
}

// constraints and the like, each with an edit that adds it to a field, changes it or
// removes it.
func init() {
	for _, key := range strings.Fields(`non_blank min_length max_length pattern enum format min_items max_items minimum maximum
		default default omit_empty join send_if codes sensitive`) {
		edits = append(edits, edit{"change " + key, func(m maker, d *document) {
			for done, n := false, 0; n < 30 && !done; n++ {
				m.anyField(d, func(_ *shape, f *field, request bool) {
					if slices.Contains(m.keys(f, request), key) && (f.Keys[key] != "" || n > 15) {
						toggleOr(m, f.Keys, key, m.valueOf(f, key))
						done = true
					}
				})
			}
		}})
	}
}

// What is around bodies, each with edits that add it to a catalog or an operation, change
// it or remove it.
func init() {
	for _, key := range slices.Sorted(maps.Keys(around)) {
		edits = append(edits,
			edit{"change " + key, func(m maker, d *document) { toggleOr(m, d.Keys, key, m.around(d, key)) }},
			edit{"change " + key + " of an operation", func(m maker, d *document) {
				toggleOr(m, pick(m, d.Operations...).Keys, key, pick(m, "none", m.around(d, key)))
			}})
	}
	edits = append(edits, edit{"let a response carry nothing, or something", func(m maker, d *document) {
		op := pick(m, d.Operations...)
		delete(op.Pages, "items")
		op.Nothing = !op.Nothing
	}})
}
