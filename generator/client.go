package generator

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// client emits the file of an area's client: the variables of its operations, its type, a
// method for each operation, and the mapping of friendly names to codes.
func client(a *catalog.Area) []jen.Code {
	methods := eachOperation(a, clientMethod)
	for _, op := range a.Operations {
		if p := op.Pagination; p != nil && p.Items != nil {
			methods[op.IteratorName()] = pagesMethod(op)
		}
	}
	client := doc("Client calls the operations of " + a.Name + ". It is safe for concurrent use.").attach(
		jen.Type().Id("Client").Op("struct").Add(braces(param("caller", apiName("Caller")))))
	withCaller := clientWithCaller(braces(jen.Id("caller").Op(":").Id("caller")))
	return slices.Concat([]jen.Code{generationCheck()}, envelopeVar(a),
		eachOperation(a, operationVar).group("The operations, for the runtime."),
		[]jen.Code{client, newClient(a.Auth(), ""), withCaller},
		methods.sorted(), codes(a))
}

// generationCheck emits the line that does not compile if the runtime is too old for the
// generated code:
//
//	// If this does not compile, the runtime is too old for this package. Update it:
//	//
//	//	go get example.com/opgen
//	const _ = wire.Generation1
func generationCheck() jen.Code {
	about := append(doc("If this does not compile, the runtime is too old for this package. "+
		"Update it:"),
		"//", "//\tgo get "+path.Dir(apiPath))
	return about.attach(jen.Const().Id("_").Op("=").Add(wireName("Generation1")))
}

// operationVar emits the description of an operation for the runtime:
//
//	var opGetClaim = &api.Operation{Area: "claims", Name: "get_claim", Path: "/api/v2/claims/get_claim", Effect: api.Read}
func operationVar(op *catalog.Operation) jen.Code {
	m := members{
		jen.Id("Area").Op(":").Lit(op.Area.Name),
		jen.Id("Name").Op(":").Lit(op.Name),
		jen.Id("Path").Op(":").Lit(op.Path),
		jen.Id("Effect").Op(":").Add(apiName(effects[op.Effect])),
	}
	text := fmt.Sprintf("Area: %q, Name: %q, Path: %q, Effect: api.%s", op.Area.Name, op.Name,
		op.Path, effects[op.Effect])
	auth := authOf(op)
	var more members
	more.add(emptyBodies[op.Empty] != "", "Empty", apiName(emptyBodies[op.Empty]))
	more = append(more, outcomes(op)...)
	more.add(auth != nil, "Auth", auth)
	more.add(op.KeyHeader != "", "IdempotencyKey", jen.Lit(op.KeyHeader))
	if op.Deprecated != nil {
		deprecation, sunset := op.Deprecated.HeaderFields()
		more.add(true, "Deprecation", jen.Lit(deprecation))
		more.add(sunset != "", "Sunset", jen.Lit(sunset))
	}
	more.add(op.Response.Nothing, "Nothing", jen.True())
	more.add(op.Response.Lenient, "Lenient", jen.True())
	if more != nil {
		text += ", " + textOf(more)
	}
	return jen.Var().Add(opVar(op)).Op("=").Op("&").Add(apiName("Operation")).
		Add(inBraces("var op"+op.GoName+" = &api.Operation", text, append(m, more...)...))
}

// authOf returns the authentication that handler and client perform, nil if there is none:
//
//	&api.Auth{BodyFields: []string{"api_key"}}
func authOf(op *catalog.Operation) jen.Code {
	literal := jen.Op("&").Add(apiName("Auth"))
	names := op.Auth.BodyFields()
	switch {
	case op.Auth != nil && op.Auth.None:
		return literal.Add(braces(jen.Id("None").Op(":").True()))
	case names != nil:
		return literal.Add(braces(jen.Id("BodyFields").Op(":").Index().String().Values(literals(names)...)))
	}
	return nil
}

var effects = map[catalog.Effect]string{
	catalog.Read:       "Read",
	catalog.Idempotent: "Idempotent",
	catalog.Write:      "Write",
}

// emptyBodies are the bodies of requests without fields other than {}.
var emptyBodies = map[catalog.Empty]string{
	catalog.EmptyNone: "EmptyNone",
	catalog.EmptyNull: "EmptyNull",
}

// newClient emits the constructor of the client of an area or of all areas. Its comment
// names a server, if one is known, and the credentials:
//
//	// NewClient returns a client of the service at baseURL, such as "https://host".
//	func NewClient(baseURL string, opts ...api.ClientOption) (*Client, error) {
//		caller, err := api.NewCaller(baseURL, opts...)
//		if err != nil {
//			return nil, err
//		}
//		return NewClientWithCaller(caller), nil
//	}
func newClient(auth *catalog.Auth, server string) jen.Code {
	about := []string{`NewClient returns a client of the service at baseURL, such as "` + cmp.Or(server, "https://host") + `".`}
	if auth != nil {
		about = append(about, auth.WordsInGo())
	}
	baseURL := jen.Id("baseURL")
	return clientFunc("NewClient", doc(about...), baseURL.Clone().String(),
		apiName("NewCaller").Call(baseURL, jen.Id("opts").Op("...")))
}

