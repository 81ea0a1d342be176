package record

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
)

// This file decides where the proxy may listen. It forwards whatever reaches it with the user's
// network access, so by default nobody else may reach it.

// Listen listens on an address for calls to a service. Its errors are about the flags --listen
// and --to of gen record.
func Listen(address string, service *url.URL) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--listen %s: another program uses this address; "+
			"stop it, or choose another port", address)
	}
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", address, err)
	}
	if isSameAddress(service, listener.Addr()) {
		listener.Close()
		return nil, fmt.Errorf("--to %s is the address of the proxy itself; "+
			"set it to the address of the service, or choose another --listen", service)
	}
	return listener, nil
}

// CheckAddress returns an error for an address that other machines can reach, unless they may.
func CheckAddress(address string, allowRemote bool) error {
	resolved, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return fmt.Errorf("--listen %s: expected HOST:PORT, such as 127.0.0.1:8081: %w", address, err)
	}
	if !resolved.IP.IsLoopback() && !allowRemote {
		return fmt.Errorf("--listen %s: other machines can reach this address, and through it "+
			"the service; listen on 127.0.0.1, or add --allow-remote", address)
	}
	return nil
}

// defaultPorts are the ports of URLs without one.
var defaultPorts = map[string]string{"http": "80", "https": "443"}

// isSameAddress reports whether a service is at an address of this machine.
func isSameAddress(service *url.URL, address net.Addr) bool {
	port := cmp.Or(service.Port(), defaultPorts[service.Scheme])
	resolved, err := net.ResolveTCPAddr("tcp", net.JoinHostPort(service.Hostname(), port))
	listening := address.(*net.TCPAddr)
	if err != nil || resolved.Port != listening.Port {
		return false
	}
	return resolved.IP.Equal(listening.IP) || listening.IP.IsUnspecified() && resolved.IP.IsLoopback()
}
