package behaviour_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/sandbox/behaviour"
)

func TestArticle(t *testing.T) {
	for noun, want := range map[string]string{"note": "a note", "address": "an address", "user": "a user", "unit": "a unit", "update": "an update", "one_time_code": "a one_time_code"} {
		require.Equal(t, want, behaviour.Article(noun))
	}
}

func TestWords(t *testing.T) {
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
		"add: {steps: [{create: customer}, {create: phone, each: /phones, parent: {customer: /name}}], answer: {id: $request/name}}": "creates a customer, then creates a phone of the customer for each of phones",
		"get: {read: customer, by: {/id: /customer_id}}":                                                                "reads the customer",
		"list: {list: entry, parent: {owner: /name}}":                                                                   "lists entries of the owner",
		"list: {delete: customer, answer: [$result], by: {/id: /name}, when: {/hard: true, /name: null, /ids: $given}}": "deletes the customer if hard is true, name is not given and ids is given",
		"open: {delete: phone, by: all}":                                                                                "deletes phones",
		"open: {update: entry, by: {/x: /y}}":                                                                           "changes entries by x",
		"open: {update: customer, by: {/id: /y}, missing: create}":                                                      "changes the customer, or creates one",
		"open: {copy: customer, by: {/id: /y/z}, when: {$caller: me}}":                                                  `copies the customer if the caller is "me"`,
		"join: {link: group_member, parent: {customer: /role, group: /role}}":                                           "links customer and group as group member",
		"join: {unlink: group_member, parent: {customer: /role, group: /role}}":                                         "unlinks customer and group as group member",
		"list: {create: entry, each: /ids, when: {$item: a}, parent: {owner: /name}}":                                   `creates an entry of the owner for each of ids if the item is "a"`,
		"open: {update: entry, by: {/x: /y, /a/b: false}, set: {/c: 1, /d: 2}}":                                         "sets c and d of entries by x with a.b false",
		"open: {read: entry, by: [{/id: /y}, {/number: /z}, {/number: /a}]}":                                            "reads the entry by id or number",
		"label: {class: canned, answer: x}":                                                                             "changes nothing, and gives a fixed response",
		"label: {func: print}":                                                                                          "does what the func print does",
	} {
		b, err := parse(t, kinds+text)
		require.NoError(t, err)
		for _, op := range b.Operations {
			require.Equal(t, want, op.Words())
		}
	}
}

