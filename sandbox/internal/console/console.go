// Package console is the web page of a sandbox: its operations, stored documents, requests,
// faults and snapshots.
//
// The page itself has only the operations, which anyone may read. Its script reads the rest
// from package admin, with the token after the # of the address, which browsers neither send
// nor add to requests.
package console

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/base64"
	"html/template"
	"net/http"
	"slices"
	"sync"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/templates"
)

// The page is one file with its style and its script inside, so that it works without any other
// request, and a content security policy allows exactly these two by their hashes.

var (
	//go:embed console.html.tmpl
	page string
	//go:embed console.css
	style string
	//go:embed console.js
	script string

	html = template.Must(template.New("console").Parse(page))
)

// view is the data of the page.
type view struct {
	Title, Version string
	Classes        []class
	Seeds          string // of a new world
	Areas          []area
	Latencies      []string
	Style          template.CSS
	Script         template.JS
}

// class is a class of operations, with the number of those in it.
type class struct {
	Name  behavior.Class
	Count int
	Means string
}

// area is an area of the catalog.
type area struct {
	Name       string
	Operations []operation
}

// operation has its examples beside what the catalog and the sandbox say about it.
type operation struct {
	*simulator.Operation
	Curl, Response string
	Inputs         []input
}

// classes explain the classes of operations, in order.
var classes = []class{
	{behavior.Stateful, 0, "effect and response follow from the catalog and published facts"},
	{behavior.Seeded, 0, "reads documents that no operation creates"},
	{behavior.Assumed, 0, "a sentence says what is assumed about effect or response"},
	{behavior.Canned, 0, "a fixed response, no effect"},
	{behavior.Example, 0, "the example of the catalog, no effect, since resources.yaml leaves it out"},
	{"", 0, "responds with 501"},
}

// New returns the handler of the page. Its examples use the address of the request.
func New(s *simulator.Sandbox) http.Handler {
	css := templates.Style() + style
	policy := "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'none'; style-src " + source(css) + "; script-src " + source(script)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := newView(s, baseOf(r))
		v.Style = template.CSS(css)
		v.Script = template.JS(script)
		var b bytes.Buffer
		if err := html.Execute(&b, v); err != nil {
			http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
			return
		}
		write(w, policy, b.Bytes())
	})
}

// Reference returns the handler of the reference of a catalog, which the console links to.
// The page has a content security policy of its own.
func Reference(c *catalog.Catalog) http.Handler {
	page := sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := reference.HTML(&b, c, generator.Config{Source: "the catalog of the sandbox"})
		return b.Bytes(), err
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := page()
		if err != nil {
			http.Error(w, "the reference cannot be shown", http.StatusInternalServerError)
			return
		}
		write(w, "frame-ancestors 'none'", b)
	})
}

// write sends a page.
func write(w http.ResponseWriter, policy string, page []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.Write(page) // fails only if the reader is gone
}

// baseOf returns the base URL of the sandbox, quoted for a shell.
func baseOf(r *http.Request) string {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	return wording.ShellQuote(scheme + r.Host)
}

// source returns the source of a text for the content security policy.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// newView returns the data of the page, whose examples use a base URL.
func newView(s *simulator.Sandbox, base string) *view {
	c := s.Catalog()
	v := &view{
		Title: c.Title, Version: c.Version,
		Classes: slices.Clone(classes), Seeds: s.Seeds(),
		Latencies: []string{"0s", "200ms", "1s", "5s"},
	}
	for _, op := range s.Operations() {
		if n := len(v.Areas); n == 0 || v.Areas[n-1].Name != op.Area.Name {
			v.Areas = append(v.Areas, area{Name: op.Area.Name})
		}
		for i := range v.Classes {
			if v.Classes[i].Name == op.Class {
				v.Classes[i].Count++
			}
		}
		shownArea := &v.Areas[len(v.Areas)-1]
		shownArea.Operations = append(shownArea.Operations, newOperation(op, base))
	}
	v.Classes = slices.DeleteFunc(v.Classes, func(c class) bool { return c.Count == 0 })
	return v
}

// newOperation returns an operation with its examples.
func newOperation(op *simulator.Operation, base string) operation {
	o := operation{Operation: op, Inputs: inputsOf(op.Operation)}
	if r, ok := sample.ShownRequest(op.Operation); ok {
		o.Curl = curl.Lines(op.Operation, base, r.JSON())
	}
	if r, ok := sample.ShownResponse(op.Operation); ok {
		o.Response = sample.Indented(op.Envelope.Wrap(r.JSON(), ""))
	}
	return o
}

// Word is the class in one word.
func (o operation) Word() string { return string(cmp.Or(o.Class, "501")) }

// Word is the class in one word.
func (c class) Word() string { return string(cmp.Or(c.Name, "501")) }
