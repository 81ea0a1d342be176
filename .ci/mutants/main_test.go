package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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
	p, err := load(dir, "./p")
	require.NoError(t, err)
	all := p.draw(p.mutants(), options{users: -1})
	built, err := p.build(all)
	require.NoError(t, err)
	defer built.close()
	survived := map[string]bool{}
	for _, m := range all {
		survived[m.String()] = true
	}
	for _, user := range p.users {
		s, err := built.suite(p, user, time.Minute)
		require.NoError(t, err)
		for _, m := range all {
			if noticed, _ := built.notices(s, m); noticed {
				survived[m.String()] = false
			}
		}
	}
	require.Equal(t, map[string]bool{
		"p/p.go: IsBig: n > 9 -> n >= 9":   true,
		"p/p.go: IsBig: n > 9 -> n <= 9":   false,
		"p/p.go: IsBig: 9 -> 9 + 1":        false,
		"p/p.go: IsSmall: n < 1 -> n <= 1": false,
		"p/p.go: IsSmall: n < 1 -> n >= 1": false,
		"p/p.go: IsSmall: 1 -> 1 + 1":      false,
	}, survived)
	known := tally{killed: 5, explained: 1}
	reasons := map[string]bool{"p/p.go: IsBig: n > 9 -> n >= 9": true, "q/q.go: IsGone: 1 -> 1 + 1": true}
	counts, err := try(p, options{users: -1, reasons: reasons})
	require.NoError(t, err)
	require.Equal(t, known, counts)
	reasons["p/p.go: IsGone: 1 -> 1 + 1"] = true
	_, err = try(p, options{users: -1, reasons: reasons})
	require.EqualError(t, err, "known: no such change: p/p.go: IsGone: 1 -> 1 + 1")
}

// Each known change is one of its package.
func TestReasonsNameChanges(t *testing.T) {
	reasons, err := readReasons("known")
	require.NoError(t, err)
	require.NotEmpty(t, reasons)
	module := map[string]string{"engine": "../../sandbox"}
	path := map[string]string{
		"wire": "./api/wire", "cursor": "./internal/json/cursor", "generator": "./generator",
		"interpreter": "./internal/plan/interpreter", "engine": "./internal/engine",
	}
	loaded := map[string]bool{}
	for change := range reasons {
		folder, _, _ := strings.Cut(change, "/")
		if loaded[folder] {
			continue
		}
		loaded[folder] = true
		pattern := cmp.Or(path[folder], "./internal/review/"+folder)
		p, err := load(cmp.Or(module[folder], "../.."), pattern)
		require.NoError(t, err)
		assert.NoError(t, checkReasons(reasons, p.mutants()))
	}
}
