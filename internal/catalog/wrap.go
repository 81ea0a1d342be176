package catalog

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

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
	all := parts{{e.Success, e.SuccessJSON()}}
	switch {
	case e.Data == "":
		all = append(all, membersIn(response)...)
	case response != "":
		all = append(all, part{e.Data, response})
	}
	return append(all, membersIn(siblings)...).json()
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
	all := append(before.without(typed), typed...)
	return append(all, membersIn(siblings).without(all)...).json(), status
}

// MessagesIn returns the messages in the body of a failure: the texts in a string, a list or an object,
// each after its keys.
func (e *Envelope) MessagesIn(body string) (all []string) {
	members := membersIn(body)
	for _, name := range e.Messages {
		for _, p := range members {
			if p.name == name {
				all = append(all, textsIn(p.json, "")...)
			}
		}
	}
	return all
}

func textsIn(value, keys string) (all []string) {
	switch value[0] {
	case '"':
		var text string
		_ = json.Unmarshal([]byte(value), &text)
		if strings.TrimSpace(text) != "" {
			all = append(all, keys+text)
		}
	case '[':
		var items []json.RawMessage
		_ = json.Unmarshal([]byte(value), &items)
		for _, item := range items {
			all = append(all, textsIn(string(item), keys)...)
		}
	case '{':
		for _, p := range membersIn(value) {
			all = append(all, textsIn(p.json, keys+p.name+": ")...)
		}
	}
	return all
}

// parts are the members of a JSON object, each with its JSON.
type parts []part

type part struct{ name, json string }

// membersIn returns the members of a JSON object, none of "".
func membersIn(object string) (all parts) {
	d := json.NewDecoder(strings.NewReader(object))
	for _, err := d.Token(); err == nil && d.More(); {
		var value json.RawMessage
		name, _ := d.Token()
		err = d.Decode(&value)
		all = append(all, part{fmt.Sprint(name), string(value)})
	}
	return all
}

// without returns the members whose names are not among the others.
func (all parts) without(others parts) parts {
	return slices.DeleteFunc(slices.Clone(all), func(p part) bool {
		return slices.ContainsFunc(others, func(o part) bool { return o.name == p.name })
	})
}

func (all parts) json() string {
	texts := each(all, func(p part) string { return wording.Literal(p.name) + ":" + p.json })
	return "{" + strings.Join(texts, ",") + "}"
}
