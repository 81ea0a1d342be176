package conformance

import (
	"context"
	"errors"
	"fmt"
	"log"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/chat"
	"example.com/opgen/generator/testdata/envelope/gen/things"
)

// naming implements create_thing.
type naming struct {
	things.UnimplementedService
	names map[string]string
}

func (s naming) CreateThing(ctx context.Context, req *things.CreateThingRequest) (*things.CreateThingResponse, error) {
	if err := api.SetSiblings(ctx, &things.Notes{Warnings: []string{"names are case-sensitive"}}); err != nil {
		return nil, err
	}
	if holder, taken := s.names[req.Name]; taken {
		return nil, api.Fail(&things.Refusal{Reason: things.ReasonTaken, Holder: &holder}, "a thing with this name exists")
	}
	return &things.CreateThingResponse{ID: "1"}, nil
}

// A failure of a service reaches its caller in its type. What prints the error does not
// show it.
func ExampleFail() {
	service := naming{names: map[string]string{"lamp": "Ada"}}
	client, err := things.NewFakeClient(&things.Fake{CreateThingFunc: service.CreateThing})
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"lamp", "chair"} {
		res, err := client.CreateThing(context.Background(), &things.CreateThingRequest{Name: name})
		if f, ok := api.FailureOf[things.Refusal](err); ok {
			failed, _ := errors.AsType[*api.Error](err)
			fmt.Println(failed.Status, f.Reason, *f.Holder, failed.Messages)
			continue
		}
		var notes things.Notes
		if err := res.Received.Siblings(&notes); err != nil {
			log.Fatal(err)
		}
		fmt.Println(res.ID, notes.Warnings, string(res.Received.Envelope()))
	}
	// Output:
	// 200 taken Ada [a thing with this name exists]
	// 1 [names are case-sensitive] {"success":true,"data":{"id":"1"},"warnings":["names are case-sensitive"]}
}

var errNoChannel = errors.New("there is no such channel")

// greet is code that uses a client.
func greet(ctx context.Context, client *chat.Client) error {
	_, err := client.PostMessage(ctx, &chat.PostMessageRequest{Text: "hello"})
	if f, ok := api.FailureOf[chat.ChatFailure](err); ok && f.Error == chat.ReasonGone {
		return errNoChannel
	}
	return err
}

// A service that answers {"ok": false, "error": "..."} at status 200.
func ExampleFailureOf() {
	client, err := chat.NewFakeClient(&chat.Fake{
		PostMessageFunc: func(context.Context, *chat.PostMessageRequest) (*chat.PostMessageResponse, error) {
			return nil, api.Fail(&chat.ChatFailure{Error: chat.ReasonGone})
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(greet(context.Background(), client))
	// Output:
	// there is no such channel
}
