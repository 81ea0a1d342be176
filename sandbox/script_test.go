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

var update = flag.Bool("update", false, "write the output of commands to the golden files of scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sandbox": main})
}

// TestSessionsOfATerminal runs terminal sessions. Their additional commands are:
//
//	exits N command...  run a command that exits with this code
//	start flags...      start a sandbox on a free port and wait until it serves; set $ADDRESS and
//	                    $TOKEN, and write its output to the file greeting, with fixed values for
//	                    those that vary, and the last lines to the file example
//	interrupt           interrupt the sandbox, and wait for its end
//	shell file          run a file with a shell
func TestSessionsOfATerminal(t *testing.T) {
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("to accept the output: go test -C sandbox . -run TestSessionsOfATerminal -update")
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

// key is the key of the sandbox that a script has started.
type key struct{}

// started is a running sandbox.
type started struct {
	*os.Process
	ended                    chan error
	greeting, address, token string
	usual                    func(string) string // replaces values that vary by fixed ones
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
	n, err := out.Read(text) // the sandbox writes it at once
	go func() { s.ended <- cmd.Wait() }()
	if err != nil {
		<-s.ended
		return nil, fmt.Errorf("the sandbox does not start: %s", &stderr)
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
		ts.Fatalf("the sandbox does not stop")
	}
}
