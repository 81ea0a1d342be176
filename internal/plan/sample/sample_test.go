package sample_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

var sizes = []sample.Size{sample.Full, sample.Light, sample.Minimal}

// Every operation of the shipped catalog and of the golden files has samples of
// every size that keep its rules. A minimal sample has no member that it can do
// without.
func TestSamplesKeepTheRules(t *testing.T) {
	files, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	files = append(files, "../../../spec/operations.yaml", "../interpreter/testdata/everything.yaml")
	for _, file := range files {
		c, err := catalog.Load(file)
		require.NoError(t, err)
		for op := range c.Operations() {
			for _, size := range sizes {
				r, ok := sample.Request(op, size)
				require.True(t, ok, "%s %s", file, op.Name)
				require.Empty(t, interpreter.New(op).Decode(r.JSON()).Violations, "%s %s %s", file, op.Name, r.JSON())
				if op.Response.Shown {
					r, ok := sample.Response(op, size)
					require.True(t, ok, "%s %s", file, op.Name)
					require.NoError(t, interpreter.New(op).CheckResponse(r.JSON()), "%s %s %s", file, op.Name, r.JSON())
				}
			}
			r, _ := sample.Request(op, sample.Minimal)
			for i, m := range r.Members {
				less := sample.Record{Members: append(append([]sample.Member{}, r.Members[:i]...), r.Members[i+1:]...)}
				require.NotEmpty(t, interpreter.New(op).Decode(less.JSON()).Violations, "%s %s without %s", file, op.Name, m.Field.Name)
			}
		}
	}
}

// operation returns the operation with this content in a catalog.
func operation(t *testing.T, records, body string) *catalog.Operation {
	c, problems := catalog.Parse("test.yaml", []byte("catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"+
		records+"areas: {things: {operations: {do: {"+body+"}}}}\n"))
	require.Empty(t, problems)
	return c.Areas[0].Operations[0]
}

// Documents show the examples of the catalog, except where those hold something private.
func TestShownExamples(t *testing.T) {
	op := operation(t, "records: {P: {open: true, fields: {name: {type: string, sensitive: true}, age: integer}}}\n", `fields: {
		a: {type: P, example: {id: p-1, age: 3}}, b: {type: P, example: {id: p-1, name: Ann}}, c: {type: any, example: {id: [null, 1.50]}},
		d: {type: object, example: {}}, e: {type: unspecified, example: [x, y]}, f: {type: any, sensitive: true, example: {id: p-1}}}`)
	r, ok := sample.ShownRequest(op)
	require.True(t, ok)
	require.JSONEq(t, `{"a":{"name":"some name","age":3,"id":"p-1"},"b":{"name":"some name","age":3},"c":{"id":[null,1.50]},
		"d":{"key":"value"},"e":["x","y"],"f":"any value"}`, r.JSON())
}

// Strings match patterns and lengths together, or there is no sample.
func TestSampleStringsMeetTheirConstraints(t *testing.T) {
	for rules, want := range map[string]string{
		`min_length: 12`:                                     "some fxxxxxx",
		`max_length: 4`:                                      "some",
		`pattern: "^[A-Z]{2}-\\d{4}$"`:                       "AA-0000",
		`pattern: "^[A-Z]+$", min_length: 3`:                 "AAA",
		`pattern: "^(x|yz)*$", min_length: 4, max_length: 5`: "xxxx",
		`pattern: "^[^a]?b$"`:                                "b",
		`pattern: "(?i)^ab$"`:                                "ab",
		`pattern: "^\\p{Greek}$"`:                            "Ͱ",
		`pattern: "^$"`:                                      "",
		`pattern: "^ *$", non_blank: true`:                   "none",
		`pattern: "^x\\by$"`:                                 "none",
		`pattern: "^x$", min_length: 2`:                      "none",
		`pattern: "^#.#$", example: "#1#"`:                   "#1#",
		`pattern: "^x\\B[^b-y]$", min_length: 2`:             "xa",
		`enum: [long, s], max_length: 1`:                     "s",
		`min_length: 1000000`:                                "none",
	} {
		op := operation(t, "", `fields: {f: {type: string, required: true, `+rules+`}}`)
		got := "none"
		if r, ok := sample.Request(op, sample.Minimal); ok {
			got = r.Members[0].Value.(string)
		}
		require.Equal(t, want, got, rules)
	}
}

