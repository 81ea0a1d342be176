package sqlstore

import (
	"context"
	"database/sql"
	_ "embed" // for the tables
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// Both databases execute the same statements. What differs is data of the dialect, so that a reader
// of a statement need not think of two databases, and a test of one tests most of the other.

// dialect is the difference between SQLite and PostgreSQL. Other SQL is shared, with ? for its
// arguments.
type dialect struct {
	driver      string
	numbers     bool                                  // arguments are $1, $2, ...
	schema      *strings.Replacer                     // of the tables
	beginTables string                                // a statement before them
	view        *sql.TxOptions                        // of a read-only transaction
	statements  func(context.Context) context.Context // the context of statements in a transaction
	lock        string                                // after a SELECT: locks the row until the end
	like        string                                // the operator that ignores the case of ASCII
	each        string                                // a table of the items of a JSON array: value
	writers     int                                   // number of writing connections
	readers     int
}

// onFile is SQLite, in a file of this machine.
var onFile = &dialect{
	driver: "sqlite",
	schema: strings.NewReplacer(),
	// Its driver starts a goroutine for each statement that can be canceled.
	statements: context.WithoutCancel,
	like:       "LIKE",
	each:       "json_each(?) AS item",
	writers:    1, // more would wait for each other, less fairly
	readers:    max(4, runtime.GOMAXPROCS(0)),
}

// lockTables locks the tables while they are made, since a concurrent CREATE TABLE IF NOT EXISTS
// fails.
const lockTables = "SELECT pg_advisory_xact_lock(6874021);\n"

// onServer is PostgreSQL.
var onServer = &dialect{
	driver:      "pgx",
	numbers:     true,
	schema:      strings.NewReplacer(" text ", ` text COLLATE "C" `, ") WITHOUT ROWID", ")"),
	beginTables: lockTables,
	view:        &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	statements:  func(ctx context.Context) context.Context { return ctx },
	lock:        " FOR UPDATE",
	like:        "ILIKE",
	each:        "json_array_elements(CAST(? AS json)) AS item (value)",
	writers:     8,
	readers:     16,
}

//go:embed tables.sql
var tableText string

// open returns a pool of connections, which stay open.
func (d *dialect) open(source string, size int) (*pool, error) {
	db, err := sql.Open(d.driver, source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	p := &pool{DB: db}
	if d == onFile {
		p.prepared = map[string]*sql.Stmt{}
	}
	return p, nil
}

// bind replaces ? by the placeholders of the dialect. No SQL here has ? in a literal.
func (d *dialect) bind(sql string) string {
	if !d.numbers {
		return sql
	}
	var b strings.Builder
	for i, part := range strings.Split(sql, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}

// address says where a database is.
type address struct {
	*dialect
	write, read string // the data sources of the drivers
	name        string // for messages, without a password
	place       string // for callers, also without a user or a folder
}

// parseAddress reads a URL or a path. Its errors do not show the text, which may have a password.
func parseAddress(text string) (address, error) {
	if strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://") {
		u, err := url.Parse(text)
		if err != nil {
			return address{}, errors.New("the address of the database is not a URL; " +
				"expected postgres://user:password@host:port/database")
		}
		u.RawQuery = "" // it may have a password
		place := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
		return address{onServer, text, text, u.Redacted(), place.String()}, nil
	}
	text = strings.TrimPrefix(text, "sqlite:")
	if strings.Contains(text, "://") {
		return address{}, errors.New("this URL is not one of PostgreSQL; " +
			"expected memory, a file, or postgres://user:password@host:port/database")
	}
	file, err := filepath.Abs(text)
	if err != nil {
		return address{}, err
	}
	write := fileSource(file) + "&_txlock=immediate"
	read := fileSource(file) + "&_pragma=query_only(1)"
	return address{onFile, write, read, file, filepath.Base(file)}, nil
}

// fileSource returns the data source of a SQLite file.
func fileSource(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") { // a drive of Windows
		path = "/" + path
	}
	pragmas := url.Values{"_pragma": {
		"busy_timeout(10000)",
		"journal_mode(WAL)",
		"synchronous(FULL)", // what is acknowledged is on disk
		"foreign_keys(1)",
		"cache_size(-16384)", // KiB for each connection
		"temp_store(MEMORY)", // also of pages that a savepoint restores
	}}
	u := &url.URL{Scheme: "file", Path: path, RawQuery: pragmas.Encode()}
	return u.String()
}
