package api_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// FuzzDecoder compares the scanner with an independent implementation of JSON:
// both accept a text or both refuse it, and both find the same values. What the
// decoder read is then written and read again.
func FuzzDecoder(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : 1 } `, `{"a":[1,-0,1.5e+10,{"b":null}],"c":true,"d":false}`,
		`{"a":"x\u00e9\ud83d\ude00\n\"\\\/\b\f\r\t"}`, `{"a":"\ud800"}`, `{"a":1,"a":2}`,
		`{"a":01}`, `{"a":1.}`, `{"a":+1}`, `{"a":1e}`, `{"a":nul}`, `{"a":1,}`, `{,}`, `{"a"}`,
		`{"a":[1,]}`, `{"a":[[],[[]]]}`, `{} {}`, "{\"a\":\"\x01\"}", "{\"a\":\"\xff\"}", `[`, ``, `{"a":`,
		`{"longer than eight bytes":"and so is this, with é and a quote \" in it"}`,
	} {
		f.Add(seed)
	}
	read := func(text string) (o map[string]any, err error) {
		d := wire.NewDecoder(text)
		wire.MapOf(wire.AnyItem)(d, &o)
		return o, d.Finish()
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := read(text)
		if list := everykind.Violations(t, err); len(list) > 0 && (slices.Contains(list, " depth") || slices.Contains(list, " items-limit")) {
			return // limits that only this decoder has
		}
		want, wantErr := everykind.ReadObject(text)
		if wantErr != nil {
			require.Error(t, err, "accepted what the other refuses: %v", wantErr)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got)

		back, err := read(string(encode.Value(nil, got)))
		require.NoError(t, err)
		require.Equal(t, got, back)
	})
}
