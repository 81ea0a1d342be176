// Package probe calls generated code with bodies that a test sends it, and tells
// the test what came of each. The test gives every generated package a file that
// makes its operations known here.
package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Job is a body and what to do with it.
type Job struct {
	Operation string // catalog and path
	Kind      string // "decode", "encode", "answer"
	Text      []byte // the body, of answer in its envelope; of encode, the fields of the request by their Go names
	Unknown   bool   // decode: unknown fields are allowed
}

// Outcome is what generated code made of it.
type Outcome struct {
	Status     int             // decode: of the answer, 200 where the service was called; without the envelope
	Violations []api.Violation // of a refusal
	Text       string          // decode: the request; encode: the body, also where it breaks rules
	Served     string          // encode: the request that the service was given, as its client would send it
	Held       json.RawMessage `json:",omitzero"` // its fields that are not nil, by their Go names
	Error      string          // answer: why it cannot be read
	Drifts     []api.Drift     // answer: where it is not what the catalog says
	Again      []api.Drift     // answer: the same of what the caller writes again, if that is not in an envelope
}

// Service keeps what the service of an area was given last.
type Service struct {
	request string
	held    json.RawMessage
}

// Seen is how a service answers.
func (s *Service) Seen(request interface{ AppendJSON([]byte) []byte }) error {
	s.request = string(request.AppendJSON(nil))
	s.held = heldText(request)
	return &api.Problem{Status: served}
}

const served = 599

// Area serves an area and returns a caller of a service that answers what a job
// says.
func Area(catalog string, s *Service, routes []api.Route) *api.Caller {
	strict, err := api.NewHandler(routes, api.WithServerAnonymous())
	check(err)
	lenient, err := api.NewHandler(routes, api.WithServerAnonymous(), api.WithServerUnknownFields())
	check(err)
	caller, err := api.NewCaller(httptest.NewServer(strict).URL, api.WithHTTPClient(&http.Client{Transport: &sending}))
	check(err)
	current = area{catalog, s, strict, lenient}
	return caller
}

type area struct {
	catalog         string
	service         *Service
	strict, lenient http.Handler
}

var (
	current    area
	sending    transport
	operations = map[string]func(Job) Outcome{}
)

// transport keeps what is sent. It sends it on to the server, or answers itself.
type transport struct {
	sent   string
	serve  bool
	answer []byte
}

func (w *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	w.sent = string(body)
	if w.serve {
		r.Body = io.NopCloser(bytes.NewReader(body))
		return http.DefaultTransport.RoundTrip(r)
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(w.answer))}, err
}

// Operation makes an operation of the area known.
func Operation[Req, Res any](path string, op *api.Operation, call func(context.Context, *Req, ...api.CallOption) (*Res, error)) {
	a := current
	operations[a.catalog+" "+path] = func(job Job) Outcome {
		switch job.Kind {
		case "decode":
			defer func(e *api.Envelope) { op.Envelope = e }(op.Envelope)
			op.Envelope = nil // which hides why a request is refused
			return a.decode(path, job)
		case "encode":
			return encode(a, job, call)
		default:
			sending.answer = job.Text
			req := new(Req)
			number(reflect.ValueOf(req).Elem())
			var outcome Outcome
			res, err := call(context.Background(), req, api.WithoutValidation(), told(&outcome.Drifts))
			if err != nil {
				return Outcome{Error: err.Error()}
			}
			if _, raw := any(res).(*api.RawResponse); raw {
				return Outcome{}
			}
			outcome.Held = heldText(res)
			// An operation that opts out of the envelope of its catalog has an empty one.
			isBare := op.Envelope == nil || op.Envelope.Success == ""
			if op.Lenient && isBare {
				sending.answer, err = json.Marshal(res)
				check(err)
				_, err = call(context.Background(), req, api.WithoutValidation(), told(&outcome.Again))
				check(err)
			}
			return outcome
		}
	}
}

// told keeps the drifts of a response.
func told(drifts *[]api.Drift) api.CallOption {
	return api.WithDrift(func(_ context.Context, _ *api.Operation, d api.Drift) { *drifts = append(*drifts, d) })
}

func (a area) decode(path string, job Job) Outcome {
	h := a.strict
	if job.Unknown {
		h = a.lenient
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, bytes.NewReader(job.Text)))
	if w.Code == served {
		return Outcome{Status: http.StatusOK, Text: a.service.request, Held: a.service.held}
	}
	var p api.Problem
	check(json.Unmarshal(w.Body.Bytes(), &p))
	return Outcome{Status: w.Code, Violations: p.Errors}
}

func encode[Req, Res any](a area, job Job, call func(context.Context, *Req, ...api.CallOption) (*Res, error)) Outcome {
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(job.Text))
	d.UseNumber()
	check(d.Decode(&fields))
	req := new(Req)
	fill(reflect.ValueOf(req).Elem(), fields)
	sending.sent, sending.answer, sending.serve, *a.service = "", nil, true, Service{}
	_, err := call(context.Background(), req)
	sending.serve = false
	invalid, ok := errors.AsType[*api.ValidationError](err)
	if !ok {
		return Outcome{Text: sending.sent, Served: a.service.request, Held: a.service.held}
	}
	if sending.sent != "" {
		panic("a request that breaks rules was sent")
	}
	_, _ = call(context.Background(), req, api.WithoutValidation())
	return Outcome{Text: sending.sent, Violations: invalid.Violations}
}

