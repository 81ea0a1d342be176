package main

import (
	"cmp"
	"io"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/wording"
)

// This file makes the output of targets in memory, for gen generate, which writes it, and gen check,
// which only compares.

// targetOutput is the output for a target, in memory and in its folder.
type targetOutput struct {
	*output.Folder
	folderName string // the name of the folder
	target     output.Target
	size       string // of the catalog, in words, with the name of the target if there are several
}

// makeOutputs makes the output of every target. The error has the problems of all.
func makeOutputs(f *flags) ([]targetOutput, error) {
	const reason = "generated files name their catalog, and its vectors are in its folder; name a file"
	if err := f.RequireFile(reason); err != nil {
		return nil, err
	}
	selected, err := f.readTargets()
	if err != nil {
		return nil, err
	}
	outputs := make([]targetOutput, len(selected))
	errs := make([]error, len(selected))
	for i := range selected {
		t := &selected[i]
		outputs[i], errs[i] = makeOutput(t)
		if len(selected) > 1 {
			outputs[i].size = cmp.Or(t.Name, t.Spec) + ": " + outputs[i].size
		}
	}
	if err := yamldoc.Join(errs...); err != nil {
		closeAll(outputs)
		return nil, err
	}
	return outputs, nil
}

// makeOutput makes the output of a target. The folder is open even if there is an error, unless
// it could not be opened.
func makeOutput(t *targets.Target) (targetOutput, error) {
	folder, config, err := t.Open()
	if err != nil {
		return targetOutput{}, err
	}
	m := targetOutput{Folder: folder, folderName: t.Out}
	c, err := t.Load()
	set, errVectors := vectors.Load(filepath.Join(filepath.Dir(t.Spec), "vectors"), c)
	if err := yamldoc.Join(err, errVectors); err != nil {
		return m, err
	}
	files, err := generator.Emit(c, set, config)
	if err != nil {
		return m, err
	}
	m.size = size(c.Areas)
	m.target = output.Target{
		Files:  files,
		Paths:  generator.Paths(),
		Source: config.Inputs(),
		Adopt:  t.Settled,
		Others: t.Folders,
		Retire: retireFunc(folder.Path()),
	}
	return m, nil
}

// closeAll closes the folders that were opened.
func closeAll(outputs []targetOutput) {
	for _, m := range outputs {
		if m.Folder != nil {
			m.Close()
		}
	}
}

// size returns the number of areas and operations, in words.
func size(areas []*catalog.Area) string {
	operations := 0
	for _, area := range areas {
		operations += len(area.Operations)
	}
	return wording.Count(len(areas), "area") + ", " + wording.Count(operations, "operation")
}

// writeFlags are the flags of the commands that write a folder of files.
type writeFlags struct {
	adopt   bool
	verbose bool
}

// addTo adds the flags to a command.
func (w *writeFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&w.adopt, "adopt", false,
		"replace files that were generated from another catalog, or with more overlays")
	cmd.Flags().BoolVarP(&w.verbose, "verbose", "v", false,
		"name each file that is written or deleted")
}

// writeFolder writes files and prints what it did.
func (w *writeFlags) writeFolder(m targetOutput, stdout io.Writer) error {
	summary, err := m.Write(m.target)
	if err != nil {
		return err
	}
	if w.verbose {
		for _, name := range summary.Written {
			say(stdout, "gen: wrote %s", path.Join(filepath.ToSlash(m.folderName), name))
		}
		for _, name := range summary.Removed {
			say(stdout, "gen: deleted %s", path.Join(filepath.ToSlash(m.folderName), name))
		}
	}
	return say(stdout, "gen: %s: %s written, %d removed, %d unchanged",
		m.size, wording.Count(len(summary.Written), "file"), len(summary.Removed), summary.Unchanged)
}
