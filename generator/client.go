package generator

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
)

// client emits the file of an area's client: the variables of its operations, its type, a
// method for each operation, and the mapping of friendly names to codes.
func client(a *catalog.Area) []string {
	coding := codingOf(a)
	var methods []declaration
	for _, op := range a.Operations {
		methods = append(methods, declaration{op.GoName, clientMethod(op, coding.holds[op.Request])})
		if p := op.Pagination; p != nil && p.Items != nil {
			methods = append(methods, declaration{op.GoName + "Items", pagesMethod(op)})
		}
	}
	types := []string{
		together(each(a, operationVar)),
		doc("Client calls the operations of "+a.Name+". It is safe for concurrent use.") +
			"type Client struct{ caller *api.Caller }",
		newClient(a.Auth(), ""),
		newClientWithCaller + "{ return &Client{caller: caller} }",
	}
	return slices.Concat([]string{generation()}, envelopeVar(a), types, sorted(methods), coding.codes(a))
}

// generation emits the line that does not compile if the runtime is too old for the
// generated code.
func generation() string {
	return doc("If this does not compile, the runtime is too old for this package. Update it:") +
		"//\n//\tgo get " + path.Dir(apiPath) + "\nconst _ = wire.Generation1"
}

// operationVar emits the description of an operation for the runtime, on several lines if it is
// long, whatever its effect.
func operationVar(op *catalog.Operation) string {
	var facts, rest members
	facts.add(true, "Area", strconv.Quote(op.Area.Name))
	facts.add(true, "Name", strconv.Quote(op.Name))
	facts.add(true, "Path", strconv.Quote(op.Path))
	outcomes, auth := outcomes(op), authOf(op)
	rest.add(op.KeyHeader != "", "IdempotencyKey", strconv.Quote(op.KeyHeader))
	rest.add(op.Response.Nothing, "Nothing", "true")
	rest.add(op.Response.Lenient, "Lenient", "true")
	short := list(slices.Concat(facts, rest)...) + strings.Join(outcomes, "") + ", Effect: api.Idempotent"
	width := len("var op" + op.GoName + " = &api.Operation{" + short + "}")
	facts.add(true, "Effect", effects[op.Effect])
	facts.add(empties[op.Empty] != "", "Empty", empties[op.Empty])
	facts = append(facts, outcomes...)
	facts.add(auth != "", "Auth", auth)
	facts = append(facts, rest...)
	literal := braces(facts...)
	if width > 200 || auth != "" {
		literal = lines("{}", facts)
	}
	return "var op" + op.GoName + " = &api.Operation" + literal
}

// authOf returns the authentication that handler and client perform, "" if there is none.
func authOf(op *catalog.Operation) string {
	switch names := op.Auth.BodyFields(); {
	case op.Auth != nil && op.Auth.None:
		return "&api.Auth{None: true}"
	case names != nil:
		return "&api.Auth{BodyFields: " + texts(names) + "}"
	}
	return ""
}

var effects = map[catalog.Effect]string{
	catalog.Read:       "api.Read",
	catalog.Idempotent: "api.Idempotent",
	catalog.Write:      "api.Write",
}

// empties are the bodies of requests without fields other than {}.
var empties = map[catalog.Empty]string{
	catalog.EmptyNone: "api.EmptyNone",
	catalog.EmptyNull: "api.EmptyNull",
}

// newClient emits the constructor of the client of an area or of all areas. Its comment
// names a server, if one is known, and the credentials.
func newClient(auth *catalog.Auth, server string) string {
	about := []string{`NewClient returns a client of the service at baseURL, such as "` + cmp.Or(server, "https://host") + `".`}
	if auth != nil {
		about = append(about, auth.WordsInGo())
	}
	return doc(about...) + "func NewClient(baseURL string, opts ...api.ClientOption) (*Client, error) " +
		clientBy("api.NewCaller(baseURL, opts...)")
}

// clientBy returns the body of a constructor of clients, with the expression for the caller.
func clientBy(constructor string) string {
	return `{
		caller, err := ` + constructor + `
		if err != nil {
			return nil, err
		}
		return NewClientWithCaller(caller), nil
	}`
}

// newClientWithCaller begins the constructor for clients that share a caller.
const newClientWithCaller = "// NewClientWithCaller returns a client that shares caller with other clients.\n" +
	"func NewClientWithCaller(caller *api.Caller) *Client "

// clientMethod emits the method that calls an operation. coded says whether its request contains
// friendly names.
func clientMethod(op *catalog.Operation, coded bool) string {
	call, req, first := "wire.Begin(c.caller, op"+op.GoName+", opts)", "req", ""
	if coded {
		first = "call := " + call
		call, req = "call", "wire.Coded(call, req, "+op.Request.GoName+".withCodes)"
	}
	do := fmt.Sprintf("wire.DoRaw(ctx, %s, %s)", call, req)
	switch {
	case op.Response.Nothing:
		do = fmt.Sprintf("wire.Do(ctx, %s, %s, wire.Nothing)", call, req)
	case op.Response.Shown:
		do = fmt.Sprintf("wire.Do(ctx, %s, %s, %s)", call, req, decoder(op.Response.Shape))
	}
	return operationDoc(op, "calls") + fmt.Sprintf("func (c *Client) %s(%s) (*%s, error) %s",
		op.GoName, callParams(op), op.Response.GoName, block(first, "return "+do))
}

// callParams returns the parameters of the methods of clients.
func callParams(op *catalog.Operation) string {
	return "ctx context.Context, req *" + op.Request.GoName + ", opts ...api.CallOption"
}

// lowerFirst makes the first letter of a sentence lower case, unless the sentence begins
// with an abbreviation, so that the sentence can follow a name.
func lowerFirst(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	if second, _ := utf8.DecodeRuneInString(sentence[size:]); unicode.IsUpper(second) {
		return sentence
	}
	return string(unicode.ToLower(first)) + sentence[size:]
}

// keyDoc documents idempotency keys, by the verb of each side.
var keyDoc = map[string]string{
	"calls":  "Each call carries a key by which the service recognizes repetitions, so it is retried after transient failures. [api.WithIdempotencyKey] sets another key.",
	"serves": "A repetition has the key of the first request, api.RequestFromContext(ctx).IdempotencyKey(), and must get the same response.",
}

// operationDoc returns the comment of the method of an operation: its summary, paging and
// rules. Without a summary, it uses the verb.
func operationDoc(op *catalog.Operation, verb string) string {
	about := []string{op.GoName + " " + verb + " " + op.Name + ".", op.Description}
	if op.Summary != "" {
		about[0] = op.GoName + " " + lowerFirst(op.Summary)
	}
	about = append(about, requestDoc(op)...)
	if op.Failure != nil {
		fail := "[api.Fail]"
		if op.Failure.Status == 0 {
			fail = "[api.FailWith]"
		}
		about = append(about, op.Failure.Words()+" See [api.FailureOf] and "+fail+".")
	}
	switch {
	case op.OwnAuth() && verb == "calls":
		about = append(about, op.Auth.WordsInGo())
	case op.OwnAuth():
		about = append(about, op.Auth.Words())
	}
	if op.KeyHeader != "" {
		about = append(about, keyDoc[verb])
	}
	if op.Deprecated != nil {
		about = append(about, "Deprecated: "+op.Deprecated.Words())
	}
	return doc(about...)
}
