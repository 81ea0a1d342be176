package main

import (
	"cmp"
	"io"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// writeFlags are the flags of the commands that write a folder of files.
type writeFlags struct {
	adopt   bool
	verbose bool
}

func (w *writeFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&w.adopt, "adopt", false, "replace files that were generated from another catalog, or with more overlays")
	cmd.Flags().BoolVarP(&w.verbose, "verbose", "v", false, "name each file that is written or deleted")
}

func newGenerate(f *flags) *cobra.Command {
	var w writeFlags
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write the generated code",
		Long: `generate writes the generated code to the output folder. It writes files that differ,
deletes those that are no longer generated, and leaves the rest untouched.
If the catalog has a problem, it changes nothing.

Wire vectors in vectors/, beside the catalog, become tests of the
generated code.

The header of a file shows whether it is generated. Edits to generated files are lost;
gen check shows them. Other files are never changed, and generate stops if one is in
the way. It also stops if the files were generated from another catalog or with more
overlays, unless --adopt is set, or both come from a target in opgen.yaml.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return generate(f, w, cmd.OutOrStdout())
		},
	}
	f.add(cmd, "spec", "overlay", "out", "target")
	w.add(cmd)
	return cmd
}

// generate writes the output of every target, or of none if one has a problem.
func generate(f *flags, w writeFlags, stdout io.Writer) error {
	all, err := makeOutputs(f)
	if err != nil {
		return err
	}
	defer closeAll(all)
	for i := range all {
		all[i].target.Adopt = all[i].target.Adopt || w.adopt
		c, err := all[i].Compare(all[i].target)
		if err == nil {
			err = c.Refused
		}
		if err != nil {
			return err
		}
	}
	for _, m := range all {
		if err := w.write(m, stdout); err != nil {
			return err
		}
	}
	return nil
}

// write writes files and prints what it did.
func (w *writeFlags) write(m targetOutput, stdout io.Writer) error {
	sum, err := m.Write(m.target)
	if err != nil {
		return err
	}
	if w.verbose {
		for _, name := range sum.Written {
			say(stdout, "gen: wrote %s", path.Join(filepath.ToSlash(m.out), name))
		}
		for _, name := range sum.Removed {
			say(stdout, "gen: deleted %s", path.Join(filepath.ToSlash(m.out), name))
		}
	}
	return say(stdout, "gen: %s: %s written, %d removed, %d unchanged",
		m.size, wording.Count(len(sum.Written), "file"), len(sum.Removed), sum.Unchanged)
}

// targetOutput is the output for a target.
type targetOutput struct {
	*output.Folder
	out    string // the name of the folder
	target output.Target
	size   string // of the catalog, in words, with the name of the target if there are several
}

func closeAll(all []targetOutput) {
	for _, m := range all {
		if m.Folder != nil {
			m.Close()
		}
	}
}

// makeOutputs makes the output of every target. The error has the problems of all.
func makeOutputs(f *flags) ([]targetOutput, error) {
	if err := f.requireFile("generated files name their catalog, and its vectors are in its folder; name a file"); err != nil {
		return nil, err
	}
	targets, err := f.targets()
	if err != nil {
		return nil, err
	}
	all, errs := make([]targetOutput, len(targets)), make([]error, len(targets))
	for i := range targets {
		all[i], errs[i] = makeOutput(&targets[i])
		if len(targets) > 1 {
			all[i].size = cmp.Or(targets[i].name, targets[i].spec) + ": " + all[i].size
		}
	}
	if err := yamldoc.Join(errs...); err != nil {
		closeAll(all)
		return nil, err
	}
	return all, nil
}

// makeOutput makes the output of a target.
func makeOutput(t *target) (targetOutput, error) {
	folder, config, err := t.open()
	if err != nil {
		return targetOutput{}, err
	}
	m := targetOutput{Folder: folder, out: t.out}
	c, err := t.load()
	set, wrong := vectors.Load(filepath.Join(filepath.Dir(t.spec), "vectors"), c)
	if err := yamldoc.Join(err, wrong); err != nil {
		return m, err
	}
	emitted, err := generator.Emit(c, set, config)
	if err != nil {
		return m, err
	}
	m.size = size(c.Areas)
	m.target = output.Target{
		Files: emitted, Paths: generator.Paths(), Source: config.Source,
		Adopt: t.settled, Others: t.others, Retire: retireFunc(folder.Path()),
	}
	return m, nil
}
