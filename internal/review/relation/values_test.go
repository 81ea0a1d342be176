package relation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/plan/sample"
)

func TestDifferencesArePlaces(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want []string
	}{
		{`null`, `null`, nil},
		{`1`, `1.0`, nil},
		{`100`, `1e2`, nil},
		{`-0`, `0`, nil},
		{`1`, `1.1`, []string{"at"}},
		{`1`, `"1"`, []string{"at"}},
		{`"1"`, `1`, []string{"at"}},
		{`"1"`, `"1.0"`, []string{"at"}},
		{`"a"`, `"\u0061"`, nil},
		{`"a"`, `"b"`, []string{"at"}},
		{`true`, `true`, nil},
		{`true`, `false`, []string{"at"}},
		{`true`, `1`, []string{"at"}},
		{`false`, `null`, []string{"at"}},
		{`0`, `null`, []string{"at"}},

		{`[]`, `[]`, nil},
		{`[]`, `{}`, []string{"at"}},
		{`{}`, `[]`, []string{"at"}},
		{`[]`, `null`, []string{"at"}},
		{`null`, `[]`, []string{"at"}},
		{`{}`, `null`, []string{"at"}},
		{`null`, `{}`, []string{"at"}},
		{`[1]`, `1`, []string{"at"}},
		{`[1, 2]`, `[1.0, 2.0]`, nil},
		{`[1, 2]`, `[2, 1]`, []string{"at/0", "at/1"}},
		{`[1, 2]`, `[1, 3]`, []string{"at/1"}},
		{`[1, 2]`, `[3]`, []string{"at"}},
		{`[1]`, `[1, 2]`, []string{"at"}},

		{`{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`, nil},
		{`{"a": {}}`, `{"a": {}}`, nil},
		{`{"a": 1}`, `"a"`, []string{"at"}},
		{`{"a": 1}`, `{}`, []string{"at/a"}},
		{`{}`, `{"a": {"b": 1}}`, []string{"at/a"}},
		{`{"a": null}`, `{}`, []string{"at/a"}},
		{`{}`, `{"a": null}`, []string{"at/a"}},
		{`{"z": 1, "a": 1, "same": 1}`, `{"z": 2, "b": 1, "same": 1}`, []string{"at/a", "at/b", "at/z"}},
		{`{"a/b~c": 1}`, `{"a/b~c": 2}`, []string{"at/a~1b~0c"}},

		{`{"a": [1, {"b": 1}]}`, `{"a": [1, {"b": 2}]}`, []string{"at/a/1/b"}},
		{`[{"a": 1, "b": [0]}]`, `[{"a": 2, "b": [1]}]`, []string{"at/0/a", "at/0/b/0"}},
	} {
		a, b := sample.Parse(test.a), sample.Parse(test.b)
		require.Equal(t, test.want, Differences("at", a, b), "%s and %s", test.a, test.b)
		require.Equal(t, test.want, Differences("at", b, a), "%s and %s", test.b, test.a)
	}
}

// The root is the empty pointer, as in violations.
func TestDifferencesAtTheRoot(t *testing.T) {
	a, b := sample.Parse(`{"a": [1]}`), sample.Parse(`{"a": [2]}`)
	require.Equal(t, []string{"/a/0"}, Differences("", a, b))
	require.Equal(t, []string{""}, Differences("", a, nil))
}
