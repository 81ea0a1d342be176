package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"example.com/opgen/catalog"
	"example.com/opgen/generator"
	"example.com/opgen/internal/output"
	"example.com/opgen/internal/uptodate"
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

Which catalog gave which files is noted in the user's cache folder, as hashes.
Where the catalog, gen and the files are as noted, nothing is generated again.

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
	m, err := pipeline(f)
	if err != nil {
		return err
	}
	sum := output.Summary{Unchanged: m.held}
	if m.held == 0 {
		if sum, err = output.Write(f.out, m.files, force); err != nil {
			return err
		}
	}
	if err := printSummary(stdout, m.size, sum); err != nil {
		return err
	}
	return explainRemoval(stdout, sum)
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

func printSummary(w io.Writer, size string, sum output.Summary) error {
	_, err := fmt.Fprintf(w, "gen: %s: %s written, %d removed, %d unchanged\n",
		size, count(sum.Written, "file"), sum.Removed, sum.Unchanged)
	return err
}

// made is what a catalog gives.
type made struct {
	size  string        // of the catalog, in words
	files []output.File // nil where the output folder is known to hold them
	held  int           // then their number, with the manifest
}

// pipeline is the way from a catalog to files. It goes only as far as the texts
// where they are those of an earlier run, and the output folder holds what came
// of them.
func pipeline(f *flags) (made, error) {
	config, err := locate(f)
	if err != nil {
		return made{}, err
	}
	sources, err := catalog.ReadSources(f.spec, f.overlays...)
	if err != nil {
		return made{}, err
	}
	wire, err := vectors.Read(filepath.Join(filepath.Dir(f.spec), "vectors"))
	if err != nil {
		return made{}, err
	}
	key := keyOf(config, sources, wire)
	if e, ok := key.Find(); ok {
		if held, ok := output.Holds(f.out, e.Sum); ok {
			return made{size: e.Size, held: held}, nil
		}
	}
	c, problems := catalog.Parse(f.spec, sources[0].Text, sources[1:]...)
	set, more := vectors.Parse(wire, c)
	if problems = append(problems, more...); problems != nil {
		return made{}, problems
	}
	emitted, err := generator.Emit(c, set, config)
	if err != nil {
		return made{}, err
	}
	m := made{size: size(c), files: outputFiles(emitted)}
	key.Keep(uptodate.Entry{Sum: output.Sum(m.files), Size: m.size})
	return m, nil
}

// keyOf returns what stands for all that decides the output.
func keyOf(config generator.Config, sources, wire []catalog.Source) uptodate.Key {
	texts := []string{config.Source, config.Import, strconv.Itoa(len(sources))}
	for _, s := range slices.Concat(sources, wire) {
		texts = append(texts, s.Name, string(s.Text))
	}
	return uptodate.KeyOf(texts...)
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
