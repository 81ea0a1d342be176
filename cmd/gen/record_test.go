package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// recorder is a gen record that a script has started.
type recorder struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer
	stderr lines
	ended  chan error
}

// lines is the output of a command so far.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// recorders are the running ones by script.
var recorders sync.Map

// began receives a value for a call that waits for ends.
var began, ends = make(chan bool), make(chan bool)

func echoes(ts *testscript.TestScript, neg bool, args []string) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/slow") {
			began <- true
			<-ends
		}
		if strings.HasSuffix(r.URL.Path, "/more") {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}CANARY")
				conn.Close()
			}
			return
		}
		w.Write(body)
	}))
	ts.Defer(service.Close)
	ts.Setenv("SERVICE", service.URL)
}

var addressLine = regexp.MustCompile(`(?m)^address +(\S+)$`)

func recordCalls(ts *testscript.TestScript, neg bool, args []string) {
	r := &recorder{ended: make(chan error, 1)}
	r.cmd = exec.Command("gen", append([]string{"record", "--listen", "127.0.0.1:0"}, args...)...)
	r.cmd.Dir, r.cmd.Stdout, r.cmd.Stderr = ts.MkAbs("."), &r.stdout, &r.stderr
	ts.Check(r.cmd.Start())
	ts.Defer(func() { r.cmd.Process.Kill() })
	go func() { r.ended <- r.cmd.Wait() }()
	for strings.Count(r.stderr.String(), "\n\n") < 2 { // the hint has a blank line on each side
		select {
		case err := <-r.ended:
			ts.Fatalf("it does not start: %v\n%s", err, r.stderr.String())
		case <-time.After(time.Millisecond):
		}
	}
	greeting := r.stderr.String()
	address := addressLine.FindStringSubmatch(greeting)[1]
	ts.Setenv("PROXY", address)
	ts.Check(os.WriteFile(ts.MkAbs("greeting"), []byte(strings.NewReplacer(address, "http://127.0.0.1:8081", ts.Getenv("SERVICE"), "SERVICE").Replace(greeting)), 0o600))
	recorders.Store(ts.MkAbs("."), r)
}

func post(ts *testscript.TestScript, neg bool, args []string) {
	res, err := http.Post(ts.Getenv("PROXY")+args[0], "application/json", strings.NewReader(args[1]))
	ts.Check(err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("response"), fmt.Appendf(nil, "%d %s\n", res.StatusCode, strings.ReplaceAll(strings.TrimSpace(string(body)), ts.Getenv("SERVICE"), "SERVICE")), 0o600))
}

func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	value, _ := recorders.Load(ts.MkAbs("."))
	r := value.(*recorder)
	begun, posted := len(r.stderr.String()), make(chan bool)
	if len(args) > 0 { // a call is under way
		go func() { defer close(posted); post(ts, false, args) }()
		<-began
		defer func() { <-posted }()
		time.AfterFunc(100*time.Millisecond, func() { ends <- true }) // by then it ends
	}
	ts.Check(r.cmd.Process.Signal(os.Interrupt))
	select {
	case err := <-r.ended:
		ts.Check(err)
	case <-time.After(time.Minute):
		ts.Fatalf("it does not end")
	}
	ts.Check(os.WriteFile(ts.MkAbs("log"), []byte(r.stderr.String()), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("said"), []byte(r.stderr.String()[begun:]), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("wrote"), r.stdout.Bytes(), 0o600))
}
