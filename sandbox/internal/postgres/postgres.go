// Package postgres starts a PostgreSQL server for tests.
//
// Tests need a server of their own, since they kill it, restart it and count its connections. It
// must not outlive the tests, even if these are killed with SIGKILL and no cleanup runs. So the
// server is the child of a shell, which kills it when a pipe is closed that this process holds open.
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
	folder  string // with the databases, the socket and the log
	bin     string // the folder of the programs of PostgreSQL
	schemas atomic.Int64
}

// Start starts a server that ends with the test, even if the test is killed. Without
// PostgreSQL, it skips the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{bin: findPrograms(t)}
	folder, err := os.MkdirTemp("", "pg") // not t.TempDir: the path of a socket must be short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	s.folder = folder
	if isRoot() {
		giveToPostgres(t, folder)
	}
	initialize := s.command("initdb", "--pgdata", s.data(), "--auth=trust",
		"--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync")
	out, err := initialize.CombinedOutput()
	require.NoError(t, err, "%s", out)
	s.Run(t)
	return s
}

// findPrograms returns the folder of the newest installed PostgreSQL, or the one in PATH. Without
// any, it skips the test.
func findPrograms(t testing.TB) string {
	t.Helper()
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if inPath, err := exec.LookPath("initdb"); err == nil {
		programs = append(programs, inPath)
	}
	if len(programs) == 0 || runtime.GOOS == "windows" {
		t.Skip("NOT RUN: there is no PostgreSQL: no initdb in PATH or /usr/lib/postgresql")
	}
	return filepath.Dir(programs[len(programs)-1])
}

// isRoot reports whether this process is one of root. The server refuses to run as root, so its
// commands then run as the user postgres.
func isRoot() bool { return os.Getuid() == 0 }

// giveToPostgres makes the user postgres the owner of a folder. Without this user, it skips the test.
func giveToPostgres(t testing.TB, folder string) {
	t.Helper()
	owner, err := user.Lookup("postgres")
	if err != nil {
		t.Skip("NOT RUN: PostgreSQL does not run as root, and there is no user postgres")
	}
	out, err := exec.Command("chown", owner.Uid+":"+owner.Gid, folder).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// data returns the folder of the databases.
func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// command returns a command of PostgreSQL for a user that it accepts.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	args = append([]string{filepath.Join(s.bin, name)}, args...)
	if isRoot() {
		setpriv := []string{"setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"}
		args = append(setpriv, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = s.folder
	return cmd
}

// longestStart is how long a server may take to start, on a machine that is busy with other tests.
const longestStart = 5 * time.Minute

// Run starts the server, or restarts it after Kill, and waits until it accepts connections. It tries
// again if the server ends at once: some processes of a killed server live a little longer, and a
// new one does not start beside them.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	giveUp := time.Now().Add(longestStart)
	ended := s.startGuarded(t)
	for {
		c, err := pgx.Connect(t.Context(), s.url("public"))
		if err == nil {
			c.Close(t.Context())
			return
		}
		if time.Now().After(giveUp) {
			messages, _ := os.ReadFile(s.log())
			t.Fatalf("the server does not start: %v\n%s", err, messages)
		}
		select {
		case <-ended:
			ended = s.startGuarded(t)
		default:
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// log returns the file with the messages of the server.
func (s *Server) log() string { return filepath.Join(s.folder, "log") }

// guardScript runs a server until the input 3 is closed, which the end of this process does even if
// it is killed. The second line waits for that in the background, and stops the server. If the
// server ends by itself, the fourth line ends the background: later, it would stop whatever process
// has got the number of the server.
const guardScript = `"$@" & p=$!
{ read -r end; kill -QUIT $p 2>/dev/null; } <&3 &
wait $p
kill $! 2>/dev/null
wait`

// startGuarded starts the server as a child of the guard, and returns a channel that is closed when
// both have ended. At the end of the test, it stops them and waits for that.
func (s *Server) startGuarded(t testing.TB) <-chan struct{} {
	t.Helper()
	server := s.command("postgres", "-D", s.data(), "-k", s.folder, "-c", "listen_addresses=")
	guard := exec.Command("sh", append([]string{"-c", guardScript, "sh"}, server.Args...)...)
	guard.Dir = s.folder
	pipe, keepOpen, err := os.Pipe()
	require.NoError(t, err)
	log, err := os.Create(s.log())
	require.NoError(t, err)
	guard.Stdout, guard.Stderr = log, log
	guard.ExtraFiles = []*os.File{pipe} // the input 3 of the script
	require.NoError(t, guard.Start())
	pipe.Close() // the guard has its own
	log.Close()
	ended := make(chan struct{})
	wait := func() {
		_ = guard.Wait() // it ends as the server was stopped, which is no failure
		close(ended)
	}
	go wait()
	stop := func() {
		keepOpen.Close()
		<-ended
	}
	t.Cleanup(stop)
	return ended
}

// url returns the address of a schema of the database postgres.
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
	isAlone := func() bool {
		connections := 1
		err := c.QueryRow(t.Context(), countOthers).Scan(&connections)
		return err == nil && connections == 0
	}
	require.Eventually(t, isAlone, longestStart, 10*time.Millisecond)
}

// Kill kills the server with SIGKILL, as a crash of the machine does. The first line of
// postmaster.pid is the number of its process.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	require.NoError(t, err)
	pid, _, _ := strings.Cut(string(text), "\n")
	out, err := exec.Command("kill", "-KILL", pid).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
