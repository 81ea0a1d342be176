package server_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/mcp/internal/server"
)

func each(cfg *server.Config) {
	cfg.Each = true
	allowing("people.add_person")(cfg)
}

// toolsByName returns the tools of a server as a client sees them.
func toolsByName(a agent) map[string]*mcp.Tool {
	res, err := a.ListTools(a.t.Context(), &mcp.ListToolsParams{})
	require.NoError(a.t, err)
	all := map[string]*mcp.Tool{}
	for _, tool := range res.Tools {
		all[tool.Name] = tool
	}
	return all
}

func jsonOf(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

func TestEachOperationIsAToolWithItsSchemasAndEffect(t *testing.T) {
	tools := toolsByName(connect(t, newService(t), each))
	require.Len(t, tools, 6)
	get := tools["people-get_person"]
	require.True(t, get.Annotations.ReadOnlyHint)
	require.JSONEq(t, `{"type":"object","additionalProperties":false,"required":["id"],
		"properties":{"id":{"type":"string","description":"Required."},"dry_run":{"type":"boolean"}}}`, jsonOf(t, get.InputSchema))
	output := jsonOf(t, get.OutputSchema)
	require.Contains(t, output, `"homes":{}`, "a hidden value is a string")
	require.Contains(t, output, `"$ref":"#/$defs/Person.response"`)
	require.NotContains(t, output, `x-sensitive`)
	require.Nil(t, tools["people-export"].OutputSchema, "it is not described")
	require.True(t, tools["people-rename"].Annotations.IdempotentHint)
	require.True(t, *tools["people-add_person"].Annotations.DestructiveHint)
	require.Equal(t, "Cancels an order. Not allowed on this server, only with dry_run.", tools["orders-cancel"].Description)
}

func TestToolsOfOperationsRefuseWhatTheFourRefuse(t *testing.T) {
	of := newService(t)
	a := connect(t, of, each)
	of.responses["/people/get_person"] = `{"person":{"id":"p","name":"Ada"},"count":9007199254740993}`
	of.responses["/people/add_person"] = `{"id":"q"}`
	res, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: "people-get_person", Arguments: rawJSON(`{"id":"p"}`)})
	require.NoError(t, err)
	require.Contains(t, jsonOf(t, res), `"name":"hidden:`)
	name := handlesIn(jsonOf(t, res))[0]
	of.sent()
	require.Contains(t, a.fails("orders-cancel", `{"order_id":"o"}`), "this server does not allow it")
	require.Contains(t, a.succeeds("orders-cancel", `{"order_id":"o","dry_run":true}`), `{"order_id":"o"}`)
	require.Contains(t, a.succeeds("people-add_person", `{"name":"x","homes":[{}],"dry_run":true}`), `{"name":"x","homes":[{}]}`)
	require.Contains(t, a.fails("people-add_person", `{"name":"`+name+`","label":"`+name+`"}`), "/label: a handle is accepted only")
	require.Contains(t, a.fails("people-get_person", `{"idd":9}`), `did you mean "id"?`)
	require.Empty(t, of.sent())
	a.succeeds("people-add_person", `{"name":"`+name+`","homes":[{}],"count":9007199254740993}`)
	require.Equal(t, []string{`/people/add_person {"name":"Ada","homes":[{}],"count":9007199254740993}`}, of.sent())
}

func TestNamesOfToolsAreAcceptedByAllClients(t *testing.T) {
	tools := toolsByName(connect(t, newService(t), func(cfg *server.Config) {
		cfg.Catalog = insurance(t)
		cfg.Each = true
	}))
	require.Len(t, tools, 139)
	for name := range tools {
		require.Regexp(t, `^[A-Za-z0-9_-]{1,64}$`, name)
	}
}

func TestTheReferenceIsAResourceForEachArea(t *testing.T) {
	a := connect(t, newService(t), nil)
	res, err := a.ListResources(t.Context(), &mcp.ListResourcesParams{})
	require.NoError(t, err)
	var all []string
	for _, r := range res.Resources {
		all = append(all, r.URI)
		read, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		require.NoError(t, err)
		require.NotEmpty(t, read.Contents[0].Text, r.URI)
	}
	require.ElementsMatch(t, []string{
		"opgen://reference/README.md", "opgen://reference/areas/people.md",
		"opgen://reference/areas/orders.md", "opgen://reference/types/README.md",
	}, all)
	_, err = a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "opgen://reference/../main.go"})
	require.Error(t, err)
}

// Every kind of catalog becomes tools, whose schemas have all fields of a request
// and no credential.
func TestEveryCatalogBecomesTools(t *testing.T) {
	files, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.Greater(t, len(files), 10)
	for _, file := range files {
		c, err := catalog.Load(file)
		require.NoError(t, err, file)
		tools := toolsByName(connect(t, newService(t), func(cfg *server.Config) {
			cfg.Catalog = c
			cfg.Each = true
		}))
		fields, properties := 0, 0
		for op := range c.Operations() {
			fields += len(op.Request.Fields)
			if op.Request.Field("dry_run") == nil {
				fields++
			}
		}
		for _, tool := range tools {
			properties += len(tool.InputSchema.(map[string]any)["properties"].(map[string]any))
		}
		require.Equal(t, fields, properties, file)
	}
}
