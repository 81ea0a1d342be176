package catalog

import (
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A response is an object, another value, or nothing. The shape of another value has one field without
// a name, which is the whole response.

// wholeResponse sets the field of a response that has a type.
func (r *resolver) wholeResponse(response *Response, o *yamldoc.Object) {
	if o.Text("type") == none {
		response.Nothing, response.Shown = !response.Shown, true
		return
	}
	t := r.typeOf(o)
	if t == nil {
		return
	}
	response.Whole = &Field{GoName: "Value", Type: t, Required: true, Whole: true, Sensitive: o.Is("sensitive"), Pos: response.Pos}
	if t.Holder() {
		response.Whole.GoName = "Items"
	}
	response.Fields, response.Shown = []*Field{response.Whole}, true
	r.objects[response.Whole] = o
}

// checkResponseType checks the type of a response, and the keys that contradict it.
func (r *resolver) checkResponseType(o *yamldoc.Object) {
	n := o.Value("type")
	if at := o.Value("sensitive"); at != nil && (n == nil && o.Whole("type") || n != nil && n.Text == none) {
		r.Report(InapplicableKey, o.Attrs["sensitive"].Key, o.Scope, `"sensitive" is for a response with a "type"; mark the fields that are sensitive`)
	}
	for _, key := range []string{"include", "fields"} {
		if o.Has(key) && o.Has("type") {
			r.Report(ConflictingKeys, o.Attrs[key].Key, o.Scope, `%s together with "type": a response is an object with fields, a value of one type, or none; delete one of the two`, wording.Quote(key)).
				And(o.Attrs["type"].Key, "the type is here")
		}
	}
}
