package observer

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"slices"
	"strings"

	"example.com/opgen/internal/recording"
)

// This file undoes the encodings of bodies. Decoded texts are bounded, because a small compressed
// body can expand to gigabytes.

// MaxBody is the largest size of a body that gets a shape, in bytes.
const MaxBody = 4 << 20

// Further reasons for which a body has no shape.
const (
	NotInFile = "not in the file"
	badCode   = "badly compressed"
)

// Body is a body as it was sent.
type Body struct {
	Bytes     []byte
	Encodings []string // the values of Content-Encoding
	Reason    string   // why Bytes is not the whole body, or ""
}

// text decodes a body, or says why it cannot. Encodings are undone from the last to the first, as
// RFC 9110 lists them in the order in which they were applied.
func (b Body) text() (text []byte, reason string) {
	if b.Reason != "" || len(b.Bytes) == 0 {
		return nil, b.Reason
	}
	if len(b.Bytes) > MaxBody {
		return nil, recording.TooLarge
	}
	text = b.Bytes
	codings := strings.Split(strings.Join(b.Encodings, ","), ",")
	for _, coding := range slices.Backward(codings) {
		text, reason = decode(strings.ToLower(strings.TrimSpace(coding)), text)
		if reason != "" {
			return nil, reason
		}
	}
	return text, ""
}

// decode undoes one encoding.
func decode(coding string, data []byte) (text []byte, reason string) {
	var r io.Reader
	var err error
	switch coding {
	case "", "identity":
		return data, ""
	case "gzip", "x-gzip":
		r, err = gzip.NewReader(bytes.NewReader(data))
	case "deflate":
		r = inflater(data)
	default:
		return nil, recording.CodingIn(coding)
	}
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, MaxBody+1))
	}
	switch {
	case err != nil:
		return nil, badCode
	case len(text) > MaxBody:
		return nil, recording.TooLarge
	}
	return text, ""
}

// inflater returns a reader of deflated data: zlib, as in RFC 9110, or raw, as some services send
// it.
func inflater(data []byte) io.Reader {
	if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
		return r
	}
	return flate.NewReader(bytes.NewReader(data))
}
