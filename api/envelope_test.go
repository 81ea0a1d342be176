package api_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// enveloped returns a caller of a service that answers with the text.
func enveloped(t *testing.T, status int, text string, opts ...api.ClientOption) (*api.Caller, *int) {
	requests := new(int)
	return through(t, "http://host", func(*http.Request) (*http.Response, error) {
		*requests++
		return response(status, text), nil
	}, append([]api.ClientOption{api.WithEnvelope(), atOnce}, opts...)...), requests
}

func TestTheDataOfAnEnvelopeIsTheAnswer(t *testing.T) {
	for text, raw := range map[string]string{
		`{"success":true,"data":{"id":"1"}}`:                                           `{"id":"1"}`,
		` { "data" : {"id":"1", "success":false} , "success" : true , "x":[1] } `:      `{"id":"1", "success":false}`,
		`{"success":true,"message":"done","messages":["a"],"data":{"id":"1"},"id":2}`:  `{"id":"1"}`,
		`{"succ\u0065ss":true,"message":null,"messages":{},"data":{"id":"1","n":1.0}}`: `{"id":"1","n":1.0}`,
	} {
		c, _ := enveloped(t, 200, text)
		res, err := callRich(t.Context(), c, validRich())
		require.NoError(t, err, text)
		require.Equal(t, "1", res.ID)
		require.Equal(t, raw, string(res.Received.Raw()))
		other, err := callRaw(t.Context(), c, validRich())
		require.NoError(t, err, text)
		require.Equal(t, raw, string(other.Raw))
	}
	for text, raw := range map[string]string{
		`{"success":true}`: "", `{"success":true,"data":null}`: "null", `{"success":true,"data":[1, 2]}`: "[1, 2]",
		`{"success":true,"data":"x"}`: `"x"`, `{"success":true,"data":false}`: "false",
	} {
		c, _ := enveloped(t, 201, text)
		res, err := callRaw(t.Context(), c, validRich())
		require.NoError(t, err, text)
		require.Equal(t, raw, string(res.Raw))
		require.Equal(t, raw == "", res.Raw == nil)
	}
}

func TestAnEnvelopeWithoutDataMissesWhatIsRequired(t *testing.T) {
	for _, text := range []string{`{"success":true}`, `{"success":true,"data":null}`, `{"success":true,"data":{}}`} {
		c, _ := enveloped(t, 200, text)
		_, err := callRich(t.Context(), c, validRich())
		require.ErrorContains(t, err, "/id is required (required)", text)

		_, err = wire.Do(t.Context(), wire.Begin(c, rich.Op, nil), validRich(), wire.NoFields[struct{}])
		require.NoError(t, err, text)
	}
}

func TestAnEnvelopeThatReportsNoSuccessIsAnError(t *testing.T) {
	for text, messages := range map[string][]string{
		`{"success":false}`: nil,
		`{"success":false,"message":"CANARY","data":{"id":"1"}}`:             {"CANARY"},
		`{"success":false,"messages":["CANARY","b"]}`:                        {"CANARY", "b"},
		`{"success":false,"messages":"b","message":["CANARY",null,1," "]}`:   {"CANARY", "b"},
		`{"success":false,"messages":{"name":["CANARY","x"],"id":"b"}}`:      {"id: b", "name: CANARY", "name: x"},
		`{"data":{"id":"1"},"message":"CANARY\u0021","success":false}`:       {"CANARY!"},
		`{"success":false,"message":null,"messages":[["CANARY"],{"a":"b"}]}`: {"CANARY", "a: b"},
	} {
		for _, status := range []int{200, 201, 400, 500} {
			c, requests := enveloped(t, status, text)
			res, err := callRaw(t.Context(), c, validRich())
			require.Nil(t, res)
			e, ok := errors.AsType[*api.Error](err)
			require.True(t, ok, text)
			require.Equal(t, status, e.Status)
			require.Equal(t, messages, e.Messages, text)
			require.Equal(t, text, string(e.Body))
			require.Equal(t, 1, *requests, "it is not repeated")
			if status < 300 {
				require.ErrorIs(t, err, api.ErrNoSuccess)
				require.EqualError(t, err, fmt.Sprintf("things.raw: %d %s: the service reports no success", status, http.StatusText(status)))
			}
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
				require.NotContains(t, fmt.Sprintf(verb, err), "CANARY")
			}
		}
	}
}

