package engine_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// model is what the contacts of testdata/parts.txtar have to be, in the plainest words.
type model struct {
	contacts []*contact
	made     map[string]int // how many of each kind
}

type contact struct {
	ID     string  `json:"id"`
	Name   string  `json:"name,omitempty"`
	Phones []phone `json:"phones"`
}

type phone struct {
	ID     string `json:"id,omitempty"`
	Number string `json:"number,omitempty"`
}

func (m *model) next(kind string) string {
	m.made[kind]++
	return fmt.Sprintf("%s-%d", kind, m.made[kind])
}

func (m *model) find(id string) *contact {
	i := slices.IndexFunc(m.contacts, func(c *contact) bool { return c.ID == id })
	if i < 0 {
		return nil
	}
	return m.contacts[i]
}

// phones gives ids to those that have none, or reports that another contact has one.
func (m *model) phones(of string, list []phone) ([]phone, bool) {
	for _, c := range m.contacts {
		for _, p := range c.Phones {
			if c.ID != of && slices.ContainsFunc(list, func(q phone) bool { return q.ID == p.ID }) {
				return nil, false
			}
		}
	}
	all := make([]phone, len(list))
	for i, p := range list {
		if all[i] = p; p.ID == "" {
			all[i].ID = m.next("phone")
		}
	}
	return all, true
}

// Random sequences of calls leave what a simple model says.
func TestModel(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/parts.txtar")
	require.NoError(t, err)
	folder := t.TempDir()
	for _, f := range archive.Files[:2] {
		require.NoError(t, os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600))
	}
	for seed := range uint64(20) {
		walk(t, open(t, folder), rand.New(rand.NewPCG(seed, 0)), 60)
	}
	s := open(t, folder)
	s.store = stores["sqlite"](t)
	walk(t, s, rand.New(rand.NewPCG(20, 0)), 60)
}

func walk(t *testing.T, s *service, r *rand.Rand, steps int) {
	m := &model{made: map[string]int{}}
	id := func() string { return fmt.Sprintf("contact-%d", 1+r.IntN(m.made["contact"]+2)) }
	number := func() string { return fmt.Sprint(r.IntN(4)) }
	phones := func(own *contact) []phone {
		list := []phone{}
		for range r.IntN(4) {
			p := phone{Number: number()}
			switch {
			case own != nil && len(own.Phones) > 0 && r.IntN(2) == 0:
				p.ID = own.Phones[r.IntN(len(own.Phones))].ID
			case r.IntN(10) == 0 && m.made["phone"] > 0:
				p.ID = fmt.Sprintf("phone-%d", 1+r.IntN(m.made["phone"]))
			}
			if !slices.ContainsFunc(list, func(q phone) bool { return p.ID != "" && q.ID == p.ID }) {
				list = append(list, p)
			}
		}
		return list
	}
	call := func(operation string, request any, want any) {
		body, err := json.Marshal(request)
		require.NoError(t, err)
		response, err := s.call(t, operation, string(body), "")
		if failed, ok := want.(int); ok {
			require.Equal(t, failed, status(t, err), "%s %s", operation, body)
			return
		}
		require.NoError(t, err, "%s %s", operation, body)
		if want != nil {
			expected, err := json.Marshal(want)
			require.NoError(t, err)
			require.JSONEq(t, string(expected), string(response), "%s %s", operation, body)
		}
	}
	for range steps {
		before := *m
		before.made = map[string]int{"contact": m.made["contact"], "phone": m.made["phone"]}
		switch r.IntN(6) {
		case 0:
			c := &contact{Name: number()}
			list := phones(nil)
			request := map[string]any{"contact": map[string]any{"name": c.Name, "phones": list}}
			c.ID = m.next("contact")
			var fits bool
			if c.Phones, fits = m.phones("", list); !fits {
				*m = before
				call("contacts.add", request, 409)
				continue
			}
			m.contacts = append(m.contacts, c)
			call("contacts.add", request, c)
		case 1:
			c := m.find(id())
			if c == nil {
				call("contacts.change", map[string]any{"contact": map[string]any{"id": "contact-0"}}, 404)
				continue
			}
			list := phones(c)
			request := map[string]any{"contact": map[string]any{"id": c.ID, "phones": list}}
			all, fits := m.phones(c.ID, list)
			if !fits {
				*m = before
				call("contacts.change", request, 409)
				continue
			}
			c.Phones = all
			call("contacts.change", request, c)
		case 2:
			c := m.find(id())
			if c == nil {
				continue
			}
			p := phone{ID: m.next("phone"), Number: number()}
			c.Phones = append(c.Phones, p)
			call("contacts.add_phone", map[string]any{"id": c.ID, "phone": map[string]any{"number": p.Number}}, p)
		case 3:
			gone := id()
			if m.find(gone) == nil {
				call("contacts.remove", map[string]any{"id": gone}, 404)
				continue
			}
			m.contacts = slices.DeleteFunc(m.contacts, func(c *contact) bool { return c.ID == gone })
			call("contacts.remove", map[string]any{"id": gone}, nil)
		case 4:
			c := m.find(id())
			if c == nil || len(c.Phones) == 0 {
				continue
			}
			i := r.IntN(len(c.Phones))
			call("contacts.remove_phones", map[string]any{"ids": []string{c.Phones[i].ID}}, nil)
			c.Phones = slices.Delete(c.Phones, i, i+1)
		case 5:
			c := m.find(id())
			if c == nil {
				continue
			}
			copy := &contact{ID: m.next("contact"), Name: number(), Phones: []phone{}}
			for _, p := range c.Phones {
				copy.Phones = append(copy.Phones, phone{ID: m.next("phone"), Number: p.Number})
			}
			m.contacts = append(m.contacts, copy)
			call("contacts.copy", map[string]any{"id": c.ID, "name": copy.Name}, copy)
		}
		n := number()
		having := []*contact{}
		for _, c := range m.contacts {
			if slices.ContainsFunc(c.Phones, func(p phone) bool { return p.Number == n }) {
				having = append(having, c)
			}
		}
		call("contacts.by_phone", map[string]any{"number": n}, having)
		call("contacts.by_phone", map[string]any{}, append([]*contact{}, m.contacts...))
	}
}
