package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.com/opgen/generator"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/wording"
)

// docsFlags are the flags of gen docs.
type docsFlags struct {
	*flags
	writeFlags
	format choice
	to     string
}

// newDocs returns gen docs. HTML is one document like any other; Markdown is a folder of files
// that gen owns, so it is written as generated code is.
func newDocs(f *flags) *cobra.Command {
	p := &docsFlags{flags: f, format: choice{"html", []string{"html", "markdown"}}}
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "Write the reference of the catalog as HTML or Markdown",
		Long: `docs writes a reference of all operations, with examples of requests and responses.

HTML is one page that needs no network, written to the standard output or to the
--output file. Markdown is a page for each area, one for the records and enums, and
a README.md that lists them, in the --output folder. docs replaces only pages that it
wrote.

The examples in Go import the code in --out.`,
		Example: `  gen docs > reference.html
  gen docs --format markdown --output docs/reference`,
		Args: p.check,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.write(cmd) },
	}
	f.addShared(cmd, "spec", "overlay", "out", "target")
	mentionStdin(cmd)
	p.format.addFlag(cmd, "format", "`html` or markdown")
	addOutput(cmd, &p.to, "the `path` of the page, or the folder of the pages")
	p.writeFlags.addTo(cmd)
	return cmd
}

// check returns an error for flags that contradict each other.
func (d *docsFlags) check(cmd *cobra.Command, args []string) error {
	if err := d.format.setByName(cmd, d.to); err != nil {
		return err
	}
	markdown := d.format.value == "markdown"
	meansOutput := d.to == "" && cmd.Flags().Changed("out") && formatOf(d.Out) != ""
	switch {
	case meansOutput:
		return fmt.Errorf("--out %s is the folder of the generated code, which the examples import; "+
			"--output is the path of the page", d.Out)
	case markdown && d.to == "":
		return errors.New("--format markdown requires --output DIR")
	case !markdown && (d.adopt || d.verbose):
		return errors.New("--adopt and --verbose are for a folder of pages, " +
			"which --format markdown writes")
	}
	return cobra.NoArgs(cmd, args)
}

// write writes the page, or the folder of pages.
func (d *docsFlags) write(cmd *cobra.Command) error {
	markdown := d.format.value == "markdown"
	if markdown {
		const reason = "the pages name their catalog, and replace those of the same one; give a file"
		if err := d.RequireFile(reason); err != nil {
			return err
		}
	}
	t, c, err := d.loadTarget()
	if err != nil {
		return err
	}
	cfg := docsConfig(t)
	if !markdown {
		var page bytes.Buffer
		if err := reference.HTML(&page, c, cfg); err != nil {
			return err
		}
		return writeDocument(c, page.Bytes(), d.to, "html", cmd.OutOrStdout())
	}
	files, err := reference.Markdown(c, cfg)
	if err != nil {
		return err
	}
	out, err := output.Open(d.to)
	if err != nil {
		return err
	}
	defer out.Close()
	m := targetOutput{Folder: out, out: d.to, size: size(c.Areas)}
	m.target = output.Target{
		Files:  files,
		Paths:  reference.Paths(),
		Source: cfg.Source,
		Adopt:  t.Settled || d.adopt,
	}
	return d.writeFolder(m, cmd.OutOrStdout())
}

// docsConfig returns the configuration of a reference. Outside of a module, it has no import
// path.
func docsConfig(t *targets.Target) generator.Config {
	if folder, cfg, err := t.Open(); err == nil {
		folder.Close()
		return cfg
	}
	return generator.Config{Source: wording.List(each(t.Files(), filepath.Base), "and")}
}
