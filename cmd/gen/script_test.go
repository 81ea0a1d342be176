package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
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
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"age":   age,
			"old":   old,
			"sums":  sums,
			"append": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0])+ts.ReadFile(args[1])), 0o644))
			},
		},
	})
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

func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: exits N command...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

func age(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chtimes(name, longAgo, longAgo)
	}))
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

func old(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		if info.ModTime().Equal(longAgo) == neg {
			ts.Fatalf("%s: written %v", name, info.ModTime())
		}
	}
}
