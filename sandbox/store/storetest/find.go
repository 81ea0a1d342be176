package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
)

func order(t *testing.T, s store.Store) {
	name := func(text string) store.Value { return store.Value{Field: "/name", Text: text} }
	city := store.Value{Field: "/city", Text: "x"}
	insert(t, s, home,
		valued("contact", "none1", city),
		valued("contact", "b1", name("b"), city),
		valued("contact", "empty", name(""), city),
		valued("contact", "a", name("a")),
		valued("contact", "b2", name("b"), city),
		valued("contact", "least", name("z"), name("aa"), name("c"), city),
		valued("contact", "B", name("B")),
		valued("contact", "none2"),
		valued("phone", "other", name("a"), city),
	)
	all := "empty B a least b1 b2 none1 none2"
	require.Equal(t, all, found(t, s, home, store.Query{Kind: "contact", Order: "/name"}))
	require.Equal(t, "none1 b1 empty a b2 least B none2", found(t, s, home, store.Query{Kind: "contact"}))
	require.Equal(t, "none1 b1 empty a b2 least B none2", found(t, s, home, store.Query{Kind: "contact", Order: "/unknown"}))
	require.Equal(t, "empty least b1 b2 none1", found(t, s, home, store.Query{Kind: "contact", Order: "/name", Where: []store.Value{city}}))
	for offset := range 10 {
		for limit := 1; limit < 10; limit++ {
			ids := strings.Fields(all)
			ids = ids[min(offset, len(ids)):]
			ids = ids[:min(limit, len(ids))]
			require.Equal(t, strings.Join(ids, " "), found(t, s, home, store.Query{Kind: "contact", Order: "/name", Offset: offset, Limit: limit}))
		}
	}
}

func where(t *testing.T, s store.Store) {
	tag := func(text string) store.Value { return store.Value{Field: "/tags", Text: text} }
	insert(t, s, home,
		valued("note", "1", tag("red"), tag("green"), tag("red")),
		valued("note", "2", tag("green")),
		valued("note", "3", tag("green"), store.Value{Field: "/other", Text: "red"}),
		valued("letter", "1", tag("red")),
	)
	find := func(where ...store.Value) string {
		return found(t, s, home, store.Query{Kind: "note", Where: where})
	}
	require.Equal(t, "1 2 3", find(tag("green")))
	require.Equal(t, "1", find(tag("red")))
	require.Equal(t, "1", find(tag("green"), tag("red")))
	require.Equal(t, "1", find(tag("red"), tag("red")))
	require.Equal(t, "3", find(tag("green"), store.Value{Field: "/other", Text: "red"}))
	require.Empty(t, find(tag("re")))
	require.Empty(t, find(tag("red "), tag("green")))

	// The parent is one more condition.
	insert(t, s, home, made("folder", "f"), &store.Document{
		Key: key("note", "4"), Parents: []store.Key{key("folder", "f"), key("folder", "f")},
		Values: []store.Value{tag("red")}, Body: []byte(`{}`),
	})
	require.Equal(t, "4", found(t, s, home, store.Query{Kind: "note", Parent: key("folder", "f"), Where: []store.Value{tag("red")}}))
	require.Empty(t, found(t, s, home, store.Query{Kind: "note", Parent: key("folder", "f"), Where: []store.Value{tag("green")}}))
	require.Empty(t, found(t, s, home, store.Query{Kind: "folder", Parent: key("folder", "f")}))
}

// parts of documents that were found are found too, whatever was asked before.
func parts(t *testing.T, s store.Store) {
	at := func(text string) []store.Value { return []store.Value{{Field: "/at", Text: text}} }
	part := func(kind, id, parent string, values ...store.Value) *store.Document {
		return &store.Document{Key: key(kind, id), Parents: []store.Key{key("contact", parent)}, Values: values, Body: []byte(`{}`)}
	}
	insert(t, s, home, made("contact", "ann"), made("contact", "bob"), made("contact", "cid"),
		part("phone", "1", "ann", at("2")...), part("email", "1", "ann"), part("phone", "2", "bob"),
		part("phone", "3", "ann", at("1")...), part("phone", "4", "ann"), part("phone", "5", "ann", at("2")...))
	view(t, s, home, func(tx store.Tx) {
		check := func(want string, q store.Query) {
			t.Helper()
			got, err := tx.Find(q)
			require.NoError(t, err)
			var ids []string
			for _, d := range got {
				ids = append(ids, d.ID)
				require.Equal(t, q.Kind, d.Kind)
				require.Equal(t, []store.Key{q.Parent}, d.Parents)
				d.Body[0], d.Parents[0].ID = 'x', "x" // it is the reader's own
			}
			require.Equal(t, want, strings.Join(ids, " "))
		}
		all, err := tx.Find(store.Query{Kind: "contact"})
		require.NoError(t, err)
		require.Len(t, all, 3)
		for range 2 {
			ann := store.Query{Kind: "phone", Parent: key("contact", "ann")}
			check("1 3 4 5", ann)
			check("3 1 5 4", store.Query{Kind: "phone", Parent: ann.Parent, Order: "/at"})
			check("1 5", store.Query{Kind: "phone", Parent: ann.Parent, Order: "/at", Offset: 1, Limit: 2})
			check("4 5", store.Query{Kind: "phone", Parent: ann.Parent, Offset: 2})
			check("1 5", store.Query{Kind: "phone", Parent: ann.Parent, Where: at("2")})
			check("1", store.Query{Kind: "email", Parent: ann.Parent})
			check("2", store.Query{Kind: "phone", Parent: key("contact", "bob")})
			check("", store.Query{Kind: "phone", Parent: key("contact", "cid")})
			check("", store.Query{Kind: "letter", Parent: ann.Parent})
		}
	})
}