// A minimal request keeps the first fields that the rules allow, and a full one has
// nothing that a client would not send.
func TestSampleRequestsAreAccepted(t *testing.T) {
	const records = "records: {Note: {fields: {text: string}}, Nothing: {fields: {}}}\n"
	for _, c := range []struct {
		size       sample.Size
		body, want string
	}{
		{sample.Minimal, `fields: {a: Note, b: string, c: string}, rules: [{at_least_one_of: [a, b, c]}]`, `{"b":"some b"}`},
		{sample.Minimal, `fields: {a: string, b: string, c: integer}, rules: [{all_or_none_of: [a, b]}]`, `{}`},
		{sample.Minimal, `fields: {a: {type: string, default: x}, b: {type: boolean, required: true}}`, `{"b":false}`},
		{sample.Light, `fields: {a: {type: string, default: x}, b: {type: boolean, required: true}}`, `{"a":"some a","b":false}`},
		{sample.Full, `fields: {a: {type: [Nothing], send_if: first_item_non_empty}, b: Note}`, `{"b":{"text":"some text"}}`},
		{sample.Full, `fields: {a: {type: [string], join: "em 1"}, b: {type: [string], max_items: 0}}`, `{"a":"aem 1item 2","b":[]}`},
		{sample.Full, `fields: {a: string, b: string, c: string}, rules: [{at_most_one_of: [b, a]}]`, `{"b":"some b","c":"some c"}`},
	} {
		r, ok := sample.Request(operation(t, records, c.body), c.size)
		require.True(t, ok, c.body)
		require.Equal(t, c.want, r.JSON(), c.body)
	}
}

// If rules exclude each other, there is no sample.
func TestNoSample(t *testing.T) {
	op := operation(t, "", `fields: {a: string, b: string, c: string}, rules: [{at_most_one_of: [a, b]}, {all_or_none_of: [a, b]}, {at_least_one_of: [a, b]}]`)
	for _, size := range sizes {
		_, ok := sample.Request(op, size)
		require.False(t, ok)
	}
}

// A sample that would be too large has only required fields. If that is also too large,
// there is none.
func TestLargeSamples(t *testing.T) {
	records := func(required bool) string {
		text := "records:\n  A: {fields: {a: string}}\n"
		for c := 'B'; c <= 'Z'; c++ {
			text += fmt.Sprintf("  %c: {fields: {a: {type: %c, required: %t}, b: {type: [%c], required: %t}}}\n", c, c-1, required, c-1, required)
		}
		return text
	}
	const body = "fields: {a: Z, b: {type: Z, required: true}}, response: Z"
	r, ok := sample.Request(operation(t, records(false), body), sample.Full)
	require.True(t, ok)
	require.Equal(t, `{"b":{}}`, r.JSON())
	op := operation(t, records(true), body)
	_, ok = sample.Request(op, sample.Full)
	require.False(t, ok)
	_, ok = sample.Response(op, sample.Full)
	require.False(t, ok)
	r, ok = sample.Request(operation(t, records(true), "fields: {a: Z, b: {type: boolean, required: true}}"), sample.Minimal)
	require.True(t, ok)
	require.Equal(t, `{"b":false}`, r.JSON())
}

// A pattern of a few bytes can be a large program. It is compiled once, and not tried
// forever.
func TestLargePatterns(t *testing.T) {
	for _, pattern := range []string{
		"^" + strings.Repeat("a{1000}", 100) + "b$^", "^b*" + strings.Repeat("a{1000}", 100) + "b$^", "(?i)^b*" + strings.Repeat("[^a]", 10_000) + "b$^",
	} {
		op := operation(t, "", "fields: {a: {type: string, required: true, pattern: '"+pattern+"'}}")
		allocated := func(f func()) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f()
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		once := allocated(func() { regexp.MustCompile(pattern) })
		took := allocated(func() {
			_, ok := sample.Request(op, sample.Minimal)
			require.False(t, ok)
		})
		require.Less(t, took, 10*once+10_000_000, pattern[:10])
	}
}
