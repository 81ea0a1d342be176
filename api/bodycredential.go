package api

import (
	"slices"
	"strings"
)

// BodyCredential takes a member out of the JSON body of every request and shows
// it to the [Authenticator] in Credentials.Body, for callers who send their key
// there; [WithBodyField] is the other side of it. Given again for another name it
// takes out a second member. Neither the service nor what checks the request sees
// them: a field of that name in the catalog is never given, so choose another.
//
// A credential is a string that its body, a JSON object, holds once. Names are
// compared without their escapes. Of a body that is no JSON object or is over a
// limit of nesting, and of a member that is no string or is given twice, nothing
// is taken out. The authenticator sees no credential then, and so a caller who is
// not let in learns nothing but that; the body of one who is gets the answer that
// it gets without this option.
//
// The body has to be read before the authenticator is asked. So a body that is
// too large, compressed or said to be no JSON is refused as such, whoever sent it.
func BodyCredential(name string) HandlerOption {
	return func(h *handler) { h.bodyCredentials = append(h.bodyCredentials, name) }
}

// takeCredentials returns the credentials of these names that a body holds, and
// the body without them, of which every other member is as it was, byte for byte.
func takeCredentials(body string, names []string, limits Limits) (map[string]string, string) {
	d := new(Decoder)
	d.prepare(body, limits)
	d.lenient = true
	d.Begin(nil)
	rest := append(make([]byte, 0, len(body)), body[:d.i]...)
	taken := make(map[string]string, len(names))
	var left []string // names of what is no credential
	first := true     // of the members that stay
	from := d.i
	for ; d.Next(); from = d.i {
		d.unread = false
		name := d.Key()
		wanted := slices.Contains(names, name)
		if _, twice := taken[name]; wanted && !twice && d.peek() == '"' {
			taken[name], _ = d.stringValue()
			continue
		}
		if wanted {
			left = append(left, name)
		}
		d.skip()
		member := body[from:d.i]
		if first && len(taken) > 0 {
			member = strings.TrimLeft(member, ", \t\r\n")
		}
		rest, first = append(rest, member...), false
	}
	switch {
	case d.Finish() != nil || len(taken) == 0:
		return nil, body
	case len(left) > 0:
		others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(left, name) })
		return takeCredentials(body, others, limits)
	default:
		return taken, string(append(rest, body[from:]...))
	}
}
