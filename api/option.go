package api

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// An option of a call is also one of a client: a client keeps the configuration with which its calls
// begin, and each call has a copy, which its own options change. So options replace slices and maps
// in the configuration and do not change them.

// A ClientOption configures a client. NewClient takes any number of them; a later one replaces what an
// earlier one has set, unless its documentation says that they add up.
type ClientOption interface{ applyClient(*Caller) }

// A CallOption configures a single call, or all calls of a client:
//
//	client, err := claims.NewClient(url, api.WithRetry(patient))      // for all calls
//	res, err := client.GetClaim(ctx, request, api.WithRetry(hurried)) // instead, for this call
type CallOption interface {
	ClientOption
	applyCall(*callConfig)
}

// clientOption is an option of a client alone. It is a func, which fmt prints as an address: options
// contain credentials.
type clientOption func(*Caller)

func (o clientOption) applyClient(c *Caller) { o(c) }

// callOption is an option of a call, and of a client, whose configuration its calls begin with.
type callOption func(*callConfig)

func (o callOption) applyClient(c *Caller)      { o(c.call) }
func (o callOption) applyCall(call *callConfig) { o(call) }

// headerOption sets a header field for the named option, unless err is not nil. The field is checked
// when the option is made, once for all calls. Calls share the slice of values, which shows whether
// a call has replaced it.
func headerOption(option, name, value string, err error) CallOption {
	name = http.CanonicalHeaderKey(name)
	field := []string{value}
	err = cmp.Or(err, checkHeader(http.Header{name: field}))
	return callOption(func(call *callConfig) {
		if err != nil {
			call.fail(fmt.Errorf("api.%s: %w", option, err))
			return
		}
		call.header = maps.Clone(call.header)
		call.header[name] = field
	})
}

// withCodes returns the option that sends codes in an area. Tables are the names of the
// tables that the area has. The codes are copied; those of other tables stay as they are.
func withCodes(area, table string, codes map[string]string, tables []string) CallOption {
	codes = maps.Clone(codes)
	return callOption(func(call *callConfig) {
		if !slices.Contains(tables, table) {
			call.fail(fmt.Errorf("WithCodes: unknown table %q of "+
				"%s; expected one of %s", table, area, strings.Join(tables, ", ")))
			return
		}
		all := map[[2]string]map[string]string{}
		maps.Copy(all, call.codes)
		all[[2]string{area, table}] = codes
		call.codes = all
	})
}
