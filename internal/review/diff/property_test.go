package diff

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/internal/text/wording"
)

// factsOf lists the facts of a catalog, without positions, irrelevant order and sizes of at
// least 0. It is independent of the comparison, because it reads only the structs.
func factsOf(c *catalog.Catalog) []string {
	var facts []string
	say(&facts, "", reflect.ValueOf(*c))
	for i, fact := range facts {
		if bound, ok := strings.CutSuffix(fact, " = 0"); ok && (strings.HasSuffix(bound, ".MinItems") || strings.HasSuffix(bound, ".MinLength")) {
			facts[i] = bound + " = nil"
		}
	}
	slices.Sort(facts)
	return facts
}

func say(facts *[]string, path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case catalog.Position:
		return
	case *catalog.Area: // which an operation leads back to
		if path != "" && strings.HasSuffix(path, ".Area") {
			return
		}
	case json.Number:
		if r, ok := new(big.Rat).SetString(string(x)); ok {
			*facts = append(*facts, path+" = "+r.String())
		}
		return
	case catalog.Rule:
		names := make([]string, len(x.Fields))
		for i, f := range x.Fields {
			names[i] = f.Name
		}
		if x.Kind != catalog.FirstOf {
			slices.Sort(names)
		}
		*facts = append(*facts, fmt.Sprint(path, " ", x.Kind, names))
		return
	case *catalog.Field:
		if strings.Contains(path, ".Pagination.") && x != nil {
			*facts = append(*facts, path+" = "+x.Name)
			return
		}
	case catalog.Type:
		*facts = append(*facts, path+" = "+x.String(), fmt.Sprint(path, ".Nullable = ", x.Nullable))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if record, ok := v.Interface().(*catalog.Shape); ok && strings.HasSuffix(path, ".Include") && record != nil {
			*facts = append(*facts, path+" = "+record.Name)
			return
		}
		if v.IsNil() {
			*facts = append(*facts, path+" = nil")
			return
		}
		say(facts, path, v.Elem())
	case reflect.Interface:
		if n, ok := v.Interface().(int); ok {
			say(facts, path, reflect.ValueOf(json.Number(fmt.Sprint(n))))
			return
		}
		*facts = append(*facts, path+" = "+wording.Literal(v.Interface()))
	case reflect.Slice:
		for i := range v.Len() {
			say(facts, path+"["+nameOf(v.Index(i))+"]", v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Type().Name() == "Area" && (name == "Records" || name == "Enums") || !v.Type().Field(i).IsExported() {
				continue // they follow from the rest
			}
			say(facts, path+"."+name, v.Field(i))
		}
	default:
		*facts = append(*facts, fmt.Sprint(path, " = ", v.Interface()))
	}
}

// nameOf returns the key of an element of a list, or "" if it has none.
func nameOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return ""
	}
	for _, key := range []string{"Name", "Value"} {
		if f := v.FieldByName(key); f.IsValid() {
			return f.String()
		}
	}
	return ""
}

// The order of the changes is always the same.
func TestOrderOfChangesIsFixed(t *testing.T) {
	_, base, _ := random.Repair(random.Catalog(1))
	_, head, _ := random.Repair(random.Catalog(2))
	changes := compare(base, head)
	require.Greater(t, len(changes), 20)
	for range 5 {
		require.Equal(t, listing(changes), listing(compare(base, head)))
	}
	require.True(t, slices.IsSortedFunc(changes, func(a, b report.Finding) int { return a.Level.Compare(b.Level) }))
}
