package wire_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// withCodes is like a generated method.
func (r ask) withCodes(c wire.Codes) ask {
	r.Of = c.OptCode("names", r.Of)
	if r.Inner != nil {
		r.Inner = wire.CodedPointer(ask.withCodes)(r.Inner, c)
	}
	return r
}

// names is an option of a call that maps names.
func names(area string, codes map[string]string) api.CallOption {
	return wire.WithCodes(area, "names", codes, "names", "notes")
}

// sentWith returns the request that a call sends with some options.
func sentWith(t *testing.T, req *ask, opts ...api.CallOption) string {
	t.Helper()
	caller := callerOf(t, func(_ context.Context, req *ask) (*api.RawResponse, error) {
		return &api.RawResponse{Raw: json.RawMessage(req.AppendJSON(nil))}, nil
	})
	call := wire.Begin(caller, opAsk, opts)
	res, err := wire.DoRaw(t.Context(), call, wire.Coded(call, req, ask.withCodes))
	require.NoError(t, err)
	return string(res.Raw)
}

// A call sends the code of a name, also in records, and leaves the request alone. A name without a
// code is sent as it is.
func TestNamesAreSentAsCodes(t *testing.T) {
	codes := names("things", map[string]string{"Ada": "1", "": "0"})
	req := &ask{Of: new("Ada"), Inner: &ask{Of: new("Bob"), Inner: &ask{}}}
	const plain = `{"of":"Ada","inner":{"of":"Bob","inner":{}}}`
	require.Equal(t, plain, sentWith(t, req))
	require.Equal(t, `{"of":"1","inner":{"of":"Bob","inner":{"of":"0"}}}`, sentWith(t, req, codes))
	require.Equal(t, plain, string(req.AppendJSON(nil)))
	require.Equal(t, plain, sentWith(t, req, names("others", map[string]string{"Ada": "1"})))
	require.Equal(t, `{}`, sentWith(t, nil))
	require.Equal(t, `{"of":"0"}`, sentWith(t, nil, codes))
	require.Equal(t, `{"of":"0"}`, sentWith(t, &ask{Of: new("")}, codes))
}

// A request that contains itself is not mapped, but reported like without tables.
func TestCodesOfRequestsThatContainThemselves(t *testing.T) {
	endless := new(ask)
	endless.Inner = endless
	call := wire.Begin(callerOf(t, responding(``)), opAsk,
		[]api.CallOption{names("things", map[string]string{"Ada": "1"})})
	require.Same(t, endless, wire.Coded(call, endless, ask.withCodes))
}

// Lists and maps are copied, and nil stays nil.
func TestCodesInListsAndMaps(t *testing.T) {
	call := wire.Begin(callerOf(t, responding(``)), opAsk,
		[]api.CallOption{names("things", map[string]string{"Ada": "1"})})
	code := func(name string, c wire.Codes) string { return c.Code("names", name) }
	wire.Coded(call, &ask{}, func(r ask, c wire.Codes) ask {
		require.Equal(t, "1", c.Code("names", "Ada"))
		require.Equal(t, "Bob", c.Code("names", "Bob"))
		require.Equal(t, "Ada", c.Code("notes", "Ada"))
		list := []string{"Ada", "Bob"}
		require.Equal(t, []string{"1", "Bob"}, wire.CodedEach(c, list, code))
		require.Equal(t, []string{"Ada", "Bob"}, list)
		require.Nil(t, wire.CodedEach(c, nil, code))
		lists := wire.CodedItems(wire.CodedItems(code))([][]string{{"Ada"}, nil}, c)
		require.Equal(t, [][]string{{"1"}, nil}, lists)
		m := map[string]string{"a": "Ada", "b": "Bob"}
		require.Equal(t, map[string]string{"a": "1", "b": "Bob"}, wire.CodedValues(code)(m, c))
		require.Equal(t, "Ada", m["a"])
		require.Nil(t, wire.CodedValues(code)(nil, c))
		orNull := wire.CodedOrNull(code)
		require.Equal(t, api.Value("1"), orNull(api.Value("Ada"), c))
		require.Equal(t, api.Null[string](), orNull(api.Null[string](), c))
		require.Equal(t, api.Nullable[string]{}, orNull(api.Nullable[string]{}, c))
		return r
	})
}
