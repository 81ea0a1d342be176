package tracing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

const canary = "CANARY"

// book fails in each way that a service can.
type book struct{ contacts.UnimplementedService }

func (book) NewContact(_ context.Context, req *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	switch {
	case strings.HasPrefix(req.Name, "refused"):
		return nil, &api.Problem{Status: http.StatusConflict, Detail: req.Name + " exists"}
	case strings.HasPrefix(req.Name, "broken"):
		return nil, errors.New("cannot store " + req.Name)
	default:
		return &contacts.NewContactResponse{ContactID: canary}, nil
	}
}

// Spans are named by operations, those of the handler belong to those of the client, and none has
// anything of a request or a response.
func TestSpansNameOperationsAndHoldNoPersonalData(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	provider := trace.NewTracerProvider(trace.WithSyncer(exporter))
	handler, err := contacts.NewHandler(book{}, WithServerTracing(),
		api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}),
		api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			if c.Header().Get("Authorization") != "Bearer "+canary {
				return nil, errors.New("unknown")
			}
			return ctx, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(handler, provider))
	defer server.Close()
	client, err := contacts.NewClient(server.URL, WithTracing(provider), api.WithBearerToken(canary))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"created", "refused", "broken"} {
		_, err := client.NewContact(t.Context(), &contacts.NewContactRequest{
			Name: name + " " + canary, Addresses: []contacts.AddressEntry{{Extra: api.Object{"city": canary}}},
		})
		if (err == nil) != (name == "created") {
			t.Fatal(name, err)
		}
	}
	if _, err := http.Post(server.URL+"/elsewhere", "application/json", nil); err != nil {
		t.Fatal(err)
	}
	server.Close() // spans of the handler end after the response

	var names []string
	callers := map[string]bool{}
	for _, span := range exporter.GetSpans() {
		names = append(names, span.SpanKind.String()+" "+span.Name)
		if span.SpanKind.String() == "client" {
			callers[span.SpanContext.SpanID().String()] = true
		}
		text, err := json.Marshal(span)
		if err != nil {
			t.Fatal(err)
		}
		if all := string(text) + fmt.Sprintf("%+v", span); strings.Contains(all, canary) {
			t.Errorf("a span shows what was sent: %s", all)
		}
	}
	for _, span := range exporter.GetSpans() {
		if span.Name == "contacts.new_contact" && span.SpanKind.String() == "server" && !callers[span.Parent.SpanID().String()] {
			t.Error("the span of the handler is not a child of the client's")
		}
	}
	slices.Sort(names)
	want := []string{
		"client contacts.new_contact", "client contacts.new_contact", "client contacts.new_contact",
		"server POST", // of an unknown path
		"server contacts.new_contact", "server contacts.new_contact", "server contacts.new_contact",
	}
	if !slices.Equal(names, want) {
		t.Errorf("spans %q", names)
	}
}
