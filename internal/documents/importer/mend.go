package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file makes the catalog one that its own check accepts. Documents have names and facts that the
// format refuses; instead of knowing its rules, the importer asks the check, and removes or renames the
// node that each problem is at.

// mend changes what the check of catalogs refuses, until it has no problems. So only package
// catalog knows the rules of the format. It handles one problem of each part at a time.
func mend(service *draft.Node, l *origin.Ledger) error {
	var last error
	for range maxMends {
		areas := service.GetOrAdd("areas")
		isEmpty := func(area *draft.Node) bool { return len(area.List("operations")) == 0 }
		areas.Below = slices.DeleteFunc(areas.Below, isEmpty)
		if len(areas.Below) == 0 {
			return &NothingError{Losses: l.Losses}
		}
		problems, owners := service.Problems()
		if problems == nil {
			return nil
		}
		last = problems[:1]
		isFixed := map[*draft.Node]bool{}
		for _, p := range problems {
			n := owners[p.Pos.Line]
			if n == nil || isFixed[n] {
				continue
			}
			isFixed[n] = true
			p.Message = withoutField(p.Message)
			fixNode(l, n, p)
		}
		if len(isFixed) == 0 {
			break
		}
	}
	return fmt.Errorf("the importer made a catalog that it cannot mend, which is a defect; please "+
		"report it:\n%w", last)
}

// maxMends bounds the rounds of mending.
const maxMends = 200

// withoutField returns a message without the field at its start, in which losses of one kind
// differ: response: field "x": it is ...
func withoutField(message string) string {
	rest, startsWithField := strings.CutPrefix(strings.TrimPrefix(message, "response: "), "field ")
	if !startsWithField {
		return message
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return message
	}
	fault, isAboutField := strings.CutPrefix(rest[len(quoted):], ": ")
	if !isAboutField {
		return message
	}
	return fault
}

// fixNode renames a node if the problem is about its name in Go. Otherwise, it removes the node,
// or ends a cycle of required fields. That is a loss at each place that the node was made from.
func fixNode(l *origin.Ledger, n *draft.Node, p catalog.Problem) {
	switch {
	case n.Rename != nil && (n.Remedy == "" || slices.Contains(naming, p.ID)):
		n.Rename()
	case p.ID == catalog.CyclicRecord && n.Get("required") != nil:
		for _, from := range n.Places("required") {
			l.LoseAs(from, "required", n.About(), p.Message, "the field is optional")
		}
		n.Drop("required")
	default:
		for _, from := range n.From {
			l.LoseAs(from, n.Keyword, n.About(), p.Message, n.Remedy)
		}
		l.Settle(n.Sources(nil)...) // the loss covers them
		n.Remove()
		if n.Removed != nil {
			n.Removed()
		}
	}
}

// naming lists the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}
