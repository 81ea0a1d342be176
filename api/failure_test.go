package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

type shown struct {
	Names []string
	Raw   json.RawMessage
}

func (r *shown) AppendJSON(b []byte) []byte {
	if r.Raw != nil {
		return wire.AppendRaw(b, r.Raw)
	}
	return wire.CloseObject(wire.AppendStrings(append(b, '{'), `"names":`, wire.OrEmpty(r.Names)))
}

var doIt = &api.Operation{Area: "things", Name: "do_it", Path: "/do_it"}

// answerTo serves one request with the service's method.
func answerTo(t *testing.T, serve func(context.Context, *struct{}) (*shown, error), opts ...api.HandlerOption) *httptest.ResponseRecorder {
	h, err := api.NewHandler([]api.Route{wire.Handle(doIt, wire.NoFields[struct{}], serve)}, append(opts, api.WithServerAnonymous())...)
	require.NoError(t, err)
	res := httptest.NewRecorder()
	h.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/do_it", strings.NewReader("{}")))
	return res
}

func TestErrorHandlerSeesWhatCallersDoNot(t *testing.T) {
	var seen []error
	handler := api.WithServerErrorHandler(func(_ context.Context, op *api.Operation, err error) {
		require.Equal(t, doIt, op)
		seen = append(seen, err)
	})
	secret := errors.New("no contact 123-45-6789")
	for _, serve := range []func(context.Context, *struct{}) (*shown, error){
		func(context.Context, *struct{}) (*shown, error) { return nil, secret },
		func(context.Context, *struct{}) (*shown, error) { return nil, nil },
		func(context.Context, *struct{}) (*shown, error) { panic("123-45-6789") },
		func(context.Context, *struct{}) (*shown, error) { return &shown{Raw: json.RawMessage(`{`)}, nil },
		func(context.Context, *struct{}) (*shown, error) { return nil, &api.Problem{Status: 404} },
	} {
		res := answerTo(t, serve, handler)
		require.GreaterOrEqual(t, res.Code, 400)
		require.NotContains(t, res.Body.String(), "123")
	}
	require.Len(t, seen, 4, "a problem is for the caller")
	require.Equal(t, secret, seen[0])
	require.EqualError(t, seen[1], "the service returned neither an answer nor an error")
	panicked, ok := errors.AsType[*api.PanicError](seen[2])
	require.True(t, ok)
	require.Equal(t, "123-45-6789", panicked.Value)
	require.Contains(t, string(panicked.Stack), "TestErrorHandlerSeesWhatCallersDoNot")
	require.EqualError(t, panicked, "the service panicked with a string")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		require.NotContains(t, fmt.Sprintf(verb, panicked), "123-45")
	}
	require.EqualError(t, seen[3], "the service's answer is not JSON")
}

func TestAnswersAreSentWhole(t *testing.T) {
	for want, answer := range map[string]*shown{
		`{"names":[]}`:    {},
		`{"names":["a"]}`: {Names: []string{"a"}},
		`[1, 2]`:          {Names: []string{"a"}, Raw: json.RawMessage(`[1, 2]`)},
	} {
		res := answerTo(t, func(context.Context, *struct{}) (*shown, error) { return answer, nil })
		require.Equal(t, http.StatusOK, res.Code)
		require.Equal(t, want, res.Body.String())
	}
}

// What the service says is wrong with a request reads as what the client says.
func TestViolationsOfTheService(t *testing.T) {
	err := error(&api.Error{Operation: doIt, Status: 422, Problem: &api.Problem{
		Status: 422, Errors: []api.Violation{{Field: "/name", Rule: api.RuleRequired, Message: "is required"}},
	}})
	invalid, ok := errors.AsType[*api.ValidationError](err)
	require.True(t, ok)
	require.Equal(t, "/name", invalid.Violations[0].Field)

	_, ok = errors.AsType[*api.ValidationError](error(&api.Error{Operation: doIt, Status: 503}))
	require.False(t, ok)
}

func TestDecodeRecord(t *testing.T) {
	var r rich.Record
	require.NoError(t, wire.DecodeRecord([]byte(`{"id":"1","further":[1.10],"id":"2"}`), &r, rich.DecodeRecord))
	require.Equal(t, rich.Record{ID: "2", Extra: api.Object{"further": []any{json.Number("1.10")}}}, r)
	require.Error(t, wire.DecodeRecord([]byte(`{}`), &r, rich.DecodeRecord))
	require.Error(t, wire.DecodeRecord([]byte(`{"id":"1"} {}`), &r, rich.DecodeRecord))
}

func TestJoinedItemsMustComeApartAgain(t *testing.T) {
	for _, c := range []struct {
		items     []string
		separator string
		ok        bool
	}{
		{[]string{"a", "b"}, ",", true},
		{[]string{"a,"}, ",", false},
		{[]string{""}, ",", false},
		{[]string{"a-", "b"}, "--", false},
		{[]string{"a", "-b"}, "--", true},
		{[]string{"ax", "b"}, "xax", true},
		{[]string{"xa", "b"}, "xax", false},
	} {
		var v wire.Validator
		v.Joined("list", c.items, c.separator)
		require.Equal(t, c.ok, v.Err() == nil, "%q %q", c.items, c.separator)
		if c.ok {
			d := wire.NewDecoder(`{"list":` + string(encode.Quoted(nil, strings.Join(c.items, c.separator))) + `}`)
			for d.Begin(nil); d.Next(); {
				require.Equal(t, c.items, d.Joined(0, c.separator))
			}
		}
	}
}

// An option that is nil changes nothing.
func TestNilOptions(t *testing.T) {
	_, err := api.NewCaller("https://host", nil, api.WithBearerToken("x"))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answerTo(t, func(context.Context, *struct{}) (*shown, error) { return &shown{}, nil }, nil).Code)
	client, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: refuse{}}))
	require.NoError(t, err)
	_, err = wire.DoRaw[rich.RawAnswer](t.Context(), wire.Begin(client, doIt, []api.CallOption{nil}), new(textRequest("{}")))
	require.ErrorIs(t, err, errRefused)
}

var errRefused = errors.New("refused")

type refuse struct{}

func (refuse) RoundTrip(*http.Request) (*http.Response, error) { return nil, errRefused }
