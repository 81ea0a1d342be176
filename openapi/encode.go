package openapi

import (
	"bytes"
	stdjson "encoding/json"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
)

// YAML returns the document as YAML.
func (d *Document) YAML() ([]byte, error) {
	return yaml.MarshalWithOptions(d.root, yaml.IndentSequence(true), yaml.UseLiteralStyleIfMultiline(true))
}

// JSON returns the document as JSON.
func (d *Document) JSON() ([]byte, error) {
	var compact, indented bytes.Buffer
	if err := write(&compact, d.root); err != nil {
		return nil, err
	}
	if err := stdjson.Indent(&indented, compact.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	indented.WriteByte('\n')
	return indented.Bytes(), nil
}

// write writes a value as JSON, objects in their order.
func write(b *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := write(b, m.Key); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := write(b, m.Value); err != nil {
				return err
			}
		}
		b.WriteByte('}')
		return nil
	case []object:
		return writeList(b, v)
	case []any:
		return writeList(b, v)
	default:
		e := stdjson.NewEncoder(b)
		e.SetEscapeHTML(false)
		return e.Encode(v)
	}
}

func writeList[T any](b *bytes.Buffer, list []T) error {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := write(b, v); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// number is a number as the catalog writes it, which both formats take.
type number string

// MarshalYAML returns the number.
func (n number) MarshalYAML() ([]byte, error) { return []byte(n), nil }

// MarshalJSON returns the number.
func (n number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// scalar is a default or an example with its numbers as they are written.
func scalar(v any) any {
	switch v := v.(type) {
	case stdjson.Number:
		return number(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = scalar(v[i])
		}
		return list
	case map[string]any:
		var o object
		for _, key := range slices.Sorted(maps.Keys(v)) {
			o = append(o, of(key, scalar(v[key]))...)
		}
		return o
	default:
		return v
	}
}
