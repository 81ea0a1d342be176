package spec_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// format is a format of files that gen reads.
type format struct {
	schema  string              // the file of its schema
	keys    map[string][]string // the keys that gen knows, by kind of map
	parse   func(text string) error
	example string
}

// mistake makes an example invalid.
type mistake struct{ old, new string }

// agrees checks that the schema and gen know the same keys, accept the example, and refuse it
// with each mistake.
func (f format) agrees(t *testing.T, mistakes []mistake) {
	t.Helper()
	text, err := os.ReadFile(f.schema)
	require.NoError(t, err)
	type properties struct {
		Properties map[string]any `json:"properties"`
	}
	var known struct {
		properties
		Defs map[string]properties `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &known))
	require.ElementsMatch(t, f.keys["file"], slices.Collect(maps.Keys(known.Properties)))
	for kind, def := range known.Defs {
		require.ElementsMatch(t, f.keys[kind], slices.Collect(maps.Keys(def.Properties)), kind)
	}
	schema := compileSchema(t, text)
	require.NoError(t, schema.Validate(decode(t, []byte(f.example))))
	require.NoError(t, f.parse(f.example))
	for _, m := range mistakes {
		require.Contains(t, f.example, m.old)
		wrong := strings.Replace(f.example, m.old, m.new, 1)
		require.Error(t, schema.Validate(decode(t, []byte(wrong))), "the schema accepts %q", m.new)
		require.Error(t, f.parse(wrong), "gen accepts %q", m.new)
	}
}
