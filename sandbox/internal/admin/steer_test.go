package admin

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"github.com/stretchr/testify/require"
)

const resources = `
resources: 1
kinds: {note: {}, tag: {}}
operations:
  notes.add: {create: note, set: {/written: $now}, response: none, assumed: It is kept., class: assumed}
`

const seeds = `
note:
  - {id: ann, text: canary, place: {text: canary, page: 1}}
`

// steered serves a sandbox of notes with its administration.
func steered(t *testing.T, s store.Store) http.Handler {
	c, problems := catalog.Parse("notes.yaml",
		[]byte(strings.Replace(notes, "{add: ", "{drop: {}, add: ", 1)))
	require.Empty(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", []byte(resources))
	require.NoError(t, err)
	box, err := simulator.New(c, b, simulator.Options{Store: s, Seeds: []byte(seeds)})
	require.NoError(t, err)
	t.Cleanup(func() { box.Close() })
	h, err := New(box, testToken)
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle(Prefix, h)
	mux.Handle("/", box)
	return mux
}

// ask sends a request to the administration and returns the status and the response.
func ask(t *testing.T, h http.Handler, line, body string, header ...string) (int, string) {
	method, path, _ := strings.Cut(line, " ")
	w := do(h, request(method, Prefix+path, body, append(header, bearer)...))
	return w.Code, strings.Join(strings.Fields(w.Body.String()), "")
}

func TestRequestsSteerWorlds(t *testing.T) {
	h := steered(t, new(memory.Store))
	add := func(header ...string) int { return do(h, request("POST", "/add", `{"text":"canary"}`, header...)).Code }
	for _, step := range []struct{ line, body, want string }{
		{"GET health", "", `200 {"status":"ok","title":"Notes","version":"v1"}`},
		{"POST snapshot", `{"name":"before"}`, `200 {"snapshots":["before"]}`},
		{"POST seed", `{"documents":{"note":[{"id":"bob","text":"x"}]}}`, `200 {"world":"default"}`},
		{"GET documents", "", `200 {"kinds":[{"kind":"note","count":2},{"kind":"tag","count":0}]}`},
		{"POST restore", `{"name":"before"}`, `200 {"world":"default"}`},
		{"GET documents", "", `200 {"kinds":[{"kind":"note","count":1},{"kind":"tag","count":0}]}`},
		{"POST seed", `{"text":"note:\n  - {id: eve}\n","file":"mine.yaml"}`, `200 {"world":"default"}`},
		{"POST reset", ``, `200 {"world":"default"}`},
		{"GET documents", "", `200 {"kinds":[{"kind":"note","count":1},{"kind":"tag","count":0}]}`},
		{"POST latency", `{"latency":"1ms"}`, `200 {"latency":"1ms"}`},
		{"GET latency", ``, `200 {"latency":"1ms"}`},
		{"GET latency?world=other", ``, `200 {"latency":"0s"}`},
		{"POST latency", `{}`, `200 {"latency":"0s"}`},
		{"POST clock", `{"now":"2020-02-29t12:00:00z","frozen":true}`,
			`200 {"frozen":true,"now":"2020-02-29T12:00:00Z"}`},
		{"GET clock", ``, `200 {"frozen":true,"now":"2020-02-29T12:00:00Z"}`},
		{"POST faults", `{"faults":[{"operation":"notes.add","status":503,"header":{"retry-after":"1"}},{"latency":"1ms","times":-1}]}`,
			`200 {"faults":[{"operation":"notes.add","times":1,"status":503,"header":{"Retry-After":"1"}},{"times":-1,"latency":"1ms"}]}`},
		{"POST faults", `{"faults":[{"times":1},{"operation":"notes.add","status":503,"header":{"retry-after":"1"}},{"latency":"1ms","times":-1}]}`,
			`200 {"faults":[{"times":1},{"operation":"notes.add","times":1,"status":503,"header":{"Retry-After":"1"}},{"times":-1,"latency":"1ms"}]}`},
		{"POST clock?world=later", `{"now":"2020-02-29T12:00:00Z","frozen":true}`,
			`200 {"frozen":true,"now":"2020-02-29T12:00:00Z"}`},
		{"POST clock?world=later", `{"advance":"24h30m"}`,
			`200 {"frozen":true,"now":"2020-03-01T12:30:00Z"}`},
		{"POST clock?world=later", `{"advance":"-24h"}`,
			`200 {"frozen":true,"now":"2020-02-29T12:30:00Z"}`},
		{"GET worlds", ``, `200 {"worlds":["default","later"]}`},
		{"POST snapshot?world=later", `{}`, `200 {"snapshots":["snapshot"]}`},
		{"POST drop?world=later", ``, `200 {"world":"later"}`},
		{"GET worlds", ``, `200 {"worlds":["default"]}`},
		{"GET snapshots?world=later", ``, `200 {"snapshots":[]}`},
		{"GET faults?world=later", ``, `200 {"faults":[]}`},
		{"GET worlds", ``, `200 {"worlds":["default"]}`},
	} {
		status, response := ask(t, h, step.line, step.body)
		require.Equal(t, strings.Join(strings.Fields(step.want), ""), fmt.Sprint(status)+response,
			"%s %s", step.line, step.body)
	}
	require.Equal(t, 200, add(), "the first fault lets the call pass")
	require.Equal(t, 503, add())
	require.Equal(t, 200, add())
	require.Equal(t, 200, add("Opgen-World: other"))
	_, response := ask(t, h, "GET documents?kind=note&q=note-2&values=shown", "")
	require.Contains(t, response, `"written":"2020-02-29T12:00:00Z"`)
	_, response = ask(t, h, "GET requests", "", "Opgen-World: other")
	require.Contains(t, response, `"operation":"notes.add","class":"assumed"`)
	require.NotContains(t, response, "canary")
}

// A mistake is a problem that names it, and changes nothing.
func TestSteeringRefuses(t *testing.T) {
	h := steered(t, new(memory.Store))
	for _, test := range []struct {
		line, body string
		status     int
		says       string
	}{
		{"POST snapshot", `{"name":"../x"}`, 422, `/name`},
		{"POST restore", `{"name":"none"}`, 404, "snapshot"},
		{"POST seed", `{}`, 422, "documents"},
		{"POST seed", `{"documents":{"nte":[]}}`, 422, "request:1:2:"},
		{"POST seed", `{"text":"note:\n  - {id: bob}\n  - {id: ann}\n"}`, 422, "request:3:5:"},
		{"POST latency", `{"latency":"31s"}`, 422, `/latency`},
		{"POST latency", `{"latency":"-1s"}`, 422, `/latency`},
		{"POST latency", `{"latncy":"1s"}`, 422, `/latncy`},
		{"POST faults", `{"faults":[{"status":99}]}`, 422, `/faults/0/status`},
		{"POST faults", `{"faults":[{"break":"x"}]}`, 422, `/faults/0/break`},
		{"POST faults", `{"faults":[{},{"latency":"1h"}]}`, 422, `/faults/1/latency`},
		{"POST faults", `{"faults":[{"operation":"notes.ad"}]}`, 422, "notes.ad"},
		{"POST faults", `{"faults":[{"status":500,"break":"request lost"}]}`, 422, "abreak"},
		{"POST faults", `{"faults":[{"status":503},{"operation":"notes.add"}]}`, 422,
			"fault2doesnothing"},
		{"POST faults", `{"faults":[{"status":503,"times":0}]}`, 422, "/faults/0/times"},
		{"POST faults", `{"faults":[{"status":503,"header":{"X":"a\r\nSet-Cookie: b=c"}}]}`, 422,
			"linebreak"},
		{"POST faults", `{"faults":[{"status":503,"header":{"a\nb":"c"}}]}`, 422, "header"},
		{"POST clock", `{"now":"9999-12-31T23:59:59-01:00"}`, 422, "10000"},
		{"POST clock", `{"now":"0001-01-01T00:00:00+01:00"}`, 422, "0001"},
		{"POST clock", `{"now":"0001-01-01T00:00:00Z"}`, 422, "/now"},
		{"POST clock", `{"now":"2016-12-31T23:59:60Z"}`, 422, "leapsecond"},
		{"POST clock", `{"advance":"a day"}`, 422, `/advance`},
		{"POST clock", `{"advance":"1h","now":"2020-02-29T12:00:00Z"}`, 422, `advance`},
		{"POST drop", ``, 422, "resetit"},
		{"POST drop?world=defualt", ``, 404, `didyoumean\"default\"`},
		{"GET documents?world=defualt", ``, 404, `didyoumean\"default\"`},
		{"POST clock", `{"now":"2020-02-30T12:00:00Z"}`, 422, `/now`},
		{"GET documents?kind=nots", ``, 404, `didyoumean\"note\"`},
		{"GET documents?kind=note&offset=-1", ``, 400, "offset"},
		{"GET faults?world=../x", ``, 400, "world"},
		{"GET documents?world=../x", ``, 400, "world"},
		{"GET nothing", ``, 404, ""},
		{"POST nothing", `{}`, 404, ""},
	} {
		status, response := ask(t, h, test.line, test.body)
		require.Equal(t, test.status, status, "%s %s %s", test.line, test.body, response)
		require.Contains(t, response, test.says, "%s %s", test.line, test.body)
	}
	_, response := ask(t, h, "GET documents", "")
	require.Equal(t, `{"kinds":[{"kind":"note","count":1},{"kind":"tag","count":0}]}`, response)
	_, response = ask(t, h, "GET worlds", "")
	require.Equal(t, `{"worlds":["default"]}`, response)
}

func TestOperationsSayWhatIsKnown(t *testing.T) {
	w := do(steered(t, new(memory.Store)), request("GET", Prefix+"operations", ""))
	var list struct{ Operations []operation }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &list))
	require.Equal(t,
		operation{"notes.add", "/add", behavior.Assumed, "creates a note", "It is kept.", ""},
		list.Operations[1])
	require.Equal(t, "notes.drop", list.Operations[0].Operation)
	require.Empty(t, list.Operations[0].Class)
	require.Contains(t, list.Operations[0].Missing, "notes.drop")
}

