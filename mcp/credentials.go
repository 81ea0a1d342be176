package main

import (
	"context"
	"sync"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/live/credentials"
)

// tokenAge is the time after which a token of OAuth 2 is requested again. A server lives longer
// than its tokens, and a request a minute is cheap.
const tokenAge = time.Minute

// renewed are credentials whose tokens are renewed.
type renewed struct {
	given   *credentials.Credentials
	service credentials.Service

	mu    sync.Mutex
	known []api.CallOption
	since time.Time
}

// options returns the options of a call.
func (r *renewed) options(ctx context.Context) ([]api.CallOption, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.since.IsZero() && time.Since(r.since) < tokenAge {
		return r.known, nil
	}
	options, err := r.given.CallOptions(ctx, r.service)
	if err != nil {
		return nil, err
	}
	r.known = options
	r.since = time.Now()
	return options, nil
}
