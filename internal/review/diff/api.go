package diff

import (
	"cmp"

	"example.com/opgen/internal/catalog"
)

// This file lists the exported names that are generated from a catalog, with their types.
// Verdicts on Go are checked against it: a name that is gone may belong to something else now.

// goAPI maps the exported names of the generated packages to their types:
// "claims.GetClaimRequest.Note" to "*string".
type goAPI map[string]string

// goAPIOf returns the API of the packages of the areas.
func goAPIOf(c *catalog.Catalog) goAPI {
	api := goAPI{}
	for _, a := range c.Areas {
		api[a.Package] = "package"
		pkg := a.Package + "."
		for _, op := range a.Operations {
			for _, name := range goNames(op) {
				api[name] = op.Request.GoName + " " + op.Response.GoName
			}
			if op.Pagination != nil && op.Pagination.Items != nil {
				item := op.Pagination.Items.Type.Elem.Go().String()
				api[iteratorName(op)] = "iter.Seq2[" + item + ", error]"
			}
			api.addShape(pkg, op.Request)
			api.addShape(pkg, op.Response.Shape)
			if !op.Response.Shown {
				api[pkg+op.Response.GoName] = "api.RawResponse"
				api[pkg+op.Response.GoName+".Raw"] = "any"
			}
			if op.Response.Nothing {
				api[pkg+op.Response.GoName] = "api.EmptyResponse"
			}
		}
		for _, r := range a.Records {
			api.addShape(pkg, r)
		}
		for _, u := range a.Unions {
			api[pkg+u.GoName], api[pkg+u.Interface()] = "struct", "interface"
			api[pkg+u.GoName+".Variant"] = u.Interface()
			for _, v := range u.Variants {
				api[pkg+v.GoName] = recordOf(v).GoName
			}
			if u.Open {
				api[pkg+u.Unknown()] = "api.UnknownVariant"
			}
		}
		for _, e := range a.Enums {
			api[pkg+e.GoName] = "string"
			for _, v := range e.Values {
				api[pkg+v.GoName] = e.GoName
			}
		}
	}
	return api
}

func (api goAPI) addShape(pkg string, s *catalog.Shape) {
	api[pkg+s.GoName] = "struct"
	for _, f := range s.Fields {
		api[pkg+s.GoName+"."+f.GoName] = f.Go().String()
	}
	if s.Open {
		api[pkg+s.GoName+".Extra"] = "api.Object"
	}
}

func goNames(op *catalog.Operation) []string {
	pkg := op.Area.Package + "."
	names := []string{
		pkg + "Client." + op.GoName,
		pkg + "Service." + op.GoName,
		pkg + op.Request.GoName,
		pkg + op.Response.GoName,
	}
	if op.Pagination != nil && op.Pagination.Items != nil {
		names = append(names, iteratorName(op))
	}
	return names
}

func iteratorName(op *catalog.Operation) string {
	return op.Area.Package + ".Client." + op.GoName + "Items"
}

// recordOf returns the record of a variant, which may have none.
func recordOf(v *catalog.Variant) *catalog.Shape {
	return cmp.Or(v.Record, &catalog.Shape{GoName: "struct{}"})
}
