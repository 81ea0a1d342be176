package call

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/text/wording"
)

// This file replaces names by codes, as WithCodes of a generated client does, so that people can
// write state=Texas for a service that takes "TX".

// Tables are tables of codes by their names, as a generated client takes them by WithCodes.
type Tables map[string]map[string]string

// ParseTables reads tables, each TABLE=NAME:CODE,NAME:CODE. The same table may come in parts.
func ParseTables(texts []string) (Tables, error) {
	tables := Tables{}
	for _, text := range texts {
		table, entries, isPair := strings.Cut(text, "=")
		if !isPair || table == "" {
			return nil, errors.New("expected TABLE=NAME:CODE,NAME:CODE")
		}
		if tables[table] == nil {
			tables[table] = map[string]string{}
		}
		for _, entry := range strings.Split(entries, ",") {
			name, code, isPair := strings.Cut(entry, ":")
			if !isPair || name == "" {
				return nil, fmt.Errorf("table %s: expected NAME:CODE,NAME:CODE", table)
			}
			tables[table][name] = code
		}
	}
	return tables, nil
}

// Replace returns a request whose names are replaced by codes, before anything else looks at it.
// Other names stay, as in a generated client.
func (t Tables) Replace(op *catalog.Operation, request string) (string, error) {
	value, err := vectors.ParseValue(request)
	if err != nil {
		return "", err
	}
	tableNames := tablesOf(op.Area)
	for name := range t {
		if !slices.Contains(tableNames, name) {
			return "", fmt.Errorf("area %s has no table of codes %s%s", op.Area.Name,
				wording.Quote(name), wording.OneOf(name, tableNames))
		}
	}
	return jsonOf(mapFields(op.Request.Type(), value, t.code)), nil
}

// tablesOf returns the names of the tables that the requests of an area use.
func tablesOf(area *catalog.Area) (names []string) {
	visited := map[*catalog.Shape]bool{}
	var visit func(s *catalog.Shape)
	visit = func(s *catalog.Shape) {
		if visited[s] {
			return
		}
		visited[s] = true
		for _, f := range s.Fields {
			if f.Codes != "" && !slices.Contains(names, f.Codes) {
				names = append(names, f.Codes)
			}
			for _, inner := range f.Records() {
				visit(inner)
			}
		}
	}
	for _, op := range area.Operations {
		visit(op.Request)
	}
	return names
}

// code returns the value of a field with codes in place of names.
func (t Tables) code(f *catalog.Field, value any) any {
	table := t[f.Codes]
	if table == nil {
		return value
	}
	switch v := value.(type) {
	case string:
		if code, ok := table[v]; ok {
			return code
		}
	case []any:
		for i, item := range v {
			v[i] = t.code(f, item)
		}
	}
	return value
}
