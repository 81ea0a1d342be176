package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// The tag of a union may be any of its members, and the others are read without it.
func TestTagsOfUnions(t *testing.T) {
	const required = "/kind variant: is required, since it says what the object is"
	for text, want := range map[string]struct {
		shape      shape
		violations []string
	}{
		`{"kind":"circle","size":3}`:      {shape: shape{kind: "circle", size: 3}},
		` { "size":3 , "kind":"circle" }`: {shape: shape{kind: "circle", size: 3}},
		`{"kind":"circle"}`:               {violations: []string{"/size required: is required"}},
		`{"kind":"point"}`:                {shape: shape{kind: "point"}},
		`{"kind":"point","size":1}`:       {violations: []string{"/size unknown-field: is not a field of this operation"}},
		`{"kind":"star","size":"x"}`:      {violations: []string{`/kind variant: must be one of "circle", "point"`}},
		`{}`:                              {violations: []string{required}},
		`{"size":"x"}`:                    {violations: []string{required}},
		`{"kind":null}`:                   {violations: []string{required}},
		`{"kind":["circle"]}`:             {violations: []string{"/kind variant: must be a string"}},
		`[]`:                              {violations: []string{" type: must be an object"}},
		`null`:                            {violations: []string{" type: must be an object"}},
		`{"kind":"point","kind":"circle"}`: {violations: []string{
			"/kind duplicate-field: is given twice",
		}},
		`{"kind":"point"`: {violations: []string{
			" json: is not valid JSON at byte 15: expected a comma or a closing brace",
		}},
	} {
		d := wire.NewDecoder(text)
		var got shape
		decodeShape(d, &got)
		require.Equal(t, want.violations, described(t, d.Finish()), text)
		if want.violations == nil {
			require.Equal(t, want.shape, got)
		}
	}
}

// A union is decoded as in a response: repeated members are fine, and null is no variant.
func TestUnionsAreDecoded(t *testing.T) {
	for text, want := range map[string]struct {
		shape      shape
		violations []string
	}{
		`{"kind":"circle","size":3,"size":4,"x":1}`: {shape: shape{kind: "circle", size: 4}},
		`{"kind":"circle","size":3,"kind":"point"}`: {shape: shape{kind: "circle", size: 3}},
		`null`:               {},
		`{"kind":"star"}`:    {violations: []string{`/kind variant: must be one of "circle", "point"`}},
		`{"kind":"point"} 1`: {violations: []string{" json: is not valid JSON at byte 17: expected no further text"}},
	} {
		got := shape{kind: "before", size: 7}
		require.Equal(t, want.violations, described(t, wire.DecodeUnion([]byte(text), &got, decodeShape)), text)
		if want.violations == nil {
			require.Equal(t, want.shape, got, text)
		}
	}
}

// A variant is decoded from an object with its tag.
func TestVariantsAreDecoded(t *testing.T) {
	const other = `/kind variant: must be one of "coin"`
	for text, want := range map[string]struct {
		coin       coin
		violations []string
	}{
		`{"kind":"coin","value":3}`: {coin: coin{value: 3}},
		`{"value":3,"kind":"coin"}`: {coin: coin{value: 3}},
		`null`:                      {coin: coin{value: 7}},
		`{"kind":"coin"}`:           {violations: []string{"/value required: is required"}},
		`{"kind":"note","value":3}`: {violations: []string{other}},
		`{"kind":"","value":3}`:     {violations: []string{other}},
		`{"value":3}`:               {violations: []string{"/kind variant: is required, since it says what the object is"}},
		`[]`:                        {violations: []string{" type: must be an object"}},
	} {
		got := coin{value: 7}
		err := wire.DecodeVariant([]byte(text), "kind", "coin", &got, decodeCoin)
		require.Equal(t, want.violations, described(t, err), text)
		if want.violations == nil {
			require.Equal(t, want.coin, got, text)
		}
	}
}

// An object without a tag is no variant that is not in the catalog.
func TestUnknownVariantsHaveATag(t *testing.T) {
	for text, want := range map[string]bool{
		`{"kind":"star","a":1}`: true,
		`{"kind":""}`:           true,
		`{"a":1}`:               false,
		`{"kind":1}`:            false,
		`3`:                     false,
	} {
		d := wire.NewDecoder(text)
		_, ok := d.UnknownVariant(d.Tag("kind"))
		require.Equal(t, want, ok, text)
	}
}

// Text with unpaired surrogates drifts in members that the catalog does not name, too.
func TestUnknownVariantsMayDrift(t *testing.T) {
	var v api.UnknownVariant
	const text = `{"kind":"star","a":"\ud800","b":1}`
	drifts, err := wire.DecodeLenient([]byte(text), &v, func(d *wire.Decoder, v *api.UnknownVariant) {
		*v, _ = d.UnknownVariant(d.Tag("kind"))
	})
	require.NoError(t, err)
	body := api.Object{"a": "\ufffd", "b": json.Number("1")}
	require.Equal(t, api.UnknownVariant{Tag: "star", Body: body}, v)
	require.Len(t, drifts, 1)
	require.Equal(t, "an unpaired surrogate", drifts[0].Received)
}

func TestUnionsAreEncoded(t *testing.T) {
	text, err := wire.MarshalUnion(true, &coin{value: 1})
	require.NoError(t, err)
	require.Equal(t, `{"value":1}`, string(text))
	text, err = wire.MarshalUnion(false, &coin{value: 1})
	require.NoError(t, err)
	require.Equal(t, `null`, string(text))
}

// figure is like the interface of a union.
type figure interface{ isFigure() }

type circle struct{ size int }

func (circle) isFigure() {}

// A pointer to a variant is its target.
func TestVariantsMayBePointers(t *testing.T) {
	require.Equal(t, figure(circle{3}), wire.Variant[figure](circle{3}))
	require.Equal(t, figure(circle{3}), wire.Variant[figure](&circle{3}))
	require.Nil(t, wire.Variant[figure]((*circle)(nil)))
	require.Nil(t, wire.Variant[figure](nil))
}
