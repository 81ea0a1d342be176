package apitest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/envelope/gen/things"
)

type thingService struct {
	things.UnimplementedService
	recorder Recorder
}

func (s *thingService) CreateThing(_ context.Context, req *things.CreateThingRequest) (*things.CreateThingResponse, error) {
	return Record[things.CreateThingResponse](&s.recorder, req)
}

// heard records the messages of a test that fails.
type heard struct {
	testing.TB
	faults []string
}

var errFatal = errors.New("fatal")

func (h *heard) Helper()                      {}
func (h *heard) Error(args ...any)            { h.faults = append(h.faults, fmt.Sprint(args...)) }
func (h *heard) Errorf(f string, args ...any) { h.faults = append(h.faults, fmt.Sprintf(f, args...)) }
func (h *heard) Fatalf(f string, args ...any) {
	h.Errorf(f, args...)
	panic(errFatal)
}

// Each wrong part of a response is found.
func TestWrongOutcomesAreFound(t *testing.T) {
	s := new(thingService)
	client := things.NewClientWithCaller(Serve(t, &s.recorder, things.Routes(s)))
	op := &api.Operation{Envelope: &api.Envelope{Success: "success"}, Failure: &api.Failure{Member: "refusal"}}
	type outcome = Outcome[things.CreateThingResponse]
	const (
		fine    = `{"success":true,"data":{"id":"x"},"total":5}`
		failure = `{"success":false,"message":"No.","refusal":{"reason":"taken"}}`
	)
	response, notes := &things.CreateThingResponse{ID: "x"}, &things.Notes{Total: new(5)}
	taken := Failed(&things.Refusal{Reason: things.ReasonTaken})
	for _, c := range []struct {
		name    string
		outcome outcome
		faults  []string // parts of the message, in order
	}{
		{"right", outcome{Body: fine, Response: response, Siblings: notes}, nil},
		{"right, a failure", outcome{Body: failure, Failure: taken, Says: []string{"No."}}, nil},
		{"right, without a type", outcome{Body: `{"success":false,"message":"No."}`, Says: []string{"No."}}, nil},
		{"right, for clients", outcome{Body: `{"success":false,"messages":["A","B"]}`, Messages: []string{"A", "B"}, Received: true}, nil},
		{"another response", outcome{Body: `{"success":true,"data":{"id":"y"}}`, Response: response}, []string{
			"*things.CreateThingResponse: field ID is not what was expected", "server: the response is not what it should be"}},
		{"outside of the envelope", outcome{Body: `{"id":"x"}`, Response: response}, []string{"client: things.create_thing: "}},
		{"other siblings", outcome{Body: `{"success":true,"data":{"id":"x"},"total":6}`, Response: response, Siblings: notes}, []string{
			"*things.Notes: field Total is not what was expected", "server: the response is not what it should be"}},
		{"siblings that are not sent", outcome{Body: fine, Response: response}, []string{"server: the response is not what it should be"}},
		{"a success", outcome{Body: fine, Failure: taken}, []string{"client: the error is a <nil>"}},
		{"other messages", outcome{Body: failure, Failure: taken, Says: []string{"Yes."}}, []string{
			`client: the messages are ["No."], and should be ["Yes."]`, "server: the response is not what it should be"}},
		{"another failure", outcome{Body: failure, Failure: Failed(&things.Refusal{Reason: things.ReasonGone}), Says: []string{"No."}}, []string{
			"*things.Refusal: field Reason is not what was expected", "server: the response is not what it should be"}},
		{"a failure of another type", outcome{Body: failure, Failure: Failed(new(things.Notes)), Says: []string{"No."}}, []string{
			"client: the error holds no things.Notes", "server: the status is 500, and should be 200"}},
		{"another status", outcome{Status: 409, Body: failure, Failure: taken, Says: []string{"No."}}, []string{"server: the status is 500, and should be 409"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &heard{TB: t}
			func() {
				defer func() {
					if v := recover(); v != nil && v != errFatal {
						panic(v)
					}
				}()
				c.outcome.try(h, op, &s.recorder, func() (*things.CreateThingResponse, error) {
					return client.CreateThing(t.Context(), &things.CreateThingRequest{Name: "x"}, noRetry)
				})
			}()
			require.Len(t, h.faults, len(c.faults), "%q", h.faults)
			for i, fault := range h.faults {
				require.Contains(t, fault, c.faults[i])
			}
		})
	}
}
