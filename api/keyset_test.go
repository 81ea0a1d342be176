package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// numberedItem is an item of a list that pages by the last item.
type numberedItem struct{ ID *int }

// after reads all pages of a service by the last item, and returns their ids in order.
func after(t *testing.T, more string, service respond) (ids []int, err error) {
	t.Helper()
	caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: service}))
	require.NoError(t, err)
	pages := wire.KeysetPages(t.Context(),
		func(ctx context.Context, r *byCursor, opts ...api.CallOption) (*api.RawResponse, error) {
			return wire.DoRaw(ctx, wire.Begin(caller, opList, opts), r)
		},
		&byCursor{Of: "all"}, nil, wire.Keyset{Operation: opList, Last: "id", More: more},
		func(res *api.RawResponse) ([]numberedItem, api.Received) {
			var page struct{ Items []numberedItem }
			require.NoError(t, res.Decode(&page))
			return page.Items, res.Received
		},
		func(item *numberedItem) *int { return item.ID },
		func(r *byCursor, at int) { r.Cursor = new(fmt.Sprint(at)) })
	for range 2 { // a sequence can be walked again, from the start
		ids = nil
		for item, err := range pages {
			if err != nil {
				return ids, err
			}
			ids = append(ids, *item.ID)
		}
	}
	return ids, nil
}

func TestPagesBeginAfterTheLastItem(t *testing.T) {
	for name, test := range map[string]struct {
		more    string
		service respond
		want    []int
	}{
		"until a page is empty": {"", func(after string) string {
			return map[string]string{"": `{"items":[{"id":1},{"id":5}]}`, "5": `{"items":[{"id":3}]}`, "3": `{"items":[]}`}[after]
		}, []int{1, 5, 3}},
		"until there are no more": {"/more", func(after string) string {
			return map[string]string{"": `{"items":[{"id":1}],"more":true}`, "1": `{"items":[{"id":2}],"more":false}`}[after]
		}, []int{1, 2}},
		"the member is missing": {"/more", func(after string) string {
			return map[string]string{"": `{"items":[{"id":1}]}`, "1": `{"items":[]}`}[after]
		}, []int{1}},
		"nothing": {"/more", func(string) string { return `{"items":[],"more":false}` }, nil},
	} {
		got, err := after(t, test.more, test.service)
		require.NoError(t, err, name)
		require.Equal(t, test.want, got, name)
	}
}

func TestPagesAfterAnItemEndWithAnError(t *testing.T) {
	const sameItem = "the page ends with the item that it was to begin after, or an earlier one, so the service does not page; call the operation itself"
	for name, test := range map[string]struct {
		service respond
		want    string
		yielded []int
	}{
		"no list": {func(string) string { return `{"more":false}` },
			"page 1: the response holds no array of items; a call of the operation itself shows what it holds", nil},
		"no id": {func(string) string { return `{"items":[{"id":1},{}]}` },
			"page 1: the last item has no id, after which the next page begins", nil},
		"more without items": {func(string) string { return `{"items":[],"more":true}` },
			"page 1: the response says that there is a next page, and holds no item for it to begin after", nil},
		"no boolean": {func(string) string { return `{"items":[],"more":1}` },
			"page 1: /more is not a boolean, so it does not say whether there is a next page", nil},
		// Nothing is yielded twice.
		"ignored": {func(string) string { return `{"items":[{"id":1},{"id":2}]}` }, "page 2: " + sameItem, []int{1, 2}},
		"circle": {func(after string) string {
			return map[string]string{"": `{"items":[{"id":1}]}`, "1": `{"items":[{"id":2}]}`, "2": `{"items":[{"id":1}]}`}[after]
		}, "page 3: " + sameItem, []int{1, 2}},
	} {
		got, err := after(t, "/more", test.service)
		require.EqualError(t, err, opList.String()+": "+test.want, name)
		require.Equal(t, test.yielded, got, name)
	}
}

// An offset grows by the items that came, so a service may send fewer than requested.
func TestOffsetsCountItems(t *testing.T) {
	for _, limit := range []int{1, 2, 3, 100} {
		var offsets []int
		service := func(_ context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
			offsets = append(offsets, *r.Page)
			const most = 2
			items := []int{0, 1, 2, 3, 4}[*r.Page:]
			return &listResponse{Data: items[:min(len(items), most, limit)], Raw: json.RawMessage(`[]`)}, nil
		}
		paging := wire.Paging{Operation: opList, First: new(0), Offset: true}
		var got []int
		for item, err := range wire.Pages(t.Context(), service, &listRequest{Limit: &limit}, nil, paging,
			func(r *listRequest) (page, size **int) { return &r.Page, &r.Limit },
			func(r *listResponse) ([]int, json.RawMessage) { return r.Data, r.Raw }) {
			require.NoError(t, err)
			got = append(got, item)
		}
		require.Equal(t, []int{0, 1, 2, 3, 4}, got, limit)
		require.True(t, slices.IsSorted(offsets))
	}
	_, err := collect(t.Context(), nil, wire.Paging{First: new(0), Offset: true},
		func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
			return nil, errors.New("down")
		})
	require.EqualError(t, err, "down")
}
