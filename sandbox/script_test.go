package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/opgen/internal/testing/scripts"
)

var update = flag.Bool("update", false, "write what commands print into the scripts' golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sandbox": main})
}

// TestScripts runs terminal sessions. Beside testscript's own commands they have
//
//	exits N command...  run a command that exits with this code
//	start flags...      start a sandbox on a free port and wait until it serves; $ADDRESS and
//	                    $TOKEN are its address and token, and the file greeting is what it
//	                    printed, with usual values in place of those that differ each time;
//	                    the file example has its last lines
//	interrupt           interrupt it, and wait for its end
//	shell file          run the text of a file with a shell
func TestScripts(t *testing.T) {
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("where the output is right, update the scripts: go test -C sandbox . -run TestScripts -update")
		}
	})
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		UpdateScripts:      *update,
		Setup: func(env *testscript.Env) error {
			env.Values[key{}] = new(started)
			env.Setenv("CHECKOUT", checkout)
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": scripts.Exits, "start": start, "interrupt": interrupt, "shell": runShell},
	})
}

func runShell(ts *testscript.TestScript, neg bool, args []string) {
	if err := ts.Exec("sh", "-e", ts.MkAbs(args[0])); (err != nil) != neg {
		ts.Fatalf("%v", err)
	}
}

// key is that of the sandbox that a script has started.
type key struct{}

// started is a sandbox that runs.
type started struct {
	*os.Process
	ended                    chan error
	greeting, address, token string
	usual                    func(string) string // has usual values in place of those that differ each time
}

var (
	address = regexp.MustCompile(`(?m)^address  (\S+:(\d+))$`)
	token   = regexp.MustCompile(`(?m)^console  .*#(\S+)$`)
)

// launch starts a sandbox on a free port, in a folder, and waits until it serves.
func launch(dir, state string, args ...string) (*started, error) {
	cmd := exec.Command("sandbox", append([]string{"--listen", "127.0.0.1:0"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &started{Process: cmd.Process, ended: make(chan error, 1)}
	text := make([]byte, 1<<16)
	n, err := out.Read(text) // it is written at once
	go func() { s.ended <- cmd.Wait() }()
	if err != nil {
		<-s.ended
		return nil, fmt.Errorf("it does not start: %s", &stderr)
	}
	s.greeting = string(text[:n])
	at := address.FindStringSubmatch(s.greeting)
	s.address, s.token = at[1], token.FindStringSubmatch(s.greeting)[1]
	s.usual = strings.NewReplacer(s.token, "TOKEN", ":"+at[2], ":8080", "-"+at[2]+".", "-8080.", state, "~/.local/state", dir, "~").Replace
	return s, nil
}

func start(ts *testscript.TestScript, neg bool, args []string) {
	s, err := launch(ts.MkAbs("."), ts.Getenv("XDG_STATE_HOME"), args...)
	ts.Check(err)
	ts.Defer(func() { s.Kill() })
	*ts.Value(key{}).(*started) = *s
	ts.Setenv("ADDRESS", s.address)
	ts.Setenv("TOKEN", s.token)
	if _, rest, ok := strings.Cut(s.greeting, "\n\n"); ok {
		_, example, _ := strings.Cut(rest, "\n\n")
		ts.Check(os.WriteFile(ts.MkAbs("example"), []byte(example), 0o600))
	}
	ts.Check(os.WriteFile(ts.MkAbs("greeting"), []byte(s.usual(s.greeting)), 0o600))
}

func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(key{}).(*started)
	ts.Check(s.Signal(os.Interrupt))
	select {
	case err := <-s.ended:
		ts.Check(err)
	case <-time.After(time.Minute):
		ts.Fatalf("it does not stop")
	}
}
