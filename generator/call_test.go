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
	require.Equal(t, "1", fmt.Sprintf("%#v", goValue(&catalog.Type{Kind: catalog.Integer}, json.Number("1.0"))))
}
