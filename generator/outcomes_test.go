package generator

// chat is a service that answers in an envelope, and says who may call.
var chat = load("chat.yaml", `
catalog: 1
info: {title: Chat, version: v1, package: chat}
path: /{area}/{operation}
auth: [{body_field: api_key}]
envelope: {success: success, message: [message, messages], data: data}
failure: {type: LookupError, status: 409, member: error}
records:
  LookupError: {fields: {reason: string}}
areas:
  posts:
    operations:
      find: {}
`).Areas[0]

func Example_authOf() {
	show(authOf(chat.Operations[0]))
	// Output:
	// &api.Auth{BodyFields: []string{"api_key"}}
}

func Example_envelopeVar() {
	show(envelopeVar(chat)...)
	// Output:
	// // The response is in data, beside success, which is true in a success and false in a failure. A
	// // failure says why in message and messages.
	// var envelope = &api.Envelope{Success: "success", Messages: []string{"message", "messages"}, Data: "data"}
}

func Example_outcomes() {
	show(rt("Operation").Add(braces(outcomes(chat.Operations[0])...)))
	// Output:
	// api.Operation{Envelope: envelope, Failure: wire.FailureOf(409, "error", decodeLookupError)}
}
