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
const version = 2

// migrate creates missing tables. If another process does the same, SQLite returns a transient
// error.
func (s *Store) migrate(ctx context.Context) error {
	for attempt := 1; ; attempt++ {
		err := s.retry(ctx, func() error {
			return s.transact(ctx, s.writes, nil, func(c session) error { return s.tx(ctx, c, "").makeTables() })
		})
		var lite *sqlite.Error
		if !errors.As(err, &lite) || lite.Code()&0xff != 1 && lite.Code()&0xff != 5 || attempt == attempts {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

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
		return fmt.Errorf("database %s: a sandbox of another version has written its tables: use that version, or another database", t.name)
	case !found:
		return t.exec("INSERT INTO versions (version) VALUES (?)", version)
	}
	return nil
}
