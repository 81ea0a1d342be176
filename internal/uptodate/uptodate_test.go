package uptodate

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cacheHere gives the test a cache folder of its own.
func cacheHere(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, t.TempDir())
	}
}

func TestFind(t *testing.T) {
	cacheHere(t)
	key, e := KeyOf("a", "b"), Entry{Sum: "0123", Size: "2 areas"}
	_, ok := key.Find()
	require.False(t, ok)
	key.Keep(e)
	for i, texts := range [][]string{{"a", "b"}, {"ab"}, {"ab", ""}, {"", "ab"}, {"b", "a"}, {"a", "b", ""}, {"a", "1\nb"}, {"a\n1\nb"}, nil} {
		found, ok := KeyOf(texts...).Find()
		require.Equal(t, i == 0, ok, "%q", texts)
		require.Equal(t, ok, found == e)
	}
	key.Keep(Entry{Sum: "4567"})
	found, ok := key.Find()
	require.True(t, ok)
	require.Equal(t, Entry{Sum: "4567"}, found)
}

// Two keys of which each replaces the other do so.
func TestCacheStaysSmall(t *testing.T) {
	cacheHere(t)
	one, two := Key("abc1"), Key("abc2")
	one.Keep(Entry{Sum: "1"})
	two.Keep(Entry{Sum: "2"})
	_, ok := one.Find()
	require.False(t, ok)
	found, ok := two.Find()
	require.True(t, ok)
	require.Equal(t, Entry{Sum: "2"}, found)
	name, err := one.file()
	require.NoError(t, err)
	files, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, files, 1)
}

// An entry that is cut off anywhere, or of which a byte is another one, is none.
func TestBrokenEntry(t *testing.T) {
	cacheHere(t)
	key := KeyOf()
	key.Keep(Entry{Sum: "0123", Size: "2 areas"})
	name, err := key.file()
	require.NoError(t, err)
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i]++
		for _, text := range [][]byte{whole[:i], changed} {
			require.NoError(t, os.WriteFile(name, text, 0o600))
			_, ok := key.Find()
			require.False(t, ok, "%q", text)
		}
	}
	require.NoError(t, os.WriteFile(name, append(whole, whole...), 0o600))
	_, ok := key.Find()
	require.False(t, ok)
}

// Where nothing can be kept, nothing is found, and nothing fails.
func TestNoCache(t *testing.T) {
	e := Entry{Sum: "0123"}
	cacheHere(t)
	Key("").Keep(e)
	_, ok := Key("").Find()
	require.False(t, ok)
	for _, home := range []string{"", os.DevNull} {
		for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
			t.Setenv(name, home)
		}
		KeyOf().Keep(e)
		_, ok := KeyOf().Find()
		require.False(t, ok, "%q", home)
	}
}

func TestIdentify(t *testing.T) {
	const (
		id      = "EDcuFNxQyOYTSBX93Ebs/ite0nPoDpwYT6uuUGK2X/9kwDMMTovofr7SNLbhd2/0ZRcj0kyEfUG_i60TqyT"
		another = "EDcuFNxQyOYTSBX93Ebs/ite0nPoDpwYT6uuUGK2X/9kwDMMTovofr7SNLbhd2/0ZRcj0kyEfUG_i60TqyU"
	)
	long := string(make([]byte, 40<<10))
	seen := map[string]string{}
	for _, test := range []struct{ text, as string }{
		{"\x7fELFGo\x00\x00" + id + "\x00" + long, "id"},
		{"\x7fELFGo\x00\x00" + another + "\x00" + long, "another id"},
		{"MZGo build ID: \"" + id + "\"\n" + long, "id in code"},
		{"MZGo build ID: \"" + another + "\"\n" + long, "another id in code"},
		{"MZGo build ID: \"" + id + "\"\n", "id in code"}, // which is all that is read
		{"MZGo build ID: \"redacted\"\n" + long, "hash"},
		{long + "1", "hash of another end"},
		{long + "2", "hash of yet another end"},
		{"1", "hash of a short one"},
	} {
		name := filepath.Join(t.TempDir(), "gen")
		require.NoError(t, os.WriteFile(name, []byte(test.text), 0o755))
		got, err := identify(name)
		require.NoError(t, err)
		if as, ok := seen[got]; ok {
			assert.Equal(t, as, test.as)
		}
		seen[got] = test.as
	}
	assert.Len(t, seen, 8)
	_, err := identify(t.TempDir())
	require.Error(t, err)
	_, err = identify("missing")
	require.Error(t, err)
}

// What go builds has a build ID, for without one each run hashes the executable.
func TestOwnBuildID(t *testing.T) {
	id, err := executable()
	require.NoError(t, err)
	require.Regexp(t, buildID, id)
}