// longTexts are told apart by what comes after any length of prefix.
func longTexts(t *testing.T, s store.Store) {
	long := strings.Repeat("0123456789", 1000)
	name := func(text string) store.Value { return store.Value{Field: "/name", Text: text} }
	insert(t, s, home,
		valued("note", long+"b", name(long+"b")),
		valued("note", long+"a", name(long+"a")),
		valued("note", long, name(long)),
		valued("note", long[:5000], name(long[:5000])),
		made("part", "1", key("note", long+"a")),
	)
	require.Equal(t, long+"a", found(t, s, home, store.Query{Kind: "note", Where: []store.Value{name(long + "a")}}))
	require.Equal(t, long, found(t, s, home, store.Query{Kind: "note", Where: []store.Value{name(long)}}))
	require.Empty(t, found(t, s, home, store.Query{Kind: "note", Where: []store.Value{name(long + "c")}}))
	require.Equal(t, "1", found(t, s, home, store.Query{Kind: "part", Parent: key("note", long+"a")}))
	update(t, s, home, func(tx store.Tx) {
		_, err := tx.Get(key("note", long+"c"))
		require.ErrorIs(t, err, store.ErrNotFound)
		require.NoError(t, tx.Delete(key("note", long+"a")))
	})
	require.Empty(t, found(t, s, home, store.Query{Kind: "part"}))
}

// pages neither repeat nor lose what was there when the first one was read, also far away
// from it and beside documents of another kind.
func pages(t *testing.T, s store.Store) {
	const n = 1300
	update(t, s, home, func(tx store.Tx) {
		for i := range n {
			require.NoError(t, tx.Insert(made("contact", fmt.Sprint(i))))
			if i%100 == 0 {
				require.NoError(t, tx.Insert(made("other", fmt.Sprint(i))))
			}
		}
	})
	update(t, s, home, func(tx store.Tx) {
		for i := 0; i < n; i += 25 {
			require.NoError(t, tx.Delete(key("contact", fmt.Sprint(i))))
		}
	})
	var left []string
	for i := range n {
		if i%25 != 0 {
			left = append(left, fmt.Sprint(i))
		}
	}
	var got []string
	for offset := 0; offset < len(left); offset += 200 {
		got = append(got, strings.Fields(found(t, s, home, store.Query{Kind: "contact", Offset: offset, Limit: 200}))...)
		insert(t, s, home, made("contact", fmt.Sprint("new", offset)))
	}
	require.Equal(t, left, got[:len(left)])
	require.Equal(t, "new0 new200", found(t, s, home, store.Query{Kind: "contact", Offset: len(left), Limit: 2}))
	require.Equal(t, "1200", found(t, s, home, store.Query{Kind: "other", Offset: 12}))
	require.Empty(t, found(t, s, home, store.Query{Kind: "contact", Offset: 10 * n}))

	// A transaction pages through what it has changed itself.
	update(t, s, home, func(tx store.Tx) {
		require.NoError(t, tx.Delete(key("contact", "1")))
		require.NoError(t, tx.Insert(made("contact", "last")))
		got, err := tx.Find(store.Query{Kind: "contact", Offset: len(left) - 2, Limit: 2})
		require.NoError(t, err)
		require.Equal(t, []string{"1299", "new0"}, []string{got[0].ID, got[1].ID})
		count, err := tx.Count(store.Query{Kind: "contact"})
		require.NoError(t, err)
		require.Equal(t, len(left)+7, count)
	})
}
