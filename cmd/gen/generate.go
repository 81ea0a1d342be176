package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/catalog"
	"example.com/opgen/generator"
	"example.com/opgen/internal/output"
	"example.com/opgen/vectors"
)

func newGenerate(f *flags) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write the generated code: what changed, and nothing else",
		Long: `generate makes the output folder hold the code that the catalog gives. It writes
the files that differ, deletes those that are no longer generated, and leaves
the rest untouched. Where the catalog has a problem it changes nothing.

Wire vectors in the folder vectors beside the catalog become tests beside the
bindings.

Files that were changed by hand are overwritten only with --force; files that
gen did not generate, never.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return generate(f, force, cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite generated files that were changed by hand")
	return cmd
}

// generate writes the output.
func generate(f *flags, force bool, stdout io.Writer) error {
	return pipeline(f, func(c *catalog.Catalog, files []output.File) error {
		sum, err := output.Write(f.out, files, force)
		if err != nil {
			return err
		}
		if err := printSummary(stdout, c, sum); err != nil {
			return err
		}
		return explainRemoval(stdout, sum)
	})
}

// explainRemoval says what go generate makes of files that are gone: it lists the
// files of all packages before it runs the first command, and stops at one that
// it does not find.
func explainRemoval(w io.Writer, sum output.Summary) error {
	if sum.Removed == 0 || os.Getenv("GOFILE") == "" {
		return nil
	}
	_, err := fmt.Fprintln(w, "gen: files were removed; if go generate stops at one of them now, all is written, and the next run is clean")
	return err
}

func printSummary(w io.Writer, c *catalog.Catalog, sum output.Summary) error {
	_, err := fmt.Fprintf(w, "gen: %s: %s written, %d removed, %d unchanged\n",
		size(c), count(sum.Written, "file"), sum.Removed, sum.Unchanged)
	return err
}

// pipeline is the way from a catalog to files. What becomes of them is up to
// last, which is not reached where anything before it fails.
func pipeline(f *flags, last func(*catalog.Catalog, []output.File) error) error {
	config, err := locate(f)
	if err != nil {
		return err
	}
	doc, err := f.load()
	if err != nil {
		return err
	}
	wire, err := vectors.Load(filepath.Join(filepath.Dir(f.spec), "vectors"))
	if err != nil {
		return err
	}
	if problems := slices.Concat(catalog.Check(doc), vectors.Check(wire, doc)); len(problems) > 0 {
		return problems
	}
	resolved := catalog.Resolve(doc)
	files, err := generator.Emit(resolved, vectors.Resolve(wire, doc), config)
	if err != nil {
		return err
	}
	return last(resolved, outputFiles(files))
}

// outputFiles hands the generator's files on. The two packages do not know each
// other: one is pure, the other knows nothing of catalogs.
func outputFiles(files []generator.File) []output.File {
	out := make([]output.File, len(files))
	for i, f := range files {
		out[i] = output.File(f)
	}
	return out
}
