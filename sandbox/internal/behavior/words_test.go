package behavior_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/behavior"
)

func TestArticlesFollowTheSound(t *testing.T) {
	for noun, want := range map[string]string{"note": "a note", "address": "an address", "user": "a user", "unit": "a unit", "update": "an update", "one_time_code": "a one_time_code"} {
		require.Equal(t, want, behavior.Article(noun))
	}
}

func TestOperationsAreDescribedInWords(t *testing.T) {
	const kinds = `kinds:
  customer: {}
  group: {}
  phone: {parents: [customer]}
  group_member: {parents: [customer, group]}
  entry: {parents: {owner: customer}}
operations:
  customers.`
	for text, want := range map[string]string{
		"add: {create: customer}": "creates a customer",
		"add: {steps: [{create: customer}, {create: phone, each: /phones, parent: {customer: /name}}], response: {id: $request/name}}": "creates a customer, then creates a phone of the customer for each of phones",
		"get: {read: customer, by: {/id: /customer_id}}":                                                                  "reads the customer",
		"list: {list: entry, parent: {owner: /name}}":                                                                     "lists each entry of the owner",
		"list: {delete: customer, response: [$result], by: {/id: /name}, when: {/hard: true, /name: null, /ids: $given}}": "deletes the customer if hard is true, name is not given and ids is given",
		"open: {delete: phone, by: all}":                                                                                  "deletes each phone",
		"open: {update: entry, by: {/x: /y}}":                                                                             "changes each entry by x",
		"open: {update: customer, by: {/id: /y}, missing: create}":                                                        "changes the customer, or creates one",
		"open: {copy: customer, by: {/id: /y/z}, when: {$caller: me}}":                                                    `copies the customer if the caller is "me"`,
		"join: {link: group_member, parent: {customer: /role, group: /role}}":                                             "links a group member of the customer and the group",
		"join: {unlink: group_member, parent: {customer: /role, group: /role}}":                                           "unlinks each group member of the customer and the group",
		"list: {create: entry, each: /ids, when: {$item: a}, parent: {owner: /name}}":                                     `creates an entry of the owner for each of ids if the item is "a"`,
		"open: {update: entry, by: {/x: /y, /a/b: false}, set: {/c: 1, /d: 2}}":                                           "sets c and d of each entry by x with a.b false",
		"open: {read: entry, by: [{/id: /y}, {/number: /z}, {/number: /a}]}":                                              "reads the entry by id or number",
		"label: {class: canned, response: x}":                                                                             "changes nothing, and gives a fixed response",
		"label: {func: print}":                                                                                            "calls the func print",
	} {
		b, err := parse(t, kinds+text)
		require.NoError(t, err)
		for _, op := range b.Operations {
			require.Equal(t, want, op.Words())
		}
	}
}
