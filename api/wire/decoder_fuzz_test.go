package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/json/cursor"
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
	limits := cursor.Limits{Depth: 10_000, Items: 1 << 30}
	f.Fuzz(func(t *testing.T, text string) {
		d := new(wire.Decoder)
		wire.Prepare(d, text, limits)
		got := wire.ObjectValue(d)
		err := d.Finish()

		want, wantErr := everykind.ReadObject(text)
		if wantErr != nil {
			require.Error(t, err, "accepted what the other refuses: %v", wantErr)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got)

		again := new(wire.Decoder)
		wire.Prepare(again, string(encode.Value(nil, got)), limits)
		back := wire.ObjectValue(again)
		require.NoError(t, again.Finish())
		require.Equal(t, got, back)
	})
}
