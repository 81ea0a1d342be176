package main

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/project/settings"
)

// A run of init that was cut off, at the beginning, within or at the end of a
// file, is completed by the next.
func TestInitCompletesWhatWasCutOff(t *testing.T) {
	start := func(have map[string]string) map[string]string {
		dir := t.TempDir()
		t.Chdir(dir)
		have["go.mod"] = "module example.org/shop\n"
		for name, text := range have {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		}
		require.Equal(t, exitFine, run([]string{"init"}, io.Discard, t.Output()))
		found := map[string]string{}
		require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			found[name] = string(text)
			return err
		}))
		return found
	}
	whole := start(map[string]string{})
	require.Len(t, whole, 12)
	names := slices.Sorted(maps.Keys(whole))
	// The settings are written last: a repository that has them has all.
	names = append(slices.DeleteFunc(names, func(name string) bool { return name == settings.Name }), settings.Name)
	for i, name := range names {
		for _, length := range []int{0, 1, 10, len(whole[name]) / 2, len(whole[name]) - 1, len(whole[name])} {
			have := map[string]string{name: whole[name][:length]}
			for _, before := range names[:i] {
				have[before] = whole[before]
			}
			require.Equal(t, whole, start(have), "%s, cut off after %d bytes", name, length)
		}
	}
}
