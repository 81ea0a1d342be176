package generated

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/testing/random"
)

// The texts of every slot of a catalog and of wire vectors, its overlay and the
// name of its file hold lines that go generate would run: it finds none. It reads
// all Go files of a module, generated ones in whatever folder.
func TestNoTextRunsACommand(t *testing.T) {
	d := newDownstream(t)
	canary := filepath.Join(t.TempDir(), "canary")
	command := "go:generate " + strconv.Quote(os.Args[0]) + " -test.run=TestTouch -- " + strconv.Quote(canary)
	t.Setenv("RANDOM_CANARY", canary)
	lines := []string{"//" + command, "\n//" + command + "\n", "{\n//" + command + "\n}", "x\r//" + command, "x\u2028//" + command, "*/\n//" + command + "\n/*"}
	written, held := 0, map[string]bool{}
	for _, slot := range append([]string{"", vectorSlot}, random.Slots...) {
		for i, text := range lines {
			if slot != vectorSlot && i%4 != 1 {
				continue
			}
			c, problems := catalog.Parse("catalog.yaml", []byte(random.Injected(strings.TrimPrefix(slot, vectorSlot), text).YAML()))
			if len(problems) > 0 {
				continue
			}
			var set vectors.Set
			if slot == vectorSlot {
				set = hostileVectors(t, c, text)
			}
			at := path.Join("s"+strconv.Itoa(written), "gen")
			cfg := generator.Config{Source: "catalog.yaml\n//" + command, Import: module + "/" + at}
			files, err := generator.Emit(c, set, cfg)
			require.NoError(t, err, "%q in %q", text, slot)
			for _, f := range files {
				if strings.Contains(string(f.Content), "go:generate") {
					d.write(t, path.Join(at, f.Path), string(f.Content))
					held[path.Base(f.Path)] = true
				}
			}
			written++
		}
	}
	require.Greater(t, written, len(random.Slots)/2)
	require.True(t, held["vectors_test.go"] && held["types.go"] && held["doc.go"], held)
	d.run(t, "generate", "./...")
	require.NoFileExists(t, canary)

	// The test would see it.
	d.write(t, "seen/seen_test.go", "package seen\n\nvar _ = `\n//"+command+"\n`\n")
	d.run(t, "generate", "./...")
	require.FileExists(t, canary)
}

// TestTouch is the command that the lines of TestNoTextRunsACommand run.
func TestTouch(t *testing.T) {
	if name := os.Getenv("RANDOM_CANARY"); name != "" {
		require.NoError(t, os.WriteFile(name, nil, 0o644))
	}
}

// vectorSlot is every text of a wire vector.
const vectorSlot = "wire vectors"

// hostileVectors are wire vectors with a text in each place that can hold it.
func hostileVectors(t *testing.T, c *catalog.Catalog, text string) vectors.Set {
	quoted, err := json.Marshal(text)
	require.NoError(t, err)
	pretty := "{\n//go:generate false\n\"exemplary\": " + string(quoted) + "}"
	sent := `{"exemplary":` + string(quoted) + `}`
	vector := func(name, request, key string, value any) random.Map {
		return random.Map{{Key: "name", Value: name}, {Key: "request", Value: request}, {Key: key, Value: value}}
	}
	refused := func(name, request, violation string) random.Map {
		return append(vector(name, request, "violations", random.List{violation}), random.Entry{Key: "only", Value: "server"})
	}
	list := random.List{
		vector(text, sent, "body", `{"exemplary":`+string(quoted)+`,"default":"x","colour":"blue"}`),
		refused("server", text, "json"),
		refused("pretty", pretty, "json"),
		refused("key", `{`+string(quoted)+`:1}`, "/"+strings.ReplaceAll(text, "/", "~1")+" unknown-field"),
	}
	file := random.Map{{Key: "vectors", Value: random.Plain("1")},
		{Key: "operations", Value: random.Map{{Key: "get", Value: list}}}}
	set, problems := vectors.Parse([]catalog.Source{{Name: "things.yaml", Text: []byte(file.YAML())}}, c)
	require.Empty(t, problems, "%s", file.YAML())
	return set
}
