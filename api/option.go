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

// headerOption sets a header field for the named option, unless err is not nil.
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
// tables that the area has.
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
