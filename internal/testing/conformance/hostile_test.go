package conformance

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/internal/catalog"
)

// Hostile bodies cost what good ones do, for every kind of field.
func TestHostileBodiesOfEveryKindOfField(t *testing.T) {
	c, err := catalog.Load("../../../spec/operations.yaml")
	require.NoError(t, err)
	h, err := insurance.NewHandler(insurance.Services{}, api.WithServerAnonymous())
	require.NoError(t, err)
	const n = 8 << 10

	good := "{" + repeated(`"addresses":[`, `{"type":"Mailing","address_line_1":"5 Great Cumberland Place","is_primary":true}`, `]`, n) + "}"
	limit := 10 * perByte(h, "/api/v2/contacts/new_contact", good)
	seen := map[string]bool{}
	for op := range c.Operations() {
		for _, f := range append(op.Request.Fields, &catalog.Field{Name: "unknown", Type: &catalog.Type{Kind: catalog.Any}}) {
			kind := fmt.Sprint(f.Type.Go(), f.Required, f.Join, f.Pattern, f.Enum, len(op.Rules))
			if seen[kind] {
				continue
			}
			seen[kind] = true
			for _, body := range hostileBodies(f.Name, n) {
				cost := perByte(h, op.Path, body)
				for range 3 { // the first time, something may be made that is kept
					if cost > limit {
						cost = perByte(h, op.Path, body)
					}
				}
				require.Less(t, cost, limit, "%s: bytes allocated for each byte of %.100s", op, body)
			}
		}
	}
	require.Greater(t, len(seen), 10)
}

// hostileBodies give values of all types to a field, as much of each as fits.
func hostileBodies(field string, n int) (bodies []string) {
	key := fmt.Sprintf("%q:", field)
	for _, item := range []string{`{}`, `1`, `1.5`, `""`, `[]`, `{"":1}`, `{"a":1,"a":1}`, `[{"a":1,"a":1}]`} {
		bodies = append(bodies, "{"+repeated(key+"[", item, "]", n)+"}")
	}
	deep := strings.Repeat(`{"`+strings.Repeat("~k", n/200)+`":`, 50)
	for _, member := range []string{`"a":1`, `"%d":1,"%d":2`, `"%d":{"a":1,"a":1}`, `"%d":[]`, `"\n%d\n":1`} {
		bodies = append(bodies,
			"{"+repeated(key+"{", member, "}", n)+"}",
			"{"+repeated(key+deep+"{", member, "}", n)+strings.Repeat("}", 51))
	}
	for _, part := range []string{`\n`, `\u00e9`, `,`, ` `, `é`} {
		bodies = append(bodies, "{"+key+`"`+strings.Repeat(part, n/len(part))+`"}`)
	}
	return append(bodies, "{"+key+strings.Repeat("9", n)+"}", "{"+repeated("", key+"[]", "", n)+"}", "{"+repeated("", key+"1", "", n)+"}")
}

// repeated returns copies of a part between a start and an end. A %d in it counts
// them.
func repeated(start, part, end string, n int) string {
	var b strings.Builder
	b.WriteString(start)
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.ReplaceAll(part, "%d", fmt.Sprint(i)))
	}
	b.WriteString(end)
	return b.String()
}

// perByte returns how many bytes a handler allocates for each byte of a body.
func perByte(h http.Handler, path, body string) float64 {
	r := &http.Request{
		Method: http.MethodPost, URL: &url.URL{Path: path}, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
	w := httptest.NewRecorder()
	w.Body = nil
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	h.ServeHTTP(w, r)
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(len(body))
}
