package generator

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/recursive/gen/trees"
)

// A value that contains itself in memory is a violation wherever it is encoded, and
// printing it ends, also where it contains itself more than once.
func TestAValueThatContainsItself(t *testing.T) {
	folder := trees.Folder{Name: "a"}
	folder.Parent, folder.Folders = &folder, make([]trees.Folder, 3)
	folder.ByName = map[string]trees.Folder{}
	folder.Grid = [][]trees.Folder{folder.Folders, folder.Folders}
	for i := range folder.Folders {
		folder.Folders[i] = folder
	}
	folder.ByName["self"], folder.ByName["again"] = folder, folder

	var circle trees.ExpressionAll
	circle.Of = make([]trees.Expression, 2)
	circle.Of[0].Variant, circle.Of[1].Variant = circle, &circle
	circle.First = circle.Of
	expression := trees.Expression{Variant: &circle}

	rule := trees.Rule{All: make([]trees.Rule, 1)}
	rule.All[0] = rule

	start := time.Now()
	client, err := trees.NewFakeClient(new(trees.Fake), trees.WithCodes("label", map[string]string{"": "x"}))
	require.NoError(t, err)
	for what, call := range map[string]func(...api.CallOption) error{
		"an include": func(opts ...api.CallOption) error {
			_, err := client.PutTree(t.Context(), &trees.PutTreeRequest{Name: "a", Parent: &folder, Root: trees.Folder{Name: "b"}}, opts...)
			return err
		},
		"a field": func(opts ...api.CallOption) error {
			_, err := client.PutTree(t.Context(), &trees.PutTreeRequest{Name: "a", Root: folder}, opts...)
			return err
		},
		"a union": func(opts ...api.CallOption) error {
			_, err := client.Search(t.Context(), &trees.SearchRequest{Where: expression, Of: []trees.Expression{expression}, Name: new("x")}, opts...)
			return err
		},
		"a first item": func(opts ...api.CallOption) error {
			_, err := client.Find(t.Context(), &trees.FindRequest{Rules: []trees.Rule{rule}, Rule: &rule}, opts...)
			return err
		},
	} {
		for _, opts := range [][]api.CallOption{nil, {api.WithoutValidation()}} {
			invalid, ok := errors.AsType[*api.ValidationError](call(opts...))
			require.True(t, ok, what)
			require.NotEmpty(t, invalid.Violations, what)
		}
	}
	for _, endless := range []any{folder, rule, circle, &circle, expression} {
		_, err = json.Marshal(endless)
		require.Error(t, err)
		require.Contains(t, fmt.Sprintf("%v %+v", endless, endless), "[cut off]")
	}
	require.Less(t, time.Since(start), time.Minute)

	deep := trees.Folder{Name: "a"}
	for range 70 {
		inner := deep
		deep = trees.Folder{Name: "a", Parent: &inner}
	}
	text, err := json.Marshal(deep)
	require.NoError(t, err, "deeper than a server reads, but it ends")
	require.ErrorContains(t, json.Unmarshal(text, new(trees.Folder)), "nested deeper than 64 levels")

	not := trees.Expression{Variant: trees.ExpressionWord{Word: "a"}}
	for range 70 {
		not = trees.Expression{Variant: trees.ExpressionNot{Of: not}}
	}
	text, err = json.Marshal(not)
	require.NoError(t, err)
	require.ErrorContains(t, json.Unmarshal(text, new(trees.Expression)), "nested deeper than 64 levels")
	require.NoError(t, json.Unmarshal([]byte(strings.Repeat(`{"name":"a","parent":`, 60)+`null`+strings.Repeat("}", 60)), new(trees.Folder)))
}
