package catalog

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
)

func TestKeysAreListedByPlace(t *testing.T) {
	keys := Keys()
	require.Equal(t, []string{
		"area", "contact", "deprecated", "document", "enum", "enum_value", "envelope", "failure", "field", "go", "idempotency", "info", "license",
		"naming", "oauth2", "operation", "overlay", "pagination", "record", "response", "rule", "server", "union", "variant", "way",
	}, slices.Sorted(maps.Keys(keys)))
	require.Equal(t, []string{"all_or_none_of", "at_least_one_of", "at_most_one_of", "first_of"}, keys["rule"])
	require.Equal(t, []string{"areas", "auth", "catalog", "enums", "envelope", "failure", "idempotency", "info", "path", "records", "servers", "unions"}, keys["document"])
	format, err := os.ReadFile("../../docs/catalog.md")
	require.NoError(t, err)
	require.Contains(t, string(format), "staticcheck.dev/docs/configuration/options/#initialisms", "the list that goInitialisms repeats")
	for kind, names := range keys {
		require.True(t, slices.IsSorted(names), kind)
		for _, name := range names {
			require.Contains(t, string(format), name, "docs/catalog.md does not explain %s of %s", name, kind)
		}
		for name, spec := range grammar.Maps[kind] {
			switch spec.Value {
			case yamldoc.MapValue, yamldoc.NamedValue, yamldoc.ListValue:
				require.Contains(t, keys, spec.Of, "%s.%s", kind, name)
			default:
				require.Empty(t, spec.Of, "%s.%s", kind, name)
			}
		}
	}
	for kind, form := range grammar.Named {
		require.Subset(t, append(keys[kind], ""), slices.Collect(maps.Values(form.Short)), kind)
	}
	require.Subset(t, keys["field"], slices.Collect(maps.Keys(fieldKeys)))
}

// Every key is read: a file other than grammar.go contains it in quotes.
func TestKeysAreRead(t *testing.T) {
	var read strings.Builder
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if file == "grammar.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		read.Write(src)
	}
	for kind, names := range Keys() {
		if kind == "rule" {
			continue // all kinds of rules are read in the same way
		}
		for _, name := range names {
			require.Contains(t, read.String(), `"`+name+`"`, "%s of %s", name, kind)
		}
	}
}
