package complete_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/complete"
)

// half is an escape of half a character.
const half = `\ud83d`

// operationOf returns the operation with a name.
func operationOf(t *testing.T, name string) *catalog.Operation {
	for _, op := range complete.Operations() {
		if op.Name == name {
			return op
		}
	}
	t.Fatal(name)
	return nil
}

// A response that is not guaranteed is read although it has half a character, which becomes
// U+FFFD and is reported. Sending the response on sends what was received.
func TestAnUnpairedSurrogateLosesNoResponse(t *testing.T) {
	for body, pointer := range map[string]string{
		`{"text":"a` + half + `b","integer":1}`:                                  "/text",
		`{"text":"` + half + `\u0041","integer":1}`:                              "/text",
		`{"text":"\udc00` + half + `","integer":1}`:                              "/text",
		`{"object":{"a":["` + half + `"]},"integer":1}`:                          "/object",
		`{"any":{"` + half + `":1},"integer":1}`:                                 "/any",
		`{"list":["a","` + half + `"],"integer":1}`:                              "/list/1",
		`{"map":{"a":"` + half + `"},"integer":1}`:                               "/map/*",
		`{"map":{"` + half + `":"a"},"integer":1}`:                               "/map/*",
		`{"closed_record":{"x":1,"label":"` + half + `"},"integer":1}`:           "/closed_record/label",
		`{"closed_record":{"x":1,"tags":"a,` + half + `"},"integer":1}`:          "/closed_record/tags",
		`{"open_record":{"name":"a","other":"` + half + `"},"integer":1}`:        "/open_record/[redacted]",
		`{"open_union":{"kind":"new","other":{"a":"` + half + `"}},"integer":1}`: "/open_union/[redacted]",
		`{"unknown":"` + half + `","integer":1}`:                                 "",
	} {
		var drifts []api.Drift
		keep := func(_ context.Context, _ *api.Operation, d api.Drift) { drifts = append(drifts, d) }
		client := complete.NewClient(operationOf(t, "lenient_optional"), api.WithDrift(keep))
		res, err := client.Read(complete.Response{Status: 200, Body: body})
		require.NoError(t, err, body)
		text, err := json.Marshal(res)
		require.NoError(t, err)
		require.Contains(t, string(text), `"integer":1`)
		if pointer == "" {
			require.Empty(t, drifts)
			continue
		}
		require.Equal(t, []api.Drift{{Pointer: pointer, Expected: "text in Unicode", Received: "an unpaired surrogate"}}, drifts, body)
		if !strings.Contains(body, "other") {
			require.JSONEq(t, body, string(text))
			require.Contains(t, string(text), half)
		}
	}
	drifts := 0
	count := func(context.Context, *api.Operation, api.Drift) { drifts++ }
	client := complete.NewClient(operationOf(t, "data_raw"), api.WithDrift(count))
	res, err := client.Read(complete.Response{Status: 200, Body: `{"success":true,"data":{"a":"` + half + `"}}`})
	require.NoError(t, err)
	require.Equal(t, `{"a":"`+half+`"}`, string(res.(*api.RawResponse).Raw), "what the catalog does not describe stays")
	require.Zero(t, drifts)
}

// Requests and other responses must be text in Unicode, and the message says what is wrong.
func TestAnUnpairedSurrogateIsNamed(t *testing.T) {
	body := `{"text":"` + half + `"}`
	served := complete.NewHandler(operationOf(t, "optional")).Serve(body)
	require.Equal(t, 400, served.Status)
	require.Contains(t, served.Violations[0].Message, "at byte 10: expected no unpaired surrogate")
	_, err := complete.NewClient(operationOf(t, "optional")).Read(complete.Response{Status: 200, Body: body})
	require.ErrorContains(t, err, "expected no unpaired surrogate")

	// The failure in an envelope, and its messages, are read anyway.
	_, err = complete.NewClient(operationOf(t, "data_list")).Read(complete.Response{
		Status: 400, Body: `{"success":false,"message":"no ` + half + `","refusal":{"reason":"red"}}`})
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.Equal(t, []string{"no \ufffd"}, e.Messages)
}
