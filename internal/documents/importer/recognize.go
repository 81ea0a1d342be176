package importer

import (
	"slices"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file recognizes what documents do not say: that nearly every response has the same
// envelope, and nearly every request the same credential. Both are guesses from names, so they
// need three operations that agree, and the catalog says that they are assumed.

// Names of credentials and members of an envelope, squeezed.
var (
	credentialNames = flat.SetOf(`apikey apitoken accesstoken authtoken token sessiontoken sessionkey
		sessionid authkey secret clientsecret appsecret accesskey password`)
	besideNames = flat.SetOf(`clientid appid applicationid keyid apikeyid accesskeyid merchantid username
		login`)
	keyNames     = flat.SetOf("idempotencykey xidempotencykey") // header fields with idempotency keys
	successNames = flat.SetOf("success ok succeeded issuccess issuccessful successful")
	messageNames = flat.SetOf("message messages msg error errors errormessage errormessages reason")
	dataNames    = flat.SetOf("data result results payload body content")
)

// commonNames returns the names that nearly all of at least three objects have, in order.
func commonNames(objects [][]string) (names []string) {
	const fewest = 3
	if len(objects) < fewest {
		return nil
	}
	counts := map[string]int{}
	for _, name := range slices.Concat(objects...) {
		counts[name]++
		if counts[name] == 1 {
			names = append(names, name)
		}
	}
	isRare := func(name string) bool { return counts[name]*10 < len(objects)*9 }
	return slices.DeleteFunc(names, isRare)
}

// findEnvelope recognizes an envelope by members that nearly every response has, unless
// import.yaml names one or the document says that there is none.
func (im *importer) findEnvelope(all []*endpoint) {
	if im.envelope != nil || im.Whole().Text("x-envelope") == "none" {
		return
	}
	var namesOfObjects [][]string
	members := map[string]envelopeMember{} // by their names, from which the roles follow
	for _, e := range all {
		ofResponse, isObject := im.envelopeMembers(e)
		if !isObject {
			continue
		}
		var names []string
		for _, member := range ofResponse {
			names = append(names, member.name)
			members[member.name] = member
		}
		namesOfObjects = append(namesOfObjects, names) // even without any, as it counts as an object
	}
	var common []envelopeMember
	for _, name := range commonNames(namesOfObjects) {
		common = append(common, members[name])
	}
	found := envelopeOf(common)
	hasContents := found.data != "" || found.others != nil
	if found.success != "" && hasContents {
		im.envelope = found
	}
}

// envelopeMember is a member of a response that an envelope may have.
type envelopeMember struct {
	name  string
	role  string // "success", "message" or "data"
	place origin.Place
}

// envelopeMembers returns the members of a response that an envelope may have. There may be none.
// It reports false if the response is not an object with members.
func (im *importer) envelopeMembers(e *endpoint) (members []envelopeMember, isObject bool) {
	if !e.response.OK() {
		return nil, false
	}
	c := model.Context{Side: model.InResponse, Subject: e.area + "." + e.name + " response"}
	f := im.Flatten(c.Subject, e.response)
	if !f.IsObject() || len(f.Props) == 0 {
		return nil, false
	}
	for _, name := range f.Props {
		schemas := f.Schemas[name]
		role := im.envelopeRole(name, schemas, c)
		if role != "" {
			members = append(members, envelopeMember{name, role, schemas.First()})
		}
	}
	return members, true
}

// envelopeOf makes an envelope of members. The first member of a role has it, but there may be
// several messages. The place of an envelope is that of the member that says whether the call
// succeeded.
func envelopeOf(members []envelopeMember) *envelope {
	e := &envelope{}
	for _, member := range members {
		switch {
		case member.role == "success" && e.success == "":
			e.success, e.at = member.name, member.place
		case member.role == "message":
			e.others = append(e.others, member.name)
		case member.role == "data" && e.data == "":
			e.data = member.name
		}
	}
	return e
}

// envelopeRole returns the role of a property in an envelope, "" if it has none.
func (im *importer) envelopeRole(name string, schemas []origin.Place, c model.Context) string {
	name = model.Squeeze(name)
	switch {
	case dataNames[name]:
		return "data"
	case successNames[name] && im.Flatten(c.Subject, schemas...).Has("boolean"):
		return "success"
	case messageNames[name]:
		f := im.Flatten(c.Subject, schemas...)
		if f.Has("string") || f.Items.OK() && im.Flatten(c.Subject, f.Items...).Has("string") {
			return "message"
		}
	}
	return ""
}

// findCredential recognizes credentials among the fields of requests and removes them from
// operations, unless the document says who may call.
func (im *importer) findCredential() {
	operations := im.operations()
	saysWho := func(n *draft.Node) bool { return n.Get("auth") != nil }
	if saysWho(im.Catalog) || slices.ContainsFunc(operations, saysWho) {
		return
	}
	var namesOfRequests [][]string
	for _, op := range operations {
		if fields := op.Fields(); len(fields) > 0 {
			namesOfRequests = append(namesOfRequests, credentialsAmong(fields))
		}
	}
	credentials := commonNames(namesOfRequests)
	isCredential := func(name string) bool { return credentialNames[model.Squeeze(name)] }
	if !slices.ContainsFunc(credentials, isCredential) {
		return // the name of a user is not enough
	}
	for _, op := range operations {
		im.removeCredentials(op, credentials)
	}
	way := im.Catalog.Add(&draft.Node{Key: "auth"}).Add(newWay(im.Whole()))
	way.Set("body_field", oneOrList(credentials))
	way.Comment = "assumed: nearly every request has it"
}

// credentialsAmong returns the names of the strings that are credentials by their names, or are
// sent beside one.
func credentialsAmong(fields []*draft.Node) []string {
	var names []string
	for _, f := range fields {
		name := model.Squeeze(f.Key)
		isMeant := credentialNames[name] || besideNames[name]
		if isMeant && f.Type().Word == "string" {
			names = append(names, f.Key)
		}
	}
	return names
}

// removeCredentials removes the fields of a request that are credentials. Each is a loss, which
// covers everything that the field was made from.
func (im *importer) removeCredentials(op *draft.Node, credentials []string) {
	for _, f := range op.Fields() {
		if f.Type().Word != "string" || !slices.Contains(credentials, f.Key) {
			continue
		}
		im.LoseAs(f.From.First(), "properties", "every request",
			"the member "+wording.Quote(f.Key)+" is a credential, not a field of each operation",
			"nothing; auth has it, callers pass it as an option of the client, "+
				"and handlers remove it from the body")
		im.Settle(f.Sources(nil)...)
		f.Remove()
	}
}
