package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/localhost"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/admin"
	"example.com/opgen/sandbox/internal/auth"
	"example.com/opgen/sandbox/internal/console"
	"example.com/opgen/sandbox/internal/insurance"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/sqlstore"
)

// Starting a sandbox has an order that users can rely on. Every mistake in flags and files is found
// first, and all are printed together. Then the store is opened, which may create a file. The port
// is taken last, so that a sandbox that is reachable is ready, and its token is written only when
// the port is known to be its own.

// patience is the time that calls in progress have at shutdown.
const patience = 5 * time.Second

// serve serves calls until the context is done.
func (f *flags) serve(ctx context.Context, out io.Writer) (err error) {
	ways, open, wrongAuth := f.policy()
	faults, wrongFaults := f.startFaults()
	parsed, wrongInputs := f.read()
	if err := errors.Join(f.checkAddress(open), wrongAuth, wrongFaults, wrongInputs); err != nil {
		return err
	}
	callers, err := f.admit(parsed, ways, open)
	if err != nil {
		return err
	}
	state, where, err := f.open(ctx, parsed)
	if err != nil {
		return err
	}
	closeStore := func() { err = errors.Join(err, state.Close()) }
	defer closeStore()
	authenticator := auth.New(parsed.catalog, state, callers)
	s, err := simulator.New(parsed.catalog, parsed.behavior, simulator.Options{
		Store: state, Funcs: insurance.Funcs(parsed.catalog), Authenticator: authenticator.Authenticate,
		SeedsFile: parsed.seeds.Name, Seeds: parsed.seeds.Text,
		Lenient: f.lenient, Worlds: cmp.Or(f.worlds, -1), Paths: parsed.paths, AnyText: parsed.anyText,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := f.start(ctx, s, faults); err != nil {
		return err
	}
	return f.serveSandbox(ctx, out, s, authenticator, where)
}

// serveSandbox listens on the address, prints how the sandbox is reached and where its state is,
// and serves calls until the context is done.
func (f *flags) serveSandbox(
	ctx context.Context, out io.Writer, s *simulator.Sandbox, authenticator *auth.Authenticator, state string,
) error {
	listener, err := f.bind()
	if err != nil {
		return err
	}
	defer listener.Close()
	address := listener.Addr().String()
	token, forget, err := keepToken(address)
	if err != nil {
		return err
	}
	defer forget()
	handler, err := f.handler(s, authenticator, token)
	if err != nil {
		return err
	}
	server := api.NewServer(handler)
	server.RegisterOnShutdown(func() { s.Close() })
	reached := access{
		base: "http://" + localhost.Reachable(address), token: token,
		callers: f.absoluteCallers(),
	}
	if f.tls {
		reached.base = "https://" + localhost.Reachable(address)
		reached.certificate, err = f.certify(server, address)
		if err != nil {
			return err
		}
		defer os.Remove(reached.certificate)
	}
	if os.Getenv(tokenVariable) != "" {
		reached.token = "TOKEN"
	}
	f.greet(ctx, out, s, reached, state)
	return listen(ctx, server, listener)
}

// absoluteCallers returns the path of the file of callers from any folder, "" if there is none. The
// greeting shows it in commands that people paste into shells elsewhere.
func (f *flags) absoluteCallers() string {
	if f.callers == "" {
		return ""
	}
	path, err := filepath.Abs(f.callers)
	if err != nil {
		return f.callers
	}
	return path
}

// bind listens on the address.
func (f *flags) bind() (net.Listener, error) {
	listener, err := net.Listen("tcp", f.listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		const form = "--listen %s: another program is using the port; stop it, or choose another port"
		return nil, fmt.Errorf(form, f.listen)
	}
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", f.listen, err)
	}
	return listener, nil
}

// certify sets the certificate of the server, and returns its file, which the caller removes when
// the sandbox ends.
func (f *flags) certify(server *http.Server, address string) (file string, err error) {
	file, err = stateFile(address, ".pem")
	if err != nil {
		return "", err
	}
	certificate, err := selfSigned(file, append(f.hosts, host(f.listen)))
	if err != nil {
		return "", err
	}
	server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*certificate}}
	return file, nil
}

// listen serves until the context is done, and then waits for calls in progress.
func listen(ctx context.Context, server *http.Server, listener net.Listener) error {
	ended := make(chan error, 1)
	serve := func() {
		if server.TLSConfig != nil {
			ended <- server.ServeTLS(listener, "", "")
		} else {
			ended <- server.Serve(listener)
		}
	}
	go serve()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	slow, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := server.Shutdown(slow); err != nil {
		slog.Warn("calls in progress were canceled")
		return server.Close()
	}
	return nil
}

// checkAddress refuses an address that other machines reach if anyone may call, and names
// that no host has.
func (f *flags) checkAddress(open bool) error {
	for _, name := range f.hosts {
		u, err := url.Parse("http://" + name)
		if err != nil || name == "" || u.Hostname() != name {
			const form = "--host %s: expected only the name of a host, such as box.example"
			return fmt.Errorf(form, wording.Quote(name))
		}
	}
	address, err := net.ResolveTCPAddr("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: expected HOST:PORT, such as 127.0.0.1:8080: %w", f.listen, err)
	}
	if open && !address.IP.IsLoopback() {
		const form = "--listen %s: other machines can reach this address; " +
			"pass --auth, or listen on 127.0.0.1"
		return fmt.Errorf(form, f.listen)
	}
	return nil
}

