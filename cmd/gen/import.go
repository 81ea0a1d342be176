package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/project/output"
)

// newImport returns gen import. The catalog goes to the standard output and the losses to the
// standard error, so that a redirected catalog still shows them.
func newImport() *cobra.Command {
	var report, decisions string
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Print a catalog made from an OpenAPI document",
		Long: `import reads an OpenAPI document (3.0, 3.1, 3.2 or Swagger 2.0, as YAML or JSON) and
prints a catalog. "-" is the standard input.

Each POST of a JSON object becomes an operation. What the catalog cannot express is
reported as a loss on the standard error, with its place in the document, the reason
and what to do. Losses of one kind share a line; --report has all of them.

Exit codes: 0 if nothing is lost, 1 if something is, 2 if the document or the decisions
cannot be read.`,
		Example: `  gen import openapi.json > spec/operations.yaml
  gen import openapi.yaml --report losses.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return importDocument(args[0], decisions, report, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&report, "report", "",
		"write the losses, and the names of types and operations, to a `file`, as JSON")
	cmd.Flags().StringVar(&decisions, "decisions", "", "a `file` with names and corrections; "+
		"by default import.yaml beside the document, if it exists")
	_ = cmd.MarkFlagFilename("decisions", "yaml", "yml")
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

// importDocument prints the catalog of a document.
func importDocument(name, decisions, report string, stdout, stderr io.Writer) error {
	source, err := yamldoc.ReadFile(name, yamldoc.Format{Name: "document"})
	if err != nil {
		return err
	}
	if source.Beside == nil {
		name = "" // of the standard input
	}
	decided, err := decisionsFor(name, decisions, importer.Decisions)
	if err != nil {
		return err
	}
	result, err := importer.Import(source, decided)
	if nothing, ok := errors.AsType[*importer.NothingError](err); ok {
		fmt.Fprint(stderr, importer.Text(nothing.Losses))
	}
	if err != nil {
		return err
	}
	if _, err := escapeFor("yaml", stdout).Write(result.Catalog); err != nil {
		return err
	}
	if report != "" {
		if err := output.WriteDocument(report, result.Report(source.Name)); err != nil {
			return err
		}
	}
	fmt.Fprint(stderr, importer.Text(result.Losses))
	if err := say(stderr, "gen: %s", result.Share()); err != nil {
		return err
	}
	if len(result.Losses) > 0 {
		return errFound
	}
	return nil
}
