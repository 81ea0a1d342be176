package hiding

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"example.com/opgen/api"
)

// HideOutcomes tests that of whole responses nothing is shown that is sensitive beside the
// response and in a failure, nor a message: whether a service sends them, or a client is
// given them, whole, cut off or with something else in place of a canary.
func HideOutcomes[Req, Res any](
	t *testing.T, w *Watch, op *api.Operation,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error),
	serve *func(context.Context, *Req) (*Res, error),
	request *Req, outcomes []Outcome[Res],
) {
	t.Helper()
	for _, o := range outcomes {
		t.Run(op.Name+"/"+o.Name, func(t *testing.T) {
			t.Helper()
			h := &hidingOutcome[Req, Res]{
				hiding[Req, Res]{watch: w, op: op, call: call, serve: serve, request: Secret[Req]{value: request}}, o,
			}
			h.run(t.Context())
			for _, fault := range h.faults {
				t.Error(strings.ToValidUTF8(fault, "?"))
			}
		})
	}
}

// hidingOutcome is a test of one whole response.
type hidingOutcome[Req, Res any] struct {
	hiding[Req, Res]
	outcome Outcome[Res]
}

func (h *hidingOutcome[Req, Res]) run(ctx context.Context) {
	defer func(before func(context.Context, *Req) (*Res, error)) { *h.serve = before }(*h.serve)
	o, w := h.outcome, h.watch
	failure := o.failure()
	*h.serve = func(ctx context.Context, _ *Req) (*Res, error) {
		if o.Siblings != nil {
			if err := api.SetSiblings(ctx, o.Siblings); err != nil {
				return nil, err
			}
		}
		return o.Response, failure
	}
	if failure != nil {
		h.everywhere("the error of the service", failure, true)
	}
	w.answer = ""
	h.told(ctx, "a response of the service")
	if want := strings.Count(o.Body, digits); strings.Count(w.answer, digits) != want {
		h.fault("the response of the service", fmt.Sprintf("should hold %d canaries: %s", want, w.answer))
	}
	defer func() { w.reply = "" }()
	w.status = max(o.Status, http.StatusOK)
	for _, w.reply = range append(broken(o.Body), o.Body) {
		h.told(ctx, "the response "+w.reply)
	}
	for _, value := range wrong {
		for _, planted := range []string{`"` + canary + `"`, digits} {
			if w.reply = strings.ReplaceAll(o.Body, ":"+planted, ":"+value); w.reply != o.Body {
				h.told(ctx, "the response "+w.reply)
			}
		}
	}
}

// told makes a call, and looks at everything that its caller is told and at the logs.
func (h *hidingOutcome[Req, Res]) told(ctx context.Context, way string) {
	res, err := h.call(ctx, h.request.value, api.WithoutValidation(), once)
	var beside func(any) error
	if e, ok := errors.AsType[*api.Error](err); ok {
		beside = e.Siblings
	} else if err == nil {
		h.everywhere("what became of "+way, res, false) // Hide looks at what is in it
		beside = receivedOf(res).Siblings
	}
	h.error(way, err)
	if failure := h.outcome.Failure; failure != nil {
		if found := failure.found(err); found != nil {
			h.printed("the failure of "+way, found)
		} else if h.watch.reply == "" || h.watch.reply == h.outcome.Body {
			h.fault(way, fmt.Sprintf("is no failure with a type, but a %T", err))
		}
	}
	if of := h.outcome.Siblings; of != nil && beside != nil {
		siblings := reflect.New(reflect.TypeOf(of).Elem()).Interface()
		h.error("the siblings of "+way, beside(siblings))
		h.printed("the siblings of "+way, siblings)
	}
	h.logged(way)
}
