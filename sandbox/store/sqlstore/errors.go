package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/store"
)

// Errors of a database are for the person who runs the sandbox, and say what to do. Those of which
// the outcome is unknown must never look as if nothing had happened.

// remedy is what to do about an error of a database, which wraps it.
type remedy string

// Error returns the remedy.
func (r remedy) Error() string { return string(r) }

// The remedies of errors, by codes of SQLite and by prefixes of codes of PostgreSQL.
var sqliteRemedies = map[int]remedy{
	5: "another process has been writing to the file for more than ten seconds: " +
		"end it, or use another file",
	8:  "the file or its folder is not writable: change the permissions, or use another file",
	10: "the disk failed: the change was not stored; check whether the disk is full or damaged",
	11: "the file is damaged: restore a copy, or delete it",
	13: diskFull,
	14: "the file cannot be opened: its folder must exist, and both must be readable and writable",
	26: "the file is not a SQLite database: use another path",
}

// postgresRemedies are by the beginnings of codes. The first one that fits counts.
var postgresRemedies = []struct {
	code   string
	remedy remedy
}{
	{"53100", diskFull},
	{"53300", "the server has no free connections: " +
		"increase its max_connections, or run fewer processes"},
	{"25006", "the server is read-only: use the primary, or end its recovery"},
	{"28", "the server refuses the user: check user and password in the URL, and pg_hba.conf"},
	{"3D000", "the server has no such database: create it, for example with createdb"},
	{"42501", "the user must have the right to create tables in the schema"},
	{"57P", "the server is stopping or starting: wait until it runs"},
}

// diskFull is the remedy by which a store also tells a full disk from other errors.
const diskFull remedy = "the disk is full: free space and repeat the change, which was not stored"

// explain adds the name of the database and a remedy to an error.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var advice remedy
	var lite *sqlite.Error
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &lite):
		advice = sqliteRemedies[lite.Code()&0xff] // without the extended code
	case errors.As(err, &pg):
		for _, r := range postgresRemedies {
			if strings.HasPrefix(pg.Code, r.code) {
				advice = r.remedy
				break
			}
		}
	case isLost(err):
		advice = "no connection to the server: check that it runs, and host and port in the URL"
	}
	if advice != "" {
		err = fmt.Errorf("%w: %w", advice, err)
	}
	return fmt.Errorf("database %s: %w", s.name, err)
}

// failure is an error of the database, and the problem that callers get instead: it has the remedy,
// and not the cause, which is for the log.
type failure struct {
	error
	problem *api.Problem
}

// Unwrap returns both.
func (f *failure) Unwrap() []error { return []error{f.error, f.problem} }

// told logs an error of the database whose remedy is known, and adds the problem for callers. Other
// errors are returned unchanged.
func (s *Store) told(err error) error {
	advice, isKnown := errors.AsType[remedy](err)
	isUnknownCommit := errors.Is(err, errCommit)
	if !isKnown && !isUnknownCommit {
		return err
	}
	slog.Error("the database failed", "error", err)
	switch {
	case isUnknownCommit:
		return &failure{err, &api.Problem{
			Status: http.StatusInternalServerError, Title: "The outcome is unknown",
			Detail: fmt.Sprintf("the database %s: %v", s.place, errCommit),
		}}
	case advice == diskFull:
		return store.ErrFull
	}
	return &failure{err, &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "The database cannot be used",
		Detail: fmt.Sprintf("the database %s: %v", s.place, advice),
	}}
}

// isLost reports whether the connection to a server was lost, or could not be made.
func isLost(err error) bool {
	if err == nil {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return strings.HasPrefix(pg.Code, "57P") // stopping or starting
	}
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.As(err, &network) {
		return true
	}
	return slices.ContainsFunc(lost, func(one error) bool { return errors.Is(err, one) })
}

// lost are errors of a lost connection. database/sql retries on one, and then only reports that it
// is closed.
var lost = []error{driver.ErrBadConn, sql.ErrConnDone, io.ErrUnexpectedEOF, io.EOF}

// isTransient reports whether a failed transaction can succeed at another attempt.
func (s *Store) isTransient(err error) bool {
	switch {
	case err == nil || errors.Is(err, errCommit):
		return false
	case errors.Is(err, errShared):
		return true
	case s.dialect != onServer:
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01") {
		return true
	}
	return isLost(err)
}

// errClosed is the error of a transaction that begins when the store is being closed.
var errClosed error = remedy("the sandbox is stopping: repeat the request when it runs again")

// errCommit is the error of a commit without a response, which may have succeeded.
var errCommit = errors.New("the connection was lost during a commit: " +
	"check whether the change was stored before you repeat it")
