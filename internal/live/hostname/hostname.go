// Package hostname tells the names of this machine from those that others own.
package hostname

import (
	"net"
	"slices"
	"strings"
)

// Ours reports whether a request came under a host that nobody else can make lead here:
// an address, localhost, a name below it, or one of names. Whoever owns another name can
// make it lead here, and the pages of that name would reach a server that only listens
// for programs of this machine (DNS rebinding). A host may have a port.
func Ours(host string, names ...string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	if net.ParseIP(strings.Trim(name, "[]")) != nil {
		return true
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	return name == "localhost" || strings.HasSuffix(name, ".localhost") ||
		slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
