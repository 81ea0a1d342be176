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
	"example.com/opgen/api/internal/redact"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// validStart is what a good body of the rich operation starts with.
const validStart = `{"name":"n","inner":{"id":"1"}`

// repeat returns a body of about n bytes: a start, copies of a part, and an end. The
// part may hold %d, a number that counts the copies.
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

// fill returns a body of about n bytes that is filled with a text.
func fill(n int, start, text, end string) string {
	return start + strings.Repeat(text, (n-len(start)-len(end))/len(text)) + end
}

// deep returns what opens and closes 50 objects that are nested by keys of
// altogether n bytes.
func deep(n int) (start, end string) {
	key := strings.Repeat("~k", max(n/100, 1))
	return strings.Repeat(`{"`+key+`":`, 50) + `{`, strings.Repeat("}", 51)
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

// hostileBodies cost as much as possible for each byte of them.
var hostileBodies = map[string]func(n int) string{
	"a member again and again":           func(n int) string { return repeat(n, `{`, `"name":1`, `}`) },
	"a good member again and again":      func(n int) string { return repeat(n, `{`, `"flag":true`, `}`) },
	"unknown members":                    func(n int) string { return repeat(n, `{`, `"%d":1`, `}`) },
	"one unknown member again and again": func(n int) string { return repeat(n, `{`, `"":1`, `}`) },
	"a long unknown member":              func(n int) string { return fill(n, `{"`, "k", `":1}`) },
	"a key of escapes":                   func(n int) string { return fill(n, `{"`, `\u0001`, `":1}`) },
	"keys that pointers escape":          func(n int) string { return repeat(n, `{`, `"~/%d`+strings.Repeat("~/", 500)+`":1`, `}`) },
	"keys that JSON escapes":             func(n int) string { return repeat(n, `{`, `"%d`+strings.Repeat(`\u0001`, 300)+`":1`, `}`) },
	"twice under deep long keys": func(n int) string {
		start, end := deep(n / 4)
		return repeat(n, validStart+`,"any":`+start, `"a":1`, end+`}`)
	},
	"members twice under deep long keys": func(n int) string {
		start, end := deep(n / 4)
		return repeat(n, validStart+`,"any":`+start, `"%d":1,"%d":1`, end+`}`)
	},
	"members twice under deep short keys": func(n int) string {
		start, end := deep(0)
		return repeat(n, validStart+`,"object":`+start, `"%d":1,"%d":1`, end+`}`)
	},
	"twice in each of many objects":   func(n int) string { return repeat(n, validStart+`,"objs":[`, `{"":1,"":1}`, `]}`) },
	"twice in each of many values":    func(n int) string { return repeat(n, validStart+`,"anys":[`, `[[{"a":1,"a":1}]]`, `]}`) },
	"twice in an open record":         func(n int) string { return repeat(n, `{"inner":{`, `"x":1`, `}}`) },
	"objects twice in an open record": func(n int) string { return repeat(n, `{"inner":{`, `"%d":{"":1,"":2}`, `}}`) },
	"many keys in an open record":     func(n int) string { return repeat(n, validStart+`,"one":{`, `"%d":1`, `}}`) },
	"records without members":         func(n int) string { return repeat(n, validStart+`,"items":[`, `{}`, `]}`) },
	"records of wrong members":        func(n int) string { return repeat(n, validStart+`,"items":[`, `{"id":1,"size":""}`, `]}`) },
	"items of wrong type":             func(n int) string { return repeat(n, validStart+`,"tags":[`, `1`, `]}`) },
	"records of wrong type":           func(n int) string { return repeat(n, validStart+`,"items":[`, `1`, `]}`) },
	"items that are none of an enum":  func(n int) string { return repeat(n, validStart+`,"moods":[`, `""`, `]}`) },
	"integers with fractions":         func(n int) string { return repeat(n, validStart+`,"ints":[`, `.5`, `]}`) },
	"integers":                        func(n int) string { return repeat(n, validStart+`,"ints":[`, `1`, `]}`) },
	"fractions for integers":          func(n int) string { return repeat(n, validStart+`,"ints":[`, `1.5`, `]}`) },
	"empty objects":                   func(n int) string { return repeat(n, validStart+`,"objs":[`, `{}`, `]}`) },
	"objects with a member":           func(n int) string { return repeat(n, validStart+`,"objs":[`, `{"":1}`, `]}`) },
	"empty lists":                     func(n int) string { return repeat(n, validStart+`,"anys":[`, `[]`, `]}`) },
	"lists in lists": func(n int) string {
		return repeat(n, validStart+`,"anys":[`, strings.Repeat("[", 40)+strings.Repeat("]", 40), `]}`)
	},
	"a list that never closes":      func(n int) string { return fill(n, validStart+`,"any":`, `[`, ``) },
	"unknown lists in lists":        func(n int) string { return repeat(n, `{"x":[`, strings.Repeat("[", 40)+strings.Repeat("]", 40), `]}`) },
	"objects in objects":            func(n int) string { start, end := deep(0); return repeat(n, validStart+`,"objs":[`, start+end, `]}`) },
	"a text of escapes":             func(n int) string { return fill(n, validStart+`,"note":"`, `\u00e9`, `"}`) },
	"a text of short escapes":       func(n int) string { return fill(n, validStart+`,"note":"`, `\n`, `"}`) },
	"keys of escapes":               func(n int) string { return repeat(n, validStart+`,"one":{`, `"%d\n\n\n\n\n\n":1`, `}}`) },
	"an integer of many digits":     func(n int) string { return fill(n, validStart+`,"count":`, `9`, `}`) },
	"an integer of many zeros":      func(n int) string { return fill(n, validStart+`,"count":1.`, `0`, `}`) },
	"a fraction of many digits":     func(n int) string { return fill(n, validStart+`,"count":0.`, `9`, `}`) },
	"a bounded number of many":      func(n int) string { return fill(n, validStart+`,"price":0.01`, `0`, `}`) },
	"a number of many digits":       func(n int) string { return fill(n, validStart+`,"ratio":`, `9`, `}`) },
	"an exponent of many digits":    func(n int) string { return fill(n, validStart+`,"price":1e`, `9`, `}`) },
	"a joined list of empty items":  func(n int) string { return fill(n, validStart+`,"joined":"`, `,`, `"}`) },
	"a joined list":                 func(n int) string { return fill(n, validStart+`,"joined":"x`, `,x`, `"}`) },
	"a joined list of a long item":  func(n int) string { return fill(n, validStart+`,"joined":"`, `x`, `"}`) },
	"a joined list of escapes":      func(n int) string { return fill(n, validStart+`,"joined":"`, `\u002c`, `"}`) },
	"a text that is blank":          func(n int) string { return fill(n, `{"inner":{"id":"1"},"name":"`, ` `, `"}`) },
	"space":                         func(n int) string { return fill(n, validStart, ` `, `}`) },
	"a text that is too long":       func(n int) string { return fill(n, `{"name":"n","inner":{"id":"`, `x`, `"}}`) },
	"a body that is no UTF-8":       func(n int) string { return fill(n, validStart+`,"note":"`, "é", "\xff\"}") },
	"a body of another type":        func(n int) string { return repeat(n, `[`, `{}`, `]`) },
	"null again and again":          func(n int) string { return repeat(n, `{`, `"note":null`, `}`) },
	"a record again and again":      func(n int) string { return repeat(n, `{`, `"one":{}`, `}`) },
	"a list again and again":        func(n int) string { return repeat(n, `{`, `"tags":[]`, `}`) },
	"an object again and again":     func(n int) string { return repeat(n, `{`, `"object":{}`, `}`) },
	"texts in place of all members": func(n int) string { return repeat(n, `{`, `"ints":"","items":"","flag":"","any":""`, `}`) },
}

// readers are what reads bodies of others. Each returns what it makes of one.
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
			err := wire.DecodeRecord([]byte(body), new(everykind.Request), func(d *wire.Decoder, r *everykind.Request) { *r = *everykind.Decode(d) })
			if err == nil {
				return 0
			}
			return len(err.Error())
		}
	},
	"log": func(testing.TB) func(string) int {
		return func(body string) int {
			received := []byte(body)
			return len(redact.Body(string(received), reflect.TypeFor[tagged]()))
		}
	},
}

