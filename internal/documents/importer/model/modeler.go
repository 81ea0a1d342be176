// Package model makes types of a catalog from merged schemas: enums, records, unions, and the fields
// of bodies. Types of equal schemas are shared, and their names depend on the schemas alone.
package model

import (
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/review/lint"
)

// Modeler makes types of schemas, and adds them to the catalog.
type Modeler struct {
	*flat.Merger
	*flat.Uses
	*Namer
	Catalog *draft.Node

	values    map[schemaKey]*Value   // of schemas with names
	Named     map[string]*draft.Node // types and operations, by pointer
	alike     map[string]*draft.Node // types of variants and of schemas without names, by their content
	inside    map[schemaKey]bool     // schemas that are being read
	absent    map[schemaKey]bool     // properties that a side does not have, and their names in required
	Spellings spellings
	personal  map[fieldType]string // what fields look like
}

// New returns a modeler for the schemas of a document, whose types get their names from n.
func New(merger *flat.Merger, n *Namer) *Modeler {
	return &Modeler{
		Merger:    merger,
		Uses:      merger.ReadUses(),
		Namer:     n,
		Catalog:   &draft.Node{Kind: "service"},
		values:    map[schemaKey]*Value{},
		Named:     map[string]*draft.Node{},
		alike:     map[string]*draft.Node{},
		inside:    map[schemaKey]bool{},
		absent:    map[schemaKey]bool{},
		Spellings: spellings{},
		personal:  map[fieldType]string{},
	}
}

// IsAbsent reports whether a side does not have a property, or a name in required, since the property
// is readOnly or writeOnly. The other side may have it.
func (m *Modeler) IsAbsent(p origin.Place, s Side) bool { return m.absent[schemaKey{p.Node, s}] }

// leaveOut says that a side does not have properties, or their names in required.
func (m *Modeler) leaveOut(s Side, all origin.Places) {
	for _, p := range all {
		m.absent[schemaKey{p.Node, s}] = true
	}
}

// fieldType is the name of a field with the word for its type, "" for a type with a name.
type fieldType struct{ name, word string }

// personalData is [lint.PersonalData], asked once for fields of one name and type.
func (m *Modeler) personalData(name, word string) string {
	key := fieldType{name, word}
	what, isKnown := m.personal[key]
	if !isKnown {
		what = lint.PersonalData(name, word)
		m.personal[key] = what
	}
	return what
}
