package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// yamlServer checks YAML in VS Code and other editors.
const yamlServer = "yaml-language-server@1.25.0"

// An editor finds the schema by the comment of gen init, accepts the catalog, reports
// mistakes, and completes it.
func TestEditorsCompleteAndCheckCatalogs(t *testing.T) {
	program := filepath.Join(npm(t, yamlServer), "yaml-language-server")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.org/shop\n\ngo 1.26.0\n"), 0o666))
	out, err := run(t, dir, nil, command, "init")
	require.NoError(t, err, out)
	e := startEditor(t, program, dir)

	name := filepath.Join(dir, "spec", "operations.yaml")
	catalog := string(read(t, name))
	require.Empty(t, e.open(name, catalog))
	wrong := catalog
	for _, change := range [][2]string{
		{"text: {type: string, required: true", "text: {type: string, requierd: true"},
		{"note_id: {type: string, required: true",
			"note_id: {type: string, required: true, min_items: 1"},
		{"note_id: string", "note_id: strng"},
		{"default: yellow", "required: true, default: yellow"},
	} {
		require.Equal(t, 1, strings.Count(wrong, change[0]), change[0])
		wrong = strings.Replace(wrong, change[0], change[1], 1)
	}
	require.ElementsMatch(t, []string{
		"Property requierd is not allowed.: Field",
		"Matches a schema that is not allowed.: Only for an array or a map",
		`Value is not accepted. Valid values: "string", "boolean", "integer", "number", "object", "any", "unspecified".: Type`,
		"Matches a schema that is not allowed.: A required field is never absent",
	}, e.open(filepath.Join(dir, "spec", "wrong.yaml"), wrong))

	// A file of the catalog, by the definition that its comment names.
	const area = "# yaml-language-server: $schema=../schema.json#/$defs/area\noperations:\n  get: {fields: {title: %s}}\n"
	part := filepath.Join(dir, "spec", "areas", "notes.yaml")
	require.Empty(t, e.open(part, fmt.Sprintf(area, "string")))
	require.Len(t,
		e.open(filepath.Join(dir, "spec", "areas", "wrong.yaml"), fmt.Sprintf(area, "strng")), 1)
	require.Empty(t, e.open(filepath.Join(dir, "spec", "several.yaml"), regexp.MustCompile(`(?s)\nareas:.*`).ReplaceAllString(catalog, "\nareas: {notes: areas/notes.yaml}\n")))

	before, after, found := strings.Cut(catalog, "note_id: string\n")
	require.True(t, found)
	for i, unfinished := range []struct {
		typed   string
		offered []string
	}{
		{"title: ", []string{"string", "integer", "unspecified"}},
		{"title:\n            type: string\n            ",
			[]string{"required", "non_blank", "sensitive"}},
	} {
		name := filepath.Join(dir, "spec", fmt.Sprintf("unfinished%d.yaml", i))
		e.open(name, before+unfinished.typed+"\n"+after)
		require.Subset(t, e.complete(name, before+unfinished.typed), unfinished.offered)
	}
}

// An editor accepts files of behavior, reports mistakes, and completes them.
func TestEditorsReadBehavior(t *testing.T) {
	program := filepath.Join(npm(t, yamlServer), "yaml-language-server")
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	e := startEditor(t, program, root)
	for _, name := range []string{"spec/resources.yaml", "sandbox/testdata/notes/resources.yaml"} {
		name = filepath.Join(root, name)
		require.Empty(t, e.open(name, string(read(t, name))))
	}
	const file = "# yaml-language-server: $schema=resources.schema.json\nresources: 1\nkinds: {note: {}}\noperations:\n"
	at := func(name string) string { return filepath.Join(root, "spec", name) } // need not exist
	require.ElementsMatch(t, []string{
		"Property mising is not allowed.: Operation",
		`String does not match the pattern of "^/([^~]|~[01])*$".: Order`,
		`Value is not accepted. Valid values: "fail", "ignore", "create".: If there is none`,
	}, e.open(at("wrong.yaml"), file+"  notes.get: {read: note, mising: fail}\n  notes.list: {list: note, order: written}\n  notes.change: {update: note, missing: make}\n"))
	for i, unfinished := range []struct {
		typed   string
		offered []string
	}{
		{"", []string{"create", "read", "steps", "response", "class"}},
		{"read: note\n    missing: ", []string{"fail", "ignore", "create"}},
		{"class: ", []string{"stateful", "seeded", "assumed", "canned"}},
	} {
		name, text := at(fmt.Sprintf("unfinished%d.yaml", i)), file+"  notes.get:\n    "+unfinished.typed
		e.open(name, text+"\n")
		require.Subset(t, e.complete(name, text), unfinished.offered)
	}
}

