package random

import "slices"

// pagination adds paging, with two new fields or with existing ones.
func (m *maker) pagination(op *Map, names, answer []string) {
	if !m.chance(25) {
		if len(answer) > 0 && m.chance(20) {
			m.cursor(op, answer)
		}
		return
	}
	page, size := "page", "size"
	if len(names) > 1 && m.chance(20) {
		page = pick(m, names...)
		size = pick(m, names...)
	} else {
		fields := slices.Clone(fieldsOf(*op))
		i := m.IntN(len(fields) + 1)
		fields.set(page, "integer")
		fields = slices.Insert(fields, min(i, len(fields)), Entry{size, Map{{"type", "integer"}, {"minimum", Plain("1")}}})
		if len(fields) > 1 && keys(fields)[len(fields)-1] == size {
			fields = fields[:len(fields)-1]
		}
		op.set("fields", fields)
	}
	p := Map{{"page", page}, {"size", size}}
	numbers := []string{"first", "default_size"}
	if m.chance(25) {
		p[0].Key = "offset"
		numbers = numbers[1:]
	}
	for _, key := range numbers {
		if m.chance(60) {
			p = append(p, Entry{key, Plain(pick(m, "0", "1", "100"))})
		}
	}
	if len(answer) > 0 && m.chance(70) {
		items := pick(m, answer...)
		response := op.Get("response").(Map)
		if fields := fieldsOf(response); len(fields) > 0 && m.chance(90) {
			fields.set(items, List{m.simpleType()})
		}
		p = append(p, Entry{"items", items})
	}
	*op = append(*op, Entry{"pagination", p})
}

// cursor adds paging by a cursor, in new fields or existing ones.
func (m *maker) cursor(op *Map, answer []string) {
	kind := m.usualOr("string", "integer", "any")
	fields := slices.Clone(fieldsOf(*op))
	fields.set("cursor", Map{{"type", kind}, {"required", Plain(pick(m, "true", "false"))}})
	op.set("fields", fields)
	response := slices.Clone(op.Get("response").(Map))
	responseFields := slices.Clone(fieldsOf(response))
	responseFields.set("next", kind)
	responseFields.set("more", "boolean")
	responseFields.set("rest", "object")
	p := Map{{"cursor", "cursor"}, {"next", m.usualOr("next", "/next", "/rest/next/0", "/more/x", "")}}
	m.addText(&p, 60, "more", "more", "/more", "/rest/more", "next")
	if m.chance(60) {
		items := pick(m, answer...)
		responseFields.set(items, List{m.simpleType()})
		p = append(p, Entry{"items", m.usualOr(items, "/"+items, "more")})
	}
	response.set("fields", responseFields)
	op.set("response", response)
	if m.chance(20) {
		fields.set("size", "integer")
		op.set("fields", fields)
		p = append(p, Entry{"size", "size"})
	}
	*op = append(*op, Entry{"pagination", p})
}

// continued returns an operation that pages, and the one that takes its cursor.
func (m *maker) continued() Map {
	name := m.segment()
	item := m.simpleType()
	answer := func(required string) Map {
		return Map{{"fields", Map{
			{"page", Map{{"type", "any"}}}, {"next", "string"}, {"items", Map{{"type", List{item}}, {"required", Plain(required)}}},
		}}}
	}
	first := Map{
		{"effect", "read"},
		{"response", answer("true")},
		{"pagination", Map{{"cursor", "at"}, {"next", "next"}, {"more", "/page/more"}, {"items", "items"}, {"continue", name + "_more"}}},
	}
	further := Map{
		{"effect", "read"},
		{"fields", Map{{"at", Map{{"type", m.usualOr("string", "integer")}, {"required", Plain("true")}}}}},
		{"response", answer(pick(m, "true", "false"))},
	}
	operations := Map{{name, first}, {name + "_more", further}}
	for _, record := range m.records {
		for _, field := range m.fieldNames[record] {
			if m.chance(60) {
				return append(operations, Entry{name + "_after", after(record, field)})
			}
		}
	}
	return operations
}

// after returns an operation that pages by a field of the last item.
func after(record, field string) Map {
	return Map{
		{"effect", "read"},
		{"fields", Map{{"at", "string"}}},
		{"response", Map{{"fields", Map{{"items", List{record}}}}}},
		{"pagination", Map{{"cursor", "at"}, {"last", field}, {"items", "items"}}},
	}
}

// idempotency adds the header field of a key.
func (m *maker) idempotency(target *Map, field string, percent int) {
	if m.chance(percent) {
		*target = append(*target, Entry{"idempotency", pick[any](m, Map{{"header", field}}, field)})
	}
}
