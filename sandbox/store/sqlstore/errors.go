package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"example.com/opgen/sandbox/store"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
)

// remedies say what to do about errors of databases, by the codes of SQLite and by those
// of PostgreSQL or how these begin.
var sqliteRemedies = map[int]string{
	5:  "another process is writing to the file for more than ten seconds: end it, or use another file",
	8:  "the file or its folder cannot be written to: change its permissions, or use another file",
	10: "the disk does not read or write: nothing of this change was kept, see whether it is full or failing",
	11: "the file is damaged: use a copy of it, or delete it to begin anew",
	13: diskFull,
	14: "the file cannot be opened: its folder has to exist, and both have to be readable and writable",
	26: "the file is no SQLite database: use another path",
}

var postgresRemedies = []struct{ code, remedy string }{
	{"53100", diskFull},
	{"53300", "the server has no connections left: raise its max_connections, or run fewer processes"},
	{"25006", "the server only reads: use the primary, or end its recovery"},
	{"28", "the server does not let this user in: see user and password of the URL, and its pg_hba.conf"},
	{"3D000", "the server has no such database: create it, for example with createdb"},
	{"42501", "the user needs the right to create tables in the schema of the database"},
	{"57P", "the server is stopping or starting: wait until it runs"},
}

const diskFull = "nothing of this change was kept, free space and repeat it"

// explain says which database has an error, and what to do.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	remedy := ""
	var lite *sqlite.Error
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &lite):
		remedy = sqliteRemedies[lite.Code()&0xff] // the rest of the code tells how it was noticed
	case errors.As(err, &pg):
		for _, r := range postgresRemedies {
			if strings.HasPrefix(pg.Code, r.code) {
				remedy = r.remedy
				break
			}
		}
	case lost(err):
		remedy = "there is no connection to the server: see that it runs, and host and port of the URL"
	}
	switch remedy {
	case diskFull:
		return fmt.Errorf("database %s: %w: %s: %w", s.name, store.ErrFull, remedy, err)
	case "":
		return fmt.Errorf("database %s: %w", s.name, err)
	}
	return fmt.Errorf("database %s: %s: %w", s.name, remedy, err)
}

// lost reports whether the connection to a server is gone, or could not be made.
func lost(err error) bool {
	if err == nil {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return strings.HasPrefix(pg.Code, "57P") // it stops, or starts
	}
	var connect *pgconn.ConnectError
	var network net.Error
	// database/sql tries once more on a connection that is gone, and only tells that it is closed.
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.As(err, &connect) || errors.As(err, &network)
}

// passes reports whether a transaction that failed can succeed if it is tried again.
func (s *Store) passes(err error) bool {
	var unknown *commitError
	if err == nil || s.dialect != onServer || errors.As(err, &unknown) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01") {
		return true
	}
	return lost(err)
}

// commitError is an error of a commit without a response: nobody knows whether the
// transaction is kept.
type commitError struct{ error }

func (e *commitError) Error() string {
	return "the connection was lost during a commit: read whether the change was kept before you repeat it: " + e.error.Error()
}

func (e *commitError) Unwrap() error { return e.error }
