package api_test

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// countedConn counts the writes to a connection.
type countedConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c countedConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(p)
}

// A request that fits into a buffer of the transport is written at once, header
// and body, whatever the effect of the operation.
func TestARequestIsWrittenAtOnce(t *testing.T) {
	for _, op := range []*api.Operation{opWrite, opRaw} {
		s := serveRaw(t, func(int64) verdict { return answer200 })
		var writes atomic.Int64
		tr := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, address)
			return countedConn{conn, &writes}, err
		}}
		t.Cleanup(tr.CloseIdleConnections)
		c, err := api.NewCaller(s.url, api.WithHTTPClient(&http.Client{Transport: tr}))
		require.NoError(t, err)
		_, err = wire.DoRaw[rich.RawAnswer](t.Context(), wire.Begin(c, op, nil), validRich())
		require.NoError(t, err)
		require.EqualValues(t, 1, writes.Load(), op.Name)
	}
}
