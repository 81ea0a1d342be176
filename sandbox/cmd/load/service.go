package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/engine"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/sqlstore"
	"example.com/opgen/spec"
)

// service returns the sandbox of the insurance service on a store.
func service(s store.Store) (*simulator.Sandbox, error) {
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	b, err := behaviour.Parse(c, "resources.yaml", spec.Resources)
	if err != nil {
		return nil, err
	}
	return simulator.New(c, b, simulator.WithStore(s))
}

// open opens a database, or a store in memory for "".
func open(at string) (store.Store, error) {
	if at == "" {
		return new(memory.Store), nil
	}
	return sqlstore.Open(context.Background(), at)
}

// fill adds contacts until there are n. One of ten has two phones.
func fill(s *simulator.Sandbox, n int) error {
	do(s, read, "unknown") // which makes the world
	e := engine.New(s.Behaviour())
	have := -1
	for have < n {
		if err := s.Store().Update(context.Background(), simulator.DefaultWorld, func(tx store.Tx) (err error) {
			if have, err = tx.Count(store.Query{Kind: "contact"}); err != nil {
				return err
			}
			for end := min(n, have+1000); have < end; have++ {
				of := map[string]any{"name": name(have), "type": "individual", "date_of_birth": "1990-01-02"}
				if have%10 == 0 {
					of["phones"] = []any{map[string]any{"phone": "555-0100", "type": "Home"}, map[string]any{"phone": "555-0101", "type": "Cell"}}
				}
				if err := e.Insert(tx, time.Now(), "contact", of); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func name(i int) string { return fmt.Sprintf("Name %d", i) }

// ids returns the ids of some contacts.
func ids(s *simulator.Sandbox, most int) (ids []string, err error) {
	err = s.Store().View(context.Background(), simulator.DefaultWorld, func(tx store.Tx) error {
		n, err := tx.Count(store.Query{Kind: "contact"})
		for i := 0; i < min(n, most) && err == nil; i++ {
			var one []*store.Document
			one, err = tx.Find(store.Query{Kind: "contact", Offset: rand.N(n), Limit: 1})
			for _, d := range one {
				ids = append(ids, d.ID)
			}
		}
		return err
	})
	return ids, err
}

// call is a kind of call. Its body has a place for a text.
type call struct{ name, operation, body string }

var (
	create = call{"create", "new_contact", `{"name": %q, "type": "individual", "addresses": [{"type": "Home", "city": "Springfield"}], "phones": [{"type": "Home", "phone": "555-0100"}]}`}
	read   = call{"read", "get_contact", `{"contact_id": %q}`}
	search = call{"search", "find_contact_by_params", `{"name": %q}`}
	page   = call{"page", "list_all_contacts", `{"limit": 20, "page": %s}`}
)

func (c call) request(at, text string) *http.Request {
	r, err := http.NewRequest("POST", at+"/api/v2/contacts/"+c.operation, strings.NewReader(fmt.Sprintf(c.body, text)))
	if err != nil {
		panic(err) // at is from here
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

// do calls a handler without a network, and returns status and response.
func do(h http.Handler, c call, text string) (int, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, c.request("http://sandbox", text))
	return w.Code, w.Body.String()
}
