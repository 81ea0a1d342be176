package sqlstore

import "example.com/opgen/sandbox/store"

// firsts are the documents that reads on a connection have got first, by their worlds,
// since somebody has written. Calls begin with the state of their world, which seldom
// changes, and asking whether anything has changed takes less than reading it.
type firsts struct {
	changes uint32
	of      map[string]*store.Document
}

// mostFirsts is how many documents they are at most.
const mostFirsts = 100

// first returns the document that a read begins with.
func (t *tx) first(k store.Key) (*store.Document, error) {
	if err := t.exec("SELECT 1 FROM worlds LIMIT 0"); err != nil { // from here on, it reads one state
		return nil, err
	}
	kept := &t.conn.firsts
	if err := t.Raw(func(conn any) error {
		changes, err := t.changes(conn)
		if kept.of == nil || changes != kept.changes || len(kept.of) >= mostFirsts || err != nil {
			*kept = firsts{changes, map[string]*store.Document{}}
		}
		return err
	}); err != nil {
		return nil, t.fail(err)
	}
	if d := kept.of[t.world]; d != nil && d.Key == k {
		return d.Clone(), nil
	}
	d, err := t.get(k)
	if err == nil {
		kept.of[t.world] = d.Clone()
	}
	return d, err
}
