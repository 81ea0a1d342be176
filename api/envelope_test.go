package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// enveloped returns a caller of a service that responds with the text.
func enveloped(t *testing.T, status int, text string, opts ...api.ClientOption) (*api.Caller, *int) {
	requests := new(int)
	return through(t, "http://host", func(*http.Request) (*http.Response, error) {
		*requests++
		return response(status, text), nil
	}, append([]api.ClientOption{api.WithEnvelope(), atOnce}, opts...)...), requests
}

func TestTheDataOfAnEnvelopeIsTheResponse(t *testing.T) {
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

// note is a response without a required field.
type note struct {
	Note     *string
	Received api.Received
}

func callNote(ctx context.Context, c *api.Caller) (*note, error) {
	return wire.Do(ctx, wire.Begin(c, everykind.Op, nil), validRich(), func(d *wire.Decoder) *note {
		r := &note{Received: d.Received()}
		for d.BeginResponse(); d.Next(); {
			if d.Key() == "note" {
				r.Note = d.OptString(0)
			}
		}
		return r
	})
}

// An empty response is valid for an operation without required fields, with and without an
// envelope. If a field is required, the error names it.
func TestAnEmptyResponseMissesWhatIsRequired(t *testing.T) {
	for text, raw := range map[string]string{
		``: "", " \n": "", `null`: "null", `{"success":true}`: "", `{"success":true,"data":null}`: "null", `{"success":true,"messages":["m"]}`: "",
	} {
		for _, status := range []int{200, 204} {
			c, _ := enveloped(t, status, text)
			if text == "null" { // which is not an envelope
				c = serve(t, responding(200, "", text))
				status = 200
			}
			_, err := callRich(t.Context(), c, validRich())
			require.ErrorContains(t, err, "; expected an object: 1 violation: /id is required (required)", text)
			require.Equal(t, strings.Contains(text, "success"), strings.Contains(err.Error(), "data of the envelope: it is empty or null; "), text)
			res, err := callNote(t.Context(), c)
			require.NoError(t, err, text)
			require.Equal(t, raw, string(res.Received.Raw()))
			require.Equal(t, raw == "", res.Received.Raw() == nil)
			require.Equal(t, status, res.Received.Status())
			other, err := callRaw(t.Context(), c, validRich())
			require.NoError(t, err, text)
			require.Equal(t, raw, string(other.Raw))
		}
	}
	res, err := callNote(t.Context(), serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, api.WithEnvelope()))
	require.NoError(t, err)
	require.Equal(t, 204, res.Received.Status())
	_, err = callRich(t.Context(), serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }), validRich())
	require.EqualError(t, err, "things.rich: 204 No Content: cannot read the response: it is empty or null; expected an object: 1 violation: /id is required (required)")
}

// Data of another type is not read as an empty object.
func TestDataOfAnotherShapeIsAnError(t *testing.T) {
	for _, data := range []string{`[]`, `[{"note":"CANARY"}]`, `"CANARY"`, `""`, `12`, `true`, `false`} {
		c, _ := enveloped(t, 200, `{"success":true,"data":`+data+`}`)
		for _, err := range []error{
			second(callNote(t.Context(), c)), second(callRich(t.Context(), c, validRich())),
		} {
			require.EqualError(t, err, "things.rich: 200 OK: cannot read the data of the envelope: 1 violation: must be an object (type); Body of the error holds what was received", data)
		}
		_, err := callNote(t.Context(), serve(t, responding(200, "", data)))
		require.ErrorContains(t, err, "cannot read the response: 1 violation: must be an object (type); Body of the error holds what was received", data)
	}
}

func second[T any](_ T, err error) error { return err }

func TestWhatStandsBesideTheDataCanBeRead(t *testing.T) {
	const text = `{"success":true,"data":{"id":"1"},"total":12,"messages":["m"]}`
	c, _ := enveloped(t, 200, text)
	res, err := callRich(t.Context(), c, validRich())
	require.NoError(t, err)
	require.Equal(t, text, string(res.Received.Envelope()))
	var beside struct{ Total int }
	require.NoError(t, json.Unmarshal(res.Received.Envelope(), &beside))
	require.Equal(t, 12, beside.Total)
	other, err := callRaw(t.Context(), c, validRich())
	require.NoError(t, err)
	require.Equal(t, text, string(other.Received.Envelope()))
	require.Equal(t, `{"id":"1"}`, string(other.Raw))
	require.Equal(t, "{}", fmt.Sprintf("%+v", other.Received))

	other, err = callRaw(t.Context(), serve(t, responding(200, "", text)), validRich())
	require.NoError(t, err)
	require.Nil(t, other.Received.Envelope(), "it is not asked for")
	c, _ = enveloped(t, 200, "")
	other, err = callRaw(t.Context(), c, validRich())
	require.NoError(t, err)
	require.Nil(t, other.Received.Envelope())
}

