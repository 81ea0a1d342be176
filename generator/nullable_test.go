package generator

import "example.com/opgen/internal/plan"

var nullables = load("nullable.yaml", `
catalog: 1
info: {title: Insurance Administration Service, version: v2, package: insurance}
path: /api/v2/{area}/{operation}
areas:
  contacts:
    operations:
      update_contact:
        fields:
          phone: {type: string, nullable: true, min_length: 3}
`)

var phone = nullables.Areas[0].Operations[0].Request.Fields[0]

func Example_decodeNullable() {
	show(decodeMember(phone))
	// Output:
	// wire.Nullable(d, nPhone, &r.Phone, wire.StringItem)
}

func Example_appendNullable() {
	show(appendMember(plan.Lower(phone)))
	// Output:
	// b = wire.AppendNullable(b, `"phone":`, &r.Phone, wire.StringJSON[string])
}
