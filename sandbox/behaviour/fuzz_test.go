package behaviour_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
)

// FuzzParse reads any file. One without problems can be carried out: every step has a
// verb and a kind, and every value leads somewhere.
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
	resources, err := os.ReadFile("../../spec/resources.yaml")
	require.NoError(f, err)
	f.Add(resources)
	c := load(f, "testdata/catalog.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := behaviour.Parse(c, "any.yaml", text)
		if err != nil {
			require.Nil(t, b)
			problems, ok := err.(catalog.Problems)
			require.True(t, ok)
			require.NotEmpty(t, problems.Error())
			return
		}
		kinds := map[*behaviour.Kind]bool{}
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

// Memory grows as a file does, whatever is wrong in it.
func TestMemoryGrowsWithTheFile(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "@", fmt.Sprintf("%05d", i)))
		}
		return b.String()
	}
	const head = "catalog: 1\ninfo: {title: T, version: v1, package: example}\npath: /{area}/{operation}\n"
	service := func(fields, response string) string {
		return head + "areas: {a: {operations: {o: {fields: {" + fields + "}, response: {fields: {" + response + "}}}}}}\n"
	}
	for name, texts := range map[string]func(n int) (catalog, file string){
		"parents and steps without them": func(n int) (string, string) {
			return service("x: string", ""), "kinds: {k: {}, l: {parents: {" + many(n, "p@: k, ") + "}}}\noperations: {a.o: {steps: [" + many(n, "{create: l}, ") + "]}}"
		},
		"parents and steps with wrong ones": func(n int) (string, string) {
			return service("x: string", ""), "kinds: {k: {}, l: {parents: {" + many(n, "p@: k, ") + "}}}\noperations: {a.o: {steps: [" + many(n, "{list: l, parent: {q@: /x}}, ") + "]}}"
		},
		"children and members": func(n int) (string, string) {
			return service("x: string", ""), "kinds: {k: {children: {" + many(n, "/c@: k, ") + "}}}\noperations: {a.o: {list: k, by: {" + many(n, "/c@/x: /x, ") + "}}}"
		},
		"kinds in a circle": func(n int) (string, string) {
			text := "kinds:\n"
			for i := range n {
				text += fmt.Sprintf("  k%05d: {parents: [k%05d]}\n", i, (i+1)%n)
			}
			return service("", ""), text
		},
		"unknown members": func(n int) (string, string) {
			return service(many(n, "f@: string, "), ""), "kinds: {k: {}}\noperations: {a.o: {create: k, set: {" + many(n, "/x@: /g@, ") + "}}}"
		},
		"members that a response needs": func(n int) (string, string) {
			return strings.Replace(service("", many(n, "r@: R, ")), "areas:", "records: {R: {fields: {"+many(n, "f@: {type: string, required: true}, ")+"}}}\nareas:", 1),
				"kinds: {k: {}}\noperations: {a.o: {create: k, answer: {" + many(n, "r@: {}, ") + "}}}"
		},
		"unknown operations": func(n int) (string, string) {
			return service("", ""), "kinds: {k: {}}\noperations: {" + many(n, "a.p@: {create: k}, ") + "}"
		},
		"values of an enum": func(n int) (string, string) {
			return strings.Replace(service("e: E", ""), "areas:", "enums: {E: {values: {"+many(n, "v@: , ")+"}}}\nareas:", 1),
				"kinds: {k: {}}\noperations: {a.o: {steps: [" + many(n, "{create: k, set: {/e: /e}}, ") + "]}}"
		},
		"a pointer": func(n int) (string, string) {
			return service("x: string", ""), "kinds: {k: {children: {/a: k}}}\noperations: {a.o: {list: k, by: {" + many(n, "/a@") + ": /x}}}"
		},
	} {
		allocated := func(n int) uint64 {
			service, text := texts(n)
			c, problems := catalog.Parse("catalog.yaml", []byte(service))
			require.Empty(t, problems)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := behaviour.Parse(c, "x.yaml", []byte("resources: 1\n"+text))
			if err != nil {
				_ = err.Error()
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		small, large := allocated(300), allocated(4*300)
		require.Less(t, large, 7*small, "%s: four times the file takes %d instead of %d bytes", name, large, small)
	}
}
