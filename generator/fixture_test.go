package generator

import (
	"fmt"
	"os"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
)

// Most emitters show what they make of this catalog.
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
	fixed        = load("fixture.yaml", fixture)
	claims       = fixed.Areas[0]
	contacts     = fixed.Areas[1]
	getClaim     = claims.Operations[0]
	listContacts = contacts.Operations[0]
	newContact   = contacts.Operations[1]
	flushCache   = contacts.Operations[2]
	emailEntry   = fixed.Records[0]
	contactType  = fixed.Enums[0]
	config       = Config{Source: "spec/operations.yaml", Import: "example.com/insurance/gen"}
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

// heading begins the catalogs of single features.
const heading = "catalog: 1\ninfo: {title: %[1]s, version: v1, package: %[1]s}\npath: /{area}/{operation}\n"

func feature(name, text string) *catalog.Catalog {
	return load(name+".yaml", fmt.Sprintf(heading, name)+text)
}

var (
	// items is a record whose fields have composed types.
	items = feature("items", `
records:
  EmailEntry: {fields: {type: {type: string, codes: email_type, required: true}}}
  Book: {fields: {grid: [[EmailEntry]], emails: {string: [EmailEntry]}}}
areas: {books: {operations: {put: {fields: {book: Book}, response: [EmailEntry]}}}}
`).Records[1]

	phone = feature("nullable", `
areas: {contacts: {operations: {update_contact: {fields: {phone: {type: string, nullable: true, min_length: 3}}}}}}
`).Areas[0].Operations[0].Request.Fields[0]

	report = feature("reports", `
areas: {sales: {operations: {get_report: {response: {lenient: true, fields: {total: integer}}}}}}
`).Areas[0].Operations[0]

	// posts responds in an envelope, and says who may call.
	posts = feature("chat", `
auth: [{body_field: api_key}]
envelope: {success: success, message: [message, messages], data: data}
failure: {type: LookupError, status: 409, member: error}
records: {LookupError: {fields: {reason: string}}}
areas: {posts: {operations: {find: {}}}}
`).Areas[0]
	findPost = posts.Operations[0]

	storage = feature("storage", `
records: {FileMetadata: {fields: {name: {type: string, required: true, non_blank: true}, sharing: {type: string, codes: sharing}}}}
unions: {Metadata: {by: .tag, of: {file: FileMetadata, deleted: }}}
areas: {files: {operations: {restore: {fields: {metadata: Metadata}}}}}
`)
	metadata = storage.Unions[0]

	// labeled is a union with a variant that is read in another way than it is sent.
	labeled = feature("folders", `
records: {FolderMetadata: {fields: {labels: {type: [string], join: ","}}}}
unions: {Metadata: {by: .tag, of: {folder: FolderMetadata}}}
areas: {paths: {operations: {restore: {fields: {metadata: Metadata}}}}}
`).Unions[0]

	cursors = func() *catalog.Area {
		c, err := catalog.Load("testdata/cursors/catalog.yaml")
		if err != nil {
			panic(err)
		}
		return c.Areas[0]
	}()

	someVectors = vectors.Set{getClaim: {{
		Name: "the identifier comes first", Client: true, Server: true,
		Request: `{"claim_number":"N","claim_id":"1"}`,
		Value:   vectors.Object{{Key: "claim_number", Value: "N"}, {Key: "claim_id", Value: "1"}},
		Body:    `{"claim_id":"1"}`,
	}, {
		Name: "neither", Server: true, Request: `{}`, Violations: []string{"first-of"},
	}}}
)
