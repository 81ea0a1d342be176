package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
)

// body is a hostile body of new_contact.
type body struct {
	name   string
	text   func() string
	status int
	lines  string // of the header
}

// bodies are hostile bodies. Most are as long as a request may be.
var bodies = []body{
	{"duplicate keys below deep long keys", func() string {
		key := strings.Repeat("k", 1000)
		return bodyWith(strings.Repeat(`{"`+key+`":`, 55) + "{" + repeat(`"a":1,`, 4000) + "}" + strings.Repeat("}", 55))
	}, 422, ""},
	{"too many unknown fields", func() string { return `{` + numbered(`"f%d":1,`, 80000) + `}` }, 422, ""},
	{"an unknown field with a long name", func() string { return `{"` + strings.Repeat("n", 1<<20-100) + `":1}` }, 422, ""},
	{"long unknown fields", func() string { return `{` + numbered(`"`+strings.Repeat("n", 15000)+`%d":1,`, 60) + `}` }, 422, ""},
	{"violations in many items", func() string { return `{"name":"x","addresses":[` + repeat(`{"type":1},`, 9000) + `]}` }, 422, ""},
	{"deep objects", func() string { return strings.Repeat(`{"a":`, 200000) }, 400, ""},
	{"escapes", func() string { return `{"name":1,"addresses":[{"type":"` + strings.Repeat(`\u0000`, 170000) + `"}]}` }, 422, ""},
	{"space", func() string { return strings.Repeat(" ", 1<<20-1) + "{" }, 400, ""},
	{"more than the limit", func() string { return strings.Repeat(" ", 1<<20+1) }, 413, ""},
	{"a bomb of gzip", func() string { return compressed(io.LimitReader(blanks{}, 100<<20)) }, 415, "Content-Encoding: gzip\r\n"},
	{"control characters", func() string { return `{"na` + "\x1b]0;owned\x07" + `me":"x"}` }, 400, ""},
}

// bodyAttacks send each hostile body with a credential, all of them without one, and
// all of them to a server that has to read them to know who calls.
func bodyAttacks() (list []attack) {
	texts := make([]string, len(bodies))
	for i, b := range bodies {
		texts[i] = b.text()
		list = append(list, attack{
			name: "body: " + b.name, statuses: []int{b.status},
			run: func(x *trial) {
				whole := request(newContact, texts[i], known, b.lines)
				x.runConnected(2, x.front, func(c *conn) {
					c.send(whole)
					c.response()
				})
			},
		})
	}
	all := func(at func(*trial) *front) func(*trial) {
		return func(x *trial) {
			for i, b := range bodies {
				x.runConnected(1, at(x), func(c *conn) {
					c.send(request(newContact, texts[i], b.lines))
					c.response()
				})
			}
		}
	}
	return append(list,
		attack{name: "all bodies without a credential", statuses: []int{401}, logged: 1 << 10, response: 1 << 10, run: all(atFront)},
		attack{name: "all bodies, credential in the body, not given", statuses: []int{401, 413, 415}, logged: 1 << 10, response: 1 << 10, run: all(atKeyed)},
	)
}

// bodyWith puts a value where the request takes any.
func bodyWith(value string) string { return `{"name":"x","addresses":[{"any":` + value + `}]}` }

// repeat repeats a member or item without its last comma.
func repeat(text string, n int) string { return strings.TrimSuffix(strings.Repeat(text, n), ",") }

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

func compressed(r io.Reader) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.Copy(w, r)
	w.Close()
	return b.String()
}

// blanks reads as an endless text of spaces.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
