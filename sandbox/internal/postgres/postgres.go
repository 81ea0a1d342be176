// Package postgres starts a PostgreSQL server for tests.
package postgres

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// Server is a server in a temporary folder. It listens on a socket there, since another program
// could take a port before it starts.
type Server struct {
	folder, bin string
	schemas     atomic.Int64
}

// Start starts a server that ends with the test, even if the test is killed. Without
// PostgreSQL, it skips the test.
func Start(t testing.TB) *Server {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 || runtime.GOOS == "windows" {
		t.Skip("NOT RUN: there is no PostgreSQL: no initdb in PATH or /usr/lib/postgresql")
	}
	folder, err := os.MkdirTemp("", "pg")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	s := &Server{folder: folder, bin: filepath.Dir(found[len(found)-1])}
	if os.Getuid() == 0 { // the server refuses to run as root
		owner, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("NOT RUN: PostgreSQL does not run as root, and there is no user postgres")
		}
		out, err := exec.Command("chown", owner.Uid+":"+owner.Gid, folder).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	initialize := s.command("initdb", "--pgdata", s.data(), "--auth=trust",
		"--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync")
	out, err := initialize.CombinedOutput()
	require.NoError(t, err, "%s", out)
	s.Run(t)
	return s
}

// data returns the folder of the databases.
func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// command returns a command of PostgreSQL for an allowed user.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	args = append([]string{filepath.Join(s.bin, name)}, args...)
	if os.Getuid() == 0 {
		setpriv := []string{"setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"}
		args = append(setpriv, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = s.folder
	return cmd
}

// Run starts the server, or restarts it after Kill.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	end := time.Now().Add(5 * time.Minute)
	for ended := s.run(t); ; time.Sleep(20 * time.Millisecond) {
		c, err := pgx.Connect(t.Context(), s.url("public"))
		if err == nil {
			c.Close(t.Context())
			return
		}
		if time.Now().After(end) {
			text, _ := os.ReadFile(s.log())
			t.Fatalf("the server does not start: %v\n%s", err, text)
		}
		select {
		case <-ended: // processes of the killed server are still running
			ended = s.run(t)
		default:
		}
	}
}

// log returns the file with the messages of the server.
func (s *Server) log() string { return filepath.Join(s.folder, "log") }

// guardScript runs a server until the input 3 is closed. The end of this process closes the input,
// even if it is killed. The wait ends with the server, since another process could get its number.
const guardScript = `"$@" & p=$!
{ read -r end; kill -QUIT $p 2>/dev/null; } <&3 &
wait $p
kill $! 2>/dev/null
wait`

// run starts the server, and returns a channel that is closed at its end.
func (s *Server) run(t testing.TB) <-chan struct{} {
	t.Helper()
	server := s.command("postgres", "-D", s.data(), "-k", s.folder, "-c", "listen_addresses=")
	guard := exec.Command("sh", append([]string{"-c", guardScript, "sh"}, server.Args...)...)
	guard.Dir = s.folder
	in, out, err := os.Pipe()
	require.NoError(t, err)
	log, err := os.Create(s.log())
	require.NoError(t, err)
	guard.Stdout, guard.Stderr, guard.ExtraFiles = log, log, []*os.File{in}
	require.NoError(t, guard.Start())
	in.Close()
	log.Close()
	ended := make(chan struct{})
	wait := func() {
		_ = guard.Wait()
		close(ended)
	}
	go wait()
	t.Cleanup(func() {
		out.Close()
		<-ended
	})
	return ended
}

// url returns the address of a schema.
func (s *Server) url(schema string) string {
	const form = "postgres://postgres@/postgres?host=%s&port=5432&sslmode=disable&search_path=%s"
	return fmt.Sprintf(form, url.QueryEscape(s.folder), schema)
}

// Database returns the URL of an empty database, which is a new schema.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.url("public"))
	require.NoError(t, err)
	defer c.Close(t.Context())
	name := fmt.Sprint("test", s.schemas.Add(1))
	_, err = c.Exec(t.Context(), "CREATE SCHEMA "+name)
	require.NoError(t, err)
	return s.url(name)
}

// countOthers counts the connections of other clients.
const countOthers = `SELECT count(*) FROM pg_stat_activity
	WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`

// Settle waits until the connections of killed processes are closed, since the server still
// commits what they have sent.
func (s *Server) Settle(t testing.TB) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.url("public"))
	require.NoError(t, err)
	defer c.Close(t.Context())
	require.Eventually(t, func() bool {
		others := 1
		err := c.QueryRow(t.Context(), countOthers).Scan(&others)
		return err == nil && others == 0
	}, 5*time.Minute, 10*time.Millisecond)
}

// Kill kills the server with SIGKILL.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	require.NoError(t, err)
	pid, _, _ := strings.Cut(string(text), "\n")
	out, err := exec.Command("kill", "-KILL", pid).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
