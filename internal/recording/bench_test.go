package recording

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// largeBody is a list of records.
func largeBody(records int) []byte {
	var b strings.Builder
	b.WriteString("[")
	for i := range records {
		b.WriteString("{")
		for j := range 20 {
			fmt.Fprintf(&b, `"field_%c":"value %d",`, 'a'+j, i*j)
		}
		b.WriteString(`"id":1},`)
	}
	return []byte(b.String()[:b.Len()-1] + "]")
}

func BenchmarkAdd(b *testing.B) {
	body := largeBody(50)
	r, err := New(&bytes.Buffer{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		r.Add(Call{Operation: "a.b", Status: 200, Response: body})
	}
}

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	r, err := New(&file)
	if err != nil {
		b.Fatal(err)
	}
	for range 100 {
		r.Add(Call{Operation: "a.b", Status: 200, Response: largeBody(50)})
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		s := new(Shape)
		if _, err := Read(bytes.NewReader(file.Bytes()), func(x Exchange) error {
			s.Merge(x.Response)
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}
