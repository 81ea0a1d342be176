package api

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
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
	f.Fuzz(func(t *testing.T, text string) {
		d := new(Decoder)
		d.prepare(text, Limits{Depth: 10_000, Items: 1 << 30})
		got, _ := d.objectValue()
		err := d.Finish()

		want, wantErr := independentObject(text)
		if wantErr != nil {
			require.Error(t, err, "accepted what the other refuses: %v", wantErr)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, map[string]any(got))

		again := NewDecoder(string(appendValue(nil, got)))
		again.limits = d.limits
		back, _ := again.objectValue()
		require.NoError(t, again.Finish())
		require.Equal(t, got, back)
	})
}

// independentObject reads a text that holds one object, numbers as text.
func independentObject(text string, opts ...jsontext.Options) (map[string]any, error) {
	dec := jsontext.NewDecoder(strings.NewReader(text), opts...)
	if dec.PeekKind() != '{' {
		return nil, io.ErrUnexpectedEOF
	}
	v, err := independentValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return nil, io.ErrNoProgress
	}
	return v.(map[string]any), nil
}

func independentValue(dec *jsontext.Decoder) (any, error) {
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		o := map[string]any{}
		for dec.PeekKind() != '}' {
			key, err := dec.ReadToken()
			if err != nil {
				return nil, err
			}
			name := key.String()
			if o[name], err = independentValue(dec); err != nil {
				return nil, err
			}
		}
		_, err := dec.ReadToken()
		return o, err
	case '[':
		list := []any{}
		for dec.PeekKind() != ']' {
			item, err := independentValue(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err := dec.ReadToken()
		return list, err
	case '"':
		return token.String(), nil
	case '0':
		return json.Number(token.String()), nil
	case 't', 'f':
		return token.Bool(), nil
	default:
		return nil, nil
	}
}
