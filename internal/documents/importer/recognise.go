package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Names by which members of an envelope and credentials are known, squeezed.
var (
	successNames    = words("success ok succeeded issuccess issuccessful successful")
	messageNames    = words("message messages msg error errors errormessage errormessages reason")
	dataNames       = words("data result results payload body content")
	credentialNames = words("apikey apitoken accesstoken authtoken token sessiontoken sessionkey sessionid authkey secret clientsecret appsecret accesskey password")
	besideNames     = words("clientid appid applicationid keyid apikeyid accesskeyid merchantid username login")
)

// keyNames are header fields by which a service knows a repetition, squeezed.
var keyNames = words("idempotencykey xidempotencykey")

// nearly tells whether something holds of so many operations that it is meant of all.
func nearly(n, of int) bool { return of > 2 && n*10 >= of*9 }

// known returns the fields of a shape with those of the record that it includes.
func (s *shape) known() []*field {
	if s.include != nil {
		return append(slices.Clone(s.include.fields), s.fields...)
	}
	return s.fields
}

// propose recognises what many documents say in a roundabout way.
func (im *importer) propose() {
	var bodies, answers []*shape
	for _, a := range im.service.areas {
		for _, op := range a.operations {
			if len(op.body.known()) > 0 {
				bodies = append(bodies, op.body)
			}
			if op.response != nil && len(op.response.known()) > 0 {
				answers = append(answers, op.response.shape)
			}
		}
	}
	im.credential(bodies)
	im.envelope(answers)
	im.cursors()
}

// commonKey says once what every operation says of its key.
func (im *importer) commonKey() {
	var all []*operation
	var keys []attr
	is := func(a attr) bool { return a.key == "idempotency" }
	for _, a := range im.service.areas {
		for _, op := range a.operations {
			all = append(all, op)
			if i := slices.IndexFunc(op.extra, is); i >= 0 {
				keys = append(keys, op.extra[i])
			}
		}
	}
	if len(keys) < max(len(all), 2) || slices.ContainsFunc(keys, func(a attr) bool { return a.text != keys[0].text }) {
		return
	}
	im.service.extra = append(im.service.extra, keys[0])
	for _, op := range all {
		op.extra = slices.DeleteFunc(op.extra, is)
	}
}

// credential takes a field out that every request has to let its caller in.
func (im *importer) credential(bodies []*shape) {
	count := map[string]int{}
	var order []string
	for _, s := range bodies {
		for _, f := range s.known() {
			if name := squeezed(f.name); f.typ.word == "string" && (credentialNames[name] || besideNames[name]) {
				if count[f.name] == 0 {
					order = append(order, f.name)
				}
				count[f.name]++
			}
		}
	}
	order = slices.DeleteFunc(order, func(name string) bool { return !nearly(count[name], len(bodies)) })
	if !slices.ContainsFunc(order, func(name string) bool { return credentialNames[squeezed(name)] }) {
		return // a name alone lets nobody in
	}
	reported := map[string]bool{}
	is := func(f *field) bool {
		if !slices.Contains(order, f.name) || f.typ.word != "string" {
			return false
		}
		if !reported[f.name] {
			reported[f.name] = true
			im.loseAs(f.from, "properties", "every request", "the member "+wording.Quote(f.name)+" is a credential, and not a field of each operation",
				"it is taken out: callers give it as an option of the client, and a handler takes it out of the body")
		}
		return true
	}
	for _, s := range bodies {
		if s.include != nil {
			s.include.fields = slices.DeleteFunc(s.include.fields, is)
		}
		s.fields = slices.DeleteFunc(s.fields, is)
	}
	w := &way{fields: order}
	im.service.proposals = append(im.service.proposals, fmt.Sprintf("every request carries a credential: auth: [%s]", w))
}

// envelope finds members that every answer has around its data.
func (im *importer) envelope(answers []*shape) {
	count := map[string]int{}
	var order []string
	for _, s := range answers {
		for _, f := range s.known() {
			part := ""
			switch name := squeezed(f.name); {
			case successNames[name] && f.typ.word == "boolean":
				part = "success"
			case messageNames[name] && f.typ.item().word == "string":
				part = "message"
			case dataNames[name]:
				part = "data"
			default:
				continue
			}
			key := part + ": " + f.name
			if count[key] == 0 {
				order = append(order, key)
			}
			count[key]++
		}
	}
	var parts []string
	for _, part := range []string{"success", "message", "data"} {
		for _, key := range order {
			if strings.HasPrefix(key, part+": ") && nearly(count[key], len(answers)) && !slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, part+": ") }) {
				if part == "message" {
					key = part + ": [" + strings.TrimPrefix(key, part+": ") + "]"
				}
				parts = append(parts, key)
			}
		}
	}
	if len(parts) > 1 && strings.HasPrefix(parts[0], "success: ") && im.decided.envelope == nil {
		im.service.proposals = append(im.service.proposals, "every answer has an envelope; in import.yaml, envelope: {"+strings.Join(parts, ", ")+"}")
	}
}
