package diff

import (
	"cmp"

	"example.com/opgen/internal/catalog"
)

// goAPI maps the exported names of the generated packages to their types:
// "claims.GetClaimRequest.Note" to "*string". Verdicts on Go are checked against it: a name that is
// gone may belong to something else now.
type goAPI map[string]string

// goAPIOf returns the API of the packages of the areas.
func goAPIOf(c *catalog.Catalog) goAPI {
	api := goAPI{}
	for _, a := range c.Areas {
		api[a.Package] = "package"
		for _, e := range a.Exports() {
			api[a.Package+"."+e.Name] = e.Type
		}
	}
	return api
}

// goNames returns the names of an operation in the API. Their order is the same for every operation,
// so those of two operations can be compared one by one.
func goNames(op *catalog.Operation) []string {
	var names []string
	for _, e := range op.Exports() {
		names = append(names, op.Area.Package+"."+e.Name)
	}
	return names
}

// iteratorName returns the method that iterates over the items of all pages.
func iteratorName(op *catalog.Operation) string {
	return op.Area.Package + ".Client." + op.IteratorName()
}

// recordOf returns the record of a variant, which may have none.
func recordOf(v *catalog.Variant) *catalog.Shape {
	return cmp.Or(v.Record, &catalog.Shape{GoName: "struct{}"})
}
