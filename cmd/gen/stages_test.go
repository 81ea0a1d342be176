package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/testing/random"
)

// scaled runs a benchmark with catalogs of 139, 1,390 and 5,004 operations, with
// -short the first alone.
func scaled(b *testing.B, name string, run func(b *testing.B, text []byte)) {
	for _, n := range []int{1, 10, 36} {
		if n > 1 && testing.Short() {
			return
		}
		b.Run(fmt.Sprintf("%s/%d", name, n*139), func(b *testing.B) {
			b.ReportAllocs()
			run(b, random.Times(n))
		})
	}
}

// BenchmarkStages runs each stage by itself.
func BenchmarkStages(b *testing.B) {
	scaled(b, "read", func(b *testing.B, text []byte) {
		for b.Loop() {
			catalog.Parse("x.yaml", text)
		}
	})
	for _, s := range []struct {
		name string
		run  func(c *catalog.Catalog, text []byte) error
	}{
		{"emit", func(c *catalog.Catalog, _ []byte) error {
			_, err := emit(c)
			return err
		}},
		{"lint", func(c *catalog.Catalog, text []byte) error {
			lint.Catalog(c, time.Time{})
			return nil
		}},
		{"docs", func(c *catalog.Catalog, _ []byte) error {
			return reference.HTML(io.Discard, c, config)
		}},
		{"openapi", func(c *catalog.Catalog, _ []byte) error {
			openapi.New(c, "catalog.yaml").YAML()
			return nil
		}},
		{"diff", func(c *catalog.Catalog, _ []byte) error {
			new(diff.Dates).Compare(c, c)
			return nil
		}},
	} {
		scaled(b, s.name, func(b *testing.B, text []byte) {
			c, problems := catalog.Parse("x.yaml", text)
			require.NoError(b, problems.Err())
			for b.Loop() {
				require.NoError(b, s.run(c, text))
			}
		})
	}
}

var config = generator.Config{Source: "x.yaml", Import: "example.org/x"}

func emit(c *catalog.Catalog) ([]generator.File, error) { return generator.Emit(c, nil, config) }

// BenchmarkWrite writes files into an empty folder, and into one that has them.
func BenchmarkWrite(b *testing.B) {
	for name, fresh := range map[string]bool{"new": true, "unchanged": false} {
		scaled(b, name, func(b *testing.B, text []byte) {
			c, problems := catalog.Parse("x.yaml", text)
			require.NoError(b, problems.Err())
			files, err := emit(c)
			require.NoError(b, err)
			dir := b.TempDir()
			for i := 0; b.Loop(); i++ {
				if fresh {
					dir = filepath.Join(b.TempDir(), fmt.Sprint(i))
				}
				folder, err := output.Open(dir)
				require.NoError(b, err)
				_, err = folder.Write(output.Target{Files: outputFiles(files), Paths: generator.Paths(), Source: config.Source})
				require.NoError(b, err)
				folder.Close()
			}
		})
	}
}

// BenchmarkCommand runs gen as a whole: where it writes everything, where it has
// nothing to write, and where it only compares.
func BenchmarkCommand(b *testing.B) {
	for _, c := range []struct {
		name    string
		command string
		fresh   bool
	}{{"generate", "generate", true}, {"generate again", "generate", false}, {"check", "check", false}} {
		scaled(b, c.name, func(b *testing.B, text []byte) {
			b.Chdir(b.TempDir())
			require.NoError(b, os.WriteFile("go.mod", []byte("module example.org/x\n"), 0o644))
			require.NoError(b, os.WriteFile("x.yaml", text, 0o644))
			gen := func(command string) {
				var out, errs bytes.Buffer
				require.Zero(b, run([]string{command, "--spec", "x.yaml"}, &out, &errs), errs.String())
			}
			gen("generate")
			for b.Loop() {
				if c.fresh {
					require.NoError(b, os.RemoveAll("gen"))
				}
				gen(c.command)
			}
		})
	}
}
