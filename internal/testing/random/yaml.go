package random

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// This file has catalogs as data that can be changed, and writes them as YAML.

// Map is an ordered map of a catalog. A value is a Map, a [List], a [Plain] or a
// string.
type Map []Entry

// Entry is a key and its value.
type Entry struct {
	Key   string
	Value any
}

// List is a list of a catalog.
type List []any

// Plain is a number or a boolean, in its written form.
type Plain string

// Parse returns the catalog of a text, which must be valid YAML.
func Parse(text []byte) Map {
	checker := yamldoc.NewChecker(nil)
	root := checker.Parse(yamldoc.Source{Name: "catalog.yaml", Text: text}, yamldoc.Format{})
	if problems := checker.Problems(); problems != nil {
		panic(problems)
	}
	return valueOf(root).(Map)
}

// valueOf returns the value of a node.
func valueOf(n *yamldoc.Node) any {
	switch n.Kind {
	case yamldoc.Map:
		m := Map{}
		for _, e := range n.Entries {
			m = append(m, Entry{e.Key.Text, valueOf(e.Value)})
		}
		return m
	case yamldoc.List:
		list := List{}
		for _, item := range n.Items {
			list = append(list, valueOf(item))
		}
		return list
	case yamldoc.String:
		return n.Text
	default:
		return Plain(n.Text)
	}
}

// Get returns the value of a key, or nil if there is none.
func (m Map) Get(key string) any {
	if i := slices.IndexFunc(m, func(e Entry) bool { return e.Key == key }); i >= 0 {
		return m[i].Value
	}
	return nil
}

// set sets the value of a key. A new key is added at the end.
func (m *Map) set(key string, value any) {
	if i := slices.IndexFunc(*m, func(e Entry) bool { return e.Key == key }); i >= 0 {
		(*m)[i].Value = value
		return
	}
	*m = append(*m, Entry{key, value})
}

// YAML writes a catalog. Each entry of a map is on its own line, except in a list.
func (m Map) YAML() string {
	text, _ := m.lines()
	return text
}

// printer writes a catalog, and keeps the path of keys to each line.
type printer struct {
	yamldoc.Printer
	paths [][]string
}

// lines returns the text, and for each line the path of keys to it.
func (m Map) lines() (string, [][]string) {
	p := &printer{}
	m.print(p, nil)
	return p.String(), p.paths
}

// print writes the entries of a map, which is at a path.
func (m Map) print(p *printer, path []string) {
	for _, e := range m {
		here := append(slices.Clip(path), e.Key)
		p.paths = append(p.paths, here)
		if inner, ok := e.Value.(Map); ok && len(inner) > 0 {
			p.Line(len(path), yamldoc.Scalar(e.Key), ":")
			inner.print(p, here)
			continue
		}
		p.Line(len(path), yamldoc.Scalar(e.Key), ": ", flow(e.Value))
	}
}

// flow writes a value on one line.
func flow(v any) string {
	var parts []string
	switch v := v.(type) {
	case Map:
		for _, e := range v {
			parts = append(parts, yamldoc.Scalar(e.Key)+": "+flow(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case List:
		for _, item := range v {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Plain:
		return string(v)
	default:
		return yamldoc.Scalar(v.(string))
	}
}
