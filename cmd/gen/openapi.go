package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/documents/openapi"
)

// newOpenAPI returns gen openapi. The suffix of the output selects JSON or YAML, since tools
// decide by it as well.
func newOpenAPI(f *flags) *cobra.Command {
	format := choice{"yaml", []string{"yaml", "json"}}
	version := choice{"3.1", []string{"3.1", "3.0"}}
	var outputPath string
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Write the catalog as an OpenAPI document",
		Long: `openapi writes an OpenAPI 3.1 document. Its schemas agree with the generated server;
what they cannot express is in descriptions and in x- keys, which docs/openapi.md
lists. --openapi 3.0 is for tools that do not read 3.1.

The suffix of the file selects the format: .json is JSON, .yaml and .yml are YAML.
For other names and the standard output, --format selects it.`,
		Example: `  gen openapi > openapi.yaml
  gen openapi --output openapi.json
  gen openapi --openapi 3.0 > openapi.yaml`,
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(format.setByName(cmd, outputPath), cobra.NoArgs(cmd, args))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, c, err := f.loadTarget()
			if err != nil {
				return err
			}
			document := openapi.New(c, docsConfig(t).Inputs())
			if version.value == "3.0" {
				document = document.In30()
			}
			text := document.YAML()
			if format.value == "json" {
				text = document.JSON()
			}
			return writeDocument(c, text, outputPath, format.value, cmd.OutOrStdout())
		},
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	format.addFlag(cmd, "format", "`yaml` or json")
	version.addFlag(cmd, "openapi", "the `version` of OpenAPI, 3.1 or 3.0")
	addOutput(cmd, &outputPath, "the `path` of the document")
	return cmd
}