// fill stores a value that was read from JSON.
func fill(v reflect.Value, x any) {
	if isNullable(v) {
		fillNullable(v, x)
		return
	}
	if x == nil {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), x)
	case reflect.Struct:
		if u, ok := v.Interface().(union); ok {
			fillUnion(v, u.Variants(), x.(map[string]any))
			return
		}
		for name, value := range x.(map[string]any) {
			fill(v.FieldByName(name), value)
		}
	case reflect.Slice:
		items := x.([]any)
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
		for i, item := range items {
			fill(v.Index(i), item)
		}
	case reflect.Map:
		if v.Type().Elem().Kind() == reflect.Interface { // an object
			v.Set(reflect.ValueOf(x).Convert(v.Type()))
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for key, value := range x.(map[string]any) {
			item := reflect.New(v.Type().Elem()).Elem()
			fill(item, value)
			v.SetMapIndex(reflect.ValueOf(key), item)
		}
	case reflect.Int:
		var n int
		check(json.Unmarshal([]byte(x.(json.Number)), &n))
		v.SetInt(int64(n))
	default: // also a string as a type of its own
		v.Set(reflect.ValueOf(x).Convert(v.Type()))
	}
}

// union is what generated unions are. In a job, one is its tag and what it is of.
type union interface{ Variants() wire.Variants }

func fillUnion(v reflect.Value, facts wire.Variants, x map[string]any) {
	tag := x["tag"].(string)
	if of, known := facts.Of[tag]; known {
		variant := reflect.New(reflect.TypeOf(of)).Elem()
		fill(variant, x["of"])
		v.Field(0).Set(variant)
		return
	}
	body := maps.Clone(x["of"].(map[string]any))
	body[facts.By] = tag
	text, err := json.Marshal(body)
	check(err)
	check(json.Unmarshal(text, v.Addr().Interface()))
}

// heldVariant is a variant as a job has it.
func heldVariant(facts wire.Variants, v reflect.Value) any {
	for tag, of := range facts.Of {
		if reflect.TypeOf(of) == v.Type() {
			return map[string]any{"tag": tag, "of": held(v)}
		}
	}
	return map[string]any{"tag": v.FieldByName("Tag").String(), "of": v.FieldByName("Body").Interface()}
}

// isNullable reports whether v is an api.Nullable.
func isNullable(v reflect.Value) bool {
	return v.IsValid() && v.Type().PkgPath() == reflect.TypeFor[api.Object]().PkgPath() && strings.HasPrefix(v.Type().Name(), "Nullable[")
}

// fillNullable stores a value, or null, in an api.Nullable.
func fillNullable(v reflect.Value, x any) {
	check(v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON([]byte("null")))
	if x == nil {
		return
	}
	inside := func(i int) reflect.Value {
		f := v.Field(i)
		return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
	}
	fill(inside(0), x)
	state := inside(1)
	state.SetUint(state.Uint() + 1) // from null to a value
}

// number sets the required numbers of a struct, which cannot be sent without.
func number(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[json.Number]():
		v.SetString("0")
	case v.Kind() == reflect.Struct && !isNullable(v):
		for i := range v.NumField() {
			number(v.Field(i))
		}
	}
}

// heldText is what a request or a response holds, as JSON.
func heldText(x any) json.RawMessage {
	text, err := json.Marshal(held(reflect.ValueOf(x).Elem()))
	check(err)
	return text
}

// held returns the fields of a struct that are not nil, by their Go names.
func held(v reflect.Value) any {
	if isNullable(v) {
		got := v.MethodByName("Get").Call(nil)
		if !got[1].Bool() {
			return nil
		}
		return held(got[0])
	}
	switch v.Kind() {
	case reflect.Pointer:
		return held(v.Elem())
	case reflect.Struct:
		if u, ok := v.Interface().(union); ok && v.IsZero() { // in a lenient response
			return nil
		} else if ok {
			return heldVariant(u.Variants(), v.Field(0).Elem())
		}
		fields := map[string]any{}
		for i := range v.NumField() {
			f := v.Field(i)
			if !v.Type().Field(i).IsExported() { // the mark of a sensitive record
				continue
			}
			if f.Type() == reflect.TypeFor[api.Received]() || isNullable(f) && f.IsZero() {
				continue
			}
			if _, isUnion := f.Interface().(union); isUnion && f.IsZero() {
				continue
			}
			switch f.Kind() {
			case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
				if f.IsNil() {
					continue
				}
				fallthrough
			default:
				fields[v.Type().Field(i).Name] = held(f)
			}
		}
		return fields
	case reflect.Slice:
		items := []any{}
		for i := range v.Len() {
			items = append(items, held(v.Index(i)))
		}
		return items
	case reflect.Map:
		values := map[string]any{}
		for _, key := range v.MapKeys() {
			value := v.MapIndex(key)
			if value.Kind() == reflect.Interface { // of an object
				return v.Interface()
			}
			values[key.String()] = held(value)
		}
		return values
	default: // scalars, objects, and values of any type
		return v.Interface()
	}
}

// Main reads jobs and writes outcomes, one for each.
func Main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var job Job
		if err := in.Decode(&job); errors.Is(err, io.EOF) {
			return
		} else {
			check(err)
		}
		do, ok := operations[job.Operation]
		if !ok {
			panic("no operation " + strings.TrimSpace(job.Operation))
		}
		check(out.Encode(do(job)))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
