package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Names by which credentials and members of an envelope are known, squeezed.
var (
	credentialNames = words("apikey apitoken accesstoken authtoken token sessiontoken sessionkey sessionid authkey secret clientsecret appsecret accesskey password")
	besideNames     = words("clientid appid applicationid keyid apikeyid accesskeyid merchantid username login")
	keyNames        = words("idempotencykey xidempotencykey") // header fields by which a service knows a repetition
	successNames    = words("success ok succeeded issuccess issuccessful successful")
	messageNames    = words("message messages msg error errors errormessage errormessages reason")
	dataNames       = words("data result results payload body content")
)

// known returns the fields of a shape with those of the record that it includes.
func (s *shape) known() []*field {
	if s.include != nil {
		return append(slices.Clone(s.include.fields), s.fields...)
	}
	return s.fields
}

// common returns what nearly all of several shapes have a field for, in the order of the
// first ones. The function says what a field is for, "" for nothing.
func common(shapes []*shape, is func(*field) string) []string {
	count := map[string]int{}
	var order []string
	for _, s := range shapes {
		for _, f := range s.known() {
			if key := is(f); key != "" {
				if count[key] == 0 {
					order = append(order, key)
				}
				count[key]++
			}
		}
	}
	return slices.DeleteFunc(order, func(key string) bool { return len(shapes) < 3 || count[key]*10 < len(shapes)*9 })
}

// propose recognizes what many documents say in a roundabout way.
func (im *importer) propose() {
	var bodies, responses []*shape
	for _, op := range im.service.operations() {
		if len(op.body.known()) > 0 {
			bodies = append(bodies, op.body)
		}
		if op.response != nil && len(op.response.known()) > 0 {
			responses = append(responses, op.response.shape)
		}
	}
	im.credential(bodies)
	im.envelope(responses)
}

// commonKey says once what every operation says of its key.
func (im *importer) commonKey() {
	all := im.service.operations()
	if len(all) < 2 || !im.service.agree(func(op *operation) string {
		if key := find(op.extra, "idempotency"); key != nil {
			return key.text
		}
		return ""
	}) {
		return
	}
	im.service.extra = append(im.service.extra, *find(all[0].extra, "idempotency"))
	for _, op := range all {
		op.extra = dropped(op.extra, "idempotency")
	}
}

// credential takes fields out that every request has to let its caller in.
func (im *importer) credential(bodies []*shape) {
	names := common(bodies, func(f *field) string {
		if name := squeezed(f.name); f.typ.word == "string" && (credentialNames[name] || besideNames[name]) {
			return f.name
		}
		return ""
	})
	if !slices.ContainsFunc(names, func(name string) bool { return credentialNames[squeezed(name)] }) {
		return // a name alone lets nobody in
	}
	reported := map[string]bool{}
	is := func(f *field) bool {
		if !slices.Contains(names, f.name) || f.typ.word != "string" {
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
	im.service.proposals = append(im.service.proposals, fmt.Sprintf("every request carries a credential: auth: [%s]", &way{fields: names}))
}

// envelope finds members that every response has around its data.
func (im *importer) envelope(responses []*shape) {
	found := common(responses, func(f *field) string {
		switch name := squeezed(f.name); {
		case successNames[name] && f.typ.word == "boolean":
			return "success: " + f.name
		case messageNames[name] && f.typ.item().word == "string":
			return "message: [" + f.name + "]"
		case dataNames[name]:
			return "data: " + f.name
		}
		return ""
	})
	var parts []string
	for _, part := range []string{"success: ", "message: ", "data: "} {
		if i := slices.IndexFunc(found, func(key string) bool { return strings.HasPrefix(key, part) }); i >= 0 {
			parts = append(parts, found[i])
		}
	}
	if len(parts) > 1 && strings.HasPrefix(parts[0], "success: ") && im.decided.envelope == nil {
		im.service.proposals = append(im.service.proposals, "every response has an envelope; in import.yaml, envelope: {"+strings.Join(parts, ", ")+"}")
	}
}
