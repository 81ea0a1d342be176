// Package generator turns a resolved catalog into Go source: a package for each area, and
// one that combines the areas. It returns the files and does not access the file system.
//
// Each emitter is a function that returns a declaration. Its comment shows the Go code that
// it emits. The tables below list the emitters of each file.
package generator

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/text/wording"
)

// Config describes where the output belongs.
type Config struct {
	Source   string   // path of the catalog, as in the header of each file
	Overlays []string // paths of its overlays, as in the header of doc.go in the output folder
	Import   string   // import path of the output folder
}

// Inputs names the catalog and its overlays: "a.yaml, b.yaml and c.yaml". Only one file of an
// output names them all, so that an overlay changes no other file whose content stays.
func (c Config) Inputs() string {
	return wording.List(append([]string{c.Source}, c.Overlays...), "and")
}

// File is a generated file.
type File struct {
	Path    string // slash-separated, relative to the output folder
	Content []byte
}

// pkg is a package with types: that of an area, or that of the types that several areas use. The
// package of shared types has no operations, but users.
type pkg struct {
	operations []*catalog.Operation   // that it declares
	records    []*catalog.Shape       // that it declares, sorted by Go name
	enums      []*catalog.Enum        // likewise
	unions     []*catalog.TaggedUnion // likewise
	users      []*catalog.Operation   // that may send or receive these types
	shared     bool                   // it is the package of the types that several areas use
}

// declares reports whether a record or a union that its users reach is declared in the package.
func (p pkg) declares(t shareable) bool { return t.IsShared() == p.shared }

// packageOf returns the package of an area.
func packageOf(a *catalog.Area) pkg {
	own := a.OwnTypes()
	return pkg{a.Operations, own.Records, own.Enums, own.Unions, a.Operations, false}
}

// areaFiles are the files of an area and their declarations.
var areaFiles = []struct {
	name         string
	declarations func(*catalog.Area) []jen.Code
}{
	{"types.go", func(a *catalog.Area) []jen.Code { return types(packageOf(a)) }},
	{"client.go", client},
	{"server.go", server},
	{"fake.go", fake},
	{"codec.go", func(a *catalog.Area) []jen.Code { return codec(packageOf(a)) }},
	{"validate.go", func(a *catalog.Area) []jen.Code { return validators(packageOf(a)) }},
}

// rootFiles are the files of the package that combines the areas.
var rootFiles = []struct {
	name         string
	declarations func(*catalog.Catalog, Config) []jen.Code
}{
	{"client.go", rootClient},
	{"server.go", rootServer},
	{"fake.go", rootFake},
}

// vectorsFile has the tests of an area with wire vectors.
const vectorsFile = "vectors_test.go"

// docFile has the documentation of a package.
const docFile = "doc.go"

// Paths returns the paths at which a file may be generated, as patterns of [path.Match]. Earlier and
// later versions use other names than [Emit], and somebody may have renamed a file, so the names match
// every Go file that the go command compiles. Whether gen generated it is in its header.
func Paths() []string {
	return []string{"[^._]*.go", "*/[^._]*.go", sharedFolder + "/[^._]*.go"}
}

// Emit returns the files of a catalog and its wire vectors, sorted by path. The
// same catalog, vectors and configuration give the same bytes.
func Emit(c *catalog.Catalog, set vectors.Set, cfg Config) ([]File, error) {
	jobs := append(rootJobs(c, cfg), sharedJobs(c, cfg)...)
	for _, a := range c.Areas {
		jobs = append(jobs, areaJobs(a, set, cfg)...)
	}
	files, err := renderAll(jobs, cfg)
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return files, err
}

// rootJobs returns the files of the package that combines the areas.
func rootJobs(c *catalog.Catalog, cfg Config) []job {
	areaNames := map[string]string{}
	for _, a := range c.Areas {
		areaNames[path.Join(cfg.Import, a.Package)] = a.Package
	}
	jobs := []job{{file: docFile, source: cfg.Inputs(), packageName: c.Package, about: rootDoc(c)}}
	for _, f := range rootFiles {
		jobs = append(jobs, job{
			file:         f.name,
			source:       cfg.Source,
			packageName:  c.Package,
			imports:      areaNames,
			declarations: func() []jen.Code { return f.declarations(c, cfg) },
		})
	}
	return jobs
}

