package generator

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// Types that several areas use are declared in one package, so that they are the same types in all
// areas. It is internal, because users name its types by the aliases of an area. What an area needs
// of such a type beyond its exported methods are functions of that package.

// sharedName is the name of that package, and sharedFolder its folder in the output.
const (
	sharedName   = "shared"
	sharedFolder = "internal/" + sharedName
)

// sharedPath stands for the import path of the package in the code of emitters, which do not know
// where the output belongs. [job.render] replaces it.
const sharedPath = "./" + sharedFolder

// aliasesFile has the names of shared types in the package of an area.
const aliasesFile = "shared.go"

// sharedJobs returns the files of the package of shared types. Without such types, there are none,
// and no file is empty.
func sharedJobs(c *catalog.Catalog, cfg Config) (jobs []job) {
	all := c.Shared()
	if all == nil {
		return nil
	}
	p := pkg{nil, all.Records, all.Enums, all.Unions, slices.Collect(c.Operations()), true}
	add := func(name string, about comment, declarations []jen.Code) {
		if about != nil || declarations != nil {
			jobs = append(jobs, job{
				file:         path.Join(sharedFolder, name),
				source:       cfg.Source,
				packageName:  sharedName,
				about:        about,
				declarations: func() []jen.Code { return declarations },
			})
		}
	}
	add(docFile, sharedDoc(), nil)
	add("types.go", nil, append([]jen.Code{generationCheck()}, types(p)...))
	add("codec.go", nil, codec(p))
	add("codes.go", nil, codesMethods(p).sorted())
	add("validate.go", nil, validators(p))
	return jobs
}

// sharedDoc documents the package of shared types.
func sharedDoc() comment {
	return doc("Package shared declares the types that several areas use. Name them by the aliases "+
		"in the packages of the areas.",
		"Its functions are for generated code.")
}

// completed returns a file with the import path of the package of shared types. In the package itself,
// it removes the import, and the qualifier of each name: emitters do not know in which package they are.
func (j job) completed(file []byte, cfg Config) ([]byte, error) {
	switch {
	case !bytes.Contains(file, []byte(strconv.Quote(sharedPath))):
		return file, nil
	case path.Dir(j.file) == sharedFolder:
		return unqualified(file)
	}
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, "", file, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	for _, spec := range parsed.Imports {
		if spec.Path.Value == strconv.Quote(sharedPath) {
			at := positions.Position(spec.Path.Pos()).Offset
			end := at + len(spec.Path.Value)
			full := strconv.Quote(path.Join(cfg.Import, sharedFolder))
			return slices.Concat(file[:at], []byte(full), file[end:]), nil
		}
	}
	return file, nil // a text of the catalog
}

// unqualified returns a file without the import of the package of shared types, and with its names alone.
func unqualified(file []byte) ([]byte, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, "", file, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var text []byte
	end := 0 // of what text contains
	remove := func(from, to token.Pos) {
		text = append(text, file[end:positions.Position(from).Offset]...)
		end = positions.Position(to).Offset
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			if n.Path.Value == strconv.Quote(sharedPath) {
				remove(n.Pos(), n.End())
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == sharedName {
				remove(x.Pos(), n.Sel.Pos())
			}
		}
		return true
	})
	return append(text, file[end:]...), nil
}

// usesShared reports whether an area uses types that other areas use, too.
func usesShared(a *catalog.Area) bool {
	own := a.OwnTypes()
	return len(own.Records) < len(a.Records) || len(own.Enums) < len(a.Enums) || len(own.Unions) < len(a.Unions)
}

// shareable is a record, an enum or a union.
type shareable interface {
	IsShared() bool
	Function(verb string) string
}

// sharedFunc returns a function of the package of shared types: shared.DecodeMessage, or only its
// name within the package.
func sharedFunc(t shareable, verb string) *jen.Statement {
	return jen.Qual(sharedPath, t.Function(verb))
}

// sharedDecl starts the declaration of what [sharedFunc] names, with a comment. The keyword is func or var.
func sharedDecl(t shareable, verb string, keyword *jen.Statement) *jen.Statement {
	return doc(t.Function(verb) + " is for generated code.").attach(keyword.Id(t.Function(verb)))
}

// shareableOf returns the record, the enum or the union of a type, which is not in an array or a map.
func shareableOf(t *catalog.Type) shareable {
	switch t.Kind {
	case catalog.Record:
		return t.Record
	case catalog.Enumeration:
		return t.Enum
	default:
		return t.Union
	}
}

