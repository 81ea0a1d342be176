package catalog

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

// shapeKind says where a shape stands, which decides what its fields may say.
type shapeKind int

const (
	recordShape shapeKind = iota
	requestShape
	responseShape
)

// checkShape checks the fields of a shape, and their names beside each other.
func (r *resolver) checkShape(s *Shape, o *yamldoc.Object, kind shapeKind) {
	names, wire := claims{}, map[string]*Field{}
	own := s.Fields
	if s.Include != nil {
		own = s.Fields[len(s.Include.Fields):]
		for _, f := range s.Include.Fields {
			r.includedName(f, names, o, kind)
			wire[f.Name] = f
		}
	}
	for _, f := range own {
		fo := r.fields[f]
		r.checkField(f, fo, s, o, kind)
		if first := wire[f.Name]; first != nil {
			r.Report(FieldClash, fo.Key, fo.Scope, "record %s has this field too; delete one of the two, or do not include the record", wording.Quote(s.Include.Name)).
				And(r.fields[first].Key, "the field of the record is here")
			continue
		}
		if !r.printable(fo) {
			continue
		}
		name := r.checkGoName(fo, f.GoName)
		if r.reserved(name, reservedFor(s, kind), goPlace(fo), fo.Scope, "the field", "set go: {name: ...}") {
			continue
		}
		c := claim{goPlace(fo), "field " + wording.Quote(f.Name), unfielded(fo)}
		r.take(names, name, GoNameClash, c, "%s and %s are both %s in Go; set go: {name: ...} on one")
	}
}

// includedName takes the name of a field that comes from a record. There it was
// checked, but not against what an answer needs for itself.
func (r *resolver) includedName(f *Field, names claims, o *yamldoc.Object, kind shapeKind) {
	fo := r.fields[f]
	if kind == responseShape && slices.Contains(reservedResponse, f.GoName) {
		r.Report(ReservedName, goPlace(fo), fo.Scope, "the field becomes %s in Go, which an answer declares itself; set go: {name: ...}", wording.Quote(f.GoName)).
			And(o.Value("include"), "included in an answer here")
		return
	}
	if f.GoName != "" && names[f.GoName].at == nil {
		names[f.GoName] = claim{goPlace(fo), "field " + wording.Quote(f.Name) + " of the included record", unfielded(fo)}
	}
}

// reservedFor returns the names that a shape needs for itself.
func reservedFor(s *Shape, kind shapeKind) []string {
	names := slices.Clone(reservedFields)
	if s.Open {
		names = append(names, reservedOpen...)
	}
	if kind == responseShape {
		names = append(names, reservedResponse...)
	}
	return names
}

// unfielded returns the scope of the shape that a field stands in, for messages
// that name the field themselves.
func unfielded(o *yamldoc.Object) yamldoc.Scope {
	s := o.Scope
	s.Within = strings.TrimSuffix(s.Within, "field "+wording.Quote(o.Key.Text)+": ")
	return s
}

// typeSlips are names of types elsewhere, and what they are here.
var typeSlips = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer",
	"bool": "boolean", "float": "number", "float64": "number", "double": "number", "decimal": "number",
	"str": "string", "text": "string", "date": "string", "datetime": "string", "uuid": "string",
	"map": "object", "dict": "object", "array": "[string]", "list": "[string]",
}

// checkType reports a type that does not exist.
func (r *resolver) checkType(n *yamldoc.Node, s yamldoc.Scope) {
	if n.Kind == yamldoc.List {
		switch {
		case len(n.Items) != 1:
			r.Report(yamldoc.WrongKind, n, s, "an array has one type of items; write [T]")
		case n.Items[0].Kind == yamldoc.List:
			r.Report(NestedArray, n.Items[0], s, "the items of an array cannot be arrays; use a record that holds the inner one")
		case n.Items[0].Kind == yamldoc.String:
			r.checkType(n.Items[0], s)
		case n.Items[0].Kind != yamldoc.Broken:
			r.Report(yamldoc.WrongKind, n.Items[0], s, "expected the name of a type, found %s", n.Items[0].Found())
		}
		return
	}
	if r.typeOf(n) != nil {
		return
	}
	if !r.doc.Whole("records") || !r.doc.Whole("enums") {
		return // the name may be one of those that could not be read
	}
	if r.typeNames == nil {
		names := slices.Sorted(maps.Keys(simpleTypes))
		names = slices.AppendSeq(names, maps.Keys(r.records))
		r.typeNames = slices.AppendSeq(names, maps.Keys(r.enums))
		slices.Sort(r.typeNames)
	}
	inner, bracketed := strings.CutPrefix(n.Text, "[")
	inner, _ = strings.CutSuffix(inner, "]")
	remedy := wording.DidYouMean(n.Text, r.typeNames)
	switch {
	case bracketed && r.typeOf(&yamldoc.Node{Kind: yamldoc.String, Text: inner}) != nil:
		remedy = "; write [" + inner + "] without quotes"
	case typeSlips[strings.ToLower(n.Text)] != "":
		remedy = "; did you mean " + wording.Quote(typeSlips[strings.ToLower(n.Text)]) + "?"
	case remedy == "":
		remedy = `; write "string", "boolean", "integer", "number", "object", "any", "unspecified", or a record or enum of this catalog`
	}
	r.Report(UnknownType, n, s, "unknown type %s%s", wording.Quote(n.Text), remedy)
}

// checkCycles reports each circle of records once, at the field that closes it.
func (r *resolver) checkCycles() {
	const (
		open = iota + 1
		done
	)
	state := map[*Shape]int{}
	var chain []string
	var visit func(s *Shape)
	visit = func(s *Shape) {
		state[s] = open
		chain = append(chain, s.Name)
		for _, f := range s.Fields {
			if f.Type == nil || f.Record() == nil {
				continue
			}
			t := f.Type.Item()
			switch state[t.Record] {
			case open:
				circle := append(slices.Clone(chain[slices.Index(chain, t.Record.Name):]), t.Record.Name)
				o := r.fields[f]
				r.Report(CyclicRecord, o.Value("type"), o.Scope, "record %s contains itself: %s; make one of these fields an object",
					wording.Quote(t.Record.Name), wording.Clip(strings.Join(circle, " -> "))).And(r.shapes[t.Record].Key, "the record is here")
			case 0:
				visit(t.Record)
			}
		}
		chain = chain[:len(chain)-1]
		state[s] = done
	}
	for _, s := range r.catalog.Records {
		if state[s] == 0 {
			visit(s)
		}
	}
}
