package openapi

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// carried returns the catalog as one text for gen import, since OpenAPI cannot express all of
// it. The text includes other files and overlays, without defaults and examples that a
// document must not show.
func carried(c *catalog.Catalog) literal {
	shapes := slices.Clone(c.Records)
	for op := range c.Operations() {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	hidden := map[yamldoc.Position][]string{}
	for _, s := range shapes {
		for _, f := range s.Fields {
			if f.ShownExample() == nil {
				hidden[f.Pos] = append(hidden[f.Pos], "example")
			}
			if f.ShownDefault() == nil {
				hidden[f.Pos] = append(hidden[f.Pos], "default")
			}
		}
	}
	var p yamldoc.Printer
	printCatalog(&p, merged(c.Root(), hidden), 0)
	return literal(p.String())
}

// merged returns an object with everything merged into it, in the order of the texts.
func merged(o *yamldoc.Object, hidden map[yamldoc.Position][]string) *yamldoc.Node {
	keys := slices.SortedFunc(maps.Keys(o.Attrs),
		func(a, b string) int { return o.Attrs[a].Key.Compare(o.Attrs[b].Key) })
	if short := o.Node.Kind != yamldoc.Map; short && len(keys) == 0 {
		return o.Node
	} else if short && len(keys) == 1 {
		return o.Attrs[keys[0]].Value
	}
	all := &yamldoc.Node{Kind: yamldoc.Map}
	for _, key := range keys {
		a := o.Attrs[key]
		value := &yamldoc.Node{Kind: yamldoc.List}
		switch {
		case o.Kind == "field" && slices.Contains(hidden[o.Start().Pos()], key):
			continue
		case a.Object != nil:
			value = merged(a.Object, hidden)
		case a.Objects == nil:
			value = a.Value
		default:
			for _, below := range a.Objects {
				if item := merged(below, hidden); below.Key == nil || a.Value.Kind == yamldoc.List {
					value.Items = append(value.Items, item)
				} else {
					value.Kind = yamldoc.Map
					value.Entries = append(value.Entries, yamldoc.Entry{Key: below.Key, Value: item})
				}
			}
		}
		all.Entries = append(all.Entries, yamldoc.Entry{Key: &yamldoc.Node{Kind: yamldoc.String, Text: key}, Value: value})
	}
	return all
}

// longestLine is the length of a map on one line that is still read at a glance.
const longestLine = 110

// printCatalog writes the lines of a map. A small value is on one line.
func printCatalog(p *yamldoc.Printer, n *yamldoc.Node, indent int) {
	for _, e := range n.Entries {
		key := yamldoc.BlockScalar(e.Key.Text)
		small := e.Value.Flow()
		switch {
		case e.Value.Kind == yamldoc.String:
			small = yamldoc.BlockScalar(e.Value.Text)
		case e.Value.Kind == yamldoc.Map && 2*indent+len(key+small) > longestLine:
			p.Line(indent, key, ":")
			printCatalog(p, e.Value, indent+1)
			continue
		}
		p.Line(indent, key, ": ", small)
	}
}
