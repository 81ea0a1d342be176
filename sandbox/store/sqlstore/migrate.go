package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// version is the version of the tables, which a database records.
const version = 3

// migrate creates missing tables. If another process does the same, SQLite returns a transient
// error.
func (s *Store) migrate(ctx context.Context) error {
	makeTables := func(c session) error { return s.tx(ctx, c, "").makeTables() }
	for attempt := 1; ; attempt++ {
		err := s.retry(ctx, func() error {
			return s.transact(ctx, s.writes, nil, makeTables)
		})
		if !isMakingTables(err) || attempt == attempts {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// isMakingTables reports whether SQLite failed because another process makes the tables: the file
// is busy, or a table exists already.
func isMakingTables(err error) bool {
	const failed, busy = 1, 5
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		return false
	}
	code := lite.Code() & 0xff // without the extended code
	return code == failed || code == busy
}

// makeTables makes the tables, or checks their version.
func (t *tx) makeTables() error {
	for statement := range strings.SplitAfterSeq(t.beginTables+t.schema.Replace(tableText), ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := t.ExecContext(t.ctx, statement); err != nil {
			return t.fail(err)
		}
	}
	stored := 0
	found, err := t.row([]any{&stored}, "SELECT version FROM versions")
	switch {
	case err != nil:
		return err
	case found && stored != version:
		const form = "database %s: a sandbox of another version has written its tables: " +
			"use that version, or another database"
		return fmt.Errorf(form, t.name)
	case !found:
		return t.exec("INSERT INTO versions (version) VALUES (?)", version)
	}
	return nil
}
