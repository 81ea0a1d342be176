package generator

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// Code in another package names the area's package in front of its types and
// constants, and of nothing else.
func TestCallQualifiesTypesOfTheArea(t *testing.T) {
	call := func(op *catalog.Operation) string {
		request, ok := sample.Request(op, sample.Full)
		require.True(t, ok)
		code, err := Call(op, request)
		require.NoError(t, err)
		return code
	}
	require.Equal(t, `res, err := client.Contacts.NewContact(ctx, &contacts.NewContactRequest{
	Name:   "A",
	Emails: []contacts.EmailEntry{{Type: new("some type"), Extra: api.Object{"further": "kept"}}, {Type: new("some type"), Extra: api.Object{"further": "kept"}}},
	Type:   new(contacts.ContactTypeIndividual),
})`, call(newContact))
	require.Equal(t, `res, err := client.Contacts.FlushCache(ctx, &contacts.FlushCacheRequest{})`, call(flushCache))
}

// An integer in a vector may be 1.0, which would be a float in Go.
func TestIntegerLiteral(t *testing.T) {
	for number, want := range map[json.Number]string{
		"1.0": "1", "10e0": "10", "1.2e3": "1200", "-12.0": "-12", "120E-1": "12", "12": "12", "-0.0": "0",
	} {
		require.Equal(t, want, fmt.Sprintf("%#v", goValue(&catalog.Type{Kind: catalog.Integer}, number)), number)
	}
}
