package generator

import (
	"context"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/cursors/gen/things"
)

var cursors = loadFile("testdata/cursors/catalog.yaml").Areas[0]

func Example_pagesMethod() {
	show(pagesMethod(listContacts))
	// Output:
	// // ListAllContactsPages calls list_all_contacts page by page and yields the items. It ends after
	// // a page that is empty or short, or with an error: if a call fails, if a response holds no
	// // items, or if the same page comes twice.
	// func (c *Client) ListAllContactsPages(ctx context.Context, req *ListAllContactsRequest, opts ...api.CallOption) iter.Seq2[string, error] {
	// 	return wire.Pages(ctx, c.ListAllContacts, req, opts,
	// 		wire.Paging{Operation: opListAllContacts, First: new(1), Size: 100},
	// 		func(req *ListAllContactsRequest) (page, size **int) { return &req.Page, &req.Limit },
	// 		func(res *ListAllContactsResponse) ([]string, json.RawMessage) { return res.Data, res.Received.Raw() })
	// }
}

func Example_cursorPages() {
	show(pagesMethod(cursors.Operations[2]))
	// Output:
	// // ListFolderPages calls list_folder, and list_folder_continue with the cursor of each response,
	// // and yields the items. It ends if a response says that there is no next page, or with an error:
	// // if a call fails, or if a cursor is missing or comes again.
	// func (c *Client) ListFolderPages(ctx context.Context, req *ListFolderRequest, opts ...api.CallOption) iter.Seq2[Entry, error] {
	// 	return wire.ContinuedPages(ctx, c.ListFolder, req, opts,
	// 		wire.Cursors{Operation: opListFolder, Next: "/cursor", More: "/has_more"},
	// 		func(res *ListFolderResponse) ([]Entry, api.Received) { return res.Entries, res.Received },
	// 		c.ListFolderContinue,
	// 		func(req *ListFolderContinueRequest, cursor string) { req.Cursor = cursor },
	// 		func(res *ListFolderContinueResponse) ([]Entry, api.Received) { return res.Entries, res.Received })
	// }
}

func Example_itemsFunc() {
	op := cursors.Operations[4]
	show(jen.Id("_").Op("=").Add(itemsFunc(op, op, op.Pagination.At, rt("Received"), jen.Id("res").Dot("Received"))))
	// Output:
	// _ = func(res *SearchResponse) ([]Entry, api.Received) {
	// 	if res.Found == nil || res.Found.Matches == nil {
	// 		return nil, res.Received
	// 	}
	// 	return res.Found.Matches.Entries, res.Received
	// }
}

// The iterators of the fixture lead through every page, with the request of the first.
func TestPagesByCursor(t *testing.T) {
	entries := func(names ...string) (all []things.Entry) {
		for _, name := range names {
			all = append(all, things.Entry{Name: name})
		}
		return all
	}
	fake := &things.Fake{
		ListFunc: func(_ context.Context, req *things.ListRequest) (*things.ListResponse, error) {
			require.Equal(t, "f", *req.Filter)
			if req.Cursor == nil {
				return &things.ListResponse{Things: []string{"a"}, NextCursor: new("2")}, nil
			}
			return &things.ListResponse{Things: []string{"b"}, NextCursor: req.Cursor, HasMore: new(false)}, nil
		},
		ListByNumberFunc: func(_ context.Context, req *things.ListByNumberRequest) (*things.ListByNumberResponse, error) {
			res := &things.ListByNumberResponse{Things: entries("c"), Bag: map[string]any{"last": req.After + 1}}
			if req.After == 7 {
				res.Bag = nil
			}
			return res, nil
		},
		ListFolderFunc: func(_ context.Context, req *things.ListFolderRequest) (*things.ListFolderResponse, error) {
			return &things.ListFolderResponse{Entries: entries("x"), Cursor: req.Path + "1", HasMore: new(true)}, nil
		},
		ListFolderContinueFunc: func(_ context.Context, req *things.ListFolderContinueRequest) (*things.ListFolderContinueResponse, error) {
			return &things.ListFolderContinueResponse{Entries: entries(req.Cursor), Cursor: new("/f2"), HasMore: new(req.Cursor == "/f1")}, nil
		},
		SearchFunc: func(_ context.Context, req *things.SearchRequest) (*things.SearchResponse, error) {
			if req.Cursor == nil {
				require.Equal(t, "q", *req.Query)
				return &things.SearchResponse{Found: &things.Found{Cursor: new("2")}}, nil
			}
			require.Nil(t, req.Query, "only the first of a first_of is sent")
			return &things.SearchResponse{Found: &things.Found{Matches: &things.Matches{Entries: entries("d")}}}, nil
		},
	}
	fake.ListedFunc = func(ctx context.Context, req *things.ListedRequest) (*things.ListedResponse, error) {
		if req.Cursor != nil {
			return &things.ListedResponse{Items: entries(*req.Cursor)}, nil
		}
		return &things.ListedResponse{Items: entries("e")}, api.SetSiblings(ctx, &things.Beside{NextCursor: new("f")})
	}
	client, err := things.NewFakeClient(fake)
	require.NoError(t, err)

	var names []string
	for item, err := range client.ListPages(t.Context(), &things.ListRequest{Filter: new("f")}) {
		require.NoError(t, err)
		names = append(names, item)
	}
	for item, err := range client.ListByNumberPages(t.Context(), &things.ListByNumberRequest{After: 5}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	for item, err := range client.ListFolderPages(t.Context(), &things.ListFolderRequest{Path: "/f"}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	for item, err := range client.SearchPages(t.Context(), &things.SearchRequest{Query: new("q")}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	for item, err := range client.ListedPages(t.Context(), &things.ListedRequest{}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	require.Equal(t, []string{"a", "b", "c", "c", "c", "x", "/f1", "/f2", "d", "e", "f"}, names)
}