// tagged is what redaction needs of the rich request.
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

// allocated returns how many bytes f allocates when pools and caches are full. The
// race detector makes pools drop some of what they get, so f is measured again until
// it allocates no more than enough, if need be.
func allocated(f func(), enough uint64) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f() // fills pools and caches
	least := ^uint64(0)
	for try := 0; try < 3 || try < 100 && least > enough; try++ {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// What a body of others makes the runtime allocate, and send and log, is bounded by
// its size, whatever is in it.
func TestHostileBodiesCostWhatGoodOnesDo(t *testing.T) {
	const n = 16 << 10
	for who, reader := range readers {
		read := reader(t)
		cost := func(body string, enough float64) (perByte float64, size int) {
			bytes := allocated(func() { size = read(body) }, uint64(enough*float64(len(body))))
			return float64(bytes) / float64(len(body)), size
		}
		good := 0.0
		for _, body := range goodBodies {
			perByte, _ := cost(body(n), 1e6)
			good = max(good, perByte)
		}
		for name, body := range hostileBodies {
			once, size := cost(body(n), 9*good)
			require.Less(t, once, 10*good, "%s: %s", who, name)
			require.Less(t, size, 64<<10, "%s: %s: the size of what is sent or logged", who, name)
			twice, sizeTwice := cost(body(2*n), 1.5*once+1)
			require.Less(t, twice, 1.5*once+2, "%s: %s: for each byte of twice as many", who, name)
			require.Less(t, sizeTwice, 64<<10, "%s: %s: the size of what is sent or logged", who, name)
		}
	}
}

// A service may print a request, and it has as many items as its caller wants.
func TestPrintingARequestTakesMemoryOfItsSize(t *testing.T) {
	cost := func(items int, enough uint64) uint64 {
		r := &tagged{Items: make([]taggedRecord, items)}
		return allocated(func() { redact.Value(r) }, enough)
	}
	one := cost(1000, 0)
	require.Less(t, cost(10_000, 19*one), 20*one)
}
