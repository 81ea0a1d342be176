package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite"
)

// migrate makes the tables, or brings those of an older version up to date.
func (s *Store) migrate(ctx context.Context, attempts int) error {
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	steps, err := s.steps()
	if err != nil {
		return err
	}
	options = append(options, goose.WithGoMigrations(steps...))
	if s.dialect == onServer {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(s.goose, s.writes.db, nil, options...)
	if err != nil {
		return err
	}
	err = s.retry(ctx, func() error {
		if err := s.writes.db.PingContext(ctx); err != nil {
			return err
		}
		stored, known, err := provider.GetVersions(ctx)
		if err != nil {
			return err
		}
		if stored > known {
			return fmt.Errorf("it was written by a newer sandbox, in version %d of its tables, and this one knows %d: use the newer one, or another database", stored, known)
		}
		_, err = provider.Up(ctx)
		return err
	})
	var lite *sqlite.Error
	if attempts > 1 && errors.As(err, &lite) && (lite.Code()&0xff == 1 || lite.Code()&0xff == 5) { // another process makes them
		time.Sleep(20 * time.Millisecond)
		return s.migrate(ctx, attempts-1)
	}
	return err
}

// steps returns the migrations in the words of the dialect.
func (s *Store) steps() (steps []*goose.Migration, err error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		version, err := goose.NumericComponent(file)
		if err != nil {
			return nil, err
		}
		text, err := migrations.ReadFile(file)
		if err != nil {
			return nil, err
		}
		up := func(ctx context.Context, t *sql.Tx) error {
			for _, statement := range strings.SplitAfter(s.schema.Replace(string(text)), ";\n") {
				if _, err := t.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		}
		steps = append(steps, goose.NewGoMigration(version, &goose.GoFunc{RunTx: up}, nil))
	}
	return steps, nil
}
