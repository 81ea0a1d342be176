package conformance

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/contacts"
)

const canary = "canary-4711"

// What is sensitive is printed by nothing: a request with a canary in every
// sensitive field is printed in every way, and checked, and no canary appears.
func TestSensitiveFieldsAreNotPrinted(t *testing.T) {
	fields := 0
	for _, area := range shipped(t).Areas {
		for _, op := range area.Operations {
			request := requestOf(t, op)
			for _, f := range op.Request.Fields {
				fields += plant(request.Elem(), f, false)
			}
			for name, text := range printed(request) {
				require.NotContains(t, strings.ToLower(text), canary, "%s by %s", op.Request.GoName, name)
				require.NotContains(t, strings.ToLower(text), fmt.Sprintf("%x", canary), "%s by %s", op.Request.GoName, name)
			}
			if err := request.Interface().(interface{ Validate() error }).Validate(); err != nil {
				require.NotContains(t, err.Error(), canary)
			}
			require.NotContains(t, logged(t, op, request), canary, op.Request.GoName)
		}
	}
	require.Greater(t, fields, 40)
}

// requestOf returns a new request of an operation.
func requestOf(t *testing.T, op *catalog.Operation) reflect.Value {
	area, ok := reflect.TypeFor[insurance.Client]().FieldByName(op.Area.GoName)
	require.True(t, ok)
	method, ok := area.Type.MethodByName(op.GoName)
	require.True(t, ok)
	return reflect.New(method.Type.In(2).Elem())
}

// plant puts the canary into a field where it is sensitive, or into those of the
// records that it holds. It returns how many it put.
func plant(in reflect.Value, f *catalog.Field, sensitive bool) int {
	sensitive = sensitive || f.Sensitive
	v := in.FieldByName(f.GoName)
	if v.Kind() == reflect.Slice && v.Type() != reflect.TypeFor[[]byte]() {
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		v = v.Index(0)
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	record := f.Type.Record
	if f.Type.Elem != nil {
		record = f.Type.Elem.Record
	}
	switch {
	case record != nil:
		n := 0
		for _, inner := range record.Fields {
			n += plant(v, inner, sensitive)
		}
		if record.Open {
			v.FieldByName("Extra").Set(reflect.ValueOf(api.Object{"further": canary}))
		}
		return n
	case !sensitive:
		return 0
	case v.Kind() == reflect.String:
		v.SetString(canary)
	case v.Kind() == reflect.Map:
		v.Set(reflect.ValueOf(api.Object{"key": canary}))
	case v.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf(canary))
	}
	return 1
}

// printed returns a value as it is printed in every way.
func printed(v reflect.Value) map[string]string {
	all := map[string]string{}
	for _, x := range []any{v.Interface(), v.Elem().Interface(), []any{v.Interface()}, struct{ In any }{v.Elem().Interface()}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%X", "%t"} {
			all[fmt.Sprintf("%T %s", x, verb)] = fmt.Sprintf(verb, x)
		}
		var text, json bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("request", "request", x)
		all[fmt.Sprintf("%T slog text", x)] = text.String()
		if reflect.TypeOf(x) == v.Type() || reflect.TypeOf(x) == v.Type().Elem() {
			slog.New(slog.NewJSONHandler(&json, nil)).Info("request", "request", x)
			all[fmt.Sprintf("%T slog json", x)] = json.String()
		}
	}
	return all
}

// logged returns what a client logs of a call that is answered with the request
// in every place.
func logged(t *testing.T, op *catalog.Operation, request reflect.Value) string {
	var out bytes.Buffer
	client, err := insurance.NewClient("http://host", api.WithoutValidation(),
		api.WithLogger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))),
		api.WithHTTPClient(&http.Client{Transport: echo{}}))
	require.NoError(t, err)
	method := reflect.ValueOf(client).Elem().FieldByName(op.Area.GoName).MethodByName(op.GoName)
	method.Call([]reflect.Value{reflect.ValueOf(t.Context()), request})
	require.Contains(t, out.String(), " request=", op.GoName)
	require.Contains(t, out.String(), " answer=", op.GoName)
	return out.String()
}

// echo answers with the request as a whole, as an item and as a further field.
type echo struct{}

func (echo) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	answer := fmt.Sprintf(`{"contact_id":"c-1","data":[%[1]s,%[2]q],%[2]q:%[1]s}`, body, canary)
	return &http.Response{StatusCode: http.StatusOK, ContentLength: -1, Body: io.NopCloser(strings.NewReader(answer))}, err
}

func TestPrintingShowsWhatIsNotSensitive(t *testing.T) {
	request := contacts.ModifyContactRequest{ID: new("c-1"), SSN: new(canary), FollowAgencyQuotingRestriction: new(true),
		AgentIDs: []string{"a"}, Roles: []api.Object{{"role": canary}}}
	require.Equal(t,
		`contacts.ModifyContactRequest{SSN: [redacted], FollowAgencyQuotingRestriction: true, AgentIDs: ["a"], Roles: [[1 key]], ID: "c-1"}`,
		fmt.Sprint(request))
	require.Equal(t, `contacts.AddressEntry{Type: [redacted], Extra: [redacted]}`, fmt.Sprint(address))
	require.Contains(t, string(request.AppendJSON(nil)), canary, "the encoder is the exception")
}
