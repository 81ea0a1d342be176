package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

type listRequest struct{ Page, Limit *int }

type listResponse struct {
	Data []int
	Raw  json.RawMessage
}

// listOf pages through numbers from 0, as a service does that counts pages from 1.
func listOf(total int) func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
	return func(_ context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
		res := &listResponse{Data: []int{}}
		limit := wire.Or(r.Limit, 3)
		for i := (*r.Page - 1) * limit; i < min(*r.Page*limit, total); i++ {
			res.Data = append(res.Data, i)
		}
		res.Raw = fmt.Append(nil, res.Data)
		return res, nil
	}
}

func collect(ctx context.Context, req *listRequest, paging wire.Paging, call func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error)) (all []int, err error) {
	pages := wire.Pages(ctx, call, req, nil, paging,
		func(r *listRequest) (page, size **int) { return &r.Page, &r.Limit },
		func(r *listResponse) ([]int, json.RawMessage) { return r.Data, r.Raw })
	for item, err := range pages {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}

var opList = &api.Operation{Area: "things", Name: "list"}

var fromOne = wire.Paging{Operation: opList, First: new(1), Size: 3}

func TestPagesYieldEveryItemOnce(t *testing.T) {
	for total := range 11 {
		calls := 0
		all, err := collect(t.Context(), nil, fromOne, func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
			calls++
			return listOf(total)(ctx, r)
		})
		require.NoError(t, err)
		require.Len(t, all, total)
		want := total/3 + 1
		if 0 < total && total < 3 {
			want++ // a service may grant fewer items than it is asked for
		}
		require.Equal(t, want, calls, "a page that is not full is the last one")
		for i, item := range all {
			require.Equal(t, i, item)
		}
	}
}

func TestPagesStartWhereTheRequestSays(t *testing.T) {
	req := &listRequest{Page: new(2), Limit: new(4)}
	all, err := collect(t.Context(), req, fromOne, listOf(10))
	require.NoError(t, err)
	require.Equal(t, []int{4, 5, 6, 7, 8, 9}, all)
	require.Equal(t, &listRequest{Page: new(2), Limit: new(4)}, req, "the request is not changed")
}

func TestPagesOfUnknownSizeEndWithAnEmptyOne(t *testing.T) {
	all, err := collect(t.Context(), nil, wire.Paging{First: new(1)}, listOf(7))
	require.NoError(t, err)
	require.Len(t, all, 7)
}

func TestPagesEndWithAnError(t *testing.T) {
	failed := errors.New("no")
	for name, c := range map[string]struct {
		paging wire.Paging
		call   func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error)
		want   error
		page   string
	}{
		"the first page is unknown": {wire.Paging{Operation: opList}, listOf(1), wire.ErrNoFirstPage, "1"},
		"no items": {fromOne, func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
			return &listResponse{Raw: json.RawMessage(`[]`)}, nil
		}, wire.ErrNoItems, "1"},
		"paging is ignored": {fromOne, func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
			return &listResponse{Data: []int{1, 2, 3}, Raw: json.RawMessage(`[1,2,3]`)}, nil
		}, wire.ErrSamePage, "2"},
		"a call fails": {fromOne, func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
			if *r.Page == 2 {
				return nil, failed
			}
			return listOf(9)(ctx, r)
		}, failed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := collect(t.Context(), nil, c.paging, c.call)
			require.ErrorIs(t, err, c.want)
			if c.want != failed { // which a call names
				require.EqualError(t, err, "things.list: page "+c.page+": "+c.want.Error())
			}
			require.LessOrEqual(t, len(all), 3)
		})
	}
}

// A service may grant fewer items than it is asked for. Nothing is lost then.
func TestPagesOfAServiceThatCapsTheirSize(t *testing.T) {
	for _, limit := range []int{1, 2, 3, 4} { // of 3 that are asked for
		for total := range 14 {
			all, err := collect(t.Context(), nil, fromOne, func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
				return listOf(total)(ctx, &listRequest{Page: r.Page, Limit: new(min(limit, wire.Or(r.Limit, 3)))})
			})
			require.NoError(t, err)
			require.Len(t, all, total, "capped at %d", limit)
		}
	}
}

// A service that does not page gives everything at once.
func TestPagesOfAServiceThatDoesNotPage(t *testing.T) {
	calls := 0
	all, err := collect(t.Context(), nil, fromOne, func(context.Context, *listRequest, ...api.CallOption) (*listResponse, error) {
		calls++
		return &listResponse{Data: []int{1, 2}, Raw: fmt.Append(nil, calls)}, nil // such as the time of the response
	})
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, all)
	require.Equal(t, 2, calls)
}

// Pages that repeat end in an error, however many there are in a cycle.
func TestPagesThatRepeat(t *testing.T) {
	for length := 1; length < 40; length++ {
		for _, before := range []int{0, 1, 7} {
			calls := 0
			all, err := collect(t.Context(), nil, fromOne, func(_ context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
				calls++
				n := *r.Page
				if n > before {
					n = before + (n-before)%length
				}
				return &listResponse{Data: []int{n, n, n}, Raw: fmt.Append(nil, calls)}, nil
			})
			require.ErrorIs(t, err, wire.ErrSamePage)
			require.GreaterOrEqual(t, len(all), 3*length)
			require.LessOrEqual(t, calls, 4*(before+length)+4)
		}
	}
}

func TestPagesStopWhereTheCallerStops(t *testing.T) {
	calls := 0
	pages := wire.Pages(t.Context(), func(ctx context.Context, r *listRequest, _ ...api.CallOption) (*listResponse, error) {
		calls++
		return listOf(100)(ctx, r)
	}, nil, nil, fromOne,
		func(r *listRequest) (page, size **int) { return &r.Page, &r.Limit },
		func(r *listResponse) ([]int, json.RawMessage) { return r.Data, r.Raw })
	for range 2 { // a sequence can be walked again, from the start
		for item := range pages {
			if item == 4 {
				break
			}
		}
	}
	require.Equal(t, 4, calls)
}
