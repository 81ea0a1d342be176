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

// renewingCredentials are credentials whose tokens are renewed. Calls that come while a token is
// requested wait for it, so that there is one request for all of them.
type renewingCredentials struct {
	secrets *credentials.Credentials
	service credentials.Service

	mu      sync.Mutex
	current []api.CallOption
	since   time.Time // when they were requested; zero before the first time
}

// options returns the options of a call. After an error, the next call requests a token again.
func (r *renewingCredentials) options(ctx context.Context) ([]api.CallOption, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.since.IsZero() && time.Since(r.since) < tokenAge {
		return r.current, nil
	}
	options, err := r.secrets.CallOptions(ctx, r.service)
	if err != nil {
		return nil, err
	}
	r.current = options
	r.since = time.Now()
	return options, nil
}
