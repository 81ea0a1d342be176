package openapi

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// A document carries the catalog that it was made from, so that gen import can give it back whole.

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
	inOrder := func(a, b string) int { return o.Attrs[a].Key.Compare(o.Attrs[b].Key) }
	keys := slices.SortedFunc(maps.Keys(o.Attrs), inOrder)
	isShort := o.Node.Kind != yamldoc.Map
	switch {
	case isShort && len(keys) == 0:
		return o.Node
	case isShort && len(keys) == 1:
		return o.Attrs[keys[0]].Value
	}
	whole := &yamldoc.Node{Kind: yamldoc.Map}
	for _, key := range keys {
		isHidden := o.Kind == "field" && slices.Contains(hidden[o.Start().Pos()], key)
		if isHidden {
			continue
		}
		name := &yamldoc.Node{Kind: yamldoc.String, Text: key}
		value := mergedValue(o.Attrs[key], hidden)
		whole.Entries = append(whole.Entries, yamldoc.Entry{Key: name, Value: value})
	}
	return whole
}

// mergedValue is merged for the value of a key.
func mergedValue(a *yamldoc.Attr, hidden map[yamldoc.Position][]string) *yamldoc.Node {
	switch {
	case a.Object != nil:
		return merged(a.Object, hidden)
	case a.Objects == nil:
		return a.Value
	}
	value := &yamldoc.Node{Kind: yamldoc.List}
	for _, o := range a.Objects {
		item := merged(o, hidden)
		if o.Key == nil || a.Value.Kind == yamldoc.List {
			value.Items = append(value.Items, item)
			continue
		}
		value.Kind = yamldoc.Map
		value.Entries = append(value.Entries, yamldoc.Entry{Key: o.Key, Value: item})
	}
	return value
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
