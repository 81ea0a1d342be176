package generator

import (
	"example.com/opgen/internal/plan/sample"
)

var secret = load("secret.yaml", `
catalog: 1
info: {title: Insurance Administration Service, version: v2, package: insurance}
path: /api/v2/{area}/{operation}
areas:
  sessions:
    operations:
      log_in:
        fields:
          name: {type: string, sensitive: true}
          pin: {type: string, sensitive: true, pattern: "^[0-9]{4}$"}
        response: {fields: {token: {type: string, sensitive: true}}}
`)

var logIn = secret.Areas[0].Operations[0]

func Example_canaryTest() {
	show(canaryTests(secret.Areas[0])[0])
	// Output:
	// func TestNothingSensitiveIsShown(t *testing.T) {
	// 	fake := new(Fake)
	// 	w := apitest.NewWatch(t, Routes(fake), fake)
	// 	client := FromCaller(w.Caller())
	// 	hideLogIn(t, w, fake, client)
	// }
}

func Example_canaryTestOf() {
	show(canaryTestOf(logIn))
	// Output:
	// func hideLogIn(t *testing.T, w *apitest.Watch, fake *Fake, client *Client) {
	// 	apitest.Hide(t, w, opLogIn, client.LogIn, &fake.LogInFunc,
	// 		apitest.Planted(&LogInRequest{Name: new("canary-2047110471"), Pin: new("canary-2047110471")},
	// 			"/name",
	// 			"/pin"),
	// 		apitest.Planted(&LogInResponse{Token: new("canary-2047110471")},
	// 			"/token"))
	// 	apitest.Hide(t, w, opLogIn, client.LogIn, &fake.LogInFunc,
	// 		apitest.Planted(&LogInRequest{Name: new("canary-2047110471"), Pin: new("0000")},
	// 			"/name"),
	// 		apitest.Planted(&LogInResponse{Token: new("canary-2047110471")},
	// 			"/token"))
	// }
}

func Example_hiddenOutcomes() {
	refused := load("refused.yaml", `
catalog: 1
info: {title: T, version: v1, package: p}
path: /{area}/{operation}
records: {Refusal: {fields: {holder: {type: string, sensitive: true}}}}
areas: {sessions: {operations: {log_out: {failure: {type: Refusal, status: 409}, response: none}}}}
`)
	show(hiddenOutcomes(refused.Areas[0].Operations[0])...)
	// Output:
	// apitest.HideOutcomes(t, w, opLogOut, client.LogOut, &fake.LogOutFunc, &LogOutRequest{}, []apitest.Outcome[LogOutResponse]{
	// 	{
	// 		Name:    "a failure with a type",
	// 		Status:  409,
	// 		Body:    `{"holder":"canary-2047110471"}`,
	// 		Failure: apitest.Failed(&Refusal{Holder: new("canary-2047110471")}),
	// 	},
	// })
}

func Example_planted() {
	r := sample.CanaryRequests(logIn)[0]
	show(planted(logIn.Request, r, r.Planted(), sample.PrivatePlaces(r, logIn.Request)))
	// Output:
	// apitest.Planted(&LogInRequest{Name: new("canary-2047110471"), Pin: new("canary-2047110471")},
	// 	"/name",
	// 	"/pin")
}
