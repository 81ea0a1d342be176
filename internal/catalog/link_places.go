package catalog

import (
	"strings"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// A place in a response is given by the name of a field or by a JSON pointer from the whole body.
// With an envelope, the two differ: a name means a field of the response, wherever the envelope
// has it, and a pointer starts at the envelope. Behind any, object and maps, the catalog does not
// show what is there, so every pointer is accepted.

// place finds a value in the response of an operation by the name of a field, or by a JSON pointer from
// the whole body. If there is none, it returns nil and the reason, which is "" if the value may be in
// a part that could not be read.
func (l *linker) place(op *Operation, name string) (*Place, string) {
	place, shape, whole, e := &Place{Name: name}, op.Response.Shape, op.Response.Whole, op.Envelope
	inData := e != nil && e.Data != ""
	tokens := strings.Split(name, "/")[1:]
	isField := name != "" && l.fieldOf(shape, name) != nil
	switch {
	case isField && inData:
		tokens = []string{jsonpointer.Escape(e.Data), jsonpointer.Escape(name)}
	case isField:
		tokens = []string{jsonpointer.Escape(name)}
	case name != "" && name[0] != '/':
		return nil, l.noField(op, shape, name)
	}
	switch {
	case e == nil || whole != nil && name == "":
	case inData && len(tokens) > 0 && tokens[0] == jsonpointer.Escape(e.Data):
		place.Pointer, tokens = "/"+tokens[0], tokens[1:]
	case !inData && (len(tokens) == 0 || l.fieldOf(shape, jsonpointer.Unescape(tokens[0])) != nil):
	case e.Siblings != nil && len(tokens) > 0:
		shape, place.Beside = e.Siblings, true
	case inData:
		return nil, "a pointer starts at the whole body, where the response is in " + wording.Quote(e.Data)
	}
	switch {
	case whole == nil || place.Beside:
		return l.descend(op, place, shape, tokens)
	case len(tokens) > 0:
		return nil, "the response is of type " + whole.Type.String() + "; its place is \"\""
	}
	return &Place{Name: name, Fields: []*Field{whole}, Type: whole.Type}, ""
}

// descend completes a place with the tokens of a pointer, starting at a shape.
func (l *linker) descend(op *Operation, place *Place, shape *Shape, tokens []string) (*Place, string) {
	free := false // the catalog does not show this part
	for i, token := range tokens {
		place.Pointer += "/" + token
		place.Type = nil
		if free {
			continue
		}
		f := l.fieldOf(shape, jsonpointer.Unescape(token))
		free = f == nil && shape.Open
		if free {
			continue
		}
		if f == nil {
			return nil, l.noField(op, shape, jsonpointer.Unescape(token))
		}
		place.Fields, place.Type = append(place.Fields, f), f.Type
		t := f.Type
		switch {
		case t == nil: // reported
			return nil, ""
		case t.Kind == Record:
			shape = t.Record
		case t.Kind == Object, t.Kind == Any, t.Kind == Unspecified, t.Kind == Map:
			free = true
		case i < len(tokens)-1:
			return nil, "nothing can be in field " + wording.Quote(f.Name) + ", which is of type " + t.String()
		}
	}
	return place, ""
}

// noField describes that a response, or a record in it, has no field with a name.
func (l *linker) noField(op *Operation, s *Shape, name string) string {
	o := l.objects[op]
	of, whole := "the response", o.Whole("response") && l.wholeBody(o.Object("response"))
	if s.Name != "" {
		of = "record " + wording.Quote(s.Name)
		whole = l.objects[s].Whole("fields")
	}
	if !whole {
		return ""
	}
	return of + " has no field " + wording.Quote(name) + l.OneOf(name, s.names) + `; a member of a member is "/NAME/NAME"`
}
