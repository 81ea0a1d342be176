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
// the whole body. If there is none, it returns nil and the problem, which is "" if the value may be in
// a part that could not be read.
//
// With an envelope that has the response in data, the name total and the pointer /data/total are the
// same place.
func (l *linker) place(op *Operation, name string) (found *Place, problem string) {
	response, e := op.Response, op.Envelope
	inData := e != nil && e.Data != ""
	tokens := strings.Split(name, "/")[1:]
	isField := name != "" && l.fieldOf(response.Shape, name) != nil
	switch {
	case isField && inData:
		tokens = []string{jsonpointer.Escape(e.Data), jsonpointer.Escape(name)}
	case isField:
		tokens = []string{jsonpointer.Escape(name)}
	case name != "" && name[0] != '/':
		return nil, l.noField(op, response.Shape, name)
	}
	isWhole := response.Whole != nil && name == ""
	if e == nil || isWhole {
		return l.placeIn(op, &Place{Name: name}, tokens)
	}
	startsInData := inData && len(tokens) > 0 && tokens[0] == jsonpointer.Escape(e.Data)
	startsInResponse := !inData &&
		(len(tokens) == 0 || l.fieldOf(response.Shape, jsonpointer.Unescape(tokens[0])) != nil)
	switch {
	case startsInData:
		return l.placeIn(op, &Place{Name: name, Pointer: "/" + tokens[0]}, tokens[1:])
	case startsInResponse:
		return l.placeIn(op, &Place{Name: name}, tokens)
	case e.Siblings != nil && len(tokens) > 0:
		return l.descend(op, &Place{Name: name, Beside: true}, e.Siblings, tokens)
	case inData:
		return nil, "a pointer starts at the whole body, where the response is in " + wording.Quote(e.Data)
	default:
		return l.placeIn(op, &Place{Name: name}, tokens)
	}
}

// placeIn completes a place with tokens that start at the response.
func (l *linker) placeIn(op *Operation, place *Place, tokens []string) (found *Place, problem string) {
	whole := op.Response.Whole
	switch {
	case whole == nil:
		return l.descend(op, place, op.Response.Shape, tokens)
	case len(tokens) > 0:
		return nil, "the response is of type " + whole.Type.String() + "; its place is \"\""
	default:
		return &Place{Name: place.Name, Fields: []*Field{whole}, Type: whole.Type}, ""
	}
}

// descend completes a place with the tokens of a pointer, starting at a shape.
func (l *linker) descend(op *Operation, place *Place, shape *Shape, tokens []string) (found *Place, problem string) {
	isFree := false // the catalog does not show this part
	for i, token := range tokens {
		place.Pointer += "/" + token
		place.Type = nil
		if isFree {
			continue
		}
		f := l.fieldOf(shape, jsonpointer.Unescape(token))
		isFree = f == nil && shape.Open
		if isFree {
			continue
		}
		if f == nil {
			return nil, l.noField(op, shape, jsonpointer.Unescape(token))
		}
		t := f.Type
		place.Fields = append(place.Fields, f)
		place.Type = t
		switch {
		case t == nil: // reported
			return nil, ""
		case t.Kind == Record:
			shape = t.Record
		case t.Kind == Object, t.Kind == Any, t.Kind == Unspecified, t.Kind == Map:
			isFree = true
		case i < len(tokens)-1:
			return nil, "nothing can be in field " + wording.Quote(f.Name) + ", which is of type " +
				t.String()
		}
	}
	return place, ""
}

// noField describes that a response, or a record in it, has no field with a name. It returns "" if a
// field may be missing because it could not be read.
func (l *linker) noField(op *Operation, s *Shape, name string) string {
	o := l.objects[op]
	owner := "the response"
	isComplete := o.Whole("response") && l.wholeBody(o.Object("response"))
	if s.Name != "" {
		owner = "record " + wording.Quote(s.Name)
		isComplete = l.objects[s].Whole("fields")
	}
	if !isComplete {
		return ""
	}
	return owner + " has no field " + wording.Quote(name) + l.OneOf(name, s.names) +
		`; a member of a member is "/NAME/NAME"`
}
