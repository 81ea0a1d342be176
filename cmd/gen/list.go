package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

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
	f.add(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	format.add(cmd, "format", "`table` or json")
	cmd.ValidArgsFunction = f.completeNames
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
	if format == "json" {
		printJSON(w, c, areas)
	} else if operation != nil {
		printOperation(w, operation)
	} else {
		printTable(w, areas)
	}
	return w.Flush()
}

// selectAreas returns the areas that the selector names, and the operation if it names one. Its error
// suggests a name.
func selectAreas(c *catalog.Catalog, selector string) ([]*catalog.Area, *catalog.Operation, error) {
	if selector == "" {
		return c.Areas, nil, nil
	}
	var names []string
	full := "" // of an operation whose area is missing
	for _, area := range c.Areas {
		if area.Name == selector {
			return []*catalog.Area{area}, nil, nil
		}
		names = append(names, area.Name)
		for _, op := range area.Operations {
			if op.String() == selector {
				alone := *area
				alone.Operations = []*catalog.Operation{op}
				return []*catalog.Area{&alone}, op, nil
			}
			if op.Name == selector {
				full = "; did you mean " + wording.Quote(op.String()) + "?"
			}
			names = append(names, op.String())
		}
	}
	return nil, nil, fmt.Errorf("the catalog has no area or operation %q%s", selector, cmp.Or(full, wording.DidYouMean(selector, names), "; gen list shows all"))
}

// size returns the number of areas and operations, in words.
func size(areas []*catalog.Area) string {
	operations := 0
	for _, area := range areas {
		operations += len(area.Operations)
	}
	return wording.Count(len(areas), "area") + ", " + wording.Count(operations, "operation")
}
