package soundness

import (
	"maps"
	"slices"
	"strings"
)

func toggle(keys map[string]string, key, value string) {
	if keys[key] != "" {
		delete(keys, key)
	} else {
		keys[key] = value
	}
}

// toggleOr adds a key, changes it or removes it.
func toggleOr(m maker, keys map[string]string, key, value string) {
	if keys[key] != "" && m.chance(40) {
		delete(keys, key)
	} else {
		keys[key] = value
	}
}

func filterKeys(keys map[string]string, kept ...string) map[string]string {
	keys = maps.Clone(keys)
	maps.DeleteFunc(keys, func(key, _ string) bool { return !slices.Contains(kept, key) })
	return keys
}

// body returns the body of a request or of a response.
func (m maker) body(d *document) (s *shape, request bool) {
	op := pick(m, d.Operations...)
	if op.Response != nil && m.chance(40) {
		return op.Response, false
	}
	return op.Request, true
}

// shape returns a body or a record.
func (m maker) shape(d *document) (s *shape, request bool) {
	if m.chance(40) {
		return pick(m, d.Records...), true
	}
	return m.body(d)
}

func (m maker) anyField(d *document, do func(s *shape, f *field, request bool)) {
	if s, request := m.shape(d); len(s.Fields) > 0 {
		do(s, pick(m, s.Fields...), request)
	}
}

// including returns a body and the record that it includes.
func (m maker) including(d *document) (*shape, *shape) {
	for _, i := range m.Perm(len(d.Operations)) {
		op := d.Operations[i]
		for _, s := range []*shape{op.Request, op.Response} {
			if s != nil && s.Include != "" {
				return s, d.Records[slices.IndexFunc(d.Records, func(r *shape) bool { return r.Name == s.Include })]
			}
		}
	}
	return nil, nil
}

// add adds a field with a name that is free.
func (m maker) add(d *document, s *shape, request, required bool) *field {
	name := pick(m, names...)
	if slices.ContainsFunc(s.Fields, func(f *field) bool { return f.Name == name }) {
		return nil
	}
	f := m.field(d, name, request)
	if delete(f.Keys, "required"); required {
		f.Keys = filterKeys(f.Keys, "non_blank", "min_length", "max_length")
		f.Keys["required"] = "true"
	}
	s.Fields = slices.Insert(s.Fields, m.IntN(len(s.Fields)+1), f)
	return f
}

// sent are the fields of requests and records.
func (d *document) sent() []*field {
	var all []*field
	for _, r := range d.Records {
		all = append(all, r.Fields...)
	}
	for _, op := range d.Operations {
		all = append(all, op.Request.Fields...)
	}
	return all
}

// forget removes a name from the rules of a body.
func (d *document) forget(s *shape, name string) {
	for _, op := range d.Operations {
		if op.Request != s {
			continue
		}
		for _, r := range op.Rules {
			r.Fields = slices.DeleteFunc(r.Fields, func(n string) bool { return n == name })
		}
		op.Rules = slices.DeleteFunc(op.Rules, func(r *fieldRule) bool { return len(r.Fields) < 2 })
	}
}

// rename renames a field, also in the rules of its body.
func (d *document) rename(s *shape, f *field, name string) {
	for _, op := range d.Operations {
		for _, r := range op.Rules {
			if i := slices.Index(r.Fields, f.Name); i >= 0 && op.Request == s {
				r.Fields[i] = name
			}
		}
	}
	f.Name = name
}

// renameOnWire renames a field, but not in Go.
func (d *document) renameOnWire(s *shape, f *field, name string) {
	f.Keys["go"] = goName(title(f.Name))
	d.rename(s, f, name)
}

// retype renames a record, an enum or a union, also where it is used.
func (d *document) retype(name, to string) {
	for _, e := range d.Enums {
		if e.Name == name {
			e.Name = to
		}
	}
	for _, u := range d.Unions {
		if u.Name == name {
			u.Name = to
		}
		for i := range u.Variants {
			if u.Variants[i].Record == name {
				u.Variants[i].Record = to
			}
		}
	}
	rename := func(s *shape) {
		if s == nil {
			return
		}
		if s.Include == name {
			s.Include = to
		}
		for _, f := range s.Fields {
			if strings.Trim(f.Type, "[]") == name {
				f.Type = strings.Replace(f.Type, name, to, 1)
			}
		}
	}
	for _, r := range d.Records {
		rename(r)
		if r.Name == name {
			r.Name = to
		}
	}
	for _, op := range d.Operations {
		rename(op.Request)
		rename(op.Response)
	}
}
