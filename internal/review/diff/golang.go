package diff

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

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
				api[iteratorName(op)] = "iter.Seq2[" + op.Pagination.Items.Type.Elem.Go().String() + ", error]"
			}
			api.addShape(pkg, op.Request)
			api.addShape(pkg, op.Response.Shape)
			if !op.Response.Shown {
				api[pkg+op.Response.GoName], api[pkg+op.Response.GoName+".Raw"] = "api.RawResponse", "any"
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

// goChanges returns the moves of a Go type and its members that change. Of a struct, only members are
// used.
func (c *comparison) goChanges(typ string) (moves []string) {
	base, head := c.baseAPI(), c.headAPI()
	for _, name := range slices.Sorted(maps.Keys(base)) {
		was, is := base[name], head[name]
		if was != is && (name == typ && was != "struct" || strings.HasPrefix(name, typ+".")) {
			moves = append(moves, name+": "+choose(is == "", "removed", arrow(was, is)))
		}
	}
	return moves
}

// checkGo compares the moves in Go of each change with the generated code of both catalogs,
// and removes moves of names that keep their type. If none is left, source compiles and
// means something else.
func (c *comparison) checkGo() {
	for i := range c.changes {
		change := &c.changes[i]
		if change.Go == nil {
			continue
		}
		var moves []string
		for _, move := range change.Go {
			name, _, _ := strings.Cut(move, " -> ")
			name, _, _ = strings.Cut(name, ": ")
			switch was, is := c.baseAPI()[name], c.headAPI()[name]; {
			case was != "" && was == is && (change.Kind == typeRemoved || change.renamesOperation()):
				// Another type or operation has the name.
				moves = append(moves, c.goChanges(name)...)
			case was != "" && was == is:
			case was != "" && is != "" && (change.Base.Field != nil || change.Kind == typeRemoved):
				moves = append(moves, name+": "+arrow(was, is))
			default:
				moves = append(moves, move)
			}
		}
		breaks := max(change.Verdicts.Callers, change.Verdicts.Services) == report.Breaks
		if change.Go = moves; moves != nil || !breaks {
			continue
		}
		change.Message += "; Go source compiles and means something else"
		v := *change.Verdicts
		v.Callers, v.Services = min(v.Callers, report.Shifts), min(v.Services, report.Shifts)
		if change.Verdicts = &v; change.Level != report.Info {
			change.Level = Case{Verdicts: v, Because: otherData}.withLevel().Level
		}
	}
}