// A proposal says what the name and the fields of the operation suggest.
func TestPropose(t *testing.T) {
	empty := &behaviour.Behaviour{}
	for _, want := range []struct{ catalog, operation, line, kind string }{
		{"../testdata/notes/operations.yaml", "add", "notes.add: {create: note}", "note"},
		{"../testdata/notes/operations.yaml", "get", "notes.get: {read: note, by: {/id: /note_id}}", "note"},
		{"../testdata/notes/operations.yaml", "list", "notes.list: {list: note, by: {/author: /author}}", "note"},
		{"../testdata/notes/operations.yaml", "change", "notes.change: {update: note, by: {/id: /note/id}, merge: /note}", "note"},
		{"../testdata/notes/operations.yaml", "remove", "notes.remove: {delete: note, by: {/id: /note_id}}", "note"},
		{"../../spec/operations.yaml", "new_claim", "claims.new_claim: {create: claim}", "claim"},
		{"../../spec/operations.yaml", "new_contact", "contacts.new_contact: {create: contact, answer: {contact_id: /id}}", "contact"},
		{"../../spec/operations.yaml", "list_all_contacts", "contacts.list_all_contacts: {list: contact}", "contact"},
		{"../../spec/operations.yaml", "assign_risk_contact", "contacts.assign_risk_contact: {update: risk_contact, by: {/id: /contact_id}, merge: $request}", "risk_contact"},
		{"../../spec/operations.yaml", "delete_batch_payments", "commissions.delete_batch_payments: {delete: payment, each: /payment_ids, by: {/id: $item}}", "payment"},
		{"../../spec/operations.yaml", "update_inspection_dates", "inspections.update_inspection_dates: {update: inspection_date, by: [{/property_id: /property_id}, {/policy_number: /policy_number}], merge: $request}", "inspection_date"},
		{"../../spec/operations.yaml", "void_envelope", "signatures.void_envelope: {update: envelope, by: {/id: /envelopeId}, merge: $request}", "envelope"},
		{"../../spec/operations.yaml", "bulk_assign", "claims.bulk_assign: {class: canned, answer: none}", ""},
	} {
		for op := range load(t, want.catalog).Operations() {
			if op.Name == want.operation {
				line, kind := empty.Propose(op)
				require.Equal(t, want.line, line)
				require.Equal(t, want.kind, kind)
			}
		}
	}
	b, err := parse(t, "kinds: {customer: {}, phone: {parents: [customer]}, label: {id: /key, parents: {of: customer}}}")
	require.NoError(t, err)
	c, problems := catalog.Parse("x.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  phones:
    operations:
      AddPhone: {fields: {customer_id: string}}
      getAllPhones: {}
      save_label: {fields: {x: [string]}}
      delete_label: {fields: {label_id: string}}
      change_label: {fields: {ids: [string]}}
`))
	require.Nil(t, problems)
	var lines []string
	for op := range c.Operations() {
		line, kind := b.Propose(op)
		require.Empty(t, kind, "the file has the kinds")
		lines = append(lines, line)
	}
	require.Equal(t, []string{
		"phones.AddPhone: {create: phone, parent: {customer: /customer_id}}",
		"phones.getAllPhones: {list: phone}",
		"phones.save_label: {create: label, parent: {of: $caller}}",
		"phones.delete_label: {delete: label, by: {/key: /label_id}}",
		"phones.change_label: {update: label, each: /ids, by: {/key: $item}, merge: $request}",
	}, lines)
}

// A whole file is proposed: ids are known however they are spelled, documents stand where
// responses have them and have what those require, and what is about a kind that others
// create is about that.
func TestProposals(t *testing.T) {
	c, problems := catalog.Parse("x.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: shop}
path: /{area}.{operation}
records:
  Page: {fields: {data: {type: [Order], required: true}, mark: {type: string, required: true}}}
  Made: {fields: {orderId: {type: string, required: true}, at: {type: string, required: true}}}
  Order: {fields: {orderId: string, note: {type: string, required: true}, at: {type: string, required: true, format: date-time}, state: {type: string, required: true, enum: [open, paid]}, lines: {type: [string], required: true, min_items: 1}}}
areas:
  orders:
    operations:
      createOrder: {fields: {note: string}, response: {fields: {data: {type: Made, required: true}, took: {type: integer, required: true}}}}
      getOrder: {effect: read, fields: {orderId: {type: string, required: true}}, response: {fields: {data: Order}}}
      listOrders: {effect: read, fields: {note: string, limit: integer, cursor: string}, response: {fields: {data: {type: [Order], required: true}, others: [string]}}}
      cancelOpenOrder: {fields: {order: {type: string, required: true}}, response: none}
      removeLabel: {fields: {label: {type: string, required: true}}, response: none}
      addTags: {fields: {tags: [string]}, response: none}
      removeTags: {fields: {tag_name: string, tag: {type: string, required: true}}, response: none}
      dropTag: {fields: {tag_s: {type: string, required: true}}, response: {fields: {left: {type: integer, required: true}}}}
      findOrders: {effect: read, pagination: {cursor: mark, next: mark, items: data, continue: findMore}, fields: {note: string}, response: Page}
      findMore: {effect: read, fields: {mark: {type: string, required: true}}, response: Page}
  auth:
    operations:
      info: {response: {fields: {user: string}}}
`))
	require.Nil(t, problems)
	require.Equal(t, `resources: 1

kinds:
  order: {id: /orderId}
  tag: {}
  label: {}
  auth: {}

operations:
  orders.createOrder: {create: order, set: {/at: $now, /state: "open", /lines: {$constant: ["some lines 1"]}}, answer: {data: {orderId: /orderId, at: "some at"}, took: 4}}
  orders.getOrder: {read: order, by: {/orderId: /orderId}, answer: {data: $result}}
  orders.listOrders: {list: order, by: {/note: /note}, answer: {data: [$result]}}
  orders.cancelOpenOrder: {update: order, by: {/orderId: /order}, merge: $request}
  orders.removeLabel: {delete: label, by: {/id: /label}}
  orders.addTags: {create: tag, set: {/left: 4}}
  orders.removeTags: {delete: tag, by: {/id: /tag}}
  orders.dropTag: {class: canned, answer: {$constant: {"left":4}}}
  orders.findOrders: {list: order, by: {/note: /note}}
  orders.findMore: {list: order}
  auth.info: {read: auth}
`, behaviour.Proposals(c))
	_, err := behaviour.Parse(c, "x.yaml", []byte(behaviour.Proposals(c)))
	require.NoError(t, err)
}

// A proposal has no problems, whatever the operation is called and takes: with kinds of
// its own, and with those that the file has, which need a parent.
func TestProposalsHaveNoProblems(t *testing.T) {
	catalogs := []*catalog.Catalog{load(t, "../../spec/operations.yaml"), load(t, "testdata/catalog.yaml")}
	seeds := 40
	if testing.Short() {
		seeds = 15
	}
	for seed := range seeds {
		_, c, _ := random.Repair(random.Catalog(uint64(seed)))
		if c != nil {
			catalogs = append(catalogs, c)
		}
	}
	for _, c := range catalogs {
		lines, kinds := proposed(c, &behaviour.Behaviour{})
		written := func(of string) string {
			text := "resources: 1\nkinds:\n  unused: {}\n"
			for kind := range kinds {
				text += "  " + kind + ": " + of + "\n"
			}
			return text
		}
		accepted(t, c, written("{}")+lines)
		text := written("{id: /key, parents: {of: unused}}")
		lines, kinds = proposed(c, accepted(t, c, text))
		require.Empty(t, kinds, "the file has them")
		b := accepted(t, c, text+lines)
		for op := range c.Operations() {
			require.NotEmpty(t, b.Operations[op.String()].Words())
		}
	}
}

// proposed returns what is proposed for all operations beside a behaviour, and the kinds
// that are added for it.
func proposed(c *catalog.Catalog, b *behaviour.Behaviour) (lines string, kinds map[string]bool) {
	lines, kinds = "operations:\n", map[string]bool{}
	for op := range c.Operations() {
		line, kind := b.Propose(op)
		if lines += "  " + line + "\n"; kind != "" {
			kinds[kind] = true
		}
	}
	return lines, kinds
}

// accepted returns what a file says in which neither the reader nor an editor finds fault.
func accepted(t *testing.T, c *catalog.Catalog, text string) *behaviour.Behaviour {
	t.Helper()
	require.NoError(t, validate(t, []byte(text)), text)
	b, err := behaviour.Parse(c, "proposed.yaml", []byte(text))
	require.NoError(t, err, text)
	return b
}
