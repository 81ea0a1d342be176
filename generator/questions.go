package generator

import (
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// What emitters ask about the elements of a catalog, apart from what the plan answers: which type of
// the runtime they use, and what encoding/json would do by itself.

// hasOwnResponse reports whether the response of an operation has a type of its own.
func hasOwnResponse(op *catalog.Operation) bool { return op.Response.Shown && !op.Response.Nothing }

// hasMembers reports whether an object can have members.
func hasMembers(s *catalog.Shape) bool { return len(s.Fields) > 0 || s.Open }

// isRecursive reports whether a value of a shape may contain one of the same shape, or of the record that
// the shape includes.
func isRecursive(s *catalog.Shape) bool {
	return s.Recursive() || s.Include != nil && s.Include.Recursive()
}

// encodesByTags reports whether encoding/json encodes a body as it is sent, by the tags.
func encodesByTags(p *plan.Plan) bool {
	for _, step := range p.Send {
		m, isAlone := step.(plan.Member)
		if !isAlone {
			return false
		}
		_, notNil := m.When.(plan.NotNil)
		isChanged := m.Default != nil || m.Field.Join != "" || hasNilItems(m.Field.Type)
		isLeftOut := m.When != nil && (!notNil || m.Field.Required)
		if isChanged || isLeftOut {
			return false
		}
	}
	return true
}

// decodesByTags reports whether encoding/json decodes a record as it is received, by the tags.
func decodesByTags(r *catalog.Shape) bool {
	isOther := func(f *catalog.Field) bool { return f.Join != "" || !nameInTag(f) }
	return !r.Open && !slices.ContainsFunc(r.Fields, isOther)
}

// hasNilItems reports whether an array or a map holds items that are sent as an empty array
// or object if they are nil. For these, encoding/json writes null.
func hasNilItems(t *catalog.Type) bool {
	return t.Holder() && (t.Elem.Holder() || t.Elem.Kind == catalog.Object)
}

// appendsItself reports whether a type has a method AppendJSON.
func appendsItself(t *catalog.Type) bool {
	return t.Kind == catalog.Record || t.Kind == catalog.Union
}

// isRecordList reports whether a type is an array of records or unions.
func isRecordList(t *catalog.Type) bool {
	return t.Kind == catalog.Array && appendsItself(t.Elem) && !t.Elem.Nullable
}

// takesItemAppender reports whether the runtime appends a type with a function that appends an item:
// maps, and arrays of other items than strings, objects, records and unions, for which it has
// functions of their own.
func takesItemAppender(t *catalog.Type) bool {
	if t.Kind != catalog.Array || t.Elem.Nullable {
		return t.Holder()
	}
	switch t.Elem.Kind {
	case catalog.String, catalog.Enumeration, catalog.Object, catalog.Record, catalog.Union:
		return false
	default:
		return true
	}
}

// isPointer reports whether the field is a pointer in Go.
func isPointer(f *catalog.Field) bool { return f.Go().Pointer }

// hasSlot reports whether a field is an optional string, which is allocated together with the
// body.
func hasSlot(f *catalog.Field) bool { return isPointer(f) && scalars[f.Type.Kind] == "String" }

// needsPrinter reports whether fmt would print private values of a type, or follow it endlessly.
func needsPrinter(t interface {
	HoldsPrivate() bool
	Recursive() bool
}) bool {
	return t.HoldsPrivate() || t.Recursive()
}

// nameInTag reports whether encoding/json accepts the name of a field in a tag.
func nameInTag(f *catalog.Field) bool {
	return f.Name != "" && f.Name != "-" && !strings.ContainsFunc(f.Name, notInTag)
}

// notInTag reports whether a character is not one that encoding/json accepts in a name. Letters and
// digits beyond ASCII count as refused although it accepts them; the methods that are then generated
// do the same as it.
func notInTag(r rune) bool {
	return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) &&
		(r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

// isUnknown reports whether a variant is the one for unknown tags.
func isUnknown(u *catalog.TaggedUnion, v *catalog.Variant) bool { return v.GoName == u.Unknown() }

// scalars are the parts of the runtime's names for kinds of types.
var scalars = map[catalog.Kind]string{
	catalog.String:      "String",
	catalog.Enumeration: "String",
	catalog.Boolean:     "Bool",
	catalog.Integer:     "Int",
	catalog.Number:      "Number",
	catalog.Object:      "Object",
	catalog.Any:         "Any",
	catalog.Unspecified: "Any",
}
