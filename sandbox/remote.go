package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/sandbox/internal/admin"
	"example.com/opgen/sandbox/simulator"
)

// A remote is how the commands reach a sandbox: by HTTP, with the token that the sandbox has stored
// for its user when it started.

// remote is a running sandbox, and the world of the commands.
type remote struct{ address, world string }

// client returns a client for the sandbox, and its token. For a sandbox of this machine, it trusts
// the certificate that the sandbox has made for itself.
func (r *remote) client() (client *http.Client, token string, err error) {
	base, err := url.Parse(r.address)
	if err != nil || base.Host == "" || ports[base.Scheme] == "" {
		return nil, "", fmt.Errorf("--address %s: expected http://HOST:PORT", r.address)
	}
	address := base.Host
	if base.Port() == "" {
		address = net.JoinHostPort(base.Hostname(), ports[base.Scheme])
	}
	token, err = knownToken(address)
	if err != nil {
		return nil, "", err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if base.Scheme == "https" && isLoopback(address) {
		if roots := ownCertificate(address); roots != nil {
			transport.TLSClientConfig.RootCAs = roots
		}
	}
	return &http.Client{Transport: transport}, token, nil
}

// ports are the default ports of the schemes of an address.
var ports = map[string]string{"http": "80", "https": "443"}

// ownCertificate returns the certificate that a sandbox at an address has made for itself, nil if
// there is none.
func ownCertificate(address string) *x509.CertPool {
	file, err := stateFile(address, ".pem")
	if err != nil {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	return roots
}

// send sends a request below /_sandbox/. The caller closes the response.
func (r *remote) send(
	ctx context.Context, method, name, accept string, body io.Reader,
) (io.ReadCloser, error) {
	client, token, err := r.client()
	if err != nil {
		return nil, err
	}
	url := strings.TrimSuffix(r.address, "/") + admin.Prefix + name
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", accept)
	request.Header.Set("Content-Type", "application/json")
	if r.world != "" {
		request.Header.Set(simulator.WorldHeader, r.world)
	}
	response, err := client.Do(request)
	if _, isUnreachable := errors.AsType[*net.OpError](err); isUnreachable {
		return nil, fmt.Errorf("no sandbox is running at %s: start one, or pass --address", r.address)
	}
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		return nil, refusal(response)
	}
	return response.Body, nil
}

// refusal returns the error of a response with a problem. If the problem cannot be read, the status
// remains.
func refusal(response *http.Response) *api.Error {
	var p api.Problem
	text, _ := io.ReadAll(io.LimitReader(response.Body, textfile.Limit))
	json.Unmarshal(text, &p)
	return &api.Error{Status: response.StatusCode, Problem: &p}
}

// call calls an operation with a request, or without one sends a GET request, and decodes the
// response.
func (r *remote) call(ctx context.Context, operation string, request, into any) error {
	method, body := http.MethodGet, new(bytes.Buffer)
	if request != nil {
		method = http.MethodPost
		if err := json.NewEncoder(body).Encode(request); err != nil {
			return err
		}
	}
	response, err := r.send(ctx, method, operation, "application/json", body)
	if err != nil {
		return err
	}
	defer response.Close()
	return json.NewDecoder(response).Decode(into)
}

// print is call, and prints the response as indented JSON.
func (r *remote) print(ctx context.Context, out io.Writer, operation string, request any) error {
	var response json.RawMessage
	if err := r.call(ctx, operation, request, &response); err != nil {
		return err
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(response)
}
