package wire

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/drift"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
)

// A union is an object with a member, the tag, that determines the other members. Its
// generated decoder gets the tag, and lets the decoder of the record read the object without
// the tag:
//
//	switch tag := d.Tag(".tag"); tag {
//	case "deleted":
//		d.TagAlone()
//		r.Variant = MetadataDeleted{}
//	case "file":
//		var v FileMetadata
//		decodeFileMetadata(d, &v)
//		r.Variant = MetadataFile(v)
//	default:
//		d.NoVariant(tag, variantsOfMetadata)
//	}

// Variants names the tag of a union, and maps each of its values to a value of the
// variant's type.
type Variants = genstruct.Variants

// noTag is the tag of an object without one. No variant has it, since it is not valid
// UTF-8.
const noTag = "\xff"

// tag is the tag of the current object, if that is a union: its key, and the start of its
// value.
type tag struct {
	key string // "" if the object is not a union
	at  int    // offset in the text
}

// Tag returns the tag of the current union, wherever it is in the object. Call the function
// that reads the variant next; it does not see the tag. If the value is not
// an object or has no tag, Tag records a violation, skips the value and returns a tag without
// a variant.
func (d *Decoder) Tag(by string) string {
	start := drift.Place{At: d.c.I}
	if d.c.Peek() != '{' {
		d.c.Skip()
		d.mismatch(start, "", api.RuleType, "must be an object", cursor.Unnamed)
		return noTag
	}
	at := d.tags.Find(&d.c, by)
	received := "nothing"
	if at >= 0 {
		if s, isString := d.c.StringAt(at); isString {
			d.tag = tag{by, at}
			return s
		}
		received = cursor.TypeOf(d.c.Text[at:])
	}
	message := "is required, since it says what the object is"
	if received != "nothing" && received != "null" {
		message = "must be a string"
	}
	d.c.Skip()
	d.mismatch(start, received, api.RuleVariant, message, by)
	return noTag
}

// passTag moves from the tag of the current object to the next member that is not a tag. A
// second tag is a violation.
func (d *Decoder) passTag() bool {
	for d.unread && d.c.Key == d.tag.key {
		if d.c.I != d.tag.at && !d.lenient {
			d.add(api.RuleDuplicateField, "is given twice", d.c.Name())
		}
		d.c.Skip()
		d.unread = d.c.Next()
	}
	return d.unread
}

// TagAlone reads a variant that has only the tag. Other members are unknown ones.
func (d *Decoder) TagAlone() {
	d.Begin(nil)
	for d.Next() {
	}
}

// NoVariant skips a union with an unknown tag, and records a violation that lists the known ones.
func (d *Decoder) NoVariant(tag string, variants Variants) {
	if tag == noTag {
		return
	}
	at := drift.Place{At: d.c.I}
	d.c.Skip()
	d.mismatch(at, "string", api.RuleVariant, oneOf(slices.Sorted(maps.Keys(variants.Of))), variants.By)
}

// UnknownVariant reads a variant of an open union that is not in the catalog. It returns
// false if the object has no tag.
func (d *Decoder) UnknownVariant(tag string) (v api.UnknownVariant, ok bool) {
	if tag == noTag {
		return v, false
	}
	if d.c.Cloned {
		tag = strings.Clone(tag)
	}
	v.Tag = tag
	v.Body = api.Object{}
	d.Begin(nil)
	for d.Next() {
		d.Extra(&v.Body)
	}
	return v, true
}

// DecodeUnion decodes JSON text into a generated union. It accepts unknown and repeated keys, as
// in a response. For null, the union has no variant.
func DecodeUnion[T any](text []byte, u *T, decode func(*Decoder, *T)) error {
	*u = *new(T)
	if string(text) == "null" {
		return nil
	}
	return DecodeRecord(text, u, decode)
}

// DecodeVariant decodes JSON text into a variant of a union, with the function that reads its
// record. The text must be an object with the tag of the variant; null leaves r unchanged.
func DecodeVariant[T any](text []byte, by, tag string, r *T, decode func(*Decoder, *T)) error {
	if string(text) == "null" {
		return nil
	}
	d := responseDecoder(string(text), cursor.Responses)
	received := d.Tag(by)
	if received == tag {
		decode(d, r)
	} else {
		d.NoVariant(received, Variants{By: by, Of: map[string]any{tag: r}})
	}
	return d.finish(r)
}

// MarshalUnion returns the JSON of a union, null if it has no variant.
func MarshalUnion(hasVariant bool, union interface{ AppendJSON([]byte) []byte }) ([]byte, error) {
	if !hasVariant {
		return []byte("null"), nil
	}
	return union.AppendJSON(nil), nil
}

// Variant returns the variant of a union. If it is a pointer to a variant, which implements
// the interface of the union too, Variant returns its target.
func Variant[V any](v V) V {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer {
		return v
	}
	if p.IsNil() {
		return *new(V)
	}
	return p.Elem().Interface().(V)
}

// AppendTag begins an object with a tag. If an additional key has the name of the tag, the call
// fails.
func AppendTag(b []byte, by, tag string, extra api.Object) []byte {
	b = encode.String(append(b, '{'), by)
	if _, isRepeated := extra[by]; isRepeated {
		b = encode.Marked(b, encode.Twice)
	}
	return encode.String(append(b, ':'), tag)
}

// Splice merges an object, which so far has only a tag, with the following one, which begins
// at n: {"tag":"a"{"b":1} becomes {"tag":"a","b":1}, and {"tag":"a"{} becomes {"tag":"a"}.
func Splice(b []byte, n int) []byte {
	if b[n+1] == '}' {
		return append(b[:n], b[n+1:]...)
	}
	b[n] = ','
	return b
}

// AppendUnknownVariant appends, as received, a variant that is not in the catalog. If the
// catalog has the tag, the call fails.
func AppendUnknownVariant(b []byte, v api.UnknownVariant, variants Variants) []byte {
	b = AppendTag(b, variants.By, v.Tag, nil)
	if _, isKnown := variants.Of[v.Tag]; isKnown {
		b = encode.Marked(b, encode.KnownTag)
	}
	return CloseObject(AppendExtra(append(b, ','), v.Body, variants.By))
}

// AppendNoVariant appends a union without a variant, which cannot be sent.
func AppendNoVariant(b []byte) []byte { return encode.Marked(append(b, "null"...), encode.NoVariant) }
