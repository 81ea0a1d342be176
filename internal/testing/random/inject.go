package random

import "slices"

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
	at := func(here, usual string) string {
		if here == slot || slot == "" && slices.Contains(prose, here) {
			return text
		}
		return usual
	}
	plain := func(here, usual string) any {
		if here == slot {
			return text
		}
		return Plain(usual)
	}
	field := func(here, usual, goName string, more ...Entry) Entry {
		return Entry{at(here, usual), append(Map{{"type", "string"}, {"go", Map{{"name", goName}}}}, more...)}
	}
	fields := Map{
		field("request field", "x", "RequestField", Entry{"sensitive", Plain("true")}),
		{"described", Map{{"type", "string"}, {"description", at("field description", "x")}, {"assumed", at("field assumed", "x")},
			{"deprecated", Map{{"since", at("field since", "x")}}}, {"go", Map{{"name", at("field name", "Described")}}}}},
		{"exemplary", Map{{"type", "any"}, {"example", Map{{at("example key", "x"), List{at("example value", "x")}}}}}},
		{"example", Map{{"type", "string"}, {"example", at("example", "x")}}},
		{"pattern", Map{{"type", "string"}, {"pattern", at("pattern", "x")}}},
		{"allowed", Map{{"type", "string"}, {"enum", List{at("allowed", "x"), "another"}}}},
		{"default", Map{{"type", "string"}, {"default", at("default", "x")}}},
		{"colour", Map{{"type", "Colour"}, {"default", at("enum default", "blue")}}},
		{"joined", Map{{"type", List{"string"}}, {"join", at("join", "x")}}},
		{"codes", Map{{"type", "string"}, {"codes", at("codes", "x")}}},
		{"number", Map{{"type", "number"}, {"minimum", plain("minimum", "1")}}},
		{"notes", List{"Note"}},
	}
	return injected(at, field, fields)
}

// injected is the catalog of [Injected] with the fields of its request.
func injected(at func(slot, usual string) string, field func(slot, usual, goName string, more ...Entry) Entry, fields Map) Map {
	return Map{
		{"catalog", Plain("1")},
		{"info", Map{{"title", at("title", "x")}, {"version", at("version", "x")}, {"package", "example"}, {"description", at("info description", "x")}}},
		{"path", at("path", "/{area}/{operation}")},
		{"enums", Map{{at("enum name", "Colour"), Map{
			{"description", at("enum description", "x")},
			{"values", Map{
				{at("value", "red"), Map{{"description", at("value description", "x")}, {"go", Map{{"name", at("value name", "ColourRed")}}}}},
				{"blue", Map{}},
			}},
		}}}},
		{"records", Map{{at("record name", "Note"), Map{
			{"description", at("record description", "x")}, {"assumed", at("record assumed", "x")}, {"open", Plain("true")},
			{"fields", Map{field("record field", "x", "RecordField"), {"secret", Map{{"type", "string"}, {"sensitive", Plain("true")}}}}},
		}}}},
		{"areas", Map{{at("area name", "things"), Map{
			{"description", at("area description", "x")},
			{"operations", Map{
				{at("operation name", "get"), Map{
					{"go", Map{{"name", "Get"}}},
					{"summary", at("summary", "x")}, {"description", at("description", "x")}, {"effect", at("effect", "read")},
					{"deprecated", Map{{"since", at("since", "x")}, {"sunset", at("sunset", "2030-01-01")}, {"use", at("use", "put")}}},
					{"fields", fields},
					{"rules", List{Map{{"first_of", List{at("rule", "codes"), "pattern"}}}}},
					{"response", Map{{"description", at("answer description", "x")}, {"assumed", at("answer assumed", "x")},
						{"fields", Map{field("answer field", "x", "AnswerField")}}}},
				}},
				{"put", Map{
					{"fields", Map{{at("page", "page"), Map{{"type", "integer"}, {"go", Map{{"name", "Page"}}}}}, {"size", "integer"}}},
					{"pagination", Map{{"page", at("page", "page")}, {"size", "size"}}},
				}},
			}},
		}}}},
	}
}
