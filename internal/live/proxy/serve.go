package proxy

import (
	"context"
	"net"
	"net/http"
	"time"
)

// ShutdownTimeout is the time limit for calls in progress at the end, and then for the recorder.
const ShutdownTimeout = 5 * time.Second

// Events are functions that Serve calls, from any goroutine.
type Events struct {
	Ended       func() // after each call
	Interrupted func() // if calls take longer than ShutdownTimeout at the end
}

// Serve forwards and records calls until the context is done. It returns an error only if the
// listener fails before.
func (p *Proxy) Serve(ctx context.Context, listener net.Listener, events Events) error {
	server := p.NewServer()
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, call *http.Request) {
		defer events.Ended()
		p.ServeHTTP(w, call)
	})
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		slow, cancel := context.WithTimeout(context.Background(), ShutdownTimeout)
		defer cancel()
		if server.Shutdown(slow) != nil {
			events.Interrupted()
			server.Close()
		}
	}
	slow, cancel := context.WithTimeout(context.Background(), ShutdownTimeout)
	defer cancel()
	p.Close(slow)
	return err
}
