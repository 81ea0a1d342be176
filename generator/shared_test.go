package generator

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	shop "example.com/opgen/generator/testdata/shared/gen"
	"example.com/opgen/generator/testdata/shared/gen/shared"
	"example.com/opgen/generator/testdata/shared/gen/things"
)

// A failure of one area, returned by another, is the declared failure and not a defect, and callers find
// it by the name that any area has for it.
func TestFailuresPassBetweenAreas(t *testing.T) {
	client, err := shop.NewFakeClient(shop.Services{Things: &things.Fake{
		GetFunc: func(context.Context, *things.GetRequest) (*things.GetResponse, error) {
			return nil, api.Fail(&shared.Refusal{Reason: shared.ReasonTaken})
		},
	}})
	require.NoError(t, err)
	_, err = client.Things.Get(t.Context(), &things.GetRequest{})
	failed, ok := shop.FailureOf(err)
	require.True(t, ok, err)
	require.Equal(t, things.ReasonTaken, failed.Reason)
	_, ok = api.FailureOf[things.Refusal](err)
	require.True(t, ok)
	_, ok = api.FailureOf[shared.Refusal](err)
	require.True(t, ok)
	require.ErrorContains(t, err, "409 Conflict")
}

// Values pass between areas as they are, and whole responses with the same fields convert. Everything
// that one area checks and sends of a shared type is what its own types would give.
func TestValuesPassBetweenAreas(t *testing.T) {
	note := shared.Note{Text: "A", Notes: []shared.Note{{Text: "B", Inner: api.Value(&things.Note{Text: "C"})}}}
	var sent *shared.PutRequest
	client, err := shop.NewFakeClient(shop.Services{
		Things: &things.Fake{
			GetFunc: func(context.Context, *things.GetRequest) (*things.GetResponse, error) {
				return &things.GetResponse{Value: note}, nil
			},
			FindFunc: func(context.Context, *things.FindRequest) (*things.FindResponse, error) {
				return &things.FindResponse{Text: "A", Notes: note.Notes}, nil
			},
		},
		Shared: &shared.Fake{
			PutFunc: func(_ context.Context, req *shared.PutRequest) (*shared.PutResponse, error) {
				sent = req
				found := things.FindResponse{Text: req.Note.Text, Notes: req.Note.Notes}
				return (*shared.PutResponse)(&found), nil
			},
		},
	})
	require.NoError(t, err)
	got, err := client.Things.Get(t.Context(), &things.GetRequest{})
	require.NoError(t, err)
	_, err = client.Things.Find(t.Context(), &things.FindRequest{})
	require.NoError(t, err)

	req := &shared.PutRequest{
		Note:     &got.Value,
		Notes:    []shared.Note{got.Value},
		Required: shared.Owner{Name: "O"},
		Label:    &shared.Label{},
		Labels:   []shared.Label{{}},
		Parts:    []shared.Part{{Variant: things.PartLabel{Kind: new("named")}}},
		Maybe:    api.Value(things.Label{Kind: new("named")}),
		Own:      &shared.Own{Label: &shared.Label{Kind: new("named")}},
	}
	res, err := client.Shared.Put(t.Context(), req, shared.WithCodes("kinds", map[string]string{"named": "1"}))
	require.NoError(t, err)
	require.Equal(t, note.Notes, res.Notes)
	text, err := json.Marshal(sent)
	require.NoError(t, err)
	require.JSONEq(t, `{
		"note": {"text": "A", "notes": [{"text": "B", "inner": {"text": "C"}}]},
		"notes": [{"text": "A", "notes": [{"text": "B", "inner": {"text": "C"}}]}],
		"required": {"name": "O"}, "label": {},
		"parts": [{"type": "label", "kind": "1"}], "maybe": {"kind": "1"}, "own": {"label": {"kind": "1"}}
	}`, string(text))

	req.Note.Notes[0].Text = "b"
	req.Required.Name = " "
	req.Parts = append(req.Parts, shared.Part{Variant: shared.PartNote{Text: "n"}})
	_, err = client.Shared.Put(t.Context(), req)
	for _, place := range []string{"/note/notes/0/text", "/required/name", "/parts/1/text"} {
		require.ErrorContains(t, err, place)
	}
}

// Types that one area uses stay in its package, and no empty package is written.
func TestOnlySharedTypesLeaveTheirArea(t *testing.T) {
	for _, dir := range cases(t) {
		folders := map[string]int{}
		for _, f := range emit(t, dir) {
			if strings.HasPrefix(f.Path, sharedFolder) || strings.HasSuffix(f.Path, "/"+aliasesFile) {
				folders[f.Path]++
			}
		}
		isShared := len(folders) > 0
		require.Equal(t, isShared, folders[sharedFolder+"/types.go"] == 1, dir)
	}
	for _, f := range emit(t, "testdata/shared") {
		if f.Path == "shared/types.go" {
			require.Contains(t, string(f.Content), "type Own struct")
			require.NotContains(t, string(f.Content), "type Note ")
		}
		if f.Path == sharedFolder+"/codec.go" {
			require.Contains(t, string(f.Content), "func Decode_Note(", "a record has the name DecodeNote")
			require.Contains(t, string(f.Content), "func DecodeDecodeNote(")
		}
	}
}

// The same text in a catalog as the path that stands for the package stays a text.
func TestATextIsNoImport(t *testing.T) {
	const catalog = `
areas:
  one: {operations: {put: {fields: {path: {type: string, default: "./internal/shared"}}}}}
  two: {operations: {put: {fields: {path: {type: string, default: "shared.DecodeNote"}}}}}
`
	files, err := Emit(feature("texts", catalog), nil, config)
	require.NoError(t, err)
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Content)
	}
	require.NotContains(t, all.String(), config.Import+"/"+sharedFolder, "no other import takes its place")
	require.Contains(t, all.String(), `wire.Or(r.Path, "./internal/shared")`)
	require.Contains(t, all.String(), `wire.Or(r.Path, "shared.DecodeNote")`)
}
