package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/brief"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/targets"
)

// docsFlags are the flags of gen docs.
type docsFlags struct {
	*flags
	writeFlags
	format     choice
	outputPath string
}

// newDocs returns gen docs. HTML is one document like any other; the others are folders of
// files that gen owns, so they are written as generated code is.
func newDocs(f *flags) *cobra.Command {
	p := &docsFlags{flags: f, format: choice{"html", []string{"html", "markdown", "llms"}}}
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "Write the reference of the catalog as HTML, Markdown or text for models",
		Long: `docs writes a reference of all operations, with examples of requests and responses.

HTML is one page that needs no network, written to the standard output or to the
--output file. Markdown is a page for each area, one for the records and enums, and
a README.md that lists them, in the --output folder. llms is for language models: an
llms.txt that lists the operations, and a short page for each, in the --output folder.
docs replaces only pages that it wrote.

The examples in Go import the code in --out.`,
		Example: `  gen docs > reference.html
  gen docs --format markdown --output docs/reference`,
		Args: p.check,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.write(cmd) },
	}
	f.addShared(cmd, "spec", "overlay", "out", "target")
	mentionStdin(cmd)
	p.format.addFlag(cmd, "format", "`html`, markdown or llms")
	addOutput(cmd, &p.outputPath, "the `path` of the page, or the folder of the pages")
	p.writeFlags.addTo(cmd)
	return cmd
}

// check returns an error for flags that contradict each other.
func (d *docsFlags) check(cmd *cobra.Command, args []string) error {
	if err := d.format.setByName(cmd, d.outputPath); err != nil {
		return err
	}
	meansOutput := d.outputPath == "" && cmd.Flags().Changed("out") && formatOf(d.Out) != ""
	switch {
	case meansOutput:
		return fmt.Errorf("--out %s is the folder of the generated code, which the examples import; "+
			"--output is the path of the page", d.Out)
	case d.isFolder() && d.outputPath == "":
		return fmt.Errorf("--format %s requires --output DIR", d.format.value)
	case !d.isFolder() && (d.adopt || d.verbose):
		return errors.New("--adopt and --verbose are for a folder of pages, " +
			"which --format markdown and llms write")
	}
	return cobra.NoArgs(cmd, args)
}

// isFolder reports whether the output is a folder of pages.
func (d *docsFlags) isFolder() bool { return d.format.value != "html" }

// write writes the page, or the folder of pages.
func (d *docsFlags) write(cmd *cobra.Command) error {
	if d.isFolder() {
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
	if !d.isFolder() {
		var page bytes.Buffer
		if err := reference.HTML(&page, c, cfg); err != nil {
			return err
		}
		return writeDocument(c, page.Bytes(), d.outputPath, "html", cmd.OutOrStdout())
	}
	files, paths, err := d.pages(c, cfg)
	if err != nil {
		return err
	}
	out, err := output.Open(d.outputPath)
	if err != nil {
		return err
	}
	defer out.Close()
	m := targetOutput{Folder: out, folderName: d.outputPath, size: size(c.Areas)}
	m.target = output.Target{
		Files:  files,
		Paths:  paths,
		Source: cfg.Inputs(),
		Adopt:  t.Settled || d.adopt,
	}
	return d.writeFolder(m, cmd.OutOrStdout())
}

// pages returns the pages of a folder, and the paths that they can have.
func (d *docsFlags) pages(c *catalog.Catalog, cfg generator.Config) ([]generator.File, []string, error) {
	if d.format.value == "llms" {
		return brief.Pages(c, cfg), brief.Paths(), nil
	}
	files, err := reference.Markdown(c, cfg)
	return files, reference.Paths(), err
}

// docsConfig returns the configuration of a reference. Outside of a module, it has no import
// path.
func docsConfig(t *targets.Target) generator.Config {
	if folder, cfg, err := t.Open(); err == nil {
		folder.Close()
		return cfg
	}
	names := each(t.Files(), filepath.Base)
	return generator.Config{Source: names[0], Overlays: names[1:]}
}
