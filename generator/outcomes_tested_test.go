package generator

// answered is a catalog whose responses are in an envelope.
var answered = load("answered.yaml", `
catalog: 1
info: {title: T, version: v1, package: p}
path: /{area}/{operation}
envelope: {success: ok, failure_status: 200}
areas:
  things:
    operations:
      create_thing:
        fields: {name: {type: string, required: true}}
        response: {fields: {id: {type: string, required: true}}}
`).Areas[0]

var createThing = answered.Operations[0]

func Example_outcomeTest() {
	show(outcomeTest(answered))
	// Output:
	// func TestOutcomes(t *testing.T) {
	// 	s := new(service)
	// 	client := FromCaller(apitest.Serve(t, &s.recorder, Routes(s)))
	// 	outcomesOfCreateThing(t, s, client)
	// }
}

func Example_outcomeTable() {
	show(outcomeTable(createThing))
	// Output:
	// func outcomesOfCreateThing(t *testing.T, s *service, client *Client) {
	// 	apitest.TryOutcomes(t, opCreateThing, &s.recorder, client.CreateThing, &CreateThingRequest{Name: "some name"}, []apitest.Outcome[CreateThingResponse]{
	// 		{
	// 			Name:     "a success",
	// 			Body:     `{"ok":true,"id":"some id"}`,
	// 			Response: &CreateThingResponse{ID: "some id"},
	// 		},
	// 		{
	// 			Name: "a failure",
	// 			Body: `{"ok":false}`,
	// 		},
	// 	})
	// }
}
