package generator

import (
	"fmt"
	"os"

	"example.com/opgen/internal/catalog"
)

const fixture = `
catalog: 1
info: {title: Insurance Administration Service, version: v2, package: insurance}
path: /api/v2/{area}/{operation}

enums:
  ContactType:
    values: {individual: A person., organization: }

records:
  EmailEntry:
    description: An e-mail address of a contact.
    open: true
    fields:
      type: {type: string, codes: email_type}

areas:
  claims:
    operations:
      get_claim:
        summary: Reads one claim, by identifier or by number.
        effect: read
        fields:
          claim_id: string
          claim_number: string
        rules:
          - first_of: [claim_id, claim_number]
  contacts:
    operations:
      list_all_contacts:
        effect: read
        fields: {page: integer, limit: integer}
        pagination: {page: page, size: limit, first: 1, default_size: 100, items: data}
        response:
          fields:
            data: [string]
      new_contact:
        summary: Creates a contact.
        fields:
          name: {type: string, required: true, pattern: "^[A-Z]"}
          emails: {type: [EmailEntry], send_if: first_item_non_empty}
          type: {type: ContactType, default: individual}
        response:
          fields:
            contact_id: {type: string, required: true}
      flush_cache: {summary: Flushes the cache.}
`

var (
	contacts   = load("fixture.yaml", fixture).Areas[1]
	newContact = contacts.Operations[1]
	flushCache = contacts.Operations[2]
	config     = Config{Source: "spec/operations.yaml", Import: "example.com/insurance/gen"}
)

// load returns the resolved catalog of a text that has no problems.
func load(name, text string) *catalog.Catalog {
	c, problems := catalog.Parse(name, []byte(text))
	if problems != nil {
		fmt.Fprintln(os.Stderr, problems)
		os.Exit(1)
	}
	return c
}
