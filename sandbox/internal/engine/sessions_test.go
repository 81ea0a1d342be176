package engine_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/sqlstore"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var noon = time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)

// service is a catalog with its behavior, an engine and a store.
type service struct {
	engine     *engine.Engine
	operations map[string]*interpreter.Operation
	store      store.Store
	do         engine.Func     // that of operations with the func "do"
	response   engine.Response // of the last call
}

func open(t testing.TB, folder string) *service {
	t.Helper()
	c, err := catalog.Load(filepath.Join(folder, "operations.yaml"))
	require.NoError(t, err)
	b, err := behavior.Load(c, filepath.Join(folder, "resources.yaml"))
	require.NoError(t, err)
	s := &service{operations: map[string]*interpreter.Operation{}, store: new(memory.Store)}
	do := func(tx *engine.Tx, request json.RawMessage) (any, error) { return s.do(tx, request) }
	s.engine = engine.New(b, map[string]engine.Func{"add": add, "do": do})
	for op := range c.Operations() {
		s.operations[op.String()] = interpreter.New(op)
	}
	return s
}

// call settles a request and executes it.
func (s *service) call(t testing.TB, operation, body, key string) (json.RawMessage, error) {
	op := s.operations[operation]
	require.NotNil(t, op, operation)
	settled := op.Decode(body)
	require.Empty(t, settled.Violations, "%s %s", operation, body)
	return s.serve(t, op.Operation,
		&engine.Call{Caller: "ann", Now: noon, Request: json.RawMessage(settled.Settled), Key: key})
}

// serve executes a call in a transaction of the world w.
func (s *service) serve(t testing.TB, op *catalog.Operation, call *engine.Call) (json.RawMessage, error) {
	transact := s.store.View
	if s.engine.Writes(op, call) {
		transact = s.store.Update
	}
	err := transact(t.Context(), "w", func(tx store.Tx) (err error) {
		s.response, err = s.engine.Serve(tx, op, call)
		return err
	})
	return s.response.JSON, err
}

// stores are stores with which the sessions give the same responses.
var stores = map[string]func(t *testing.T) store.Store{
	"memory": func(*testing.T) store.Store { return new(memory.Store) },
	"sqlite": func(t *testing.T) store.Store {
		s, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "sandbox.db"))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		return s
	},
}

// session is a file of testdata: a folder with a catalog, and calls, each followed by its response.
type session struct {
	file    string
	folder  string
	archive *txtar.Archive // its last file are the calls
}

// sessions returns the sessions of testdata. One without a catalog is about that of notes.
func sessions(t *testing.T) (list []session) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		s := session{file, notes, archive}
		if len(archive.Files) > 1 {
			s.folder = t.TempDir()
			for _, f := range archive.Files[:len(archive.Files)-1] {
				require.NoError(t, os.WriteFile(filepath.Join(s.folder, f.Name), f.Data, 0o600))
			}
		}
		list = append(list, s)
	}
	return list
}

// name returns the name of the file without its extension.
func (s session) name() string { return strings.TrimSuffix(filepath.Base(s.file), ".txtar") }

// calls returns the text with the calls.
func (s session) calls() *txtar.File { return &s.archive.Files[len(s.archive.Files)-1] }

// TestSessionsRespondAsWritten executes the sessions, in each store.
func TestSessionsRespondAsWritten(t *testing.T) {
	for _, session := range sessions(t) {
		t.Run(session.name(), func(t *testing.T) {
			calls := session.calls()
			before := string(calls.Data)
			for name, in := range stores {
				s := open(t, session.folder)
				s.store = in(t)
				calls.Data = []byte(s.play(t, before))
				if !*update {
					const command = "go test -C sandbox ./internal/engine -run TestSessionsRespondAsWritten -update"
					require.Equal(t, before, string(calls.Data), "in %s; %s", name, command)
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(session.file, txtar.Format(session.archive), 0o644))
			}
		})
	}
}

// play makes the calls of a session, one on each line, and returns the session with the responses.
func (s *service) play(t *testing.T, calls string) string {
	var b strings.Builder
	for line := range strings.Lines(calls) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "  ") {
			continue // an earlier response
		}
		fmt.Fprintln(&b, line)
		if line == "" || line[0] == '#' {
			continue
		}
		operation, body, key := parseCall(line)
		response, err := s.call(t, operation, body, key)
		fmt.Fprintln(&b, "  "+outcome(t, response, err))
		if beside := s.response.Siblings; beside != nil {
			fmt.Fprintf(&b, "  beside it: %s\n", beside)
		}
	}
	return b.String()
}

// parseCall reads a line such as "notes.add@key {}", in which the idempotency key is optional.
func parseCall(line string) (operation, body, key string) {
	operation, body, _ = strings.Cut(line, " ")
	operation, key, _ = strings.Cut(operation, "@")
	return operation, body, key
}

func outcome(t testing.TB, response json.RawMessage, err error) string {
	if err == nil {
		return string(response)
	}
	p, ok := errors.AsType[*api.Problem](err)
	require.True(t, ok, "%T: %s", err, err)
	text := fmt.Sprintf("%d %s", p.Status, p.Detail)
	for _, v := range p.Errors {
		text += fmt.Sprintf("; %s %s (%s)", v.Field, v.Message, v.Rule)
	}
	return text
}
