package behavior_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
)

const orders = `catalog: 1
info: {title: Orders, version: v1, package: shop}
path: /{operation}
enums:
  State: {values: {open: null, paid: null}}
unions:
  Payment: {by: kind, of: {card: Card, cash: null}}
records:
  Card: {fields: {number: {type: string, required: true}}}
  Line: {fields: {id: {type: string, required: true}, amount: integer}}
  Order:
    fields:
      id: {type: string, required: true}
      name: {type: string, max_length: 5}
      note: {type: string, nullable: true}
      count: {type: integer, minimum: 1, maximum: 10}
      code: {type: string, pattern: "^[A-Z]+$"}
      active: boolean
      state: State
      paid: Payment
      tags: {type: [string], join: ","}
      numbers: [integer]
      cards: {string: Card}
      lines: [Line]
areas:
  orders:
    operations:
      add: {fields: {name: string, size: string, active: boolean, labels: {type: [string], join: ","}, names: [string]}, response: Order}
      get: {fields: {id: string}, response: Order}
      list: {response: [Order]}
      count: {response: integer}
      total: {response: {fields: {total: {type: integer, required: true}, note: {type: string, required: true, nullable: true}}}}
      page: {response: {fields: {orders: [Order], total: {type: integer, required: true}}}}
      make: {fields: {total: integer, note: string}, response: {fields: {id: {type: string, required: true}, total: {type: integer, required: true}, code: {type: string, required: true}}}}
      place: {fields: {name: string}, response: {fields: {order_id: {type: string, required: true}}}}
      find: {fields: {order_id: string}, response: {fields: {order_id: {type: string, required: true}, name: string}}}
      learned: {fields: {id: string}, response: {lenient: true, fields: {active: boolean}}}
      open: {open: true}
      unknown: {fields: {id: string, name: string}, envelope: {success: ok}}
      pages: {fields: {cursor: string}, response: {fields: {orders: {type: [Order], required: true}, next: {type: string, required: true}, total: {type: integer, required: true}}}, pagination: {cursor: cursor, next: next, items: orders}}
`

