package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
)

// Changes that a test of the package or of a user notices do not survive, and all others do.
func TestUnnoticedChangesSurvive(t *testing.T) {
	long.SkipUnlessFull(t, "runs go test for each change")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example.org/m\n\ngo 1.26\n",
		"p/p.go":         "package p\n\nfunc IsBig(n int) bool {\n\treturn n > 9\n}\n\nfunc IsSmall(n int) bool {\n\treturn n < 1\n}\n",
		"p/p_test.go":    "package p\n\nimport \"testing\"\n\nfunc TestIsBig(t *testing.T) {\n\tif !IsBig(10) {\n\t\tt.Fail()\n\t}\n}\n",
		"user/u_test.go": "package user\n\nimport (\n\t\"testing\"\n\n\t\"example.org/m/p\"\n)\n\nfunc TestUse(t *testing.T) {\n\tif !p.IsSmall(0) || p.IsSmall(1) || p.IsSmall(2) {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	p, err := load(dir, "./p", 0)
	require.NoError(t, err)
	require.Equal(t, []string{"example.org/m/p", "example.org/m/user"}, p.tests)
	survived := map[string]bool{}
	for _, m := range p.mutants() {
		by, compiles := p.killer(m)
		require.True(t, compiles, m)
		survived[m.String()] = by == ""
	}
	require.Equal(t, map[string]bool{
		"p.go: IsBig: n > 9 -> n >= 9":   true,
		"p.go: IsBig: n > 9 -> n <= 9":   false,
		"p.go: IsBig: 9 -> 9 + 1":        false,
		"p.go: IsSmall: n < 1 -> n <= 1": false,
		"p.go: IsSmall: n < 1 -> n >= 1": false,
		"p.go: IsSmall: 1 -> 1 + 1":      false,
	}, survived)
	known := tally{killed: 5, explained: 1}
	reasons := map[string]bool{"p.go: IsBig: n > 9 -> n >= 9": true}
	require.Equal(t, known, try(p, 0, 1, reasons))
}
