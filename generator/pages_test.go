package generator

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/cursors/gen/things"
)

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
	for item, err := range client.ListItems(t.Context(), &things.ListRequest{Filter: new("f")}) {
		require.NoError(t, err)
		names = append(names, item)
	}
	for item, err := range client.ListByNumberItems(t.Context(), &things.ListByNumberRequest{After: 5}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	for item, err := range client.ListFolderItems(t.Context(), &things.ListFolderRequest{Path: "/f"}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	for item, err := range client.SearchItems(t.Context(), &things.SearchRequest{Query: new("q")}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	for item, err := range client.ListedItems(t.Context(), &things.ListedRequest{}) {
		require.NoError(t, err)
		names = append(names, item.Name)
	}
	require.Equal(t, []string{"a", "b", "c", "c", "c", "x", "/f1", "/f2", "d", "e", "f"}, names)
}
