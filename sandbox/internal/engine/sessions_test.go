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
	do         engine.Func // that of operations with the func "do"
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
	var response engine.Response
	err := transact(t.Context(), "w", func(tx store.Tx) (err error) {
		response, err = s.engine.Serve(tx, op, call)
		return err
	})
	return response.JSON, err
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

// TestSessionsRespondAsWritten executes the sessions of testdata: calls, each followed by its response.
func TestSessionsRespondAsWritten(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			folder := "../../testdata/notes"
			if len(archive.Files) > 1 {
				folder = t.TempDir()
				for _, f := range archive.Files[:len(archive.Files)-1] {
					require.NoError(t, os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600))
				}
			}
			session := &archive.Files[len(archive.Files)-1]
			before := string(session.Data)
			for name, in := range stores {
				s := open(t, folder)
				s.store = in(t)
				session.Data = []byte(s.play(t, before))
				if !*update {
					require.Equal(t, before, string(session.Data), "in %s; go test -C sandbox ./internal/engine -run TestSessionsRespondAsWritten -update", name)
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
			}
		})
	}
}

// play makes the calls of a session, one on each line, and returns the session with the responses.
func (s *service) play(t *testing.T, session string) string {
	var b strings.Builder
	for line := range strings.Lines(session) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "  ") {
			continue // an earlier response
		}
		fmt.Fprintln(&b, line)
		if line == "" || line[0] == '#' {
			continue
		}
		operation, body, _ := strings.Cut(line, " ")
		operation, key, _ := strings.Cut(operation, "@")
		response, err := s.call(t, operation, body, key)
		fmt.Fprintln(&b, "  "+outcome(t, response, err))
	}
	return b.String()
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
