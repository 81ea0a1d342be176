package hiding

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"example.com/opgen/api"
)

// outcome tests that additional envelope members, failures and messages of a whole response
// show nothing sensitive: when a service sends it, and when a client receives it complete,
// cut off, or with misplaced values.
func (h *hiding[Req, Res]) outcome(ctx context.Context, o Outcome[Res]) {
	defer func(before func(context.Context, *Req) (*Res, error)) { *h.serve = before }(*h.serve)
	w := h.watch
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
	w.response = ""
	h.lookAt(ctx, o, "a response of the service")
	if want := strings.Count(o.Body, digits); strings.Count(w.response, digits) != want {
		h.fault("the response of the service", fmt.Sprintf("should hold %d canaries: %s", want, w.response))
	}
	defer func() { w.reply = "" }()
	w.status = max(o.Status, http.StatusOK)
	for _, w.reply = range append(broken(o.Body), o.Body) {
		h.lookAt(ctx, o, "the response "+w.reply)
	}
	for _, value := range wrongValues {
		for _, planted := range []string{`"` + canary + `"`, digits} {
			if w.reply = strings.ReplaceAll(o.Body, ":"+planted, ":"+value); w.reply != o.Body {
				h.lookAt(ctx, o, "the response "+w.reply)
			}
		}
	}
}

// lookAt makes a call, and checks everything that its caller gets, and the logs.
func (h *hiding[Req, Res]) lookAt(ctx context.Context, o Outcome[Res], way string) {
	res, err := h.call(ctx, h.request.value, api.WithoutValidation(), noRetry)
	var beside func(any) error
	if e, ok := errors.AsType[*api.Error](err); ok {
		beside = e.Siblings
	} else if err == nil {
		h.everywhere("the result of "+way, res, false) // run checks its content
		beside = reflect.ValueOf(res).Elem().FieldByName("Received").Interface().(api.Received).Siblings
	}
	h.error(way, err)
	if failure := o.Failure; failure != nil {
		if found := failure.found(err); found != nil {
			h.printed("the failure of "+way, found)
		} else if h.watch.reply == "" || h.watch.reply == o.Body {
			h.fault(way, fmt.Sprintf("is no failure with a type, but a %T", err))
		}
	}
	if of := o.Siblings; of != nil && beside != nil {
		siblings := reflect.New(reflect.TypeOf(of).Elem()).Interface()
		h.error("the siblings of "+way, beside(siblings))
		h.printed("the siblings of "+way, siblings)
	}
	h.logged(way)
}
