package api_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// validStart is the start of a valid body of the rich operation.
const validStart = `{"name":"n","inner":{"id":"1"}`

// repeat returns a body of about n bytes: a start, copies of a part, and an end. %d in the
// part becomes the number of the copy.
func repeat(n int, start, part, end string) string {
	var b strings.Builder
	b.WriteString(start)
	for i := 0; b.Len()+len(part) < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.ReplaceAll(part, "%d", fmt.Sprint(i)))
	}
	b.WriteString(end)
	return b.String()
}

// goodBodies are what callers send: texts, records, objects and lists of numbers.
var goodBodies = map[string]func(n int) string{
	"records": func(n int) string {
		return repeat(n, validStart+`,"items":[`, `{"id":"%d","size":100,"note":"some text"}`, `]}`)
	},
	"objects": func(n int) string {
		return repeat(n, validStart+`,"objs":[`, `{"type":"Work","value":"something %d","primary":true}`, `]}`)
	},
}

// hostileBodies returns bodies of about n bytes that cost as much as possible per byte: many
// values of each type, and repeated members. The unknown field is x.
func hostileBodies(n int) (bodies []string) {
	deep := strings.Repeat(`{"`+strings.Repeat("~k", n/200)+`":`, 50)
	for _, field := range []string{"items", "any", "x"} {
		key := validStart + fmt.Sprintf(",%q:", field)
		for _, item := range []string{`{}`, `1`, `1.5`, `""`, `[]`, `{"":1}`, `{"a":1,"a":1}`, `[[{"a":1,"a":1}]]`, strings.Repeat("[", 40) + strings.Repeat("]", 40)} {
			bodies = append(bodies, repeat(n, key+`[`, item, `]}`), repeat(n, `{`, fmt.Sprintf("%q:", field)+item, `}`))
		}
		for _, member := range []string{`"a":1`, `"%d":1,"%d":2`, `"%d":{"a":1,"a":1}`, `"%d":[]`, `"\n%d\n":1`, `"~/%d` + strings.Repeat("~/", 500) + `":1`} {
			bodies = append(bodies, repeat(n, key+`{`, member, `}}`), repeat(n, key+deep+`{`, member, strings.Repeat("}", 52)))
		}
		for _, part := range []string{`\n`, `\u00e9`, `,`, ` `, `é`, `,x`} {
			bodies = append(bodies, key+`"`+strings.Repeat(part, n/len(part))+`"}`)
		}
		bodies = append(bodies, key+strings.Repeat("9", n)+`}`, key+`1e`+strings.Repeat("9", n)+`}`, key+strings.Repeat("[", n))
	}
	return append(bodies, repeat(n, `{`, `"%d":1`, `}`), `{"`+strings.Repeat(`\u0001`, n/6)+`":1}`, validStart+strings.Repeat(" ", n)+"}", repeat(n, `[`, `{}`, `]`),
		validStart+`,"note":"`+strings.Repeat("é", n/2)+"\xff\"}", validStart+`,"joined":"`+strings.Repeat(",x", n/2)+`"}`, validStart+`,"price":0.`+strings.Repeat("9", n)+`}`)
}

// readers read bodies of the other side. Each returns its result.
var readers = map[string]func(tb testing.TB) func(body string) (size int){
	"server": func(tb testing.TB) func(string) int {
		return served(tb, api.WithServerAnonymous())
	},
	"server that allows unknown fields": func(tb testing.TB) func(string) int {
		return served(tb, api.WithServerAnonymous(), api.WithServerUnknownFields())
	},
	"server that takes credentials": func(tb testing.TB) func(string) int {
		return served(tb, api.WithServerAnonymous(), api.WithServerBodyCredential("name"), api.WithServerBodyCredential("x"))
	},
	"client": func(testing.TB) func(string) int {
		return func(body string) int {
			_, err := readResponse(body)
			if err == nil {
				return 0
			}
			return len(err.Error())
		}
	},
	"log": func(testing.TB) func(string) int {
		return func(body string) int {
			received := []byte(body)
			return len(genstruct.Body(string(received), reflect.TypeFor[tagged]()))
		}
	},
}

// tagged has the struct tags that redaction needs.
type tagged struct {
	Name   string         `json:"name"`
	Inner  taggedRecord   `json:"inner"`
	Flag   *bool          `json:"flag"`
	Tags   []string       `json:"tags"`
	Ints   []int          `json:"ints"`
	Items  []taggedRecord `json:"items"`
	One    *taggedRecord  `json:"one" sensitive:"true"`
	Object api.Object     `json:"object"`
	Any    any            `json:"any"`
	Anys   []any          `json:"anys"`
	Objs   []api.Object   `json:"objs"`
	Note   *string        `json:"note"`
}

type taggedRecord struct {
	ID    string     `json:"id"`
	Size  *int       `json:"size"`
	Extra api.Object `json:"-" sensitive:"true"`
}

// served returns a function that sends a body to a handler of the rich operation and
// returns the size of the response.
func served(tb testing.TB, opts ...api.HandlerOption) func(string) int {
	route := wire.Handle(everykind.Op, everykind.Decode, echo)
	h, err := api.NewHandler([]api.Route{route}, opts...)
	require.NoError(tb, err)
	return func(body string) int {
		r := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: everykind.Op.Path}, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == http.StatusOK {
			return 0
		}
		return w.Body.Len()
	}
}

// allocated returns how many bytes f allocates when pools and caches are full. Since the
// race detector makes pools drop values, f is measured again until it allocates at most
// enough, a few times.
func allocated(f func(), enough uint64) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f() // fills pools and caches
	least := ^uint64(0)
	for try := 0; try == 0 || try < 100 && least > enough; try++ {
		least = min(least, allocatedBy(f))
	}
	return least
}

// The size of a body bounds what the runtime allocates, sends and logs for it, whatever it
// contains.
func TestHostileBodiesCostWhatGoodOnesDo(t *testing.T) {
	const n = 8 << 10
	bodies, twice := hostileBodies(n), hostileBodies(2*n)
	for who, reader := range readers {
		read := reader(t)
		cost := func(body string, enough float64) (perByte float64, size int) {
			bytes := allocated(func() { size = read(body) }, uint64(enough*float64(len(body))))
			return float64(bytes) / float64(len(body)), size
		}
		good := 0.0
		for _, body := range goodBodies {
			perByte, _ := cost(body(n), 0)
			good = max(good, perByte)
		}
		for i, body := range bodies {
			about := fmt.Sprintf("%s: %.100s", who, body)
			once, size := cost(body, 9*good)
			require.Less(t, once, 10*good, about)
			require.Less(t, size, 64<<10, "%s: the size of what is sent or logged", about)
			again, sizeTwice := cost(twice[i], 1.5*once+1)
			require.Less(t, again, 1.5*once+2, "%s: for each byte of twice as many", about)
			require.Less(t, sizeTwice, 64<<10, "%s: the size of what is sent or logged", about)
		}
	}
}

// A service may print a request, and the caller decides how many items it has.
func TestPrintingARequestTakesMemoryOfItsSize(t *testing.T) {
	cost := func(items int, enough uint64) uint64 {
		r := &tagged{Items: make([]taggedRecord, items)}
		return allocated(func() { genstruct.Value(r) }, enough)
	}
	one := cost(1000, 0)
	require.Less(t, cost(10_000, 19*one), 20*one)
}
