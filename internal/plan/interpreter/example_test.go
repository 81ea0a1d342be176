package interpreter_test

import (
	"fmt"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

const source = `
catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
areas:
  claims:
    operations:
      get_claim:
        fields:
          claim_id: string
          claim_number: string
          parts: {type: [string], join: ",", max_items: 2}
        rules:
          - first_of: [claim_id, claim_number]
        response:
          fields: {status: {type: string, required: true}}
`

var getClaim = func() *catalog.Operation {
	c, _ := catalog.Parse("example.yaml", []byte(source))
	return c.Areas[0].Operations[0]
}()

func ExampleOperation_Decode() {
	for _, body := range []string{
		`{"claim_id": "", "claim_number": "7"}`,
		`{"claim_id": 7, "parts": "a,b,c"}`,
		`{"claim_id": `,
	} {
		r := interpreter.New(getClaim).Decode(body)
		fmt.Printf("%d %#q\n", r.Status, r.Settled)
		for _, v := range r.Violations {
			fmt.Println(" ", v.Field, v.Rule)
		}
	}
	// Output:
	// 200 `{"claim_number":"7"}`
	// 422 ``
	//   /claim_id type
	//   /parts max-items
	// 400 ``
	//    json
}

func ExampleOperation_Encode() {
	for _, request := range []string{
		`{"claim_id": "7", "claim_number": "8", "parts": ["a", "b"]}`,
		`{"parts": ["a,b"]}`,
		`{"claim_id": 7}`,
	} {
		body, violations, err := interpreter.New(getClaim).Encode(request)
		fmt.Println(body, err)
		for _, v := range violations {
			fmt.Println(" ", v.Field, v.Rule)
		}
	}
	// Output:
	// {"claim_id":"7","parts":"a,b"} <nil>
	// {"parts":"a,b"} <nil>
	//   /parts join
	//    first-of
	//  1 violation: /claim_id must be a string (type)
}

func ExampleOperation_CheckResponse() {
	fmt.Println(interpreter.New(getClaim).CheckResponse(`{"status": "open", "further": 1}`))
	fmt.Println(interpreter.New(getClaim).CheckResponse(`{"status": null}`))
	// Output:
	// <nil>
	// 1 violation: /status is required (required)
}
