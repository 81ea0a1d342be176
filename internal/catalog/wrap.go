package catalog

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

// Examples and the sandbox need whole bodies. They are put together as texts, because a service
// may have members in any order and numbers of any precision.

// Wrap returns the JSON of a success with the JSON of a response and of an object with
// additional members, each "" for nothing. A nil envelope returns the response.
func (e *Envelope) Wrap(response, siblings string) string {
	if e == nil {
		return response
	}
	members := parts{{e.Success, e.SuccessJSON()}}
	switch {
	case e.Data == "":
		members = append(members, membersIn(response)...)
	case response != "":
		members = append(members, part{e.Data, response})
	}
	return append(members, membersIn(siblings)...).json()
}

// WrapFailure returns the body of a failure and its default status. The arguments are JSON or "": a
// failure of the type in the catalog, the value of the first message member, and an object with
// additional members. Members of the failure replace others.
func (op *Operation) WrapFailure(failure, message, siblings string) (body string, status int) {
	e, f := op.Envelope, op.Failure
	var typed parts
	switch {
	case failure == "":
		status = http.StatusConflict
	case f.Member != "":
		status = cmp.Or(f.Status, http.StatusBadRequest)
		typed = parts{{f.Member, failure}}
	default:
		status = cmp.Or(f.Status, http.StatusBadRequest)
		typed = membersIn(failure)
	}
	if e == nil {
		return typed.json(), status
	}
	before := parts{{e.Success, e.FailedJSON(status)}}
	if message != "" && len(e.Messages) > 0 {
		before = append(before, part{e.Messages[0], message})
	}
	if failure == "" {
		status = e.StatusOf(status)
	}
	members := append(before.without(typed), typed...)
	return append(members, membersIn(siblings).without(members)...).json(), status
}

// MessagesIn returns the messages in the body of a failure: the texts in a string, a list or an object,
// each after its keys. {"errors": {"name": ["is blank"]}} has the message "name: is blank".
func (e *Envelope) MessagesIn(body string) (messages []string) {
	members := membersIn(body)
	for _, name := range e.Messages {
		for _, p := range members {
			if p.name == name {
				messages = appendTexts(messages, newCursor(p.json), "")
			}
		}
	}
	return messages
}

// appendTexts appends the texts in the value at the cursor that are not blank, each after the keys.
func appendTexts(texts []string, c *cursor.Cursor, keys string) []string {
	switch c.Peek() {
	case '"':
		text, _ := c.Quoted()
		if strings.TrimSpace(text) != "" {
			texts = append(texts, keys+text)
		}
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			texts = appendTexts(texts, c, keys)
		}
	case '{':
		c.Open()
		for c.Next() {
			texts = appendTexts(texts, c, keys+c.Key+": ")
		}
	default:
		c.Skip()
	}
	return texts
}

// parts are the members of a JSON object in their order, each with its JSON.
type parts []part

type part struct{ name, json string }

// membersIn returns the members of a JSON object, none of "".
func membersIn(object string) (members parts) {
	c := newCursor(object)
	c.Open()
	for c.Next() {
		start := c.I
		c.Skip()
		members = append(members, part{c.Key, c.Text[start:c.I]})
	}
	return members
}

// newCursor returns a cursor at the start of a text that was checked to be JSON. Such a text may have
// unpaired surrogates, which are no error here.
func newCursor(text string) *cursor.Cursor {
	c := cursor.New(text, cursor.Unlimited)
	c.Mend = true
	return c
}

// without returns the members whose names are not among the others.
func (ps parts) without(others parts) parts {
	return slices.DeleteFunc(slices.Clone(ps), func(p part) bool {
		return slices.ContainsFunc(others, func(o part) bool { return o.name == p.name })
	})
}

// json returns the object.
func (ps parts) json() string {
	texts := each(ps, func(p part) string { return wording.Literal(p.name) + ":" + p.json })
	return "{" + strings.Join(texts, ",") + "}"
}