// Documents are found by id and by text, page by page. Sensitive values are shown only on
// request.
func TestDocumentsAreFoundPageByPage(t *testing.T) {
	h := steered(t, new(memory.Store))
	read := func(query string) (p page) {
		w := do(h, request("GET", Prefix+"documents?kind=note"+query, "", bearer))
		require.Equal(t, 200, w.Code, w.Body)
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
		return p
	}
	hidden := read("")
	require.JSONEq(t, `{"id":"ann","text":"[redacted]","place":"[2 keys]"}`,
		string(hidden.Documents[0].Body))
	shown := read("&values=shown")
	require.JSONEq(t, `{"id":"ann","text":"canary","place":{"text":"canary","page":1}}`,
		string(shown.Documents[0].Body))

	for range 60 {
		require.Equal(t, 200, do(h, request("POST", "/add", `{"text":"other"}`)).Code)
	}
	first, second := read(""), read("&offset=50")
	require.Equal(t, []int{61, 50, 50, 0, 11},
		[]int{first.Total, len(first.Documents), first.Next, second.Next, len(second.Documents)})
	require.Equal(t, "ann", read("&q=ann").Documents[0].ID)
	require.Equal(t, 1, read("&q=CANARY").Total)
	found := read("&q=other&offset=50")
	require.Equal(t, []int{60, 10, 0}, []int{found.Total, len(found.Documents), found.Next})
	require.Equal(t, 0, read("&q=nothing").Total)
}