func TestAnEnvelopeThatReportsNoSuccessIsAnError(t *testing.T) {
	for text, messages := range map[string][]string{
		`{"success":false}`: nil,
		`{"success":false,"message":"CANARY","data":{"id":"1"}}`:             {"CANARY"},
		`{"success":false,"messages":["CANARY","b"]}`:                        {"CANARY", "b"},
		`{"success":false,"messages":"b","message":["CANARY",null,1," "]}`:   {"CANARY", "b"},
		`{"success":false,"messages":{"name":["CANARY","x"],"id":"b"}}`:      {"name: CANARY", "name: x", "id: b"},
		`{"data":{"id":"1"},"message":"CANARY\u0021","success":false}`:       {"CANARY!"},
		`{"success":false,"message":null,"messages":[["CANARY"],{"a":"b"}]}`: {"CANARY", "a: b"},
	} {
		for _, status := range []int{200, 201, 400, 500} {
			c, requests := enveloped(t, status, text)
			res, err := callRaw(t.Context(), c, validRich())
			require.Nil(t, res)
			e := errorOf(t, err)
			require.Equal(t, status, e.Status)
			require.Equal(t, messages, e.Messages, text)
			require.Equal(t, text, string(e.Body))
			require.Equal(t, 1, *requests, "it is not repeated")
			if status < 300 {
				require.ErrorIs(t, err, api.ErrNoSuccess)
				require.EqualError(t, err, fmt.Sprintf("things.raw: %d %s: the service reports no success; Messages of the error may say why", status, http.StatusText(status)))
			}
			require.NotContains(t, printed(err), "CANARY")
		}
	}
}

func TestWhatIsNoEnvelopeIsAnError(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `null`, `"x"`, `12`, `[{"success":true}]`, `{"id":"1"}`, `{"data":{"id":"1"}}`, `<html>CANARY`, `{"success":true`,
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
		e := errorOf(t, err)
		require.Equal(t, text, string(e.Body))
		require.Empty(t, e.Messages)
		require.NotContains(t, err.Error(), "CANARY")
		require.Equal(t, 2, *requests)
	}
	c, _ := enveloped(t, 502, "<html>CANARY</html>", api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	_, err := callRich(t.Context(), c, validRich())
	require.EqualError(t, err, "things.rich: 502 Bad Gateway")
}

func TestMessagesAreBounded(t *testing.T) {
	c, _ := enveloped(t, 200, `{"success":false,"messages":[`+strings.Repeat(`"m",`, 500)+`"m"]}`)
	_, err := callRaw(t.Context(), c, validRich())
	e := errorOf(t, err)
	require.Len(t, e.Messages, 50)

	long := strings.Repeat("é", 5000)
	for _, messages := range []string{
		`"` + long + `"`, `["` + long + `"]`, `{"` + long + `":["a","b",{"c":["d"]}]}`, `{"a":{"` + long + `":{"` + long + `":"` + long + `"}}}`,
		`{"` + strings.Repeat("x", 996) + `":"é"}`, `{"` + strings.Repeat("x", 997) + `":"é"}`,
	} {
		c, _ := enveloped(t, 200, `{"success":false,"message":"m","messages":`+messages+`}`)
		_, err := callRaw(t.Context(), c, validRich())
		e := errorOf(t, err)
		require.Greater(t, len(e.Messages), 1)
		for _, m := range e.Messages[1:] {
			require.LessOrEqual(t, len(m), api.MaxMessage)
			require.GreaterOrEqual(t, len(m), api.MaxMessage-4)
			require.True(t, utf8.ValidString(m))
			require.Equal(t, len(messages) > 1005, strings.HasSuffix(m, "..."), m)
		}
	}
	c, _ = enveloped(t, 200, `{"success":false,"messages":{"a":[["b"],{"c":"d"}],"e":"f"},"message":["g"]}`)
	_, err = callRaw(t.Context(), c, validRich())
	e, _ = errors.AsType[*api.Error](err)
	require.Equal(t, []string{"g", "a: b", "a: c: d", "e: f"}, e.Messages)
}

// A compressed response takes twice its size in memory, without another copy.
func TestMemoryOfACompressedResponse(t *testing.T) {
	const size = 16<<20 - 1000
	body := zipped(`{"success":true,"data":{"id":"1","more":"` + strings.Repeat("x", size-100) + `"}}`)
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(body)
	}, api.WithEnvelope())
	require.Less(t, allocatedBy(func() {
		_, err := callRich(t.Context(), c, validRich())
		require.NoError(t, err)
	}), uint64(2*size+size/4))
}

// allocatedBy returns how many bytes f allocates.
func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}
