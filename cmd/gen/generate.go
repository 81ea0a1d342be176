package main

import (
	"io"

	"github.com/spf13/cobra"
)

// newGenerate returns gen generate, which is also the command without a subcommand. It compares
// every target before it writes the first one, so that a mistake in one leaves no mixture.
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
	f.addShared(cmd, "spec", "overlay", "out", "target")
	w.addTo(cmd)
	return cmd
}

// generate writes the output of every target, or of none if one has a problem or a foreign file in
// its way.
func generate(f *flags, w writeFlags, stdout io.Writer) error {
	outputs, err := makeOutputs(f)
	if err != nil {
		return err
	}
	defer closeAll(outputs)
	for i := range outputs {
		m := &outputs[i]
		m.target.Adopt = m.target.Adopt || w.adopt
		c, err := m.Compare(m.target)
		if err != nil {
			return err
		}
		if c.Refused != nil {
			return c.Refused
		}
	}
	for _, m := range outputs {
		if err := w.writeFolder(m, stdout); err != nil {
			return err
		}
	}
	return nil
}
