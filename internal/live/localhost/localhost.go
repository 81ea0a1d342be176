// Package localhost distinguishes names and addresses of this machine from those of others.
package localhost

import (
	"net"
	"slices"
	"strings"
)

// IsOurs reports whether the host of a request is an address, localhost, a name below it, or one
// of names. The owner of any other name can let it resolve to this machine, and web pages
// under that name could reach a server that is only for programs on this machine (DNS
// rebinding). A host may have a port.
func IsOurs(host string, names ...string) bool {
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

// Reachable returns an address at which this machine reaches a listener: 127.0.0.1:8080 for
// 0.0.0.0:8080 and [::]:8080, and any other address as it is.
func Reachable(address string) string {
	name, port, err := net.SplitHostPort(address)
	if err == nil && net.ParseIP(name).IsUnspecified() {
		return "127.0.0.1:" + port
	}
	return address
}
