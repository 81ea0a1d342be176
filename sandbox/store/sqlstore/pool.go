package sqlstore

import (
	"context"
	"database/sql"
	"sync"
)

// pool is a pool of connections with prepared statements, since SQLite takes longer to parse a
// statement than to execute it. The driver of PostgreSQL prepares statements itself.
type pool struct {
	*sql.DB
	mu       sync.Mutex
	prepared map[string]*sql.Stmt // by text; nil for PostgreSQL
	missing  []string             // texts that a transaction has executed
}

// session is a transaction on a connection of a pool.
type session struct {
	*sql.Tx
	pool    *pool
	release func() // the connection
}

// end undoes what was not committed, and releases the connection.
func (c session) end() {
	c.Rollback() // without effect after Commit
	c.release()
}

// statement returns a prepared statement, or nil.
func (p *pool) statement(text string) *sql.Stmt {
	if p.prepared == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s, isKnown := p.prepared[text]
	if !isKnown {
		p.prepared[text] = nil
		p.missing = append(p.missing, text)
	}
	return s
}

// prepare prepares missing statements. It must be called outside of transactions, which may hold
// all connections.
func (p *pool) prepare(ctx context.Context) {
	p.mu.Lock()
	missing := p.missing
	p.missing = nil
	p.mu.Unlock()
	for _, text := range missing {
		s, err := p.PrepareContext(ctx, text)
		p.mu.Lock()
		if err != nil {
			delete(p.prepared, text) // the next transaction tries it again
		} else {
			p.prepared[text] = s
		}
		p.mu.Unlock()
	}
}
