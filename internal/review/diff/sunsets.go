package diff

import (
	"cmp"
	"slices"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// Sunsets returns what a catalog deprecates with an end, the earliest first.
func Sunsets(c *catalog.Catalog, today time.Time) []report.Sunset {
	var all []report.Sunset
	add := func(path string, d *catalog.Deprecation) {
		if d == nil || d.Sunset == "" {
			return
		}
		rest := catalog.Deprecation{Since: d.Since, Use: d.Use}
		all = append(all, report.Sunset{Date: d.Sunset, Path: path, Words: rest.Words(), Over: d.Sunset <= today.Format(time.DateOnly)})
	}
	shape := func(path string, s *catalog.Shape) {
		for _, f := range s.Own() {
			add(join(path, f.Name), f.Deprecated)
		}
	}
	for op := range c.Operations() {
		add(op.String(), op.Deprecated)
		shape(op.String(), op.Request)
		shape(op.String()+".response", op.Response.Shape)
	}
	for thing := range usagesOf(c, nil).of {
		if record, ok := thing.(*catalog.Shape); ok {
			shape(record.Name, record)
		}
	}
	slices.SortFunc(all, func(a, b report.Sunset) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Path, b.Path))
	})
	return all
}
