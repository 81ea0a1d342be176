package observer

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

func parse(t *testing.T) *catalog.Catalog {
	c, problems := catalog.Parse("x.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: p}
servers: [https://x/base, https://y]
path: /{area}/{operation}
areas:
  a:
    operations:
      one: {summary: Does it.}
      two: {summary: Does it., path: /own/path}
`))
	require.Empty(t, problems)
	return c
}

func TestOperationsAreFoundByPath(t *testing.T) {
	p := New(parse(t), nil, "/v1/")
	for path, want := range map[string]string{
		"/a/one": "a.one", "/own/path": "a.two", "/base/a/one": "a.one", "/v1/own/path": "a.two",
		"/a/two": "", "/v1/base/a/one": "", "/v1a/one": "", "/a/one/": "", "/a/on%65": "", "/": "", "": "",
	} {
		got := ""
		if op := p.Find("POST", path); op != nil {
			got = op.String()
		}
		require.Equal(t, want, got, path)
	}
	require.Nil(t, p.Find("GET", "/a/one"))
}

// compressed returns a text as a writer compresses it.
func compressed(t *testing.T, text []byte, to func(io.Writer) io.WriteCloser) []byte {
	var b bytes.Buffer
	w := to(&b)
	_, err := w.Write(text)
	require.NoError(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

func TestBodiesAreDecodedOrHaveAReason(t *testing.T) {
	text := []byte(`{"a":1}`)
	zip := func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
	zipped := compressed(t, text, zip)
	wrapped := compressed(t, text, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
	bare := compressed(t, text, func(w io.Writer) io.WriteCloser { f, _ := flate.NewWriter(w, 9); return f })
	for _, test := range []struct {
		body Body
		want string
	}{
		{Body{Bytes: text}, ""},
		{Body{Bytes: text, Encodings: []string{"identity"}}, ""},
		{Body{Bytes: zipped, Encodings: []string{"GZIP"}}, ""},
		{Body{Bytes: zipped, Encodings: []string{"x-gzip, identity"}}, ""},
		{Body{Bytes: compressed(t, wrapped, zip), Encodings: []string{"deflate", "gzip"}}, ""},
		{Body{Bytes: wrapped, Encodings: []string{"deflate"}}, ""},
		{Body{Bytes: bare, Encodings: []string{"deflate"}}, ""},
		{Body{Bytes: text, Encodings: []string{"br"}}, "br"},
		{Body{Bytes: text, Encodings: []string{"gzip, zstd"}}, "zstd"},
		{Body{Bytes: text, Encodings: []string{"CANARY"}}, "unknown coding"},
		{Body{Bytes: text, Encodings: []string{"gzip"}}, "badly compressed"},
		{Body{Bytes: zipped[:len(zipped)-5], Encodings: []string{"gzip"}}, "badly compressed"},
		{Body{Bytes: text, Encodings: []string{"deflate"}}, "badly compressed"},
		{Body{Bytes: compressed(t, make([]byte, 2*MaxBody), zip), Encodings: []string{"gzip"}}, "too large"},
		{Body{Bytes: make([]byte, MaxBody+1)}, "too large"},
		{Body{Bytes: text, Reason: recording.CutOff}, "cut off"},
	} {
		got, reason := test.body.text()
		require.Equal(t, test.want, reason)
		if reason == "" {
			require.Equal(t, text, got)
		} else {
			require.Nil(t, got)
		}
	}
	got, reason := Body{Encodings: []string{"gzip"}}.text()
	require.Empty(t, string(got)+reason, "nothing is nothing, however it is encoded")
}

// full is a file that takes some writes.
type full int

func (f *full) Write(p []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestCallsThatAreNotWrittenAreCounted(t *testing.T) {
	room, failures := full(2), 0
	rec, err := recording.New(&room)
	require.NoError(t, err)
	rec.OnError(func(error) { failures++ })
	c := parse(t)
	o := New(c, rec)
	for range 5 {
		o.Add(Call{Operation: o.Find("POST", "/a/one"), Status: 200})
	}
	require.Equal(t, 1, failures)
	require.Equal(t, []string{"1 call of 1 operation recorded", "not recorded: 4 calls not written, or not in time"}, o.Stats().Lines())
}
