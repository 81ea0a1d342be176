package api

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
)

type shown struct {
	Names []string
	Raw   json.RawMessage
}

func (r *shown) AppendJSON(b []byte) []byte {
	if r.Raw != nil {
		return AppendRaw(b, r.Raw)
	}
	return CloseObject(AppendStrings(append(b, '{'), `"names":`, OrEmpty(r.Names)))
}

var doIt = &Operation{Area: "things", Name: "do_it", Path: "/do_it"}

// answerTo serves one request with the service's method.
func answerTo(t *testing.T, serve func(context.Context, *struct{}) (*shown, error), opts ...HandlerOption) *httptest.ResponseRecorder {
	h, err := NewHandler([]Route{Handle(doIt, NoFields[struct{}], serve)}, append(opts, AllowAnonymous())...)
	require.NoError(t, err)
	res := httptest.NewRecorder()
	h.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/do_it", strings.NewReader("{}")))
	return res
}

func TestErrorHandlerSeesWhatCallersDoNot(t *testing.T) {
	var seen []error
	handler := WithErrorHandler(func(_ context.Context, op *Operation, err error) {
		require.Equal(t, doIt, op)
		seen = append(seen, err)
	})
	secret := errors.New("no contact 123-45-6789")
	for _, serve := range []func(context.Context, *struct{}) (*shown, error){
		func(context.Context, *struct{}) (*shown, error) { return nil, secret },
		func(context.Context, *struct{}) (*shown, error) { return nil, nil },
		func(context.Context, *struct{}) (*shown, error) { panic("123-45-6789") },
		func(context.Context, *struct{}) (*shown, error) { return &shown{Raw: json.RawMessage(`{`)}, nil },
		func(context.Context, *struct{}) (*shown, error) { return nil, &Problem{Status: 404} },
	} {
		res := answerTo(t, serve, handler)
		require.GreaterOrEqual(t, res.Code, 400)
		require.NotContains(t, res.Body.String(), "123")
	}
	require.Len(t, seen, 4, "a problem is for the caller")
	require.Equal(t, secret, seen[0])
	require.EqualError(t, seen[1], "the service returned neither an answer nor an error")
	panicked, ok := errors.AsType[*PanicError](seen[2])
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
	err := error(&Error{Operation: doIt, Status: 422, Problem: &Problem{
		Status: 422, Errors: []Violation{{Field: "/name", Rule: RuleRequired, Message: "is required"}},
	}})
	invalid, ok := errors.AsType[*ValidationError](err)
	require.True(t, ok)
	require.Equal(t, "/name", invalid.Violations[0].Field)

	_, ok = errors.AsType[*ValidationError](error(&Error{Operation: doIt, Status: 503}))
	require.False(t, ok)
}

func TestDecodeRecord(t *testing.T) {
	var r richRecord
	require.NoError(t, DecodeRecord([]byte(`{"id":"1","further":[1.10],"id":"2"}`), &r, decodeRichRecord))
	require.Equal(t, richRecord{ID: "2", Extra: Object{"further": []any{json.Number("1.10")}}}, r)
	require.Error(t, DecodeRecord([]byte(`{}`), &r, decodeRichRecord))
	require.Error(t, DecodeRecord([]byte(`{"id":"1"} {}`), &r, decodeRichRecord))
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
		var v Validator
		v.Joined("list", c.items, c.separator)
		require.Equal(t, c.ok, v.Err() == nil, "%q %q", c.items, c.separator)
		if c.ok {
			d := NewDecoder(`{"list":` + string(appendQuoted(nil, strings.Join(c.items, c.separator))) + `}`)
			for d.Begin(nil); d.Next(); {
				require.Equal(t, c.items, d.Joined(0, c.separator))
			}
		}
	}
}

// An option that is nil changes nothing.
func TestNilOptions(t *testing.T) {
	_, err := NewCaller("https://host", nil, WithBearerToken("x"))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answerTo(t, func(context.Context, *struct{}) (*shown, error) { return &shown{}, nil }, nil).Code)
	client, err := NewCaller("https://host", WithHTTPClient(&http.Client{Transport: refuse{}}))
	require.NoError(t, err)
	_, err = DoRaw[rawAnswer](t.Context(), client.Begin(doIt, []CallOption{nil}).Body(new(textRequest("{}"))))
	require.ErrorIs(t, err, errRefused)
}

var errRefused = errors.New("refused")

type refuse struct{}

func (refuse) RoundTrip(*http.Request) (*http.Response, error) { return nil, errRefused }