// admit returns who may call, nil for anyone, and updates the catalog. Without
// --callers, their file is in the user's state folder.
func (f *flags) admit(s *service, ways []*catalog.Way, open bool) (auth.Callers, error) {
	if open {
		return nil, nil
	}
	if ways != nil {
		auth.Demand(s.catalog, ways)
	} else if op := auth.Undemanded(s.catalog); op != nil {
		const form = "--auth catalog: the catalog does not define who may call %s; " +
			"pass another --auth, such as bearer"
		return nil, fmt.Errorf(form, op)
	}
	if f.callers == "" {
		dir, err := stateFolder()
		if err != nil {
			return nil, err
		}
		f.callers = filepath.Join(dir, "callers")
	}
	callers, err := auth.ReadCallers(f.callers)
	if path, wrong := errors.AsType[*fs.PathError](err); wrong {
		err = fmt.Errorf("--callers %s: %w", f.callers, path.Err)
	}
	return callers, err
}

// open opens the store, and returns its name. Without --db, it is a file in the user's
// state folder for each Go package of a catalog.
func (f *flags) open(ctx context.Context, svc *service) (store.Store, string, error) {
	location := f.db
	switch {
	case location == "memory":
		return new(memory.Store), "in memory", nil
	case location == "":
		dir, err := stateFolder()
		if err != nil {
			return nil, "", fmt.Errorf("%w, or pass --db", err)
		}
		location = filepath.Join(dir, svc.catalog.Package+".db")
	}
	s, err := sqlstore.Open(ctx, location)
	if err != nil {
		return nil, "", fmt.Errorf("--db: %w", err)
	}
	return s, s.Name(), nil
}

// startFaults returns the faults of the command line. Its error also lists mistakes in the other
// flags that are numbers.
func (f *flags) startFaults() (faults []api.Fault, err error) {
	var mistakes []error
	for _, text := range f.faults {
		if text == "" { // removes those of an earlier run
			continue
		}
		fault, err := parseFault(text)
		if err != nil {
			mistakes = append(mistakes, err)
			continue
		}
		one, err := fault.API()
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("fault %s: %w", wording.Quote(text), err))
		}
		faults = append(faults, one)
	}
	if f.worlds < 0 {
		mistakes = append(mistakes, fmt.Errorf("--worlds %d: expected a number from 0", f.worlds))
	}
	if f.latency < 0 || f.latency > simulator.MaxLatency {
		const form = "--latency %v: expected a time from 0 to %v"
		mistakes = append(mistakes, fmt.Errorf(form, f.latency, simulator.MaxLatency))
	}
	return faults, errors.Join(mistakes...)
}

// start sets the faults and the latency of the default world, if flags choose them. They are settings
// of the world, so those of an earlier run stay otherwise.
func (f *flags) start(ctx context.Context, s *simulator.Sandbox, faults []api.Fault) error {
	if f.faults != nil {
		if err := s.SetFaults(ctx, simulator.DefaultWorld, faults...); err != nil {
			return fmt.Errorf("--faults: %w", inWords(err))
		}
	}
	if f.setLatency {
		if err := s.SetLatency(ctx, simulator.DefaultWorld, f.latency); err != nil {
			return fmt.Errorf("--latency: %w", inWords(err))
		}
	}
	return nil
}

// inWords returns the detail of a problem, whose text is its status, as an error.
func inWords(err error) error {
	if p, ok := errors.AsType[*api.Problem](err); ok {
		return errors.New(p.Detail)
	}
	return err
}

// handler returns the handler of service, administration, console and tokens. They share a port, so
// that one address is all that a client needs.
func (f *flags) handler(
	s *simulator.Sandbox, authenticator *auth.Authenticator, token string,
) (http.Handler, error) {
	administration, err := admin.New(s, token)
	if err != nil {
		return nil, err
	}
	tokens := authenticator.TokenPaths()
	mux := http.NewServeMux()
	mux.Handle(admin.Prefix, administration)
	mux.Handle("GET "+admin.Prefix+"{$}", console.New(s))
	mux.Handle("POST "+admin.Prefix+"code", console.Code(s))
	mux.Handle("GET "+admin.Prefix+"reference", console.Reference(s.Catalog()))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		path := worldPrefix.ReplaceAllString(r.URL.Path, "")
		if slices.Contains(tokens, path) {
			authenticator.ServeHTTP(w, r)
		} else {
			s.ServeHTTP(w, r)
		}
	})
	return admin.Guard(mux, append(f.hosts, host(f.listen))...), nil
}

// worldPrefix matches the prefix that selects a world. Tokens belong to no world.
var worldPrefix = regexp.MustCompile(`^/w/[^/]+`)

// host returns the host name of an address.
func host(address string) string {
	name, _, _ := net.SplitHostPort(address)
	return name
}
