package samples_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/samples"
)

func TestCanariesArePlantedInSensitiveFields(t *testing.T) {
	const records = "records: {Home: {open: true, fields: {city: string, on: boolean}}, Person: {fields: {name: {type: string, sensitive: true}, home: Home}}}\n"
	for body, want := range map[string][]string{
		`fields: {a: string}`: {`{"a":"some a"}`},
		`fields: {a: {type: string, sensitive: true}, b: {type: boolean, sensitive: true}}`:                   {`{"a":"#","b":false}`},
		`fields: {a: {type: integer, maximum: 2047110472, sensitive: true}}`:                                  {`{"a":2047110471}`},
		`fields: {a: {type: string, pattern: "^[0-9]+$", sensitive: true}}`:                                   {`{"a":"2047110471"}`},
		`fields: {a: {type: number, minimum: 2e10, sensitive: true}, b: Person}`:                              {`{"a":2047110471.50,"b":{"name":"#","home":{"city":"some city","on":true,"further":"kept"}}}`, `{"a":2e10,"b":{"name":"#","home":{"city":"some city","on":true,"further":"kept"}}}`},
		`fields: {a: {type: Home, sensitive: true}}`:                                                          {`{"a":{"city":"#","on":true,"further":"#"}}`},
		`fields: {a: {type: object, sensitive: true}, b: {type: any, sensitive: true}}`:                       {`{"a":{"#":"#"},"b":"#"}`},
		`fields: {a: {type: [string], join: ry, sensitive: true}}`:                                            {`{"a":"2047110471ry2047110471"}`},
		`fields: {a: {type: string, required: true, pattern: "^x\\by$"}, b: {type: string, sensitive: true}}`: {`{"b":"#"}`},
		`fields: {a: {type: string, required: true, pattern: "^x\\by$", sensitive: true}}`:                    {`{"a":"#"}`},
		`fields: {a: {type: string, max_length: 3, sensitive: true}}`:                                         {`{"a":"#"}`},
		`fields: {a: {type: string, sensitive: true}, b: {type: string, sensitive: true}}, rules: [{at_most_one_of: [b, a]}]`: {
			`{"a":"#","b":"#"}`, `{"b":"#"}`},
	} {
		op := operation(t, records, body)
		var got []string
		for _, r := range samples.CanaryRequests(op) {
			got = append(got, strings.ReplaceAll(r.JSON(), samples.Canary, "#"))
			require.Equal(t, strings.Count(r.JSON(), "2047110471"), samples.Canaries(r))
		}
		require.Equal(t, want, got, body)
	}
}

// A record that a sensitive field holds is private wherever it stands.
func TestPrivatePlaces(t *testing.T) {
	op := operation(t, "records: {Home: {open: true, fields: {city: string, more: [Home2]}}, Home2: {fields: {on: boolean, ssn: {type: string, sensitive: true}}}}\n",
		`fields: {"a/b~": {type: string, sensitive: true, go: {name: A}}, b: string, c: [Home], d: {type: [Home], sensitive: true}}`)
	r := samples.CanaryRequests(op)[0]
	require.Equal(t, []string{"/a~1b~0", "/c/0/city", "/c/0/further", "/c/0/more", "/c/0/more/0/on", "/c/0/more/0/ssn",
		"/d", "/d/0/city", "/d/0/further", "/d/0/more", "/d/0/more/0/on", "/d/0/more/0/ssn"}, samples.PrivatePlaces(r, op.Request))
	require.Equal(t, 17, samples.Canaries(r))
	op = operation(t, "records: {Home: {fields: {city: string, ssn: {type: string, sensitive: true}}}}\n", `fields: {c: [Home]}`)
	require.Equal(t, []string{"/c/0/ssn"}, samples.PrivatePlaces(samples.CanaryRequests(op)[0], op.Request))
}

// Sensitive fields do not make a request too large to be tried, because its other
// fields are left out.
func TestLargeRequestsHaveCanaries(t *testing.T) {
	records := "records: {R0: {fields: {a: string}}"
	for i := range 12 {
		records += fmt.Sprintf(", R%d: {fields: {x: R%d, y: R%[2]d}}", i+1, i)
	}
	op := operation(t, records+"}\n", `fields: {big: R12, ssn: {type: string, sensitive: true}}`)
	requests := samples.CanaryRequests(op)
	require.Len(t, requests, 1)
	require.Equal(t, `{"ssn":"`+samples.Canary+`"}`, requests[0].JSON())
}

func operation(t *testing.T, records, body string) *catalog.Operation {
	c, problems := catalog.Parse("c.yaml", []byte("catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"+records+
		"areas: {a: {operations: {op: {"+body+"}}}}\n"))
	require.Empty(t, problems)
	return c.Areas[0].Operations[0]
}
