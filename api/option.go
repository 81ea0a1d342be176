package api

import (
	"context"
	"errors"
	"maps"
	"net/http"
)

// An option of a call is also one of a client: a client keeps the configuration with which its calls
// begin, and each call has a copy, which its own options change. So options replace slices and maps
// in the configuration and do not change them.

// callConfig holds what the options of a call may change.
type callConfig struct {
	header   http.Header
	validate bool
	envelope bool
	retry    RetryPolicy // each field set

	drift      []func(context.Context, *Operation, Drift)
	bodyFields []bodyField
	key        string // of [WithIdempotencyKey], "" if there is none

	dryRun func(ctx context.Context, c *call, body []byte) // takes the request in place of the service, or nil

	codes map[[2]string]map[string]string // by area and table; not changed once it is made
	err   error                           // of invalid options
}

// fail records the error of an invalid option.
func (c *callConfig) fail(err error) { c.err = errors.Join(c.err, err) }

// removeCredentials removes those that options of clients and calls add, except for headers of
// other names.
func (c *callConfig) removeCredentials() {
	c.bodyFields = nil
	c.header = maps.Clone(c.header)
	delete(c.header, "Authorization")
}

// A ClientOption configures a client.
type ClientOption interface{ applyClient(*Caller) }

// A CallOption configures a single call, or all calls of a client.
type CallOption interface {
	ClientOption
	applyCall(*callConfig)
}

type clientOption func(*Caller)

func (o clientOption) applyClient(c *Caller) { o(c) }

type callOption func(*callConfig)

func (o callOption) applyClient(c *Caller)      { o(c.call) }
func (o callOption) applyCall(call *callConfig) { o(call) }