// TestValuesThatWouldFailAreReported has files with which calls would fail with status 500, or get responses that the
// catalog forbids.
func TestValuesThatWouldFailAreReported(t *testing.T) {
	c, wrong := catalog.Parse("orders.yaml", []byte(orders))
	require.Nil(t, wrong)
	const add = "orders.add: {create: order, "
	const place = "orders.place: {create: order"
	const noID = `the response always has "order_id", which nothing gives to a new order; add it to "set", define it as the "id" of the kind, or write a "response" that gives it`
	const get = "\n  orders.get: {read: order, by: {/id: /id}}"
	canned := func(response string) string { return "orders.get: {class: canned, response: " + response + "}" }
	for text, want := range map[string]string{
		// response: types
		canned(`{id: 1}`):                                                           `4:46: unfit-response: orders.get: "response": expected a string, as the response has it, found the number 1`,
		canned(`{id: null}`):                                                        `4:46: unfit-response: orders.get: "response": expected a value, since the response always has one here, found nothing`,
		canned(`{id: a, count: 9223372036854775808}`):                               `4:56: unfit-response: orders.get: "response": expected an integer of at most 64 bits, as the response has it, found the number 9223372036854775808`,
		canned(`{id: a, count: 1.5}`):                                               `4:56: unfit-response: orders.get: "response": expected an integer, as the response has it, found the number 1.5`,
		canned(`{id: a, active: "true"}`):                                           `4:57: unfit-response: orders.get: "response": expected a boolean, as the response has it, found the string "true"`,
		canned(`{id: a, numbers: {$constant: [1, null]}}`):                          `4:74: unfit-response: orders.get: "response": expected an integer, as the response has it, found nothing`,
		canned(`{id: a, tags: {$constant: [x, y]}}`):                                `4:67: unfit-response: orders.get: "response": expected a string, as the response has it, found a list`,
		canned(`{id: a, paid: {number: x}}`):                                        `4:55: unfit-response: orders.get: "response": the response always has "kind"; add it`,
		canned(`{id: a, paid: {kind: card}}`):                                       `4:55: unfit-response: orders.get: "response": the response always has "number"; add it`,
		canned(`{id: a, paid: {kind: coin}}`):                                       `4:62: unfit-response: orders.get: "response": the string "coin" must be one of "card", "cash", as the response has it; write another value`,
		canned(`{id: a, paid: {$constant: {number: x}}}`):                           `4:67: unfit-response: orders.get: "response": the response always has "kind"; add it`,
		canned(`{id: a, cards: {$constant: {x: {}}}}`):                              `4:72: unfit-response: orders.get: "response": the response always has "number"; add it`,
		canned(`{$constant: {name: a}}`):                                            `4:53: unfit-response: orders.get: "response": the response always has "id"; add it`,
		"orders.count: {class: canned, response: {$constant: null}}":                `4:55: unfit-response: orders.count: "response": expected a value, since the response always has one here, found nothing`,
		"orders.total: {class: canned, response: {total: 1}}":                       `4:43: unfit-response: orders.total: "response": the response always has "note"; add it`,
		"orders.add: {create: order, response: {id: /id, numbers: $request/names}}": `4:60: unfit-response: orders.add: "response": expected [integer], as the response has it, found [string]`,
		"orders.add: {create: order, response: {id: /id, cards: $request/active}}":  `4:58: unfit-response: orders.add: "response": expected an object, as the response has it, found true or false`,

		// The former name of the key is the only problem.
		"orders.get: {class: canned, answer: {id: a}}": `4:31: unknown-key: orders.get: unknown key "answer"; write "response"`,

		// response: constraints
		canned(`{id: a, count: 11}`):    `4:56: unfit-response: orders.get: "response": the number 11 must be at most 10, as the response has it; write another value`,
		canned(`{id: a, count: 0}`):     `4:56: unfit-response: orders.get: "response": the number 0 must be at least 1, as the response has it; write another value`,
		canned(`{id: a, code: low}`):    `4:55: unfit-response: orders.get: "response": the string "low" must match ^[A-Z]+$, as the response has it; write another value`,
		canned(`{id: a, name: longer}`): `4:55: unfit-response: orders.get: "response": the string "longer" must have at most 5 characters, as the response has it; write another value`,
		canned(`{id: a, state: opn}`):   `4:56: unfit-response: orders.get: "response": the string "opn" must be one of "open", "paid", as the response has it; write another value`,

		// set: members that the response of the operation shows
		add + `set: {/active: 3}}`:                                          `4:46: unfit-value: orders.add: "set": expected a boolean, as the response of orders.add has it, found the number 3`,
		add + `set: {/paid: {kind: card}}}`:                                 `4:44: unfit-value: orders.add: "set": the response of orders.add always has "number"; add it`,
		add + `set: {/state: opn}}`:                                         `4:45: unfit-value: orders.add: "set": the string "opn" must be one of "open", "paid", as the response of orders.add has it; write another value`,
		add + `set: {/count: 11}}`:                                          `4:45: unfit-value: orders.add: "set": the number 11 must be at most 10, as the response of orders.add has it; write another value`,
		add + `set: {/count: $number}}`:                                     `4:45: unfit-value: orders.add: "set": expected an integer, as the response of orders.add has it, found a string`,
		add + `set: {/active: $now}, response: {id: /id, active: /active}}`: `4:46: unfit-value: orders.add: "set": expected true or false, as the response of orders.add has it, found a string`,
		add + `set: {/count: /size}}`:                                       `4:45: unfit-value: orders.add: "set": expected an integer, as the response of orders.add has it, found a string`,
		add + `set: {/numbers: /names}}`:                                    `4:47: unfit-value: orders.add: "set": expected [integer], as the response of orders.add has it, found [string]`,
		add + `set: {/numbers: /labels}}`:                                   `4:47: unfit-value: orders.add: "set": expected a list, as the response of orders.add has it, found a string`,
		add + `set: {/x: {on: 3}}, response: {id: /id, active: /x/on}}`:     `4:46: unfit-value: orders.add: "set": expected a boolean, as the response of orders.add has it, found the number 3`,
		add + `set: {/x: null}, response: {id: /x}}`:                        `4:41: unfit-value: orders.add: "set": expected a value, since the response of orders.add always has one here, found nothing`,
		add + `merge: {active: 3}}`:                                         `4:47: unfit-value: orders.add: "merge": expected a boolean, as the response of orders.add has it, found the number 3`,

		// Required members that nothing gives
		"orders.make: {create: order}":                                                     `4:3: unfit-response: orders.make: the response always has "code", which nothing gives to a new order; add it to "set", define it as the "id" of the kind, or write a "response" that gives it`,
		"orders.make: {create: order, set: {/code: A}}":                                    ``,
		"orders.make: {create: order, merge: {code: A}}":                                   `4:3: unfit-response: orders.make: the response always has "total", which nothing gives to a new order; add it to "set", define it as the "id" of the kind, or write a "response" that gives it`,
		"orders.make: {create: order, merge: /note}":                                       `4:39: unfit-value: orders.make: "merge": expected an object, found a string`,
		"orders.make: {create: order, response: {id: /id, total: /total, code: /code}}":    `4:73: unfit-response: orders.make: the response always has "code", which nothing gives to a new order; add it to "set", define it as the "id" of the kind, or write a "response" that gives it`,
		"orders.make: {create: order, response: {id: /id, total: /total, code: A}}":        ``,
		"orders.make: {read: order, by: {/id: /note}}":                                     ``,
		"orders.page: {list: order}":                                                       `4:3: unfit-response: orders.page: "response": the response always has "total"; add it`,
		"orders.page: {list: order, response: {orders: [$result], total: /total}}":         `4:67: unknown-member: orders.page: "response": the last step gives a list, which has no member "total"; write [/total] for the member of each document`,
		"orders.page: {list: order, response: {orders: [$result], total: {$count: true}}}": ``,

		place + "}": `4:3: unfit-response: orders.place: ` + noID,
		place + ", response: {order_id: /id}}\n  orders.find: {read: order, by: {/id: /order_id}}":                                                            `5:3: unfit-response: orders.find: ` + noID,
		place + ", response: {order_id: /id}}\n  orders.find: {read: order, by: {/id: /order_id}, response: {order_id: /id}}":                                 ``,
		place + ", response: {order_id: /id}}\n  orders.find: {update: order, by: {/id: /order_id}, merge: $request}":                                         ``,
		place + ", response: {order_id: /id}}\n  orders.open: {create: order, set: {/order_id: $number}}\n  orders.find: {read: order, by: {/id: /order_id}}": ``,
		place + ", response: {order_id: /id}}\n  orders.open: {func: open}\n  orders.find: {read: order, by: {/id: /order_id}}":                               ``,
		"orders.place: {read: order, by: {/order_id: /name}, missing: create}":                                                                                ``,

		"orders.pages: {list: order}":                                                       `4:3: unfit-response: orders.pages: "response": the response always has "total"; add it`,
		"orders.pages: {list: order, response: {orders: [$result]}}":                        `4:41: unfit-response: orders.pages: "response": the response always has "total"; add it`,
		"orders.pages: {list: order, response: {orders: [$result], total: {$count: true}}}": ``,

		// An envelope without a member for a response that is not an object
		"orders.unknown: {list: order}":                                          `4:3: unfit-response: orders.unknown: "response": expected an object, as the response has it, found a list`,
		"orders.unknown: {list: order, response: [/id]}":                         `4:43: unfit-response: orders.unknown: "response": expected an object, as the response has it, found a list`,
		"orders.unknown: {read: order, by: {/id: /id}, response: $request/name}": `4:59: unfit-response: orders.unknown: "response": expected an object, as the response has it, found a string`,
		"orders.unknown: {list: order, response: {all: [$result]}}":              ``,
		"orders.unknown: {list: order, response: none}":                          ``,
		"orders.unknown: {read: order, by: {/id: /id}}":                          ``,

		// set: members that other responses show
		"orders.open: {create: order, set: {/active: 3}, response: none}" + get:                                            `4:47: unfit-value: orders.open: "set": expected a boolean, as the response of orders.get has it, found the number 3`,
		"orders.open: {create: order, set: {/lines: [{amount: x}]}, response: none}" + get:                                 `4:56: unfit-value: orders.open: "set": expected an integer, as the response of orders.get has it, found the string "x"`,
		"orders.open: {update: order, by: {/code: A}, set: {/active: 3}, response: none}" + get:                            ``,
		"orders.open: {create: order, set: {/active: 3}, response: none}\n  orders.get: {read: order, by: {/state: open}}": ``,
		"orders.open: {create: order, set: {/active: 3}, response: none}\n  orders.learned: {read: order, by: {/id: /id}}": ``,
		"orders.add: {read: order, by: {/count: /size}, missing: create}":                                                  `4:42: unfit-value: orders.add: "by": expected an integer, as the response of orders.add has it, found a string`,
	} {
		_, err := behavior.Parse(c, "resources.yaml", []byte("resources: 1\nkinds: {order: {children: {/lines: line}}, line: {parents: [order]}}\noperations:\n  "+text+"\n"))
		if want == "" {
			require.NoError(t, err, text)
			continue
		}
		problems, _ := err.(catalog.Problems)
		var lines []string
		for _, p := range problems {
			lines = append(lines, p.Error())
		}
		if want = "resources.yaml:" + want; want != strings.Join(lines, "\n") {
			t.Errorf("%s\n got %s\nwant %s", text, strings.Join(lines, "\n"), want)
		}
	}
}
