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

// Documented is what the documentation of a service shows of an operation, as JSON
// texts: the vectors "as documented".
type Documented struct {
	Operation *catalog.Operation
	Requests  []string
	Responses []string
	Failures  []string
}

// Returned is what the service returns to the call with this number, and whether it is
// a failure: the responses in their order, then the failures, and so on.
func (d Documented) Returned(call int) (text string, failed bool) {
	if call %= len(d.Responses) + len(d.Failures); call < len(d.Responses) {
		return d.Responses[call], false
	}
	return d.Failures[call-len(d.Responses)], true
}

// Request is the body of the call with this number.
func (d Documented) Request(call int) string { return d.Requests[call%len(d.Requests)] }

// Calls is how many calls see all that is documented.
func (d Documented) Calls() int { return max(len(d.Requests), len(d.Responses)+len(d.Failures)) }

// Read returns what is documented of each operation of a folder.
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

// Service is an example, and the code that is generated from it.
type Service struct {
	Folder   string
	fakes    any // a pointer to the generated Services, with fakes
	handler  func(opts ...api.HandlerOption) (http.Handler, error)
	client   func(url string) (any, error)
	siblings func() siblings    // what the envelope has beside every response, nil without one
	failures map[string]failure // by the names of operations, or of areas
}

// siblings is a pointer to the record that stands beside responses.
type siblings interface{ AppendJSON([]byte) []byte }

// failure makes the error by which a service fails, of a JSON text, and takes the
// failure out of the error of a call.
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

// Handler serves what is documented of each operation, one after the other.
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
			err := s.beside(args[0].Interface().(context.Context), text)
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

// beside sets what stands beside a response or a failure.
func (s Service) beside(ctx context.Context, text string) error {
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
