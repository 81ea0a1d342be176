// Package har records the calls of HTTP Archives, which browsers and proxies save. It
// holds one entry of a file at a time, and keeps nothing of it but shapes.
package har

import (
	"bytes"
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
	"example.com/opgen/internal/live/traffic"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// Stats counts what was in a file.
type Stats struct {
	traffic.Stats
	CutOff string // where the file ends too early, or ceases to be a HAR; "" if it is whole
	Hosts  string // which hosts there are, if none of them is asked for
}

// Lines says it in sentences.
func (s Stats) Lines() []string {
	lines := s.Stats.Lines()
	for _, line := range []string{s.Hosts, s.CutOff} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Is reports whether a file that begins like this may be a HAR, which may be compressed
// with gzip, as opposed to a recording.
func Is(start []byte) bool {
	text := strings.Join(strings.Fields(string(bom(start))), "")
	return strings.HasPrefix(text, `{"log":`)
}

// Record gives the calls in a HAR to a recorder. It takes those of the hosts, and of the
// servers of the catalog if none is given. A host is a name, perhaps with a port and with
// the path before the paths of the catalog: "api.example.com/v1". Without any host, the
// error says which hosts there are, and nothing is recorded. begin is called once, when it
// is known that something may be recorded: the file is a HAR, and there are hosts.
//
// If the file is cut off, what is before that is recorded, and Stats.CutOff says it.
func Record(r io.Reader, c *catalog.Catalog, hosts []string, begin func() (*recording.Recorder, error)) (Stats, error) {
	var bases []string
	var wanted []host
	for _, text := range hosts {
		h, err := parseHost(text)
		if err != nil {
			return Stats{}, err
		}
		wanted, bases = append(wanted, h), append(bases, h.base)
	}
	if len(hosts) == 0 {
		for _, s := range c.Servers {
			if h, err := parseHost(s.URL); err == nil {
				wanted = append(wanted, h)
			}
		}
	}
	in, err := open(r)
	if err != nil {
		return Stats{}, err
	}
	paths := traffic.NewPaths(c, bases...)
	t := &taker{wanted: wanted, paths: paths, observer: traffic.NewObserver(paths, nil), found: map[string]int{}}
	f := &file{dec: json.NewDecoder(in), each: t.take, begin: func() error {
		if len(wanted) == 0 {
			return nil
		}
		rec, err := begin()
		t.observer = traffic.NewObserver(paths, rec)
		return err
	}}
	err = f.read()
	s := Stats{Stats: t.observer.Stats()}
	cut := err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)
	spoiled := errors.Is(err, errNotJSON) || recording.Damaged(err)
	switch {
	case err != nil && !cut && !spoiled:
		return s, err
	case !f.begun:
		return s, errors.New("this is not a HAR, a JSON object with log and entries; browsers save one from the list of network requests")
	case cut:
		s.CutOff = fmt.Sprintf("the file is cut off after %s; the calls in those are recorded", entries(f.entries))
	case spoiled:
		s.CutOff = fmt.Sprintf("the file is damaged after %s; the calls in those are recorded", entries(f.entries))
	}
	if len(wanted) == 0 {
		return s, noHosts(t.found)
	}
	if !t.taken && len(t.found) > 0 {
		_, where, _ := called(t.found)
		s.Hosts = "no call is of a host that is asked for; " + where
	}
	return s, nil
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// bom cuts off the mark that some programs begin a text with.
func bom(start []byte) []byte { return bytes.TrimPrefix(start, []byte("\ufeff")) }

// open returns the text of a file, which may be compressed.
func open(r io.Reader) (io.Reader, error) {
	in, err := recording.Unzipped(r)
	if err != nil {
		return nil, fmt.Errorf("this is not a HAR: %w", err)
	}
	if start, _ := in.Peek(3); len(bom(start)) == 0 {
		in.Discard(len(start))
	}
	return in, nil
}

// host is whose calls are taken.
type host struct{ name, port, base string }

func parseHost(text string) (host, error) {
	withScheme := text
	if !strings.Contains(text, "://") {
		withScheme = "http://" + text
	}
	u, err := url.Parse(withScheme)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" {
		return host{}, fmt.Errorf("%s is not a host; give one like api.example.com, api.example.com:8443 or api.example.com/v1", wording.Quote(text))
	}
	return host{strings.ToLower(u.Hostname()), u.Port(), u.EscapedPath()}, nil
}

// is reports whether a URL is of the host. One without a port has them all.
func (h host) is(u *url.URL) bool {
	return strings.EqualFold(u.Hostname(), h.name) && (h.port == "" || h.port == portOf(u))
}

func portOf(u *url.URL) string {
	return cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
}

// maxFound is how many hosts are named.
const maxFound = 1000

// taker takes entries.
type taker struct {
	wanted   []host
	paths    *traffic.Paths
	observer *traffic.Observer
	taken    bool           // there was a call of a wanted host
	found    map[string]int // calls of operations by host, while there was none
}

func (t *taker) take(e *entry) {
	u, err := url.Parse(e.Request.URL)
	if err != nil || !slices.ContainsFunc(t.wanted, func(h host) bool { return h.is(u) }) {
		t.observer.Count(func(s *traffic.Stats) { s.Elsewhere++ })
		if err == nil && !t.taken {
			t.note(e.Request.Method, u)
		}
		return
	}
	t.taken = true
	op := t.paths.Find(e.Request.Method, u.EscapedPath())
	switch {
	case op == nil:
		t.observer.Count(func(s *traffic.Stats) { s.Unknown++ })
	case e.Response.Status == 0:
		t.observer.Count(func(s *traffic.Stats) { s.Unanswered++ })
	default:
		method := e.Request.Method
		t.observer.Add(op, e.Response.Status, e.Request.PostData.body(method, e.Request.BodySize), e.Response.Content.body(method, e.Response.BodySize))
	}
}

// note counts a call that may be one of the catalog, to say which hosts there are. URLs
// like those with data: have none.
func (t *taker) note(method string, u *url.URL) {
	name := strings.ToLower(u.Host)
	if _, ok := t.found[name]; name == "" || !ok && len(t.found) == maxFound {
		return
	}
	if t.found[name] += 0; t.paths.Find(method, u.EscapedPath()) != nil {
		t.found[name]++
	}
}

// noHosts is the error for a file if nobody knows which of its hosts are the service.
func noHosts(found map[string]int) error {
	const how = "the catalog has no servers, so say with --host which of the hosts in the file is the service"
	switch host, where, called := called(found); {
	case called:
		return errors.New(how + ", such as --host " + host + "; " + where)
	case host == "":
		return errors.New(how + "; there are no calls in it")
	default:
		return errors.New(how + "; no host is called at a path of the catalog. If a path stands before those of the catalog, give it as in --host " + host + "/v1; " + where)
	}
}

// called names the hosts at which operations are called, or all hosts if there is none.
// The first of them is returned too, and whether operations are called. found has how
// many operations are called at each host.
func called(found map[string]int) (host, text string, called bool) {
	names := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(found[b]-found[a], cmp.Compare(a, b))
	})
	var good []string
	for _, name := range names {
		if found[name] > 0 {
			good = append(good, fmt.Sprintf("%s (%s)", name, wording.Count(found[name], "call")))
		}
	}
	switch {
	case len(good) > 0:
		return names[0], "operations of the catalog are called at " + clipped(good), true
	case len(names) == 0:
		return "", "", false
	default:
		return names[0], "the hosts are " + clipped(names), false
	}
}

// clipped lists the first names.
func clipped(names []string) string {
	if len(names) > 10 {
		names = append(names[:10:10], wording.Count(len(names)-10, "other"))
	}
	return wording.List(names, "and")
}

// body is a body as a file has it: decompressed, and perhaps in base64.
type body struct {
	Text     *string // nil if the file does not have it
	Encoding string
	Size     int // of the body, 0 or less if nobody knows
}

func (b *body) body(method string, size int) traffic.Body {
	switch {
	case b.Text == nil && max(b.Size, size) > 0 && method != http.MethodHead:
		return traffic.Body{Reason: traffic.NotInFile}
	case b.Text == nil:
		return traffic.Body{}
	case len(*b.Text) > maxText:
		return traffic.Body{Reason: traffic.TooLarge}
	case strings.EqualFold(b.Encoding, "base64"):
		data, err := base64.StdEncoding.DecodeString(*b.Text)
		if err != nil {
			return traffic.Body{Reason: "not base64"}
		}
		return traffic.Body{Bytes: data}
	case b.Encoding != "":
		return traffic.Body{Reason: recording.Coded(b.Encoding)}
	}
	return traffic.Body{Bytes: []byte(*b.Text)}
}
