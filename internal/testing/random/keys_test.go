package random

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// Random catalogs have every key of the format, also after they are repaired.
func TestEveryKeyIsMet(t *testing.T) {
	met := map[string]map[string]int{}
	for kind := range catalog.Keys() {
		met[kind] = map[string]int{}
	}
	for s := range uint64(200) {
		m, doc, _ := Repair(Catalog(s))
		if doc != nil {
			meet(met, "document", m)
		}
	}
	for kind, keys := range catalog.Keys() {
		for _, key := range keys {
			if kind != "overlay" { // for overlays, see FuzzOverlay of package diff
				require.Greater(t, met[kind][key], 5, "%s: %s", kind, key)
			}
		}
	}
}

// inside is the kind of the maps in the value of a key, directly or by name.
var inside = map[string]struct {
	kind  string
	named bool
}{
	"info": {"info", false}, "enums": {"enum", true}, "values": {"enum_value", true}, "records": {"record", true}, "unions": {"union", true}, "of": {"variant", true}, "areas": {"area", true},
	"operations": {"operation", true}, "fields": {"field", true}, "pagination": {"pagination", false}, "response": {"response", false},
	"deprecated": {"deprecated", false}, "go": {"go", false}, "envelope": {"envelope", false}, "failure": {"failure", false},
	"contact": {"contact", false}, "license": {"license", false}, "oauth2": {"oauth2", false},
	"idempotency": {"idempotency", false},
}

// listed is the kind of the maps in the list of a key.
var listed = map[string]string{"rules": "rule", "auth": "way", "servers": "server"}

// meet counts the keys of a map of a kind, and of the maps in it.
func meet(met map[string]map[string]int, kind string, m Map) {
	for _, e := range m {
		met[kind][e.Key]++
		if items, ok := e.Value.(List); ok && listed[e.Key] != "" {
			for _, item := range items {
				if item, ok := item.(Map); ok {
					meet(met, listed[e.Key], item)
				}
			}
		}
		value, isMap := e.Value.(Map)
		in := inside[e.Key]
		if kind == "info" && e.Key == "go" {
			in.kind = "naming"
		}
		switch {
		case !isMap || in.kind == "":
		case in.named:
			for _, item := range value {
				if item, ok := item.Value.(Map); ok {
					meet(met, in.kind, item)
				}
			}
		default:
			meet(met, in.kind, value)
		}
	}
}
