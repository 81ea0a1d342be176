package sqlstore

import (
	"context"
	"database/sql"
	"sync"
)

// pool holds connections with their prepared statements. sql.DB has a pool too, but
// prepares a statement on a connection that it chooses, and begins transactions with SQL
// that is parsed each time.
type pool struct {
	*dialect
	db    *sql.DB
	slots chan struct{} // full if all connections are in use
	mu    sync.Mutex
	idle  []*conn
}

type conn struct {
	*sql.Conn
	bind     func(string) string
	prepared map[string]*sql.Stmt
}

func newPool(d *dialect, source string, size int) (*pool, error) {
	db, err := sql.Open(d.driver, source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	return &pool{dialect: d, db: db, slots: make(chan struct{}, size)}, nil
}

// take returns a connection for the caller alone, until it is given back.
func (p *pool) take(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	if last := len(p.idle) - 1; last >= 0 { // its cache is warm
		c := p.idle[last]
		p.idle = p.idle[:last]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	made, err := p.db.Conn(ctx)
	if err != nil {
		<-p.slots
		return nil, err
	}
	return &conn{Conn: made, bind: p.bind, prepared: map[string]*sql.Stmt{}}, nil
}

// give takes a connection back, to be used again or not.
func (p *pool) give(c *conn, again bool) {
	if again {
		p.mu.Lock()
		p.idle = append(p.idle, c)
		p.mu.Unlock()
	} else {
		c.close()
	}
	<-p.slots
}

// drain closes the connections that wait to be used: if one is lost, the others mostly are.
func (p *pool) drain() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, c := range idle {
		c.close()
	}
}

// close waits for the connections in use.
func (p *pool) close() error {
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	p.drain()
	err := p.db.Close()
	for range cap(p.slots) {
		<-p.slots // for those who come too late, to be told so
	}
	return err
}

// close ignores errors: a connection is given up because it has one, or with its pool.
func (c *conn) close() {
	for _, stmt := range c.prepared {
		stmt.Close()
	}
	c.Close()
}

// stmt returns a prepared statement, which the connection keeps: there are few of them.
func (c *conn) stmt(ctx context.Context, sql string) (*sql.Stmt, error) {
	stmt := c.prepared[sql]
	if stmt == nil {
		var err error
		if stmt, err = c.PrepareContext(ctx, c.bind(sql)); err != nil {
			return nil, err
		}
		c.prepared[sql] = stmt
	}
	return stmt, nil
}

func (c *conn) exec(ctx context.Context, sql string) error {
	stmt, err := c.stmt(ctx, sql)
	if err == nil {
		_, err = stmt.ExecContext(ctx)
	}
	return err
}
