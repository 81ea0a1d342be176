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

// test tests that additional envelope members, failures and messages of a whole response
// show nothing sensitive: when a service sends it, and when a client receives it complete,
// cut off, or with misplaced values.
func (o Outcome[Res]) test(ctx context.Context, r *Recorder) {
	failure := o.failure()
	fake := service{respond: func() (any, error) {
		if o.Siblings != nil {
			if err := api.SetSiblings(r.ctx, o.Siblings); err != nil {
				return nil, err
			}
		}
		return o.Response, failure
	}}
	if failure != nil {
		r.checkPrinting("the error of the service", failure, true)
	}
	o.tryCall(ctx, r, fake, "a response of the service")
	if want := strings.Count(o.Body, digits); strings.Count(r.received, digits) != want {
		r.fault("the response of the service", fmt.Sprintf("should hold %d canaries: %s", want, r.received))
	}
	for _, text := range o.bodies() {
		sender := fake // also responds if the body is empty
		sender.text, sender.status = text, max(o.Status, http.StatusOK)
		o.tryCall(ctx, r, sender, "the response "+text)
	}
}

// bodies returns the body cut off and complete, and with each canary replaced by wrong values.
func (o Outcome[Res]) bodies() []string {
	bodies := append(broken(o.Body), o.Body)
	for _, value := range wrongValues {
		for _, planted := range []string{`"` + canary + `"`, digits} {
			text := strings.ReplaceAll(o.Body, ":"+planted, ":"+value)
			if text != o.Body {
				bodies = append(bodies, text)
			}
		}
	}
	return bodies
}

// tryCall makes a call to a service, and checks everything that its caller gets, and the logs.
func (o Outcome[Res]) tryCall(ctx context.Context, r *Recorder, s service, way string) {
	res, err := r.call(ctx, s, api.WithoutValidation(), noRetry)
	var siblingsOf func(any) error
	if e, ok := errors.AsType[*api.Error](err); ok {
		siblingsOf = e.Siblings
	} else if err == nil {
		r.checkPrinting("the result of "+way, res, false) // run checks its content
		siblingsOf = reflect.ValueOf(res).Elem().FieldByName("Received").Interface().(api.Received).Siblings
	}
	r.checkError(way, err)
	if failure := o.Failure; failure != nil {
		if found := failure.failureIn(err); found != nil {
			r.checkStruct("the failure of "+way, found)
		} else if s.text == "" || s.text == o.Body {
			r.fault(way, fmt.Sprintf("is not a failure with a type, but a %T", err))
		}
	}
	if planted := o.Siblings; planted != nil && siblingsOf != nil {
		siblings := reflect.New(reflect.TypeOf(planted).Elem()).Interface()
		r.checkError("the siblings of "+way, siblingsOf(siblings))
		r.checkStruct("the siblings of "+way, siblings)
	}
	r.checkLog(way)
}
