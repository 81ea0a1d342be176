package behavior_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
)

// FuzzParse reads any file. If it has no problems, every step has a verb and a kind, and all
// pointers are valid.
func FuzzParse(f *testing.F) {
	f.Add([]byte(schemaExample))
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	require.NoError(f, err)
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		require.NoError(f, err)
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".yaml") {
				f.Add(file.Data)
			}
		}
	}
	resources, err := os.ReadFile("../../../spec/resources.yaml")
	require.NoError(f, err)
	f.Add(resources)
	c := load(f, "testdata/catalog.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := behavior.Parse(c, "any.yaml", text)
		if err != nil {
			require.Nil(t, b)
			problems, ok := err.(catalog.Problems)
			require.True(t, ok)
			require.NotEmpty(t, problems.Error())
			return
		}
		kinds := map[*behavior.Kind]bool{}
		for _, k := range b.Kinds {
			kinds[k] = true
		}
		for _, k := range b.Kinds {
			require.Regexp(t, "^/", k.ID)
			for _, parent := range k.Parents {
				require.True(t, kinds[parent])
			}
			for at, child := range k.Children {
				require.Regexp(t, "^/", at)
				require.True(t, kinds[child])
			}
		}
		for name, op := range b.Operations {
			require.Equal(t, name, op.Operation.String())
			require.NotEmpty(t, op.Words())
			require.True(t, op.Func != "" || op.Steps != nil || op.Response != nil)
			for _, s := range op.Steps {
				require.True(t, kinds[s.Kind])
				for _, match := range append(s.By, s.Where) {
					for _, m := range match {
						require.Regexp(t, "^/", m.Pointer)
					}
				}
				for _, m := range s.Set {
					require.Regexp(t, "^/", m.Pointer)
				}
				for name := range s.Parents {
					require.Contains(t, s.Kind.Parents, name)
				}
			}
		}
	})
}
