package main

import (
	"errors"

	"github.com/spf13/cobra"

	"example.com/opgen/openapi"
)

func newOpenAPI(f *flags) *cobra.Command {
	format := openapiFormat("yaml")
	var to string
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Write the catalog as an OpenAPI 3.1 document",
		Long: `openapi writes an OpenAPI 3.1 document. What JSON Schema can say of a rule it says
in a way that agrees with the generated server; the rest is in words and in x-
keys, which docs/openapi.md lists.`,
		Example: "  gen openapi > openapi.yaml\n  gen openapi --format json --output openapi.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, err := f.one()
			if err != nil {
				return err
			}
			c, err := t.load()
			if err != nil {
				return err
			}
			encode := openapi.New(c).YAML
			if format == "json" {
				encode = openapi.New(c).JSON
			}
			return writeDocument(c, encode(), to, cmd.OutOrStdout())
		},
	}
	cmd.Flags().Var(&format, "format", "`yaml` or json")
	cmd.Flags().StringVar(&to, "output", "", "the `path` of the document")
	return cmd
}

// openapiFormat is the value of --format.
type openapiFormat string

func (f *openapiFormat) String() string { return string(*f) }
func (f *openapiFormat) Type() string   { return "format" }

func (f *openapiFormat) Set(s string) error {
	if s != "yaml" && s != "json" {
		return errors.New("want yaml or json")
	}
	*f = openapiFormat(s)
	return nil
}