// areaJobs returns the files of the package of an area. Names of shared types and tests with wire
// vectors have a file only if the area has some.
func areaJobs(a *catalog.Area, set vectors.Set, cfg Config) (jobs []job) {
	add := func(name string, about comment, declarations func() []jen.Code) {
		jobs = append(jobs, job{
			file:         path.Join(a.Package, name),
			source:       cfg.Source,
			packageName:  a.Package,
			about:        about,
			declarations: declarations,
		})
	}
	add(docFile, areaDoc(a), nil)
	for _, f := range areaFiles {
		add(f.name, nil, func() []jen.Code { return f.declarations(a) })
	}
	if usesShared(a) {
		add(aliasesFile, nil, func() []jen.Code { return aliases(a, cfg) })
	}
	if tests := vectorTests(a, set); tests != nil {
		add(vectorsFile, nil, func() []jen.Code { return tests })
	}
	return jobs
}

// job is a file to render: the documentation of its package, or declarations. These are emitted when
// the file is rendered, in parallel with those of other files.
type job struct {
	file         string // path, relative to the output folder
	source       string // what the header names
	packageName  string
	about        comment           // of the package, nil for all files but one
	imports      map[string]string // names of packages by import path
	declarations func() []jen.Code // nil for a file with nothing but documentation
}

// renderAll renders files in parallel, because formatting takes most of the time. It
// renders at most one file per processor at a time, to limit the syntax trees in memory.
func renderAll(jobs []job, cfg Config) ([]File, error) {
	files := make([]File, len(jobs))
	errs := make([]error, len(jobs))
	var workers sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, j := range jobs {
		free <- struct{}{}
		workers.Go(func() {
			files[i], errs[i] = j.render(cfg)
			<-free
		})
	}
	workers.Wait()
	return files, cmp.Or(errs...)
}

// render prints one file.
func (j job) render(cfg Config) (File, error) {
	f := jen.NewFile(j.packageName)
	f.NoFormat = true
	header := "// Code generated by gen from " + j.source + ". DO NOT EDIT."
	f.HeaderComment(strings.Join(words(header), " "))
	f.ImportNames(runtimeNames)
	f.ImportNames(j.imports)
	for _, line := range j.about {
		f.PackageComment(line)
	}
	if j.declarations != nil {
		for _, d := range j.declarations() {
			f.Add(d).Line()
		}
	}
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		return File{}, fmt.Errorf("%s: %w", j.file, err)
	}
	text, err := j.completed(b.Bytes(), cfg)
	if err == nil {
		text, err = format.Source(text)
	}
	if err != nil {
		return File{}, fmt.Errorf("%s: the generated code is not Go, which is a defect of the "+
			"generator: %w",
			j.file, err)
	}
	text = groupImports(text, cfg)
	return File{j.file, text}, checkLines(j.file, text)
}

// groupImports separates the imports of the runtime and the output from those of the
// standard library. There are no others.
func groupImports(src []byte, cfg Config) []byte {
	const opening = "import (\n"
	before, rest, _ := bytes.Cut(src, []byte(opening))
	imports, after, _ := bytes.Cut(rest, []byte(")\n"))
	var standard, others []byte
	for line := range bytes.Lines(imports) {
		if bytes.Contains(line, []byte(`"`+apiPath)) ||
			bytes.Contains(line, []byte(`"`+cfg.Import+"/")) {
			others = append(others, line...)
		} else {
			standard = append(standard, line...)
		}
	}
	if standard == nil || others == nil {
		return src
	}
	return slices.Concat(before, []byte(opening), standard, []byte("\n"), others, []byte(")\n"),
		after)
}
