package peer

import (
	"encoding/json"
	"fmt"

	"example.com/opgen/bench/subject"
	"example.com/opgen/internal/catalog"
)

// bodies returns the bodies of [subject.Sizes]: one field, a few records with unknown keys,
// and every field of the largest operation.
func bodies(c *catalog.Catalog) []string {
	address := func(kind, street string) object {
		return object{
			"type":           kind,
			"address_line_1": street,
			"address_city":   "London",
			"address_state":  "NY",
			"address_zip":    "10001",
			"is_primary":     true,
		}
	}
	medium := object{
		"name": "Ada Lovelace",
		"type": "individual",
		"addresses": []object{
			address("Mailing", "12 St James's Square"),
			address("Location", "5 Great Cumberland Place"),
		},
		"emails": []object{{"type": "Work", "email": "ada@example.com"}},
		"phones": []object{
			{"type": "Work", "number": "+44 20 7946 0123"},
			{"type": "Home", "number": "+44 20 7946 0456"},
		},
	}
	large := object{}
	for o := range c.Operations() {
		if o.Path == subject.Sizes[2].Path {
			for _, f := range o.Request.Fields {
				large[f.Name] = value(f.Type)
			}
		}
	}
	return []string{encode(object{"contact_id": "c-123456"}), encode(medium), encode(large)}
}

// encode returns a body as JSON.
func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("a body of maps, strings and numbers: %v", err))
	}
	return string(text)
}

// drawing is the body of [subject.Shapes]: a list of a union, a map, and a field that
// is null.
func drawing() string {
	shapes := []object{}
	colours := object{}
	for i := range 4 {
		shapes = append(shapes,
			object{"kind": "circle", "radius": 10 * i, "name": "a circle"},
			object{"kind": "rectangle", "width": 40, "height": 20 + i},
			object{"kind": "label", "text": "5 Great Cumberland Place"})
	}
	for _, name := range []string{"amber", "coral", "green", "ivory", "lilac", "olive"} {
		colours[name] = "#ffbf00"
	}
	return encode(object{"shapes": shapes, "colours": colours, "author": "Ada Lovelace", "note": nil})
}

// object is a JSON object.
type object = map[string]any

// value returns a value of a type.
func value(t *catalog.Type) any {
	switch t.Kind {
	case catalog.Boolean:
		return true
	case catalog.Object:
		return object{
			"type":    "Work",
			"value":   "5 Great Cumberland Place",
			"city":    "London",
			"since":   "2019-03-31",
			"count":   3,
			"primary": true,
		}
	case catalog.Array:
		return []any{value(t.Elem), value(t.Elem), value(t.Elem)}
	}
	return "some text of a field"
}
