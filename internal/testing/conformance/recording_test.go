package conformance

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/recording"
	unreleased "example.com/opgen/internal/testing/compat/testdata/unreleased"
	"example.com/opgen/internal/testing/compat/testdata/unreleased/enveloped"
	"example.com/opgen/internal/testing/samples"
)

// What generated code tells a recording of keys, and of what is sensitive, is what the
// catalog tells it: for every operation, with every field.
func TestRecordingsOfClientsKnowWhatTheCatalogKnows(t *testing.T) {
	load := func(file string) *catalog.Catalog {
		c, err := catalog.Load("../compat/testdata/" + file)
		require.NoError(t, err)
		return c
	}
	open := regexp.MustCompile(`\{\s*"`)                  // each object gets a key that nobody knows
	asArrays := strings.NewReplacer("{", "[{", "}", "}]") // for the objects of a response
	hash := regexp.MustCompile(`#[0-9a-f]{16}`)
	read := func(file *bytes.Buffer) (x recording.Exchange) { // with one name for all keys that nobody knows
		unknown := map[string]string{}
		for _, h := range hash.FindAllString(file.String(), -1) {
			unknown[h] = "unknown"
		}
		_, err := recording.Read(file, func(e recording.Exchange) error { x = e; return nil })
		require.NoError(t, err)
		x.Request.Rename(unknown)
		x.Response.Rename(unknown)
		x.Recording = ""
		return x
	}
	recorded, sensitive := 0, 0
	for _, side := range []struct {
		catalog *catalog.Catalog
		client  func(opts ...api.ClientOption) (any, error)
	}{
		{shipped(t), func(opts ...api.ClientOption) (any, error) { return insurance.NewClient("http://host", opts...) }},
		{load("catalog.yaml"), func(opts ...api.ClientOption) (any, error) { return unreleased.NewClient("http://host", opts...) }},
		{load("enveloped.yaml"), func(opts ...api.ClientOption) (any, error) { return enveloped.NewClient("http://host", opts...) }},
	} {
		for op := range side.catalog.Operations() {
			text := `{"unknown":"x"}`
			if response, ok := samples.CanaryResponse(op); ok && op.Response.Shown {
				text = response.JSON()
			}
			for _, text := range []string{text, asArrays.Replace(text)} {
				service := &exchanged{response: open.ReplaceAllString(op.Envelope.Wrap(text, ""), `{"beyond":"x","`)}
				var byClient, byCatalog bytes.Buffer
				client, err := side.client(api.WithRecorder(&byClient), api.WithoutValidation(), service.option())
				require.NoError(t, err)
				method := reflect.ValueOf(client).Elem().FieldByName(op.Area.GoName).MethodByName(op.GoName)
				request := reflect.New(method.Type().In(1).Elem())
				_ = json.Unmarshal([]byte(samples.CanaryRequests(op)[0].JSON()), request.Interface()) // all but joined arrays
				method.Call([]reflect.Value{reflect.ValueOf(t.Context()), request})

				r, err := recording.New(&byCatalog)
				require.NoError(t, err)
				r.Add(recording.Call{
					Operation: op.String(), Bodies: redaction.Bodies(op), Status: 200, Request: []byte(service.request), Response: []byte(service.response),
				})
				require.Equal(t, read(&byCatalog), read(&byClient), "%s\n%s\n%s", op, service.request, service.response)
			}
			recorded++
			if op.Request.HoldsPrivate() {
				sensitive++
			}
		}
	}
	require.Greater(t, recorded, 160)
	require.Greater(t, sensitive, 12)
}
