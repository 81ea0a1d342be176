package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/store"
)

// The console pages through documents and searches in them. A search reads all documents of the
// kind, which is fast enough for what people create by hand and needs no index that every write
// would have to maintain.

// pageSize is the number of documents of a page.
const pageSize = 50

// kind is a kind of documents, with their number.
type kind struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// page is a page of the documents of a kind.
type page struct {
	Documents []*store.Document `json:"documents"`
	Total     int               `json:"total"`          // of the kind, or those that contain the text
	Next      int               `json:"next,omitempty"` // offset of the next page
}

// documents returns the kinds with the numbers of their documents, or with ?kind= a page of
// documents from ?offset= that contain ?q=. Values that are or may be sensitive are hidden
// unless ?values=shown.
func (h *handler) documents(ctx context.Context, world string, query url.Values) (any, error) {
	if err := h.sandbox.Known(ctx, world); err != nil { // reading does not make a world
		return nil, err
	}
	name := query.Get("kind")
	if name == "" {
		return h.kinds(ctx, world)
	}
	names := h.sandbox.Behavior().KindNames()
	if !slices.Contains(names, name) {
		detail := "there is no kind " + wording.Quote(name) + wording.DidYouMean(name, names)
		return nil, &api.Problem{Status: http.StatusNotFound, Detail: detail}
	}
	offset, err := strconv.Atoi(query.Get("offset"))
	if query.Has("offset") && (err != nil || offset < 0) {
		const detail = "offset: expected a number from 0"
		return nil, &api.Problem{Status: http.StatusBadRequest, Detail: detail}
	}
	var found *page
	err = h.sandbox.Store().View(ctx, world, func(tx store.Tx) (err error) {
		found, err = search(tx, name, query.Get("q"), offset)
		return err
	})
	if err != nil {
		return nil, err
	}
	if query.Get("values") != "shown" {
		place := membersOf(h.sandbox.Catalog(), h.sandbox.Behavior()).place(name)
		for _, d := range found.Documents {
			d.Body = json.RawMessage(redact.Bounds{Whole: true}.Body(string(d.Body), place))
		}
	}
	return found, nil
}

// kinds returns the kinds with the numbers of their documents.
func (h *handler) kinds(ctx context.Context, world string) (any, error) {
	kinds := []kind{}
	err := h.sandbox.Store().View(ctx, world, func(tx store.Tx) error {
		kinds = []kind{}
		for _, k := range h.sandbox.Behavior().Kinds {
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

// search returns a page of the documents of a kind that contain a text, ignoring case.
func search(tx store.Tx, kind, text string, offset int) (*page, error) {
	q := store.Query{Kind: kind}
	if text == "" {
		q.Offset, q.Limit = offset, pageSize
	}
	total, err := tx.Count(q)
	if err != nil {
		return nil, err
	}
	docs, err := tx.Find(q)
	if text != "" {
		lower := bytes.ToLower([]byte(text))
		docs = slices.DeleteFunc(docs, func(d *store.Document) bool {
			return !bytes.Contains(bytes.ToLower(d.Body), lower)
		})
		total = len(docs)
		docs = docs[min(offset, total):]
		docs = docs[:min(pageSize, len(docs))]
	}
	found := &page{Documents: orEmpty(docs), Total: total}
	if end := offset + len(docs); end < total {
		found.Next = end
	}
	return found, err
}
