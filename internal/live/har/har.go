// Package har records the calls of HTTP Archives, which browsers and proxies save. It reads
// one entry at a time, and keeps only shapes.
package har

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// Matches reports whether a file with this beginning, decompressed, may be a HAR.
func Matches(start []byte) bool {
	return strings.HasPrefix(strings.Join(strings.Fields(string(start)), ""), `{"log":`)
}

// Record records the calls in a HAR to the hosts, or to the servers of the catalog if there
// are no hosts. A host is a name, optionally with a port and with the path before the paths
// of the catalog: "api.example.com/v1". If there are neither hosts nor servers, Record records
// nothing, and the error lists the hosts in the file. Record calls begin once, if the file is
// a HAR and there are hosts.
//
// If the file is cut off, Record records the calls before, and adds a note.
func Record(
	r io.Reader, c *catalog.Catalog, hosts []string, begin func() (*recording.Recorder, error),
) (stats observer.Stats, err error) {
	wanted, err := wantedHosts(c, hosts)
	if err != nil {
		return stats, err
	}
	text, err := recording.Unzipped(r)
	if err != nil {
		return stats, fmt.Errorf("this is not a HAR: %w", err)
	}
	f := file{json.NewDecoder(text)}
	if err := f.open(); err != nil {
		return stats, err
	}
	var rec *recording.Recorder
	if len(wanted) > 0 {
		rec, err = begin()
		if err != nil {
			return stats, err
		}
	}
	entries := newEntryRecorder(c, rec, wanted)
	n, err := f.readEntries(entries.record)
	stats = entries.observer.Stats()
	if err != nil && !isDamage(err) {
		return stats, err
	}
	if err != nil {
		stats.Notes = append(stats.Notes, "the file is cut off or damaged after "+
			wording.Count(n, "call")+"; only these were read")
	}
	if len(wanted) == 0 {
		return stats, errors.New("the catalog has no servers; name the host of the service with " +
			"--host, such as api.example.com, or api.example.com/v1 with a base path; " +
			hostsIn(entries.otherHosts))
	}
	if !entries.hasWanted {
		stats.Notes = append(stats.Notes, "no call is to a selected host; "+hostsIn(entries.otherHosts))
	}
	return stats, nil
}

// wantedHosts returns the hosts whose calls are recorded, by default the servers of the catalog.
func wantedHosts(c *catalog.Catalog, hosts []string) ([]*url.URL, error) {
	if len(hosts) == 0 {
		for _, s := range c.Servers {
			hosts = append(hosts, s.URL)
		}
	}
	var wanted []*url.URL
	for _, text := range hosts {
		h, err := parseHost(text)
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, h)
	}
	return wanted, nil
}

// parseHost parses a host whose calls are recorded: "api.example.com:8443/v1", or the URL of a server.
func parseHost(text string) (*url.URL, error) {
	withScheme := text
	if !strings.Contains(text, "://") {
		withScheme = "http://" + text
	}
	u, err := url.Parse(withScheme)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("%s is not a host; give one like api.example.com, "+
			"api.example.com:8443 or api.example.com/v1", wording.Quote(text))
	}
	return u, nil
}

// isOnHost reports whether a URL is on a host. A host without a port has all ports.
func isOnHost(host, u *url.URL) bool {
	if !strings.EqualFold(u.Hostname(), host.Hostname()) {
		return false
	}
	port := cmp.Or(u.Port(), defaultPorts[u.Scheme])
	return host.Port() == "" || host.Port() == port
}

// defaultPorts are the ports of URLs without one.
var defaultPorts = map[string]string{"http": "80", "https": "443"}

// entryRecorder records entries.
type entryRecorder struct {
	wanted     []*url.URL
	observer   *observer.Observer
	hasWanted  bool           // there was a call of a wanted host
	otherHosts map[string]int // calls of operations at other hosts
}

// newEntryRecorder returns a recorder of entries. The recorder may be nil if no host is wanted.
func newEntryRecorder(c *catalog.Catalog, rec *recording.Recorder, wanted []*url.URL) *entryRecorder {
	var bases []string
	for _, host := range wanted {
		bases = append(bases, host.EscapedPath())
	}
	return &entryRecorder{
		wanted:     wanted,
		observer:   observer.New(c, rec, bases...),
		otherHosts: map[string]int{},
	}
}

// record records or counts a call. Calls of other hosts are looked up too: the hosts with calls
// of operations are proposed if no selected host has any.
func (r *entryRecorder) record(e *entry) {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		u = new(url.URL)
	}
	op := r.observer.Find(e.Request.Method, u.EscapedPath())
	isWanted := func(host *url.URL) bool { return isOnHost(host, u) }
	if slices.ContainsFunc(r.wanted, isWanted) {
		r.hasWanted = true
		r.recordWanted(op, e)
		return
	}
	r.observer.Count(func(s *observer.Stats) { s.Elsewhere++ })
	if op != nil {
		r.otherHosts[strings.ToLower(u.Host)]++
	}
}

// recordWanted records or counts a call of a wanted host. The operation is nil if the catalog does
// not have it.
func (r *entryRecorder) recordWanted(op *catalog.Operation, e *entry) {
	method := e.Request.Method
	switch {
	case op == nil:
		r.observer.Count(func(s *observer.Stats) { s.Unknown++ })
	case e.Response.Status == 0:
		r.observer.Count(func(s *observer.Stats) { s.Unanswered++ })
	default:
		r.observer.Add(observer.Call{
			Operation: op,
			Status:    e.Response.Status,
			Request:   e.Request.PostData.body(method, e.Request.BodySize),
			Response:  e.Response.Content.body(method, e.Response.BodySize),
		})
	}
}

// hostsIn lists hosts with the number of calls of operations, the most called first.
func hostsIn(calls map[string]int) string {
	names := slices.SortedFunc(maps.Keys(calls), func(a, b string) int {
		return cmp.Or(calls[b]-calls[a], cmp.Compare(a, b))
	})
	var shown []string
	for _, name := range names[:min(10, len(names))] {
		shown = append(shown, fmt.Sprintf("%s (%d)", name, calls[name]))
	}
	if more := len(names) - len(shown); more > 0 {
		shown = append(shown, wording.Count(more, "other"))
	}
	return "hosts in the file with calls of operations: " + cmp.Or(wording.List(shown, "and"), "none")
}

// body is a body in a file: decompressed, and perhaps in Base64.
type body struct {
	Text     *string // nil if the file does not have it
	Encoding string
	Size     int // of the body, 0 or less if it is unknown
}

// body returns the body, or why the file does not have it. Size is that of the message.
func (b *body) body(method string, size int) observer.Body {
	switch {
	case b.Text == nil && max(b.Size, size) > 0 && method != http.MethodHead:
		return observer.Body{Reason: observer.NotInFile}
	case b.Text == nil:
		return observer.Body{}
	case strings.EqualFold(b.Encoding, "base64"):
		data, err := base64.StdEncoding.DecodeString(*b.Text)
		if err != nil {
			return observer.Body{Reason: "not base64"}
		}
		return observer.Body{Bytes: data}
	case b.Encoding != "":
		return observer.Body{Reason: recording.CodingIn(b.Encoding)}
	}
	return observer.Body{Bytes: []byte(*b.Text)}
}
