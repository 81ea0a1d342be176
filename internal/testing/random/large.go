package random

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.com/opgen/spec"
)

// This file makes catalogs of a given size, for tests of speed and of limits.

// Large returns a catalog of n realistic operations, in areas of the given size.
func Large(n, perArea int) Map {
	areas := Map{}
	for first := 0; first < n; first += perArea {
		operations := Map{}
		for i := first; i < min(n, first+perArea); i++ {
			operations = append(operations, Entry{"get_thing_" + strconv.Itoa(i), Map{
				{"summary", "Reads a thing."},
				{"effect", "read"},
				{"fields", Map{
					{"thing_id", "string"}, {"thing_number", "string"}, {"kind", "Kind"}, {"notes", List{"Note" + strconv.Itoa(i/10)}},
					{"page", Map{{"type", "integer"}, {"minimum", Plain("1")}, {"description", fmt.Sprintf("Page of thing %d.", i)}}}, {"size", "integer"},
				}},
				{"rules", List{Map{{"first_of", List{"thing_id", "thing_number"}}}}},
				{"pagination", Map{{"page", "page"}, {"size", "size"}, {"first", Plain("1")}, {"items", "data"}}},
				{"response", Map{{"fields", Map{{"data", List{"Note" + strconv.Itoa(i/10)}}}}}},
			}})
		}
		areas = append(areas, Entry{"area" + strconv.Itoa(first), Map{{"operations", operations}}})
	}
	records := Map{}
	for i := range (n + 9) / 10 {
		records = append(records, Entry{"Note" + strconv.Itoa(i), Map{{"fields", Map{
			{"text", Map{{"type", "string"}, {"max_length", Plain("100")}}}, {"author", Map{{"type", "string"}, {"sensitive", Plain("true")}}},
		}}}})
	}
	return headed(records, areas)
}

// Wide returns a catalog with a record and a body of n fields each, named field_0
// and so on. Every third field is required.
func Wide(n int) Map {
	fields := Map{}
	types := []any{"string", "integer", "boolean", "number", List{"string"}, "object", "any", "Kind"}
	for i := range n {
		f := types[i%len(types)]
		if i%3 == 0 {
			f = Map{{"type", f}, {"required", Plain("true")}}
		}
		fields = append(fields, Entry{"field_" + strconv.Itoa(i), f})
	}
	return headed(Map{{"Wide", Map{{"open", Plain("true")}, {"fields", fields}}}},
		Map{{"things", Map{{"operations", Map{{"put", Map{{"fields", append(fields[:n:n], Entry{"wide", "Wide"})}, {"response", "Wide"}}}}}}}})
}

// Deep returns a catalog with n records, each of which contains the next one.
func Deep(n int) Map {
	records := Map{}
	for i := range n {
		fields := Map{{"text", "string"}}
		if i+1 < n {
			fields = append(fields, Entry{"inner", "Level" + strconv.Itoa(i+1)}, Entry{"others", Map{{"type", List{"Level" + strconv.Itoa(i+1)}}, {"send_if", "first_item_non_empty"}}})
		}
		records = append(records, Entry{"Level" + strconv.Itoa(i), Map{{"fields", fields}}})
	}
	return headed(records, Map{{"things", Map{{"operations", Map{{"put", Map{{"fields", Map{{"level", "Level0"}}}, {"response", "Level0"}}}}}}}})
}

// headed returns a catalog with a heading and the enum that the fields use.
func headed(records, areas Map) Map {
	return Map{
		{"catalog", Plain("1")},
		{"info", Map{{"title", "Example"}, {"version", "v1"}, {"package", "example"}}},
		{"path", "/api/{area}/{operation}"},
		{"enums", Map{{"Kind", Map{{"values", Map{{"small", Map{}}, {"large", Map{}}}}}}}},
		{"records", records},
		{"areas", areas},
	}
}

// Times returns the shipped catalog with each of its areas n times, under different names.
func Times(n int) []byte {
	head, areas, _ := strings.Cut(string(spec.Operations), "\nareas:\n")
	name := regexp.MustCompile(`(?m)^  (\w+):$`)
	var b strings.Builder
	b.WriteString(head + "\nareas:\n" + areas)
	for i := 1; i < n; i++ {
		b.WriteString(name.ReplaceAllString(areas, fmt.Sprintf("  ${1}%d:", i)))
	}
	return []byte(b.String())
}
