package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLoadSaysWhyAFileCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.yaml")
	_, err := Load(path)
	require.ErrorContains(t, err, "no catalog at "+path+": name it in opgen.yaml or with --spec, or start one with gen init")
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	c, err := Load(path)
	require.Nil(t, c)
	require.Equal(t, path+`:1:1: empty-document: the text is empty; it starts with "catalog: 1"`, err.(Problems)[0].Error())
	require.NoError(t, os.Chmod(path, 0))
	if f, err := os.Open(path); err != nil { // root can still open it
		_, err = Load(path)
		require.ErrorContains(t, err, "cannot be opened")
	} else {
		f.Close()
	}
}

// A catalog names files in its folder and below. Links that leave it are refused in any part of a
// path.
func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	path := filepath.Join(dir, "spec", "c.yaml")
	write("spec/c.yaml", "catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"+
		"records: {A: here.yaml, B: folder.yaml, C: outside.yaml, D: out/d.yaml}\nareas: {one: areas/one.yaml}\n")
	write("spec/areas/one.yaml", "operations: {get: {include: A}}\n")
	write("spec/areas/a.yaml", "fields: {a: string}\n")
	write("secret/d.yaml", "fields: {a: string}\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "spec", "folder.yaml"), 0o755))
	for name, target := range map[string]string{"here.yaml": "areas/a.yaml", "outside.yaml": "../secret/d.yaml", "out": "../secret"} {
		if err := os.Symlink(target, filepath.Join(dir, "spec", name)); err != nil {
			t.Skip(err)
		}
	}
	_, err := Load(path)
	require.EqualError(t, err.(Problems)[0], path+`:4:28: bad-file: B: "folder.yaml": folder.yaml is a directory: name a file`)
	require.EqualError(t, err.(Problems)[1], path+`:4:44: bad-file: C: "outside.yaml": path escapes from parent`)
	require.EqualError(t, err.(Problems)[2], path+`:4:61: bad-file: D: "out/d.yaml": path escapes from parent`)
	require.Len(t, err, 3)

	write("spec/c.yaml", "catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n"+
		"records: {A: here.yaml}\nareas: {one: areas/one.yaml}\n")
	c, err := Load(path)
	require.NoError(t, err)
	names := each(c.Sources(), func(s Source) string { return s.Name })
	require.Equal(t, []string{path, filepath.Join(dir, "spec", "here.yaml"), filepath.Join(dir, "spec", "areas", "one.yaml")}, names)
	require.Equal(t, names[2], c.Areas[0].Pos.File)
}

// Files share the limits of one file: size, characters that start tokens, and expanded aliases.
func TestFilesShareLimits(t *testing.T) {
	ids := func(part string, n int) []string {
		main := "catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\nareas: {a: {operations: {b: {}}}}\nenums:\n"
		for i := range n {
			main += fmt.Sprintf("  E%d: %d.yaml\n", i, i)
		}
		_, problems := ParseSource(Source{Name: "c.yaml", Text: []byte(main), Beside: func(path string) (Source, error) {
			return Source{Name: path, Text: []byte(part)}, nil
		}})
		return each(problems, func(p Problem) string { return p.Pos.File + " " + string(p.ID) })
	}
	require.Equal(t, []string{"2.yaml too-large"}, ids("values: {a: }\n#"+strings.Repeat(" ", 11<<20), 3))
	require.Equal(t, []string{"1.yaml too-many-nodes"}, ids("values: {a: }\ndescription: "+strings.Repeat("-", 1_200_000), 2))
	aliases := "values: {a: }\ndescription: &a [" + strings.Repeat("x,", 1000) + "]\nopen: [" + strings.Repeat("*a,", 60) + "]\n"
	require.NotContains(t, ids(aliases, 1), "0.yaml too-many-nodes")
	require.Contains(t, ids(aliases, 2), "1.yaml too-many-nodes")
}
