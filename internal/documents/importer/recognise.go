package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Names by which credentials, members of an envelope and paging with a cursor are known,
// squeezed.
var (
	credentialNames = words("apikey apitoken accesstoken authtoken token sessiontoken sessionkey sessionid authkey secret clientsecret appsecret accesskey password")
	besideNames     = words("clientid appid applicationid keyid apikeyid accesskeyid merchantid username login")
	keyNames        = words("idempotencykey xidempotencykey") // header fields by which a service knows a repetition
	successNames    = words("success ok succeeded issuccess issuccessful successful")
	messageNames    = words("message messages msg error errors errormessage errormessages reason")
	dataNames       = words("data result results payload body content")
	cursorNames     = words("cursor nextcursor startcursor pagecursor pagetoken nextpagetoken nexttoken continuationtoken continuation")
	nextNames       = words("nextcursor nextpagecursor nextpagetoken nexttoken continuationtoken continuation cursor")
	moreNames       = words("hasmore more hasnext hasnextpage hasmoreitems ismore")
	sizeNames       = words("limit pagesize perpage maxresults maxitems count size pagelimit")
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

// propose recognises what many documents say in a roundabout way.
func (im *importer) propose() {
	var bodies, answers []*shape
	for _, op := range im.service.operations() {
		if len(op.body.known()) > 0 {
			bodies = append(bodies, op.body)
		}
		if op.response != nil && len(op.response.known()) > 0 {
			answers = append(answers, op.response.shape)
		}
	}
	im.credential(bodies)
	im.envelope(answers)
	im.cursors()
}

// commonKey says once what every operation says of its key.
func (im *importer) commonKey() {
	all := im.service.operations()
	for _, op := range all {
		if first, key := find(all[0].extra, "idempotency"), find(op.extra, "idempotency"); len(all) < 2 || first == nil || key == nil || key.text != first.text {
			return
		}
	}
	if len(all) > 0 {
		im.service.extra = append(im.service.extra, *find(all[0].extra, "idempotency"))
	}
	for _, op := range all {
		op.extra = slices.DeleteFunc(op.extra, func(a attr) bool { return a.key == "idempotency" })
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

// envelope finds members that every answer has around its data.
func (im *importer) envelope(answers []*shape) {
	found := common(answers, func(f *field) string {
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
		im.service.proposals = append(im.service.proposals, "every answer has an envelope; in import.yaml, envelope: {"+strings.Join(parts, ", ")+"}")
	}
}

// cursors proposes how operations page whose names say that they do so by a cursor.
func (im *importer) cursors() {
	paging := map[string][]string{} // operations by how they page
	var order []string
	for _, op := range im.service.operations() {
		if text := im.cursor(op); text != "" {
			if paging[text] == nil {
				order = append(order, text)
			}
			paging[text] = append(paging[text], op.String())
		}
	}
	for _, text := range order {
		ops := paging[text]
		im.service.proposals = append(im.service.proposals, fmt.Sprintf("by the names, %s %s by a cursor; in an overlay, pagination: {%s}",
			wording.List(ops, "and"), map[bool]string{true: "pages", false: "page"}[len(ops) == 1], text))
	}
}

// cursor returns how an operation pages as a catalog says it, "" if it does not.
func (im *importer) cursor(op *operation) string {
	if op.response == nil {
		return ""
	}
	next, place := im.inResponse(op, nextNames, func(t *typ) bool { return t.word == "string" || t.word == "integer" })
	if next == nil {
		return ""
	}
	request := op.body.known()
	i := slices.IndexFunc(request, func(f *field) bool {
		return cursorNames[squeezed(f.name)] && f.typ.word == next.typ.word && f.get("nullable") == nil
	})
	if i < 0 || slices.ContainsFunc(op.rules, func(r *rule) bool { return slices.Contains(r.fields, request[i].name) }) {
		return ""
	}
	parts := []string{"cursor: " + yamldoc.Scalar(request[i].name), "next: " + yamldoc.Scalar(place)}
	if more, at := im.inResponse(op, moreNames, func(t *typ) bool { return t.word == "boolean" }); more != nil {
		parts = append(parts, "more: "+yamldoc.Scalar(at))
	}
	lists := slices.DeleteFunc(slices.Clone(op.response.known()), func(f *field) bool { return f.typ.elem == nil })
	if whole := op.response.whole; whole != nil && whole.elem != nil {
		parts = append(parts, `items: ""`)
	} else if len(lists) == 1 {
		parts = append(parts, "items: "+yamldoc.Scalar(lists[0].name))
	}
	if i := slices.IndexFunc(request, func(f *field) bool { return sizeNames[squeezed(f.name)] && f.typ.word == "integer" }); i >= 0 {
		parts = append(parts, "size: "+yamldoc.Scalar(request[i].name))
	}
	return strings.Join(parts, ", ")
}

// inResponse returns the field of a response, of a record in it or of what stands beside it
// that has one of some names, and its place as paging says it.
func (im *importer) inResponse(op *operation, names map[string]bool, fits func(*typ) bool) (*field, string) {
	is := func(f *field) bool { return names[squeezed(f.name)] && fits(f.typ) }
	inRecords := func(fields []*field) (*field, string) {
		for _, f := range fields {
			if r := f.typ.record; r != nil {
				if i := slices.IndexFunc(r.fields, is); i >= 0 {
					return r.fields[i], step(f.name) + step(r.fields[i].name)
				}
			}
		}
		return nil, ""
	}
	fields := op.response.known()
	if i := slices.IndexFunc(fields, is); i >= 0 {
		return fields[i], fields[i].name
	}
	f, at := inRecords(fields)
	e := im.decided.envelope
	if e == nil || find(op.extra, "envelope") != nil {
		return f, at
	}
	if f != nil && e.data != "" {
		return f, step(e.data) + at
	}
	if f != nil || e.siblings == nil {
		return f, at
	}
	beside := slices.DeleteFunc(slices.Clone(e.siblings.fields), func(f *field) bool { return !slices.Contains(op.beside, f.name) })
	if i := slices.IndexFunc(beside, is); i >= 0 {
		return beside[i], step(beside[i].name)
	}
	return inRecords(beside)
}
