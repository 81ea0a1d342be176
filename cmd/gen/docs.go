package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// docsFlags are the flags of gen docs.
type docsFlags struct {
	*flags
	writeFlags
	format choice
	to     string
}

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
		Example: "  gen docs > reference.html\n  gen docs --format markdown --output docs/reference",
		Args:    p.check,
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.write(cmd) },
	}
	f.add(cmd, "spec", "overlay", "out", "target")
	mentionStdin(cmd)
	p.format.add(cmd, "format", "`html` or markdown")
	addOutput(cmd, &p.to, "the `path` of the page, or the folder of the pages")
	p.writeFlags.add(cmd)
	return cmd
}

// check returns an error for flags that contradict each other.
func (p *docsFlags) check(cmd *cobra.Command, args []string) error {
	if err := p.format.setByName(cmd, p.to); err != nil {
		return err
	}
	markdown := p.format.value == "markdown"
	switch {
	case p.to == "" && cmd.Flags().Changed("out") && formatsByName[strings.ToLower(filepath.Ext(p.out))] != "":
		return fmt.Errorf("--out %s is the folder of the generated code, which the examples import; --output is the path of the page", p.out)
	case markdown && p.to == "":
		return errors.New("--format markdown requires --output DIR")
	case !markdown && (p.adopt || p.verbose):
		return errors.New("--adopt and --verbose are for a folder of pages, which --format markdown writes")
	}
	return cobra.NoArgs(cmd, args)
}

func (p *docsFlags) write(cmd *cobra.Command) error {
	markdown := p.format.value == "markdown"
	if markdown {
		if err := p.requireFile("the pages name their catalog, and replace those of the same one; give a file"); err != nil {
			return err
		}
	}
	t, c, err := p.loadTarget()
	if err != nil {
		return err
	}
	cfg := t.docsConfig()
	if !markdown {
		var page bytes.Buffer
		if err := reference.HTML(&page, c, cfg); err != nil {
			return err
		}
		return writeDocument(c, page.Bytes(), p.to, "html", cmd.OutOrStdout())
	}
	files, err := reference.Markdown(c, cfg)
	if err != nil {
		return err
	}
	out, err := output.Open(p.to)
	if err != nil {
		return err
	}
	defer out.Close()
	return p.writeFlags.write(targetOutput{
		Folder: out, out: p.to, size: size(c.Areas),
		target: output.Target{Files: files, Paths: reference.Paths(), Source: cfg.Source, Adopt: t.settled || p.adopt},
	}, cmd.OutOrStdout())
}

// docsConfig returns the configuration of a reference. Outside of a module, it has no import
// path.
func (t *target) docsConfig() generator.Config {
	if folder, cfg, err := t.open(); err == nil {
		folder.Close()
		return cfg
	}
	return generator.Config{Source: wording.List(each(t.files(), filepath.Base), "and")}
}

// writeDocument writes a document to a file, or to the standard output without one.
func writeDocument(c *catalog.Catalog, text []byte, file, format string, stdout io.Writer) error {
	if file == "" {
		_, err := escapeFor(format, stdout).Write(text)
		return err
	}
	if err := output.WriteDocument(file, text); err != nil {
		return err
	}
	return say(stdout, "gen: %s: %s written", size(c.Areas), filepath.ToSlash(file))
}

func newOpenAPI(f *flags) *cobra.Command {
	format := choice{"yaml", []string{"yaml", "json"}}
	version := choice{"3.1", []string{"3.1", "3.0"}}
	var to string
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Write the catalog as an OpenAPI document",
		Long: `openapi writes an OpenAPI 3.1 document. Its schemas agree with the generated server;
what they cannot express is in descriptions and in x- keys, which docs/openapi.md
lists. --openapi 3.0 is for tools that do not read 3.1.

The suffix of the file selects the format: .json is JSON, .yaml and .yml are YAML.
For other names and the standard output, --format selects it.`,
		Example: "  gen openapi > openapi.yaml\n  gen openapi --output openapi.json\n  gen openapi --openapi 3.0 > openapi.yaml",
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(format.setByName(cmd, to), cobra.NoArgs(cmd, args))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, c, err := f.loadTarget()
			if err != nil {
				return err
			}
			document := openapi.New(c, t.docsConfig().Source)
			if version.value == "3.0" {
				document = document.In30()
			}
			text := document.YAML()
			if format.value == "json" {
				text = document.JSON()
			}
			return writeDocument(c, text, to, format.value, cmd.OutOrStdout())
		},
	}
	f.add(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	format.add(cmd, "format", "`yaml` or json")
	version.add(cmd, "openapi", "the `version` of OpenAPI, 3.1 or 3.0")
	addOutput(cmd, &to, "the `path` of the document")
	return cmd
}

// addOutput adds the flag for the path of a document.
func addOutput(cmd *cobra.Command, to *string, usage string) {
	cmd.Flags().StringVar(to, "output", "", usage)
	_ = cmd.RegisterFlagCompletionFunc("output", completeFiles)
}

// formatsByName are the formats by the extensions of files.
var formatsByName = map[string]string{".json": "json", ".yaml": "yaml", ".yml": "yaml", ".html": "html", ".htm": "html", ".md": "markdown"}

// setByName sets the format by the name of the output. It returns an error if the flag --format
// contradicts the name.
func (c *choice) setByName(cmd *cobra.Command, output string) error {
	named := formatsByName[strings.ToLower(filepath.Ext(output))]
	switch {
	case named == "" || named == c.value, c.value == "markdown" && named != "html": // a folder may have any name
	case !slices.Contains(c.words, named):
		return fmt.Errorf("--output %s is %s, which %s does not write: want %s", output, named, cmd.CommandPath(), wording.List(c.words, "or"))
	case cmd.Flags().Changed("format") || named == "markdown": // which is written to a folder
		return fmt.Errorf("--output %s is %s, but --format is %s: change one of them", output, named, c.value)
	default:
		c.value = named
	}
	return nil
}
