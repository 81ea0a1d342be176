package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Names of credentials and members of an envelope, squeezed.
var (
	credentialNames = words("apikey apitoken accesstoken authtoken token sessiontoken sessionkey sessionid authkey secret clientsecret appsecret accesskey password")
	besideNames     = words("clientid appid applicationid keyid apikeyid accesskeyid merchantid username login")
	keyNames        = words("idempotencykey xidempotencykey") // header fields with idempotency keys
	successNames    = words("success ok succeeded issuccess issuccessful successful")
	messageNames    = words("message messages msg error errors errormessage errormessages reason")
	dataNames       = words("data result results payload body content")
)

// commonNames returns the names that nearly all of at least three objects have, in order.
func commonNames(objects [][]string) (all []string) {
	count := map[string]int{}
	for _, name := range slices.Concat(objects...) {
		if count[name]++; count[name] == 1 {
			all = append(all, name)
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return len(objects) < 3 || count[name]*10 < len(objects)*9 })
}

// findEnvelope recognizes an envelope by members that nearly every response has, unless
// import.yaml names one or the document says that there is none.
func (im *importer) findEnvelope(all []*endpoint) {
	if im.decided.envelope != nil || im.whole().text("x-envelope") == "none" {
		return
	}
	var objects [][]string
	at := map[string]place{}
	for _, e := range all {
		if !e.response.ok() {
			continue
		}
		c := context{side: inResponse, subject: e.area + "." + e.name + " response"}
		f := im.flatten(c.subject, e.response)
		if !isObject(f) || len(f.props) == 0 {
			continue
		}
		var roles []string
		for _, name := range f.props {
			schemas := f.schemas[name]
			if role := im.envelopeRole(name, schemas, c); role != "" {
				roles, at[name] = append(roles, role+" "+name), schemas[0]
			}
		}
		objects = append(objects, roles)
	}
	e := &envelope{}
	for _, name := range commonNames(objects) {
		switch role, name, _ := strings.Cut(name, " "); {
		case role == "success" && e.success == "":
			e.success, e.at = name, at[name]
		case role == "message":
			e.others = append(e.others, name)
		case role == "data" && e.data == "":
			e.data = name
		}
	}
	if e.success != "" && (e.data != "" || e.others != nil) {
		im.decided.envelope = e
	}
}

// envelopeRole returns the role of a property in an envelope, "" if it has none.
func (im *importer) envelopeRole(name string, schemas []place, c context) string {
	switch name = squeeze(name); {
	case dataNames[name]:
		return "data"
	case successNames[name] && im.flatten(c.subject, schemas...).has("boolean"):
		return "success"
	case messageNames[name]:
		f := im.flatten(c.subject, schemas...)
		if f.has("string") || f.items.ok() && im.flatten(c.subject, f.items...).has("string") {
			return "message"
		}
	}
	return ""
}

// findCredential recognizes credentials among the fields of requests and removes them from
// operations, unless the document says who may call.
func (im *importer) findCredential() {
	var objects [][]string
	for _, op := range im.operations() {
		if op.get("auth") != nil || im.catalog.get("auth") != nil {
			return
		}
		var names []string
		for _, f := range op.fields() {
			if name := squeeze(f.key); f.typ().word == "string" && (credentialNames[name] || besideNames[name]) {
				names = append(names, f.key)
			}
		}
		if len(op.fields()) > 0 {
			objects = append(objects, names)
		}
	}
	credentials := commonNames(objects)
	if !slices.ContainsFunc(credentials, func(name string) bool { return credentialNames[squeeze(name)] }) {
		return // the name of a user is not enough
	}
	for _, op := range im.operations() {
		for _, f := range op.fields() {
			if f.typ().word == "string" && slices.Contains(credentials, f.key) {
				im.loseAs(f.from.first(), "properties", "every request", "the member "+wording.Quote(f.key)+" is a credential, not a field of each operation",
					"nothing; auth has it, callers pass it as an option of the client, and handlers remove it from the body")
				im.settleAll(f)
				f.remove()
			}
		}
	}
	w := im.catalog.add(&node{key: "auth"}).add(newWay(im.whole()))
	w.set("body_field", oneOrList(credentials))
	w.comment = "assumed: nearly every request has it"
}

// fields returns the fields of a body, including fields of an included record.
func (n *node) fields() []*node {
	if n == nil {
		return nil
	}
	fields := slices.Clone(n.list("fields"))
	if include := n.get("include"); include != nil {
		fields = append(fields, include.value.(*typ).declared.list("fields")...)
	}
	return fields
}