// nestedMethod returns the start of an unexported method of a record or a union, or, if several areas
// use the type, of the function of the same purpose, whose first parameter is the receiver.
func nestedMethod(t shareable, goName, name, verb string, params ...jen.Code) *jen.Statement {
	receiver := jen.Id("r").Op("*").Id(goName)
	if t.IsShared() {
		return sharedDecl(t, verb, jen.Func()).Params(append([]jen.Code{receiver}, params...)...)
	}
	return jen.Func().Params(receiver).Id(name).Params(params...)
}

// callNested calls what [nestedMethod] declares: r.Emails[i].validate(v), or
// shared.ValidateEmailEntry(&r.Emails[i], v). The value is a pointer if pointer is set.
func callNested(t shareable, value jen.Code, pointer bool, name, verb string, args ...jen.Code) *jen.Statement {
	if !t.IsShared() {
		return jen.Add(value).Dot(name).Call(args...)
	}
	at := jen.Add(value)
	if !pointer {
		at = jen.Op("&").Add(value)
	}
	return sharedFunc(t, verb).Call(append([]jen.Code{at}, args...)...)
}

// nestedFunc returns what [nestedMethod] declares as a function: (*EmailEntry).validate, or
// shared.ValidateEmailEntry.
func nestedFunc(t shareable, goName, name, verb string) *jen.Statement {
	if t.IsShared() {
		return sharedFunc(t, verb)
	}
	return jen.Parens(jen.Op("*").Id(goName)).Dot(name)
}

// aliases emits the file of the names that the package of an area has for shared types: an alias for
// each type, and a constant for each value of an enum.
func aliases(a *catalog.Area, cfg Config) []jen.Code {
	all := declarations{}
	add := func(goName, what, description string) {
		all[goName] = alias(goName, what, description, cfg)
	}
	for _, r := range a.Records {
		if r.IsShared() {
			add(r.GoName, "a record of the catalog", r.Description)
		}
	}
	for _, e := range a.Enums {
		if e.IsShared() {
			add(e.GoName, "an enum of the catalog", e.Description)
			all[e.GoName+" values"] = constants(e)
		}
	}
	for _, u := range a.Unions {
		if u.IsShared() {
			add(u.GoName, "a union of the catalog", u.Description)
			all[u.GoName+" variants"] = variantAliases(u)
		}
	}
	return all.sorted()
}

// alias emits the name of a type that several areas use:
//
//	// EmailEntry is an e-mail address of a contact. Several areas use it; see go doc
//	// example.com/insurance/gen/internal/shared.EmailEntry.
//	type EmailEntry = shared.EmailEntry
func alias(goName, what, description string, cfg Config) jen.Code {
	about := firstSentence(goName, what, description)
	where := "go doc " + path.Join(cfg.Import, sharedFolder) + "." + goName
	return doc(joined(about, "Several areas use it; see "+where+".")).attach(
		jen.Type().Add(sharedAs(goName)))
}

// sharedAs returns the name of a package of an area for a name of the package of shared types.
func sharedAs(goName string) *jen.Statement { return jen.Id(goName).Op("=").Qual(sharedPath, goName) }

// constants emits the values of an enum that several areas use:
//
//	// The values of [ContactType].
//	const (
//		// A person.
//		ContactTypeIndividual = shared.ContactTypeIndividual
//
//		ContactTypeOrganization = shared.ContactTypeOrganization
//	)
func constants(e *catalog.Enum) jen.Code {
	var values []jen.Code
	for i, v := range e.Values {
		values = append(values, separated(i, sharedAs(v.GoName), v.Description))
	}
	return doc("The values of [" + e.GoName + "].").attach(jen.Const().Defs(values...))
}

// variantAliases emits the interface and the variants of a union that several areas use:
//
//	// The variants of [Metadata].
//	type (
//		// MetadataDeleted is the variant "deleted" of [Metadata].
//		MetadataDeleted = shared.MetadataDeleted
//		// MetadataFile is the variant "file" of [Metadata].
//		MetadataFile = shared.MetadataFile
//		// MetadataVariant is a variant of [Metadata].
//		MetadataVariant = shared.MetadataVariant
//	)
func variantAliases(u *catalog.TaggedUnion) jen.Code {
	var names []jen.Code
	for _, v := range variants(u) {
		names = append(names, doc(variantWords(u, v), v.Description).attach(sharedAs(v.GoName)))
	}
	names = append(names, doc(u.Interface()+" is a variant of ["+u.GoName+"].").attach(sharedAs(u.Interface())))
	return doc("The variants of [" + u.GoName + "].").attach(jen.Type().Defs(names...))
}
