package dynamic

import (
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
)

// hideKeys takes out of violations of a body what its sender made up inside of a
// sensitive value, as a handler does, which knows what is sensitive from the tags
// of generated structs.
func hideKeys(violations []api.Violation, body *catalog.Shape) {
	for i, v := range violations {
		if strings.Count(v.Field, "/") > 1 {
			violations[i].Field = hideKey(v.Field, body)
		}
	}
}

func hideKey(pointer string, body *catalog.Shape) string {
	t, private, shown := &catalog.Type{Kind: catalog.Record, Record: body}, false, ""
	for shown != pointer {
		part, _, _ := strings.Cut(pointer[len(shown)+1:], "/")
		switch {
		case t != nil && t.Kind == catalog.Record:
			f := t.Record.Field(unescapes.Replace(part))
			private = private || f == nil && t.Record.Open && t.Record.PrivateKeys()
			if t = nil; f != nil {
				t, private = f.Type, private || f.Private()
			}
		case t != nil && t.Kind == catalog.Array:
			t = t.Elem
		case t != nil && t.Kind == catalog.Map:
			rest := pointer[len(shown)+1+len(part):]
			if t = t.Elem; private {
				part = "*"
			}
			pointer = shown + "/" + part + rest
		case private:
			return shown + "/[redacted]"
		default:
			return pointer
		}
		shown += "/" + part
	}
	return shown
}

var unescapes = strings.NewReplacer("~1", "/", "~0", "~")
