package everykind

import (
	stdjson "encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/go-json-experiment/json"
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
func ReadObject(text string, opts ...json.Options) (o map[string]any, err error) {
	if jsontext.Value(text).Kind() != '{' {
		return nil, io.ErrUnexpectedEOF
	}
	numbers := json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
		if d.PeekKind() != '0' {
			return errors.ErrUnsupported
		}
		token, err := d.ReadToken()
		*v = stdjson.Number(token.String())
		return err
	})
	err = json.Unmarshal([]byte(text), &o, append(opts, json.WithUnmarshalers(numbers))...)
	return o, err
}

// Violations returns the violations of an error as places and rules.
func Violations(t *testing.T, err error) []string {
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
