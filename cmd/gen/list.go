package main

import (
	"bufio"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// newList returns gen list. Its JSON is a format that scripts read, which is why the help lists
// the members.
func newList(f *flags) *cobra.Command {
	format := choice{"table", []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "list [AREA | AREA.OPERATION]",
		Short: "List areas, operations and fields",
		Long: `list prints the operations of the catalog by area, with their effect and the
required fields. An area limits the list to its operations. For an operation
("claims.get_claim"), list prints its path and fields.

With --format json, it prints one object. Its members include:

  title, version
  areas[]       name, description, operations[]
  operations[]  name, path, effect, summary, description, deprecated, fields[],
                rules[], pagination, idempotency, response
  fields[]      name, type, required, sensitive; and if present
                description, non_blank, min_items, max_items, min_length,
                max_length, minimum, maximum, pattern, enum, default, join,
                send_if, omit_empty, codes, assumed, deprecated, example
  rules[]       kind, fields
  pagination    page, size, first, default_size, items; or
                cursor, next, more, size, items, continue
  idempotency   header
  response      shown, description, open, assumed, lenient, fields[]
  records[]     name, description, open, assumed, fields[]; only those used above
  enums[]       name, description, open, values[] of value and description

A type is written as in the catalog: "string", "AddressEntry", "[AddressEntry]".
Keys may be added, never renamed.`,
		Example: "  gen list\n  gen list claims\n  gen list claims.get_claim --format json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return list(f, strings.Join(args, ""), format.value, cmd.OutOrStdout())
		},
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	format.addFlag(cmd, "format", "`table` or json")
	cmd.ValidArgsFunction = completeNames(f)
	return cmd
}

// list prints what the selector names, everything if it is empty.
func list(f *flags, selector string, format string, stdout io.Writer) error {
	_, c, err := f.loadTarget()
	if err != nil {
		return err
	}
	areas, operation, err := selectAreas(c, selector)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(escapeFor(format, stdout)) // Flush returns the first error
	switch {
	case format == "json":
		printJSON(w, c, areas)
	case operation != nil:
		printOperation(w, operation)
	default:
		printTable(w, areas)
	}
	return w.Flush()
}
