package vectors

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

// request reads the request of a vector that a client is given, and reports
// what no request in Go can hold: an unknown key, a value of another type, and
// nothing in the place of a required value. Another client might hold it, yet
// what it makes of it would not be told apart by the tests of this one.
func (r *reader) request(op *catalog.Operation, n *yamldoc.Node) Object {
	o, ok := r.object("request", n)
	if ok && op != nil {
		(&fitting{r, n}).shape("", op.Request, o)
	}
	return o
}

// fitting is a comparison of a request with the shape of its operation.
type fitting struct {
	*reader
	at *yamldoc.Node
}

// misfit reports a value at a JSON pointer.
func (f *fitting) misfit(pointer, format string, args ...any) {
	f.report(UnfitRequest, f.at, "%q: %s: %s (where that is meant, say \"only: server\")",
		"request", strings.TrimPrefix(pointer, "/"), fmt.Sprintf(format, args...))
}

func (f *fitting) shape(pointer string, s *catalog.Shape, o Object) {
	given := map[string]bool{}
	for _, m := range o {
		field := s.Field(m.Key)
		switch {
		case field == nil && !s.Open:
			f.misfit(pointer+"/"+m.Key, "there is no such field%s", wording.OneOf(m.Key, s.FieldNames()))
		case field != nil && m.Value != nil:
			given[m.Key] = true
			f.value(pointer+"/"+m.Key, field.Type, m.Value)
		}
	}
	for _, field := range s.Fields {
		if field.Required && !given[field.Name] && !field.Go().Nilable() {
			f.misfit(pointer+"/"+field.Name, "a client in Go cannot leave it out")
		}
	}
}

func (f *fitting) value(pointer string, t *catalog.Type, v any) {
	expected := ""
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		if _, ok := v.(string); !ok {
			expected = "a string"
		}
	case catalog.Boolean:
		if _, ok := v.(bool); !ok {
			expected = "true or false"
		}
	case catalog.Integer:
		n, _ := v.(json.Number)
		if _, err := strconv.Atoi(string(n)); err != nil {
			expected = "an integer"
		}
	case catalog.Number:
		if _, ok := v.(json.Number); !ok {
			expected = "a number"
		}
	case catalog.Object:
		if _, ok := v.(Object); !ok {
			expected = "an object"
		}
	case catalog.Record:
		if o, ok := v.(Object); ok {
			f.shape(pointer, t.Record, o)
		} else {
			expected = "an object"
		}
	case catalog.Array:
		list, ok := v.([]any)
		if !ok {
			expected = "an array"
		}
		for i, item := range list {
			f.value(pointer+"/"+strconv.Itoa(i), t.Elem, item)
		}
	}
	if expected != "" {
		f.misfit(pointer, "expected %s", expected)
	}
}
