package generator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/unions/gen/things"
)

// A caller's own slices, maps and structs keep the tag through encoding/json.
func TestUnionsKeepTheirTags(t *testing.T) {
	type own struct {
		Entry    things.Entry
		Pointer  *things.Entry
		Entries  []things.Entry
		ByName   map[string]things.Owner
		Absent   things.Entry
		Variants []things.EntryVariant `json:",omitempty"`
	}
	folder, deleted := things.EntryFolder{Name: "a"}, things.EntryDeleted{}
	v := own{
		Entry: things.Entry{Variant: folder}, Pointer: &things.Entry{Variant: deleted}, Entries: []things.Entry{{Variant: folder}, {Variant: deleted}},
		ByName: map[string]things.Owner{"x": {Variant: things.OwnerFormerPerson{Age: new(7)}}, "y": {Variant: things.OwnerUnknown{Tag: "robot", Body: api.Object{"n": "1"}}}},
	}
	text, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, `{"Entry":{".tag":"folder","name":"a"},"Pointer":{".tag":"deleted"},"Entries":[{".tag":"folder","name":"a"},{".tag":"deleted"}],`+
		`"ByName":{"x":{"kind":"former_person","age":7},"y":{"kind":"robot","n":"1"}},"Absent":null}`, string(text))
	var back own
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, v, back)

	text, err = json.Marshal(own{Variants: []things.EntryVariant{folder, deleted, &folder}}.Variants)
	require.NoError(t, err)
	require.Equal(t, `[{".tag":"folder","name":"a"},{".tag":"deleted"},{".tag":"folder","name":"a"}]`, string(text))
}

// A variant alone comes back as it was sent: its joined arrays are split, and its further
// keys are kept without the tag.
func TestVariantsAreReadAsTheirUnionIs(t *testing.T) {
	folder := things.EntryFolder{Name: "a", Labels: []string{"x", "y"}, Extra: api.Object{"n": "1"}}
	text, err := json.Marshal(folder)
	require.NoError(t, err)
	require.Equal(t, `{".tag":"folder","name":"a","labels":"x,y","n":"1"}`, string(text))
	for _, sent := range []string{string(text), `{"labels":"x,y","n":"1","name":"a",".tag":"folder"}`} {
		var back things.EntryFolder
		require.NoError(t, json.Unmarshal([]byte(sent), &back))
		require.Equal(t, folder, back)
	}
	same := folder
	require.NoError(t, json.Unmarshal([]byte("null"), &same))
	require.Equal(t, folder, same)
	for sent, why := range map[string]string{
		`{".tag":"file","name":"a"}`:              `/.tag must be one of "folder"`,
		`{"name":"a"}`:                            "/.tag is required",
		`{".tag":"folder"}`:                       "/name is required",
		`{".tag":"folder","name":"a","labels":1}`: "/labels must be",
		`[]`: "must be an object",
	} {
		require.ErrorContains(t, json.Unmarshal([]byte(sent), new(things.EntryFolder)), why, sent)
	}
}

// A pointer to a variant is the variant that it points at, and a nil pointer is none.
func TestPointersToVariants(t *testing.T) {
	text, err := json.Marshal(things.Entry{Variant: &things.EntryFolder{Name: "a"}})
	require.NoError(t, err)
	require.Equal(t, `{".tag":"folder","name":"a"}`, string(text))

	none := things.Entry{Variant: (*things.EntryFolder)(nil)}
	_, err = json.Marshal(none)
	require.Error(t, err)
	require.NotPanics(t, func() { _ = fmt.Sprint(none) })
	client, err := things.NewFakeClient(new(things.Fake))
	require.NoError(t, err)
	for _, opts := range [][]api.CallOption{nil, {api.WithoutValidation()}} {
		_, err = client.Get(t.Context(), &things.GetRequest{Entry: none}, opts...)
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok)
		require.Equal(t, "/entry", invalid.Violations[0].Field)
	}
}

// A closed union names the tags that it has. The body of an unknown variant is never
// printed.
func TestUnknownVariants(t *testing.T) {
	require.ErrorContains(t, json.Unmarshal([]byte(`{".tag":"link"}`), new(things.Entry)), `must be one of "deleted", "file", "folder"`)

	unknown := things.OwnerUnknown{Tag: "robot", Body: api.Object{"name": "canary", "canary": 1}}
	var log bytes.Buffer
	for _, v := range []any{unknown, &unknown, things.Owner{Variant: unknown}, []things.Owner{{Variant: &unknown}}, things.GetRequest{Owner: things.Owner{Variant: unknown}}} {
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		fmt.Fprintf(&log, "%v %+v %s\n", v, v, v)
	}
	require.Contains(t, log.String(), "robot")
	require.NotContains(t, log.String(), "canary")
}