func TestWhatIsNoEnvelopeIsAnError(t *testing.T) {
	for _, text := range []string{
		``, ` `, `{}`, `[]`, `null`, `{"id":"1"}`, `{"data":{"id":"1"}}`, `<html>CANARY`, `{"success":true`,
		`{"success":"true","data":{"id":"1"}}`, `{"success":1,"data":{"id":"1"}}`, `{"success":null,"data":{"id":"1"}}`,
		`{"Success":true,"data":{"id":"1"}}`, `{"success":true,"success":true,"data":{"id":"1"}}`,
		`{"success":false,"success":true,"data":{"id":"1"}}`, `{"success":true,"data":{"id":"1"},"data":{"id":"1"}}`,
		`{"success":true,"data":{"id":"1"}}{"success":true,"data":{"id":"1"}}`, `{"success":true,"data":{"id":"1"}} CANARY`,
		`{"success":true,"data":{"id":"1"}`, `{"success":true,"data":CANARY}`, `{"success":truer,"data":{"id":"1"}}`,
	} {
		c, requests := enveloped(t, 200, text)
		_, err := callRich(t.Context(), c, validRich())
		require.ErrorIs(t, err, api.ErrNoEnvelope, text)
		_, err = callRaw(t.Context(), c, validRich())
		e, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, text)
		require.Equal(t, text, string(e.Body))
		require.Empty(t, e.Messages)
		require.NotContains(t, err.Error(), "CANARY")
		require.Equal(t, 2, *requests)
	}
	c, _ := enveloped(t, 502, "<html>CANARY</html>", api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	_, err := callRich(t.Context(), c, validRich())
	require.EqualError(t, err, "things.rich: 502 Bad Gateway")
}

func TestWithoutTheOptionAnEnvelopeIsAnAnswerLikeAnyOther(t *testing.T) {
	const text = `{"success":false,"message":"m","data":1}`
	res, err := callRaw(t.Context(), serve(t, answering(200, "", text)), validRich())
	require.NoError(t, err)
	require.Equal(t, text, string(res.Raw))
	_, err = callRaw(t.Context(), serve(t, answering(400, "", text)), validRich())
	e, _ := errors.AsType[*api.Error](err)
	require.Nil(t, e.Messages)
	for _, text := range []string{"", "null"} {
		_, err = wire.Do(t.Context(), wire.Begin(serve(t, answering(200, "", text)), rich.Op, nil), validRich(), wire.NoFields[struct{}])
		require.Error(t, err, "%q is no object", text)
	}
	_, err = callRaw(t.Context(), serve(t, answering(200, "", text)), validRich(), api.WithEnvelope())
	require.ErrorIs(t, err, api.ErrNoSuccess)
}

func TestMessagesAreBounded(t *testing.T) {
	c, _ := enveloped(t, 200, `{"success":false,"messages":[`+strings.Repeat(`"m",`, 500)+`"m"]}`)
	_, err := callRaw(t.Context(), c, validRich())
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.Len(t, e.Messages, 50)
}

func TestTheBodyOfAnEnvelopeIsKept(t *testing.T) {
	c, _ := enveloped(t, 200, `{"success":true,"message":"m","data":{"id":1}}`)
	_, err := callRich(t.Context(), c, validRich())
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.Equal(t, `{"success":true,"message":"m","data":{"id":1}}`, string(e.Body))
	require.Equal(t, []string{"m"}, e.Messages)
}