// Members are hidden if they are set to sensitive values, are parts of sensitive members, or are
// unknown to the catalog.
func TestPersonalMembersAreHidden(t *testing.T) {
	c, problems := catalog.Parse("people.yaml", []byte(`
catalog: 1
info: {title: People, version: v1, package: pad}
path: /{operation}
areas: {people: {operations: {add: {fields: {
  tax/no: {type: string, sensitive: true}, nick: string, home: {type: object, sensitive: true}, phones: {type: [object], sensitive: true}, title: string, boss_id: string, tags: [object], type: string, mails: {type: [Mail], sensitive: true}}}}}}
records: {Mail: {fields: {type: string, street: string}}}
`))
	require.Empty(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", []byte(`
resources: 1
kinds: {person: {children: {/phones: phone, /tags: tag}}, phone: {parents: [person]}, tag: {parents: [person]}, home: {}}
operations:
  people.add:
    class: assumed
    assumed: All of it.
    steps: [{create: home, merge: /home}, {create: person, set: {/title: /home/street, /nick: /tax~1no, /loss: /home, /at: $now, /kept: true}}]
    response: none
`))
	require.NoError(t, err)
	box, err := simulator.New(c, b, simulator.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { box.Close() })
	h, err := New(box, testToken)
	require.NoError(t, err)
	w := do(box, request("POST", "/add", `{"home":{"title":"canary"},"phones":[{"title":"canary"}],"tags":[{"title":"canary","x":"canary","boss_id":"b"}],"boss_id":"b","type":"t","tax/no":"canary"}`))
	require.Equal(t, 200, w.Code, w.Body)
	for kind, want := range map[string]string{
		"home":   `"[redacted]"`,
		"phone":  `"[redacted]"`,
		"tag":    `{"id":"tag-1","boss_id":"b","title":"[redacted]","x":"[string]"}`,
		"person": `{"id":"person-1","type":"t","boss_id":"b","tax/no":"[redacted]","nick":"[redacted]","at":"[time]","kept":true,"home":"[redacted]","loss":"[redacted]","phones":"[redacted]","tags":[{"id":"tag-1","boss_id":"b","title":"[redacted]","x":"[string]"}]}`,
	} {
		var p page
		w := do(h, request("GET", Prefix+"documents?kind="+kind, "", bearer))
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
		body := regexp.MustCompile(`"at":\s*"\d{4}[^"]*"`).ReplaceAllString(string(p.Documents[0].Body), `"at":"[time]"`)
		require.JSONEq(t, want, body, kind)
	}
}

