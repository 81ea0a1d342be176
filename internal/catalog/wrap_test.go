package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEnvelopesWrapResponses(t *testing.T) {
	var none *Envelope
	require.Equal(t, `{"a":1}`, none.Wrap(`{"a":1}`, ""))
	in, beside := &Envelope{Success: "ok", Value: true, Data: "data"}, &Envelope{Success: "code", Value: 0}
	require.Equal(t, `{"ok":true}`, in.Wrap("", ""))
	require.Equal(t, `{"ok":true,"data":[1]}`, in.Wrap("[1]", ""))
	require.Equal(t, `{"ok":true,"data":{"a":1},"total":5}`, in.Wrap(`{"a":1}`, `{"total":5}`))
	require.Equal(t, `{"code":0,"a":1,"total":5}`, beside.Wrap(` {"a":1} `, `{"total":5}`))
	require.Equal(t, `{"code":0}`, beside.Wrap("{}", "{}"))
}

// Members of the failure replace members of the envelope.
func TestWrapFailure(t *testing.T) {
	envelope := &Envelope{Success: "ok", Value: true, Messages: []string{"error", "errors"}, FailureStatus: 200}
	coded := &Envelope{Success: "code", Value: 0}
	for _, c := range []struct {
		about                     string
		envelope                  *Envelope
		failure                   *Failure
		failed, message, siblings string
		body                      string
		status                    int
	}{
		{"a type", nil, &Failure{Status: 409}, `{"a":1}`, `"No."`, "", `{"a":1}`, 409},
		{"a type without a status, in a member", nil, &Failure{Member: "why"}, `{"a":1}`, "", "", `{"why":{"a":1}}`, 400},
		{"a message", envelope, nil, "", `"No."`, "", `{"ok":false,"error":"No."}`, 200},
		{"everything", envelope, &Failure{Status: 200, Member: "why"}, `{"a":1}`, `"No."`, `{"total":5}`, `{"ok":false,"error":"No.","why":{"a":1},"total":5}`, 200},
		{"its own message", envelope, &Failure{Status: 200}, `{"error":"taken"}`, `"No."`, `{"error":"x","total":5}`, `{"ok":false,"error":"taken","total":5}`, 200},
		{"no place for a message", coded, nil, "", `"No."`, "", `{"code":409}`, 409},
		{"its own success", coded, &Failure{Status: 422}, `{"code":7}`, "", "", `{"code":7}`, 422},
	} {
		body, status := (&Operation{Envelope: c.envelope, Failure: c.failure}).WrapFailure(c.failed, c.message, c.siblings)
		require.Equal(t, c.body, body, c.about)
		require.Equal(t, c.status, status, c.about)
	}
}

func TestMessagesAreTheTextsInTheirMembers(t *testing.T) {
	e := &Envelope{Messages: []string{"errors", "error"}}
	for body, want := range map[string][]string{
		`{"error": "No."}`: {"No."},
		`{"error": " ", "errors": [null, 1, true, {}]}`: nil,
		`{"error": "b", "errors": ["a", ["c"]]}`:        {"a", "c", "b"},
		`{"errors": {"name": ["is blank", {"first": "is short"}]}, "other": "x"}`: {
			"name: is blank", "name: first: is short"},
		`{"error": "\ud83d"}`: {"\ufffd"},
		`["No."]`:             nil,
		"":                    nil,
	} {
		require.Equal(t, want, e.MessagesIn(body), body)
	}
}