// editor is a client of a language server.
type editor struct {
	t     *testing.T
	in    io.Writer
	out   *bufio.Reader
	calls int
}

type message struct {
	ID     *int            `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

func startEditor(t *testing.T, program, dir string) *editor {
	ctx, cancel := context.WithTimeout(t.Context(), 10*patience) // there are many steps
	cmd := exec.CommandContext(ctx, program, "--stdio")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	e := &editor{t: t, in: in, out: bufio.NewReader(out)}
	e.call("initialize", map[string]any{"processId": nil, "rootUri": "file://" + filepath.ToSlash(dir), "capabilities": map[string]any{
		"workspace": map[string]any{"configuration": true},
	}})
	e.send(message{Method: "initialized", Params: json.RawMessage(`{}`)})
	return e
}

func (e *editor) send(m message) {
	text, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		message
	}{"2.0", m})
	require.NoError(e.t, err)
	_, err = fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	require.NoError(e.t, err)
}

// receive returns the next message. If the server asks for settings, it gets some.
func (e *editor) receive() message {
	for {
		header, err := textproto.NewReader(e.out).ReadMIMEHeader()
		require.NoError(e.t, err)
		length, err := strconv.Atoi(header.Get("Content-Length"))
		require.NoError(e.t, err)
		text := make([]byte, length)
		_, err = io.ReadFull(e.out, text)
		require.NoError(e.t, err)
		var m message
		require.NoError(e.t, json.Unmarshal(text, &m), "%s", text)
		if m.ID == nil || m.Method == "" {
			return m
		}
		var asked struct{ Items []struct{ Section string } }
		_ = json.Unmarshal(m.Params, &asked)
		var settings []any
		for _, item := range asked.Items {
			settings = append(settings, map[string]any{
				"yaml": map[string]any{"validate": true, "completion": true, "schemaStore": map[string]any{"enable": false}},
			}[item.Section])
		}
		result, err := json.Marshal(settings)
		require.NoError(e.t, err)
		e.send(message{ID: m.ID, Result: result})
	}
}

func (e *editor) call(method string, params any) json.RawMessage {
	text, err := json.Marshal(params)
	require.NoError(e.t, err)
	e.calls++
	id := e.calls
	e.send(message{ID: &id, Method: method, Params: text})
	for {
		if m := e.receive(); m.ID != nil && *m.ID == id {
			return m.Result
		}
	}
}

// open opens a file with a text and returns its diagnostics.
func (e *editor) open(name, text string) (found []string) {
	uri := "file://" + filepath.ToSlash(name)
	params, err := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
	require.NoError(e.t, err)
	e.send(message{Method: "textDocument/didOpen", Params: params})
	for {
		m := e.receive()
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var published struct {
			URI         string
			Diagnostics []struct{ Message, Source string }
		}
		require.NoError(e.t, json.Unmarshal(m.Params, &published))
		if published.URI != uri {
			continue
		}
		for _, d := range published.Diagnostics {
			found = append(found, d.Message+strings.TrimPrefix(d.Source, "yaml-schema"))
		}
		return found
	}
}

// complete returns the completions after the beginning of a file.
func (e *editor) complete(name, beginning string) (labels []string) {
	lines := strings.Split(beginning, "\n")
	result := e.call("textDocument/completion", map[string]any{
		"textDocument": map[string]any{"uri": "file://" + filepath.ToSlash(name)},
		"position":     map[string]any{"line": len(lines) - 1, "character": len(lines[len(lines)-1])},
	})
	var offered struct{ Items []struct{ Label string } }
	require.NoError(e.t, json.Unmarshal(result, &offered))
	for _, item := range offered.Items {
		labels = append(labels, item.Label)
	}
	return labels
}
