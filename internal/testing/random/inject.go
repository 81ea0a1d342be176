package random

import "slices"

// This file puts one text into one place of a small catalog that is valid otherwise, to find the
// places from which a text escapes into code or documents.

// Slots are the places of a catalog that can hold any text.
var Slots = []string{
	"title", "version", "info description", "path", "area name", "area description", "operation name", "summary", "description", "since", "sunset", "use",
	"record name", "record description", "record assumed", "enum name", "enum description", "value", "value description", "value name",
	"request field", "record field", "answer field", "field name", "field description", "field assumed", "field since", "example", "example key", "example value",
	"pattern", "allowed", "default", "enum default", "join", "codes", "minimum", "answer description", "answer assumed", "rule", "page", "effect",
}

// Injected returns a catalog with a text in one of the [Slots], or in all slots for
// prose if the slot is "".
func Injected(slot, text string) Map {
	prose := []string{"title", "info description", "area description", "summary", "description", "since", "record description", "record assumed",
		"enum description", "value description", "field description", "field assumed", "field since", "answer description", "answer assumed"}
	textAt := func(place, usual string) string {
		if place == slot || slot == "" && slices.Contains(prose, place) {
			return text
		}
		return usual
	}
	plain := func(place, usual string) any {
		if place == slot {
			return text
		}
		return Plain(usual)
	}
	field := func(place, usual, goName string, more ...Entry) Entry {
		return Entry{textAt(place, usual), append(Map{{"type", "string"}, {"go", Map{{"name", goName}}}}, more...)}
	}
	fields := Map{
		field("request field", "x", "RequestField", Entry{"sensitive", Plain("true")}),
		{"described", Map{{"type", "string"}, {"description", textAt("field description", "x")}, {"assumed", textAt("field assumed", "x")},
			{"deprecated", Map{{"since", textAt("field since", "x")}}}, {"go", Map{{"name", textAt("field name", "Described")}}}}},
		{"exemplary", Map{{"type", "any"}, {"example", Map{{textAt("example key", "x"), List{textAt("example value", "x")}}}}}},
		{"example", Map{{"type", "string"}, {"example", textAt("example", "x")}}},
		{"pattern", Map{{"type", "string"}, {"pattern", textAt("pattern", "x")}}},
		{"allowed", Map{{"type", "string"}, {"enum", List{textAt("allowed", "x"), "another"}}}},
		{"default", Map{{"type", "string"}, {"default", textAt("default", "x")}}},
		{"colour", Map{{"type", "Colour"}, {"default", textAt("enum default", "blue")}}},
		{"joined", Map{{"type", List{"string"}}, {"join", textAt("join", "x")}}},
		{"codes", Map{{"type", "string"}, {"codes", textAt("codes", "x")}}},
		{"number", Map{{"type", "number"}, {"minimum", plain("minimum", "1")}}},
		{"notes", List{"Note"}},
	}
	return injected(textAt, field, fields)
}

// injected is the catalog of [Injected] with the fields of its request.
func injected(textAt func(slot, usual string) string, field func(slot, usual, goName string, more ...Entry) Entry, fields Map) Map {
	return Map{
		{"catalog", Plain("1")},
		{"info", Map{{"title", textAt("title", "x")}, {"version", textAt("version", "x")}, {"package", "example"}, {"description", textAt("info description", "x")}}},
		{"path", textAt("path", "/{area}/{operation}")},
		{"enums", Map{{textAt("enum name", "Colour"), Map{
			{"description", textAt("enum description", "x")},
			{"values", Map{
				{textAt("value", "red"), Map{{"description", textAt("value description", "x")}, {"go", Map{{"name", textAt("value name", "ColourRed")}}}}},
				{"blue", Map{}},
			}},
		}}}},
		{"records", Map{{textAt("record name", "Note"), Map{
			{"description", textAt("record description", "x")}, {"assumed", textAt("record assumed", "x")}, {"open", Plain("true")},
			{"fields", Map{field("record field", "x", "RecordField"), {"secret", Map{{"type", "string"}, {"sensitive", Plain("true")}}}}},
		}}}},
		{"areas", Map{{textAt("area name", "things"), Map{
			{"description", textAt("area description", "x")},
			{"operations", Map{
				{textAt("operation name", "get"), Map{
					{"go", Map{{"name", "Get"}}},
					{"summary", textAt("summary", "x")}, {"description", textAt("description", "x")}, {"effect", textAt("effect", "read")},
					{"deprecated", Map{{"since", textAt("since", "x")}, {"sunset", textAt("sunset", "2030-01-01")}, {"use", textAt("use", "put")}}},
					{"fields", fields},
					{"rules", List{Map{{"first_of", List{textAt("rule", "codes"), "pattern"}}}}},
					{"response", Map{{"description", textAt("answer description", "x")}, {"assumed", textAt("answer assumed", "x")},
						{"fields", Map{field("answer field", "x", "AnswerField")}}}},
				}},
				{"put", Map{
					{"fields", Map{{textAt("page", "page"), Map{{"type", "integer"}, {"go", Map{{"name", "Page"}}}}}, {"size", "integer"}}},
					{"pagination", Map{{"page", textAt("page", "page")}, {"size", "size"}}},
				}},
			}},
		}}}},
	}
}
