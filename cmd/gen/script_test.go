package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/testing/scripts"
)

var update = flag.Bool("update", false, "write what commands print into the scripts' golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gen": main, "gh": gh})
}

// TestScripts runs terminal sessions. Beside testscript's own commands they have
//
//	exits N command...   run a command that exits with this code
//	age folder           make every file below a folder old
//	[!] old file...      check that the files have not been written since
//	sums folder file     write the names and the hashes of all files below a folder
//	append file other    add the text of another file to a file
//	echoes               start a service that sends back what it gets, at $SERVICE
//	record flags...      start gen record, and write what it says first to greeting
//	post path body       call it, and write the status and the response to response
//	interrupt [path body] end it as Ctrl-C does, during this call, and write its output to said and wrote
//	serve V words...     start a service, whose URL the variable V becomes (serve_test.go)
//	screens N file       check that a file fits N screens of 40 lines and 140 columns
//	gone text file...    check that no file holds a text
func TestScripts(t *testing.T) {
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	// Scripts run in processes of their own. Reading the catalog here tells go
	// test that a cached result does not hold for another catalog.
	if err := readAll(filepath.Join(repository, "spec")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("where the output is right, update the scripts: go test ./cmd/gen -run TestScripts -update")
		}
	})
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		UpdateScripts:      *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPOSITORY", repository)
			env.Setenv("MODULE", targets.OwnModule())
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     scripts.Exits,
			"age":       scripts.Age,
			"old":       scripts.Old,
			"sums":      sums,
			"serve":     serve,
			"gone":      gone,
			"hung":      hung,
			"echoes":    echoes,
			"record":    recordCalls,
			"post":      post,
			"interrupt": interrupt,
			"screens":   screens,
			"append": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0])+ts.ReadFile(args[1])), 0o644))
			},
		},
	})
}

func screens(ts *testscript.TestScript, _ bool, args []string) {
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[1]), "\n"), "\n")
	if len(lines) > most*40 {
		ts.Fatalf("%s has %d lines", args[1], len(lines))
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 140 {
			ts.Fatalf("%s has a line of %d characters: %s", args[1], utf8.RuneCountInString(line), line)
		}
	}
}

func readAll(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		_, err = os.ReadFile(name)
		return err
	})
}

func sums(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	var b strings.Builder
	ts.Check(filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		fmt.Fprintf(&b, "%x %s\n", sha256.Sum256(text), strings.TrimPrefix(name, dir))
		return err
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o644))
}
