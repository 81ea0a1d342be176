package catalog

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/ids"
)

var update = flag.Bool("update", false, "write the goldens anew")

// positions returns the place and id of problems, because messages may change.
func positions(ps Problems) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%s %s", place(p.Pos), p.ID)
		if p.Other != nil {
			fmt.Fprintf(&b, " other %s", place(*p.Other))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// place returns a position with the name of the file, unless that is the catalog.
func place(p Position) string {
	if _, part, ok := strings.Cut(p.File, "/"); ok {
		return fmt.Sprintf("%s:%d:%d", part, p.Line, p.Col)
	}
	if _, overlay, ok := strings.Cut(strings.TrimSuffix(p.File, ".yaml"), "."); ok && overlay != "" {
		return fmt.Sprintf("%s:%d:%d", overlay, p.Line, p.Col)
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Col)
}

// overlaysOf returns the overlays in a case: NAME.overlay.yaml, NAME.second.yaml.
func overlaysOf(name string, files []txtar.File) (overlays []Source) {
	for _, f := range files {
		if strings.HasPrefix(f.Name, name+".") && f.Name != name+".yaml" && strings.HasSuffix(f.Name, ".yaml") {
			overlays = append(overlays, Source{Name: f.Name, Text: f.Data})
		}
	}
	return overlays
}

// partsOf returns the files in a case that its catalog may name: NAME/FILE.
func partsOf(name string, files []txtar.File) (parts []txtar.File) {
	for _, f := range files {
		if strings.HasPrefix(f.Name, name+"/") {
			parts = append(parts, f)
		}
	}
	return parts
}

// beside returns a function that reads the parts of a case.
func beside(name string, parts []txtar.File) func(string) (Source, error) {
	if parts == nil {
		return nil
	}
	return func(path string) (Source, error) {
		for _, f := range parts {
			if f.Name == name+"/"+path {
				return Source{Name: f.Name, Text: f.Data}, nil
			}
		}
		return Source{}, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
}

// check returns the problems of a catalog.
func check(_ *Catalog, problems Problems) Problems { return problems }

// resolve returns a catalog without problems.
func resolve(c *Catalog, problems Problems) *Catalog {
	if problems != nil {
		panic(problems)
	}
	return c
}

// TestEveryProblemHasACase runs the cases in testdata/problems: NAME.yaml is a catalog, NAME.*.yaml are its
// overlays, its files are below NAME, and NAME.want lists its problems. Every id has a case.
func TestEveryProblemHasACase(t *testing.T) {
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	require.NoError(t, err)
	seen := map[ID]bool{}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		out := &txtar.Archive{Comment: archive.Comment}
		wants := map[string]string{}
		for _, f := range archive.Files {
			if name, ok := strings.CutSuffix(f.Name, ".want"); ok {
				wants[name] = string(f.Data)
			}
		}
		for _, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, ".yaml")
			if !ok || strings.ContainsAny(name, "./") {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) {
				overlays := overlaysOf(name, archive.Files)
				parts := partsOf(name, archive.Files)
				ps := check(ParseSource(Source{Name: f.Name, Text: f.Data, Beside: beside(name, parts)}, overlays...))
				for _, p := range ps {
					seen[p.ID] = true
				}
				if testing.Verbose() {
					t.Log("\n" + ps.Error())
				}
				if !*update {
					require.Equal(t, wants[name], positions(ps), "%s; go test ./internal/catalog -update writes the cases anew\n%s", path, ps.Error())
				}
				out.Files = append(append(out.Files, f), parts...)
				for _, o := range overlays {
					out.Files = append(out.Files, txtar.File{Name: o.Name, Data: o.Text})
				}
				out.Files = append(out.Files, txtar.File{Name: name + ".want", Data: []byte(positions(ps))})
			})
		}
		if *update {
			require.NoError(t, os.WriteFile(path, txtar.Format(out), 0o644))
		}
	}
	for name := range bytesCases() { // see TestInvalidBytesAreProblemsWithAPlace
		_, id, _ := strings.Cut(name, " ")
		seen[ID(id)] = true
	}
	known := map[ID]bool{}
	for _, id := range ids.Declared(t, ".", "yamldoc") {
		require.False(t, known[ID(id)], "%s is declared twice", id)
		known[ID(id)] = true
		require.True(t, seen[ID(id)], "%s has no case in testdata/problems", id)
	}
	for id := range seen {
		require.True(t, known[id], "%s is not declared", id)
	}
}