// follow continues the stream of requests at a server after an event id, "" for none. next returns
// the id and the content of an event.
func follow(t *testing.T, server *httptest.Server, lastID string) (next func() (id, content string)) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+Prefix+"requests", nil)
	require.NoError(t, err)
	r.Header = http.Header{"Accept": {"text/event-stream"}, "Authorization": {"Bearer " + testToken}, "Last-Event-Id": {lastID}}
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { res.Body.Close() })
	require.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
	lines := bufio.NewScanner(res.Body)
	return func() (id, content string) {
		for lines.Scan() {
			if text, isID := strings.CutPrefix(lines.Text(), "id: "); isID {
				id = text
			}
			if data, isData := strings.CutPrefix(lines.Text(), "data: "); isData {
				var one simulator.Request
				require.NoError(t, json.Unmarshal([]byte(data), &one))
				require.Regexp(t, fmt.Sprintf("^[a-z2-7]{8}-%d$", one.Number), id)
				require.NotContains(t, data, "canary")
				return id, fmt.Sprintf("%d %s %d", one.Number, one.Operation, one.Status)
			}
		}
		return "", "the end"
	}
}

// A stream has the requests of the log and new ones, and continues an interrupted stream.
func TestRequestStream(t *testing.T) {
	h := steered(t, new(memory.Store))
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	add := func() { require.Equal(t, 200, do(h, request("POST", "/add", `{"text":"canary"}`)).Code) }
	add()
	next := follow(t, server, "")
	firstID, first := next()
	require.Equal(t, "1 notes.add 200", first)
	add()
	lastID, second := next()
	require.Equal(t, "2 notes.add 200", second)
	_, continued := follow(t, server, firstID)()
	require.Equal(t, "2 notes.add 200", continued)
	again := follow(t, server, lastID)
	add()
	_, third := again()
	require.Equal(t, "3 notes.add 200", third, "nothing was missed")
}

// Numbers of requests begin again in each process, however long its log is by then. A client that
// continues with an id that this process has not given gets all requests.
func TestUnknownEventsStartTheStreamFromTheBeginning(t *testing.T) {
	h := steered(t, new(memory.Store))
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	const requests = 6
	for range requests {
		require.Equal(t, 200, do(h, request("POST", "/add", `{"text":"canary"}`)).Code)
	}
	id, _ := follow(t, server, "")()
	process, _, _ := strings.Cut(id, "-")
	for name, lastID := range map[string]string{
		"of another process":           "aaaaaaaa-5",
		"of an earlier form":           "5",
		"of the future":                process + "-7",
		"without a number":             process + "-",
		"with another form of numbers": process + "-+5",
		"with text behind":             process + "-5x",
		"without a meaning":            "canary",
	} {
		next := follow(t, server, lastID)
		for number := 1; number <= requests; number++ {
			_, content := next()
			require.Equal(t, fmt.Sprintf("%d notes.add 200", number), content, "an id "+name)
		}
	}
}