// clientFunc emits a constructor of clients, with its first parameter and the expression for the
// caller.
func clientFunc(name string, about comment, param, caller jen.Code) jen.Code {
	opts := jen.Id("opts").Op("...").Add(apiName("ClientOption"))
	return about.attach(
		jen.Func().Id(name).Params(param, opts).Params(jen.Op("*").Id("Client"), jen.Error()).Block(
			jen.List(jen.Id("caller"), jen.Err()).Op(":=").Add(caller),
			ifThen(jen.Err().Op("!=").Nil(), jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Id("NewClientWithCaller").Call(jen.Id("caller")), jen.Nil())))
}

// clientWithCaller emits the constructor for clients that share a caller:
//
//	// NewClientWithCaller returns a client that shares caller with other clients.
//	func NewClientWithCaller(caller *api.Caller) *Client { return &Client{caller: caller} }
func clientWithCaller(fields jen.Code) jen.Code {
	return doc("NewClientWithCaller returns a client that shares caller with other clients.").attach(
		jen.Func().Id("NewClientWithCaller").Params(param("caller",
			apiName("Caller"))).Op("*").Id("Client").
			Add(braces(jen.Return(jen.Op("&").Id("Client").Add(fields)))))
}

// clientMethod emits the method that calls an operation, here one with friendly names in
// its request:
//
//	// NewContact creates a contact.
//	func (c *Client) NewContact(ctx context.Context, req *NewContactRequest, opts ...api.CallOption) (*NewContactResponse, error) {
//		call := wire.Begin(c.caller, opNewContact, opts)
//		return wire.Do(ctx, call, wire.Coded(call, req, NewContactRequest.withCodes), decodeNewContactResponse)
//	}
func clientMethod(op *catalog.Operation) jen.Code {
	call := wireName("Begin").Call(jen.Id("c").Dot("caller"), opVar(op), jen.Id("opts"))
	req := jen.Id("req")
	var body []jen.Code
	if op.Request.HoldsCodes() {
		body = append(body, jen.Id("call").Op(":=").Add(call))
		call = jen.Id("call")
		req = wireName("Coded").Call(call, req, jen.Id(op.Request.GoName).Dot("withCodes"))
	}
	do := wireName("DoRaw").Call(jen.Id("ctx"), call, req)
	switch {
	case op.Response.Nothing:
		do = wireName("Do").Call(jen.Id("ctx"), call, req, wireName("Nothing"))
	case op.Response.Shown:
		do = doDecoding(op, call, req)
	}
	return operationDoc(op, "calls").attach(
		jen.Func().Params(jen.Id("c").Op("*").Id("Client")).Id(op.GoName).
			Add(callParams(op, op.GoName, "(*"+op.Response.GoName+", error)")).
			Params(jen.Op("*").Id(op.Response.GoName), jen.Error()).
			Block(append(body, jen.Return(do))...))
}

// doDecoding emits the call of wire.Do with the decoder of the response:
//
//	wire.Do(ctx, wire.Begin(c.caller, opGetReport, opts), req, decodeGetReportResponse)
func doDecoding(op *catalog.Operation, call, req jen.Code) *jen.Statement {
	text := "ctx, wire.Begin(c.caller, op" + op.GoName + ", opts), req, decode" + op.Response.GoName
	if op.Request.HoldsCodes() {
		text = "ctx, call, wire.Coded(call, req, " + op.Request.GoName + ".withCodes), decode" + op.Response.GoName
	}
	return wireName("Do").Add(inParentheses("\treturn wire.Do", text, "",
		jen.Id("ctx"), call, req, decoder(op.Response.Shape)))
}

// callParams returns the parameters of a method of clients with a name and results.
func callParams(op *catalog.Operation, name, results string) jen.Code {
	text := "ctx context.Context, req *" + op.Request.GoName + ", opts ...api.CallOption"
	return inParentheses("func (c *Client) "+name, text, results+" {",
		jen.Id("ctx").Qual("context", "Context"),
		jen.Id("req").Op("*").Id(op.Request.GoName),
		jen.Id("opts").Op("...").Add(apiName("CallOption")))
}

// keyDoc documents idempotency keys, by the verb of each side.
var keyDoc = map[string]string{
	"calls": "Each call carries a key by which the service recognizes repetitions, so it is " +
		"retried after transient failures. [api.WithIdempotencyKey] sets another key.",
	"serves": "A repetition has the key of the first request, " +
		"api.RequestFromContext(ctx).IdempotencyKey(), and must get the same response.",
}

// operationDoc returns the comment of the method of an operation: its summary, paging and
// rules. Without a summary, it uses the verb.
func operationDoc(op *catalog.Operation, verb string) comment {
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
