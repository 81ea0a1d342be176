package api_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// A server that is shut down lets a call under way end, and the service knows
// which operation it serves.
func TestServerShutsDownGracefully(t *testing.T) {
	entered, leave := make(chan *api.Operation), make(chan struct{})
	h, err := api.NewHandler([]api.Route{wire.Handle(doIt, wire.NoFields[struct{}], func(ctx context.Context, _ *struct{}) (*shown, error) {
		op, _ := api.OperationFromContext(ctx)
		entered <- op
		<-leave
		return &shown{}, nil
	})}, api.WithServerAnonymous())
	require.NoError(t, err)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := api.NewServer(h)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()

	answered := make(chan int, 1)
	go func() {
		res, err := http.Post("http://"+listener.Addr().String()+"/do_it", "application/json", strings.NewReader("{}"))
		if err != nil {
			answered <- 0
			return
		}
		res.Body.Close()
		answered <- res.StatusCode
	}()
	require.Equal(t, doIt, <-entered)
	stopped := make(chan error, 1)
	go func() { stopped <- server.Shutdown(context.Background()) }()
	require.ErrorIs(t, <-served, http.ErrServerClosed)
	select {
	case <-stopped:
		t.Fatal("the server did not wait for the call")
	default:
	}
	close(leave)
	require.Equal(t, http.StatusOK, <-answered)
	require.NoError(t, <-stopped)
}
