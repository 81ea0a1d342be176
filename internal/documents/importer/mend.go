package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// mend changes what the check of catalogs refuses, until it has no problems. So only package
// catalog knows the rules of the format. It handles one problem of each part at a time.
func (im *importer) mend() error {
	var last error
	for range maxMends {
		areas := im.catalog.getOrAdd("areas")
		areas.below = slices.DeleteFunc(areas.below, func(a *node) bool { return len(a.list("operations")) == 0 })
		if len(areas.below) == 0 {
			return &NothingError{Losses: im.losses}
		}
		problems, owners := im.problems()
		if problems == nil {
			return nil
		}
		last = problems[:1]
		done := map[*node]bool{}
		for _, p := range problems {
			if n := owners[p.Pos.Line]; n != nil && !done[n] {
				done[n] = true
				p.Message = withoutField(p.Message)
				im.fixNode(n, p)
			}
		}
		if len(done) == 0 {
			break
		}
	}
	return fmt.Errorf("the importer made a catalog that it cannot mend, which is a defect; please report it:\n%w", last)
}

const maxMends = 200

// withoutField returns a message without the field at its start, in which losses of one kind
// differ: response: field "x": it is ...
func withoutField(message string) string {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(message, "response: "), "field ")
	if !ok {
		return message
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return message
	}
	if message, ok := strings.CutPrefix(rest[len(quoted):], ": "); ok {
		return message
	}
	return message
}

// fixNode renames a node if the problem is about its name in Go. Otherwise, it removes the node,
// or ends a cycle of required fields. That is a loss at each place that the node was made from.
func (im *importer) fixNode(n *node, p catalog.Problem) {
	switch {
	case n.rename != nil && (n.remedy == "" || slices.Contains(naming, p.ID)):
		n.rename()
	case p.ID == catalog.CyclicRecord && n.get("required") != nil:
		for _, from := range n.places("required") {
			im.loseAs(from, "required", n.about(), p.Message, "the field is optional")
		}
		n.drop("required")
	default:
		for _, from := range n.from {
			im.loseAs(from, n.keyword, n.about(), p.Message, n.remedy)
		}
		im.settleAll(n)
		n.remove()
		if n.removed != nil {
			n.removed()
		}
	}
}

// naming lists the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}
