package importer

import (
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file reads successful responses. They differ from requests in what they may be: any type, or
// nothing, or the data within an envelope.

// none is the type of an empty response.
const none = "none"

// readResponse reads the successful response of an operation and its failures.
func (im *importer) readResponse(op *draft.Node, e *endpoint) {
	responses := e.post.Get("responses")
	success := e.success
	if !success.OK() || len(responses.Node.Entries) > 1 {
		im.readFailures(op, responses)
	}
	if !success.OK() {
		return
	}
	r := op.GetOrAdd("response")
	schema := e.response
	r.Short = []string{"type", "include"}
	about := wording.Tidy(success.Text("description"))
	if toolDescriptions[strings.ToLower(strings.Trim(about, ". "))] {
		about = wording.Tidy(schema.Text("description"))
	}
	r.Set("description", draft.Text(about))
	if !schema.OK() && e.empty {
		setWhole(r, &draft.Type{Word: none}, op.From.First())
	}
	if !schema.OK() || saysNothing(schema) {
		return
	}
	c := model.Context{Side: model.InResponse, Subject: op.Subject + " response", Name: model.GoPart(op.Key)}
	data, beside := im.open(op, schema, c)
	if !data.OK() || !im.readBody(r, data, c, beside...) {
		return
	}
	r.Drop("open")
	if r.Get("include") == nil {
		r.GetOrAdd("fields").Value = draft.Word("{}") // even if it has none
	}
}

// saysNothing reports whether a schema is {}.
func saysNothing(schema origin.Place) bool {
	return schema.Node.Kind == yamldoc.Map && len(schema.Node.Entries) == 0
}

// open opens the envelope of a response. It returns the schema of the data, absent if there is none,
// and the members of the envelope if the data is next to them.
func (im *importer) open(op *draft.Node, schema origin.Place, c model.Context) (data origin.Place, beside []string) {
	e := im.envelope
	if e == nil {
		return schema, nil
	}
	f := im.Flatten(c.Subject, schema)
	switch {
	case !e.isIn(f):
		op.Set("envelope", draft.Word("none"), schema)
		return schema, nil
	case e.data == "":
		return schema, append(e.others, e.success)
	}
	im.settleEnvelope(f)
	data = im.unpack(e, f, c)
	r := op.Get("response")
	r.Via = r.Via.And(data)
	return data, nil
}

// wholeType returns the value of a response that is not an object with properties, or nil if its
// shape cannot be expressed.
func (im *importer) wholeType(p origin.Place, f *flat.Schema, union *model.Union, c model.Context) *model.Value {
	switch {
	case union == nil && f.Choices == nil && len(f.Types) != 1:
		im.Lose(p, c.Subject, "a response has one type", "its shape is not shown")
		return nil
	case f.Choices == nil && f.Has("null"):
		if im.envelope == nil {
			im.LoseAs(p, "type", c.Subject, "an empty response has status 204, not 200",
				"nothing for callers, who accept both; a generated server sends 204")
		}
		return &model.Value{Type: &draft.Type{Word: none}, Typed: f.Typed}
	}
	v := im.ReadSchema(c, p)
	im.LoseKeys(v, c, "a response that is not an object cannot have the keys of a field")
	im.loseNull(v.Null, v.Null.OK(), c)
	if v.Type.Word == "any" {
		return nil
	}
	return v
}

// loseNull records the loss of null as a body.
func (im *importer) loseNull(from origin.Places, null bool, c model.Context) {
	for _, p := range from {
		if null {
			im.Settle(p)
			im.Remark(from.First(), "null", c.Subject, "a body cannot be null",
				"nothing, if null is never sent")
		}
	}
}

// setWhole sets the type of a response that is not an object with fields.
func setWhole(n *draft.Node, t *draft.Type, from origin.Place) *draft.Node {
	whole := n.Set("type", t, from)
	whole.Keyword, whole.Remedy = "responses", "its shape is not shown"
	return whole
}

// toolDescriptions are descriptions that tools write, in lower case and without a full stop.
var toolDescriptions = map[string]bool{
	"":                      true,
	"ok":                    true,
	"success":               true,
	"successful response":   true,
	"successful operation":  true,
	"a successful response": true,
	"response":              true,
	"the response":          true,
	"default response":      true,
}
