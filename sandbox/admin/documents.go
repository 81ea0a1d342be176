package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/redact"
	"example.com/opgen/sandbox/store"
)

const pageSize = 50

type kind struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

type document struct {
	ID      string          `json:"id"`
	Version int64           `json:"version"`
	Changed time.Time       `json:"changed"`
	Parents []parent        `json:"parents,omitempty"`
	Body    json.RawMessage `json:"body"`
}

type parent struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

type page struct {
	Documents []document `json:"documents"`
	Total     int        `json:"total"`          // of the kind, or that hold the text
	Next      int        `json:"next,omitempty"` // offset of the next page
}

// documents returns the kinds and how many documents each has, or with ?kind= a page of
// its documents: those that contain ?q=, from ?offset= on. What is or may be sensitive is
// hidden unless ?values=shown.
func (h *handler) documents(ctx context.Context, in string, r *http.Request) (any, error) {
	if err := h.sandbox.Known(ctx, in); err != nil { // reading makes none
		return nil, err
	}
	query := r.URL.Query()
	name := query.Get("kind")
	if name == "" {
		return h.kinds(ctx, in)
	}
	names := h.sandbox.Behaviour().KindNames()
	if !slices.Contains(names, name) {
		return nil, &api.Problem{Status: http.StatusNotFound, Detail: "there is no kind " + wording.Quote(name) + wording.DidYouMean(name, names)}
	}
	offset, err := strconv.Atoi(query.Get("offset"))
	if query.Has("offset") && (err != nil || offset < 0) {
		return nil, &api.Problem{Status: http.StatusBadRequest, Detail: "offset: expected a number from 0"}
	}
	var found *page
	err = h.sandbox.Store().View(ctx, in, func(tx store.Tx) (err error) {
		found, err = search(tx, store.Query{Kind: name, Offset: offset, Limit: pageSize}, query.Get("q"))
		return err
	})
	if err != nil {
		return nil, err
	}
	if query.Get("values") != "shown" {
		known := redact.Of(h.sandbox.Catalog(), h.sandbox.Behaviour())
		for i, d := range found.Documents {
			found.Documents[i].Body = known.Hide(name, d.Body)
		}
	}
	return found, nil
}

func (h *handler) kinds(ctx context.Context, in string) (any, error) {
	kinds := []kind{}
	err := h.sandbox.Store().View(ctx, in, func(tx store.Tx) error {
		kinds = []kind{}
		for _, k := range h.sandbox.Behaviour().Kinds {
			n, err := tx.Count(store.Query{Kind: k.Name})
			if err != nil {
				return err
			}
			kinds = append(kinds, kind{k.Name, n})
		}
		return nil
	})
	return map[string]any{"kinds": kinds}, err
}

// search returns a page of the documents that contain a text, in any case.
func search(tx store.Tx, q store.Query, text string) (*page, error) {
	found := &page{Documents: []document{}}
	add := func(d *store.Document) {
		one := document{ID: d.ID, Version: d.Version, Changed: d.Changed, Body: d.Body}
		for _, p := range d.Parents {
			one.Parents = append(one.Parents, parent{p.Kind, p.ID})
		}
		found.Documents = append(found.Documents, one)
	}
	total, err := tx.Count(store.Query{Kind: q.Kind})
	if err != nil {
		return nil, err
	}
	if text == "" {
		found.Total = total
		all, err := tx.Find(q)
		if err != nil {
			return nil, err
		}
		for _, d := range all {
			add(d)
		}
	}
	lower := bytes.ToLower([]byte(text))
	for at := 0; at < total && text != ""; at += 1000 {
		some, err := tx.Find(store.Query{Kind: q.Kind, Offset: at, Limit: 1000})
		if err != nil {
			return nil, err
		}
		for _, d := range some {
			if !bytes.Contains(bytes.ToLower(d.Body), lower) {
				continue
			}
			if found.Total++; found.Total > q.Offset && len(found.Documents) < q.Limit {
				add(d)
			}
		}
	}
	if found.Total > q.Offset+len(found.Documents) {
		found.Next = q.Offset + len(found.Documents)
	}
	return found, nil
}