// lost is a store that fails.
type lost struct {
	store.Store
	gone, full bool
	slow       bool // it responds only when the caller has left
	updates    int
}

var errLost = errors.New("connection lost: password canary")

func (l *lost) Worlds(ctx context.Context) ([]string, error) {
	if l.gone {
		return nil, errLost
	}
	return l.Store.Worlds(ctx)
}

func (l *lost) View(ctx context.Context, world string, f func(store.Tx) error) error {
	if l.slow {
		<-ctx.Done()
		return ctx.Err()
	}
	if l.gone {
		return errLost
	}
	return l.Store.View(ctx, world, f)
}

func (l *lost) Update(ctx context.Context, world string, f func(store.Tx) error) error {
	l.updates++
	if l.slow {
		<-ctx.Done()
		return ctx.Err()
	}
	if l.full {
		return fmt.Errorf("canary: %w", store.ErrFull)
	}
	return l.Store.Update(ctx, world, f)
}

// Writes fail with 507 on a full disk, and health reports it until there is space again. Refused
// calls write nothing.
func TestFullDisk(t *testing.T) {
	s := &lost{Store: new(memory.Store)}
	h := steered(t, s)
	s.full = true
	w := do(h, request("POST", "/add", `{"text":"x"}`))
	require.Equal(t, 507, w.Code)
	require.Contains(t, w.Body.String(), "free space and repeat it")
	require.NotContains(t, w.Body.String(), "canary")
	status, _ := ask(t, h, "GET health", "")
	require.Equal(t, 507, status)
	s.updates = 0
	require.Equal(t, 400, do(h, request("POST", "/add", `{`)).Code)
	require.Equal(t, 400, do(h, request("POST", "/w/other/add", `{`)).Code)
	require.Zero(t, s.updates, "refused calls write nothing")
	s.full = false
	status, _ = ask(t, h, "GET health", "")
	require.Equal(t, 200, status)
}

// Health does not wait for a store that hangs.
func TestHealthOfAStoreThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &lost{Store: new(memory.Store)}
		h := steered(t, s)
		s.slow = true
		began := time.Now()
		status, response := ask(t, h, "GET health", "")
		require.Equal(t, 503, status)
		require.Contains(t, response, "thestoredidnotrespondwithin5s:checkwhether")
		require.Equal(t, 5*time.Second, time.Since(began))
	})
}

// A caller who leaves is not reported as a failure of the store; a store that fails or hangs is.
func TestOnlyFailuresOfTheStoreAreLoggedAsErrors(t *testing.T) {
	ordinary := slog.Default()
	t.Cleanup(func() { slog.SetDefault(ordinary) })
	for _, path := range []string{"health", "faults", "documents"} {
		synctest.Test(t, func(t *testing.T) {
			s := &lost{Store: new(memory.Store)}
			h := steered(t, s)
			logOf := func(ctx context.Context) string {
				var log bytes.Buffer
				slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
				do(h, request("GET", Prefix+path, "", bearer).WithContext(ctx))
				return log.String()
			}
			s.slow = true
			leaving, leave := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, leave)
			require.Empty(t, logOf(leaving), path)
			hanging, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			require.Contains(t, logOf(hanging), "level=ERROR", path)
			s.slow, s.gone = false, true
			require.Contains(t, logOf(t.Context()), "level=ERROR", path)
		})
	}
}

func TestWithoutAStore(t *testing.T) {
	s := &lost{Store: new(memory.Store)}
	h := steered(t, s)
	s.gone = true
	status, response := ask(t, h, "GET health", "")
	require.Equal(t, 503, status)
	require.NotContains(t, response, "canary")
	for _, line := range []string{"GET faults", "POST reset", "GET documents"} {
		status, response := ask(t, h, line, "")
		require.Equal(t, 500, status, line)
		require.NotContains(t, response, "canary", line)
	}
}
