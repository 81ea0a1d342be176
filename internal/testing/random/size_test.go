package random

import (
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/testing/long"
)

// stages are the steps that process a catalog.
var stages = []struct {
	name string
	do   func(text string, c, renamed *catalog.Catalog)
}{
	{"check", func(text string, _, _ *catalog.Catalog) { catalog.Parse("x.yaml", []byte(text)) }},
	{"generate", func(_ string, c, _ *catalog.Catalog) {
		_, _ = generator.Emit(c, nil, generator.Config{Source: "x.yaml", Import: "example.com/x"})
	}},
	{"diff", func(_ string, c, _ *catalog.Catalog) { new(diff.Dates).Compare(c, c) }},
	{"diff renamed", func(_ string, c, renamed *catalog.Catalog) { new(diff.Dates).Compare(c, renamed) }},
	{"docs", func(_ string, c, _ *catalog.Catalog) {
		cfg := generator.Config{Source: "x.yaml", Import: "example.com/x"}
		_ = reference.HTML(io.Discard, c, cfg)
		_, _ = reference.Markdown(c, cfg)
	}},
	{"openapi", func(_ string, c, _ *catalog.Catalog) {
		d := openapi.New(c, "catalog.yaml")
		d.JSON()
		d.YAML()
	}},
	{"lint", func(text string, c, _ *catalog.Catalog) {
		lint.Catalog(c, time.Time{})
	}},
}

// resolved returns a catalog, and a copy in which every operation and every field
// of a record is renamed.
func resolved(t *testing.T, m Map) (text string, c, renamed *catalog.Catalog) {
	text = m.YAML()
	read := func(text string) *catalog.Catalog {
		c, problems := catalog.Parse("x.yaml", []byte(text))
		require.Empty(t, problems.Error())
		return c
	}
	c = read(text)
	for _, a := range m.Get("areas").(Map) {
		operations := a.Value.(Map).Get("operations").(Map)
		for i := range operations {
			operations[i].Key = "other_" + operations[i].Key
		}
	}
	return text, c, read(m.YAML())
}

// work measures allocations, which do not depend on the load of the machine.
func work(f func()) (mallocs, bytes float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
}

// Ten times the operations or fields take about ten times the work.
func TestWorkGrowsAsTheCatalogDoes(t *testing.T) {
	long.SkipUnlessFull(t, "what is allocated is not what matters there")
	for _, c := range []struct {
		name         string
		small, large Map
	}{
		{"operations", Large(100, 50), Large(1000, 50)},
		{"operations of an area", Large(60, 60), Large(600, 600)},
		{"fields", Wide(100), Wide(1000)},
		{"levels", Deep(100), Deep(1000)},
	} {
		text, small, renamed := resolved(t, c.small)
		largeText, large, largeRenamed := resolved(t, c.large)
		for _, s := range stages {
			s.do(text, small, renamed) // so that one-time work is not measured
			n, b := work(func() { s.do(text, small, renamed) })
			m, d := work(func() { s.do(largeText, large, largeRenamed) })
			t.Logf("%s: %s: %.1f times the allocations, %.1f times the bytes", c.name, s.name, m/n, d/b)
			assert.Less(t, m/n, 13.0, "%s: %s", c.name, s.name)
			assert.Less(t, d/b, 16.0, "%s: %s", c.name, s.name)
		}
	}
}
