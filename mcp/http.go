package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/mcp/internal/server"
)

// Over HTTP, several agents share a server. Each has its own token, and the limits and handles of a
// client belong to the token. A server on the standard input has one client and needs none.

// shortestToken is the number of characters of the shortest token: fewer can be guessed.
const shortestToken = 16

// readTokens returns the tokens of a file: one a line, except blank lines and those that begin with
// #. Without a file, it returns a new token, which it prints once. Errors do not show tokens.
func readTokens(file string, stderr io.Writer) ([]string, error) {
	if file == "" {
		token := rand.Text()
		_, err := fmt.Fprintf(stderr, "token  %s\n", token)
		return []string{token}, err
	}
	read, err := textfile.Read(file)
	if err != nil {
		return nil, err
	}
	var tokens []string
	for i, line := range strings.Split(string(read), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if len(line) < shortestToken || strings.ContainsAny(line, " \t") {
			return nil, fmt.Errorf("%s, line %d: a token has at least %d characters and no space",
				file, i+1, shortestToken)
		}
		tokens = append(tokens, line)
	}
	if tokens == nil {
		return nil, fmt.Errorf("%s has no token; write one a line", file)
	}
	return tokens, nil
}

// longestShutdown is how long calls in progress may take when the server ends.
const longestShutdown = 5 * time.Second

// serveHTTP serves the protocol until the context ends, and then finishes the calls in progress.
func (f *flags) serveHTTP(ctx context.Context, s *server.Server, stderr io.Writer) error {
	tokens, err := readTokens(f.tokens, stderr)
	if err != nil {
		return err
	}
	address := f.http
	if strings.HasPrefix(address, ":") { // others can reach it only if that is asked for
		address = "127.0.0.1" + address
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("--http: %w", err)
	}
	fmt.Fprintf(stderr, "address  http://%s\n", listener.Addr())
	serving := &http.Server{
		Handler:           s.Handler(tokens, f.hosts),
		ReadHeaderTimeout: 10 * time.Second,
	}
	stopped := make(chan error, 1)
	stop := func() {
		within, cancel := context.WithTimeout(context.Background(), longestShutdown)
		defer cancel()
		stopped <- serving.Shutdown(within)
	}
	context.AfterFunc(ctx, stop)
	if err := serving.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
