package services

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/vectors"
)

// Documented is what the documentation of a service shows of an operation, as JSON
// texts: the vectors "as documented", and what the service returns.
type Documented struct {
	Operation *catalog.Operation
	Requests  []string
	Responses []string
	Failures  []string
}

// Read returns what is documented of each operation of a folder.
func Read(folder string) ([]Documented, error) {
	c, err := catalog.Load(filepath.Join(folder, "catalog.yaml"))
	if err != nil {
		return nil, err
	}
	sent, err := vectors.Load(filepath.Join(folder, "vectors"), c)
	if err != nil {
		return nil, err
	}
	var all []Documented
	for _, area := range c.Areas {
		text, err := os.ReadFile(filepath.Join(folder, "responses", area.Name+".yaml"))
		if err != nil {
			return nil, err
		}
		var returned map[string]struct{ Responses, Failures []string }
		if err := yaml.Unmarshal(text, &returned); err != nil {
			return nil, err
		}
		for _, op := range area.Operations {
			d := Documented{Operation: op, Responses: returned[op.Name].Responses, Failures: returned[op.Name].Failures}
			for _, v := range sent[op] {
				if strings.HasPrefix(v.Name, "as documented") {
					d.Requests = append(d.Requests, v.Body)
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
	failures map[string]failure // by the names of operations
}

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

// Handler serves what is documented: each operation returns its responses in their
// order, then its failures, and begins again.
func (s Service) Handler(opts ...api.HandlerOption) (http.Handler, error) {
	documented, err := Read(s.Folder)
	if err != nil {
		return nil, err
	}
	for _, d := range documented {
		fake := reflect.ValueOf(s.fakes).Elem().FieldByName(d.Operation.Area.GoName).Elem().Elem()
		function := fake.FieldByName(d.Operation.GoName + "Func")
		outcomes, turn := s.outcomes(d, function.Type()), -1
		var lock sync.Mutex
		function.Set(reflect.MakeFunc(function.Type(), func([]reflect.Value) []reflect.Value {
			lock.Lock()
			defer lock.Unlock()
			turn = (turn + 1) % len(outcomes)
			return outcomes[turn]()
		}))
	}
	return s.handler(opts...)
}

// outcomes are what the func of a fake returns, one after the other.
func (s Service) outcomes(d Documented, function reflect.Type) (all []func() []reflect.Value) {
	result := func(response reflect.Value, err error) []reflect.Value {
		if err != nil {
			return []reflect.Value{reflect.Zero(function.Out(0)), reflect.ValueOf(&err).Elem()}
		}
		return []reflect.Value{response, reflect.Zero(function.Out(1))}
	}
	for _, text := range d.Responses {
		all = append(all, func() []reflect.Value {
			response := reflect.New(function.Out(0).Elem())
			if raw, ok := response.Interface().(*api.RawResponse); ok {
				raw.Raw = []byte(text)
				return result(response, nil)
			}
			return result(response, json.Unmarshal([]byte(text), response.Interface()))
		})
	}
	for _, text := range d.Failures {
		all = append(all, func() []reflect.Value {
			return result(reflect.Value{}, s.failures[d.Operation.Name].fail(text))
		})
	}
	return all
}
