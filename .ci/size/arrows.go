package main

// This file counts the arrows between the files of each package: one from file A to file B
// if A uses a name that B declares. In a package that reads from top to bottom, all arrows
// point down. The files are ordered so that few point up, which is a heuristic; those that
// still do are where two files call each other, directly or through others.

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"maps"
	"path/filepath"
	"slices"
)

// upAim is the percentage of arrows that may point up.
const upAim = 20

// graph has for each file the files whose names it uses.
type graph map[string]map[string]bool

// printArrows prints the packages in which more arrows point up than should, and returns
// the percentage in all packages together.
func printArrows(paths []string) float64 {
	folders := map[string][]string{}
	for _, path := range paths {
		folder := filepath.Dir(path)
		folders[folder] = append(folders[folder], path)
	}
	allUp, all := 0, 0
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		g := arrowsOf(folders[folder])
		up, total := g.count(g.order())
		allUp += up
		all += total
		if up*100 > total*upAim && total >= 10 {
			fmt.Printf("arrows up between files of %-28s %4d of %4d\n", folder, up, total)
		}
	}
	return 100 * float64(allUp) / float64(max(all, 1))
}

// arrowsOf returns the arrows between the files of one package.
func arrowsOf(paths []string) graph {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, path := range paths {
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			log.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Imports are not read: names of the package itself, methods included, are resolved
	// without them, and what is not resolved is an arrow to another package.
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := config.Check(filepath.Dir(paths[0]), files, parsed, info)
	g := graph{}
	for _, path := range paths {
		g[path] = map[string]bool{}
	}
	for name, object := range info.Uses {
		if object.Pkg() != pkg || !isTopLevel(object, pkg) {
			continue
		}
		from := files.Position(name.Pos()).Filename
		to := files.Position(object.Pos()).Filename
		if from != to {
			g[from][to] = true
		}
	}
	return g
}

// noImports finds no package.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not read") }

// isTopLevel reports whether an object is declared outside of functions: in the scope of
// the package, or as a method. Fields belong to their types, whose use is an arrow already.
func isTopLevel(object types.Object, pkg *types.Package) bool {
	if f, ok := object.(*types.Func); ok && f.Signature().Recv() != nil {
		return !types.IsInterface(f.Signature().Recv().Type())
	}
	return object.Parent() == pkg.Scope()
}

// order returns the files from the top down. It takes away, again and again, a file that
// nobody uses, else one that uses nothing, else the one that uses more files than use it.
func (g graph) order() []string {
	left := slices.Sorted(maps.Keys(g))
	var top, bottom []string
	for len(left) > 0 {
		out, in := g.degrees(left)
		unused := slices.IndexFunc(left, isZero(in))
		usesNone := slices.IndexFunc(left, isZero(out))
		atBottom := false
		var next string
		switch {
		case unused >= 0:
			next = left[unused]
		case usesNone >= 0:
			next = left[usesNone]
			atBottom = true
		default:
			next = slices.MaxFunc(left, func(a, b string) int {
				return cmp.Compare(out[a]-in[a], out[b]-in[b])
			})
		}
		left = slices.DeleteFunc(left, func(f string) bool { return f == next })
		if atBottom {
			bottom = append(bottom, next)
		} else {
			top = append(top, next)
		}
	}
	slices.Reverse(bottom)
	return append(top, bottom...)
}

func isZero(degree map[string]int) func(string) bool {
	return func(file string) bool { return degree[file] == 0 }
}

// degrees counts the arrows between the files in left: out of each, and into each.
func (g graph) degrees(left []string) (out, in map[string]int) {
	out = map[string]int{}
	in = map[string]int{}
	for _, from := range left {
		for to := range g[from] {
			if slices.Contains(left, to) {
				out[from]++
				in[to]++
			}
		}
	}
	return out, in
}

// count returns how many arrows point up in an order from the top down, and how many exist.
func (g graph) count(order []string) (up, all int) {
	for from, targets := range g {
		for to := range targets {
			all++
			if slices.Index(order, to) < slices.Index(order, from) {
				up++
			}
		}
	}
	return up, all
}
