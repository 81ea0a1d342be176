package everykind

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Read reads a body as generated code does.
func Read(body string) (*Request, error) {
	d := wire.NewDecoder(body)
	r := Decode(d)
	return r, d.Finish()
}

// ReadObject reads a text that holds one object, numbers as text. It is another
// implementation than the one of api.
func ReadObject(text string, opts ...jsontext.Options) (map[string]any, error) {
	dec := jsontext.NewDecoder(strings.NewReader(text), opts...)
	if dec.PeekKind() != '{' {
		return nil, io.ErrUnexpectedEOF
	}
	v, err := readValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return nil, io.ErrNoProgress
	}
	return v.(map[string]any), nil
}

func readValue(dec *jsontext.Decoder) (any, error) {
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
			if o[name], err = readValue(dec); err != nil {
				return nil, err
			}
		}
		_, err := dec.ReadToken()
		return o, err
	case '[':
		list := []any{}
		for dec.PeekKind() != ']' {
			item, err := readValue(dec)
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

// Broken returns the violations of an error as places and rules.
func Broken(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var list []string
	for _, v := range err.(*api.ValidationError).Violations {
		require.NotEmpty(t, v.Message)
		list = append(list, v.Field+" "+v.Rule)
	}
	return list
}
