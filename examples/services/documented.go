package services

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
)

// Documented has the documented examples of an operation in JSON, from the vectors whose names
// start with "as documented".
type Documented struct {
	Operation *catalog.Operation
	Requests  []string
	Responses []string
	Failures  []string
}

// Returned returns the response of a call by its number, and whether it is a failure. The
// service cycles through the responses and then the failures.
func (d Documented) Returned(call int) (text string, failed bool) {
	i := call % (len(d.Responses) + len(d.Failures))
	if i < len(d.Responses) {
		return d.Responses[i], false
	}
	return d.Failures[i-len(d.Responses)], true
}

// Request returns the body of a call by its number.
func (d Documented) Request(call int) string { return d.Requests[call%len(d.Requests)] }

// Calls returns the number of calls that see all examples.
func (d Documented) Calls() int { return max(len(d.Requests), len(d.Responses)+len(d.Failures)) }

// Read returns the examples of each operation of a folder.
func Read(folder string) ([]Documented, error) {
	c, err := catalog.Load(filepath.Join(folder, "catalog.yaml"))
	if err != nil {
		return nil, err
	}
	documented, err := vectors.Load(filepath.Join(folder, "vectors"), c)
	if err != nil {
		return nil, err
	}
	var all []Documented
	for _, area := range c.Areas {
		for _, op := range area.Operations {
			d := Documented{Operation: op}
			for _, v := range documented[op] {
				switch {
				case !strings.HasPrefix(v.Name, "as documented"):
				case v.Response == nil:
					d.Requests = append(d.Requests, v.Body)
				case v.Response.Failed:
					d.Failures = append(d.Failures, v.Response.Body)
				default:
					d.Responses = append(d.Responses, v.Response.Body)
				}
			}
			if len(d.Requests) == 0 || len(d.Responses) == 0 {
				return nil, fmt.Errorf("%s: no documented request or no documented response of %s", folder, op)
			}
			all = append(all, d)
		}
	}
	return all, nil
}

// Service is an example with its generated code.
type Service struct {
	Folder   string
	fakes    any // a pointer to the generated Services, with fakes
	handler  func(opts ...api.HandlerOption) (http.Handler, error)
	client   func(url string) (any, error)
	siblings func() siblings    // additional members of the envelope, nil for none
	failures map[string]failure // by operation or area
}

// siblings is a pointer to the record of additional envelope members.
type siblings interface{ AppendJSON([]byte) []byte }

// failure converts a failure from JSON to the error of a service, and from the error of a call
// to the value.
type failure struct {
	fail func(text string) error
	of   func(err error) any
}

func failsWith[T any]() failure {
	return failure{
		fail: func(text string) error {
			value := new(T)
			if err := json.Unmarshal([]byte(text), value); err != nil {
				return err
			}
			return api.Fail(value)
		},
		of: func(err error) any {
			value, _ := api.FailureOf[T](err)
			return value
		},
	}
}

// Handler serves the examples of each operation in order.
func (s Service) Handler(opts ...api.HandlerOption) (http.Handler, error) {
	documented, err := Read(s.Folder)
	if err != nil {
		return nil, err
	}
	for _, d := range documented {
		fake := reflect.ValueOf(s.fakes).Elem().FieldByName(d.Operation.Area.GoName).Elem().Elem()
		function := fake.FieldByName(d.Operation.GoName + "Func")
		var calls atomic.Int64
		function.Set(reflect.MakeFunc(function.Type(), func(args []reflect.Value) []reflect.Value {
			text, failed := d.Returned(int(calls.Add(1) - 1))
			response := reflect.New(function.Type().Out(0).Elem())
			err := s.setSiblings(args[0].Interface().(context.Context), text)
			switch {
			case err != nil:
			case failed:
				err = s.failure(d.Operation).fail(text)
			default:
				if raw, ok := response.Interface().(*api.RawResponse); ok { // its shape is not shown
					raw.Raw = []byte(text)
				} else {
					err = json.Unmarshal([]byte(text), response.Interface())
				}
			}
			if err != nil {
				response = reflect.Zero(function.Type().Out(0))
			}
			return []reflect.Value{response, reflect.ValueOf(&err).Elem()}
		}))
	}
	return s.handler(opts...)
}

// setSiblings sets the additional envelope members of a response or failure.
func (s Service) setSiblings(ctx context.Context, text string) error {
	if s.siblings == nil {
		return nil
	}
	notes := s.siblings()
	if err := json.Unmarshal([]byte(text), notes); err != nil {
		return err
	}
	return api.SetSiblings(ctx, notes)
}

func (s Service) failure(op *catalog.Operation) failure {
	if f, ok := s.failures[op.Name]; ok {
		return f
	}
	return s.failures[op.Area.Name]
}
