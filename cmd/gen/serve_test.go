package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// serve starts a service of a catalog, which ends with the script:
//
//	serve V CATALOG              it enforces every rule
//	serve V CATALOG lenient      it enforces nothing
//	serve V CATALOG read=JSON    it responds with this to get_order
//	serve V CATALOG status=N     it responds with this status to everything
//	serve V CATALOG html         and with a page
//	serve V CATALOG hangs        it never responds
//	serve V CATALOG after=N      it hangs after so many calls; hung URL waits for that
//	serve V CATALOG token=T      it wants this token
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: serve VARIABLE CATALOG words...")
	}
	c, err := catalog.Load(ts.MkAbs(args[1]))
	ts.Check(err)
	said := map[string]string{}
	for _, word := range args[2:] {
		key, value, _ := strings.Cut(word, "=")
		said[key] = value
	}
	answer := func(op *catalog.Operation) string {
		if said["read"] != "" && op.Name == "get_order" {
			return said["read"]
		}
		return `{"status":"open"}`
	}
	var routes []api.Route
	byPath := map[string]*catalog.Operation{}
	for op := range c.Operations() {
		byPath[op.Path] = op
		routes = append(routes, interpreter.New(op).Route(func(context.Context, string) (json.RawMessage, error) {
			return json.RawMessage(answer(op)), nil
		}))
	}
	authenticate := api.WithServerAnonymous()
	if token := said["token"]; token != "" {
		authenticate = api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			if c.Header().Get("Authorization") != "Bearer "+token {
				return nil, errors.New("another token")
			}
			return ctx, nil
		})
	}
	strict, err := api.NewHandler(routes, authenticate)
	ts.Check(err)
	var calls atomic.Int64
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		after, limited := said["after"]
		most, _ := strconv.ParseInt(after, 10, 64)
		_, hangs := said["hangs"]
		_, lenient := said["lenient"]
		status, _ := strconv.Atoi(said["status"])
		_, html := said["html"]
		switch {
		case hangs, limited && calls.Add(1) > most:
			hanging, _ := hangingServers.LoadOrStore("http://"+r.Host, make(chan struct{}, 1000))
			hanging.(chan struct{}) <- struct{}{}
			io.Copy(io.Discard, r.Body) // otherwise nobody notices that the caller has gone
			select {
			case <-r.Context().Done():
			case <-ended:
			}
		case html:
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(max(status, 200))
			fmt.Fprint(w, "<!doctype html><title>CANARY</title>")
		case status != 0:
			w.Header().Set("Content-Type", "application/problem+json")
			w.Header().Set("CANARY", "CANARY")
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"title":"CANARY","status":%d,"detail":"CANARY","CANARY":1,"errors":[{"field":"/CANARY","rule":"CANARY","message":"CANARY"}]}`, status)
		case r.URL.Path == "/oauth2/token":
			id, secret, _ := r.BasicAuth()
			if id != "ann" || secret != "CANARY-secret" {
				w.WriteHeader(http.StatusUnauthorized)
			}
			fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer"}`, said["token"])
		case lenient:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, answer(byPath[r.URL.Path]))
		default:
			strict.ServeHTTP(w, r)
		}
	}))
	ts.Defer(func() {
		close(ended)
		server.CloseClientConnections()
		server.Close()
	})
	ts.Setenv(args[0], server.URL)
}

// hangingServers are channels by URL, with a value for each call that hangs.
var hangingServers sync.Map

// hung waits until a service hangs.
func hung(_ *testscript.TestScript, _ bool, args []string) {
	hanging, _ := hangingServers.LoadOrStore(args[0], make(chan struct{}, 1000))
	<-hanging.(chan struct{})
}

// gone checks that files, or the output of a command, do not contain a text.
func gone(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args[1:] {
		if strings.Contains(ts.ReadFile(name), args[0]) != neg {
			ts.Fatalf("%s: %q", name, args[0])
		}
	}
}
