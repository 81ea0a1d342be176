package sample

import (
	"cmp"
	"encoding/json"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// lineLength is the maximum length of an object or array on one line.
const lineLength = 60

// Indented formats JSON with one line for each member. A short object or array
// stays on one line.
func Indented(text string) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return indentedValue(d, "", 0)
}

// indentedValue returns the next value of d, on one line if it is not longer than
// length.
func indentedValue(d *json.Decoder, indent string, length int) string {
	token, err := d.Token()
	if err != nil {
		panic(err) // a sample is valid JSON
	}
	open, ok := token.(json.Delim)
	if !ok {
		return scalar(token)
	}
	var members []string
	for d.More() {
		key := ""
		if open == '{' {
			name, _ := d.Token()
			key = scalar(name) + ": "
		}
		members = append(members, key+indentedValue(d, indent+"  ", lineLength))
	}
	end, _ := d.Token()
	line := open.String() + strings.Join(members, ", ") + end.(json.Delim).String()
	if members == nil || len(line) <= length && !strings.Contains(line, "\n") {
		return line
	}
	between := "\n" + indent + "  "
	return open.String() + between + strings.Join(members, ","+between) + "\n" + indent + end.(json.Delim).String()
}

func scalar(token json.Token) string { return cmp.Or(wording.Literal(token), "null") }
