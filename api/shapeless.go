package api

import (
	"encoding/json"
	"unicode/utf8"

	"example.com/opgen/internal/json/cursor"
)

// A response whose shape is not known is handed to the caller as it is. Nothing decodes it, so this
// file checks what decoding checks of every other response: that it is JSON, and within the limits. It
// takes the time of two passes, and no memory.

// checkJSON checks that a text is JSON in UTF-8 within the limits. It returns the zero value if so.
//
// The cursor that decodes other responses would do as well, but unescapes each key. It is used only
// to describe a fault.
func checkJSON(text []byte, limits cursor.Limits) cursor.Fault {
	if !utf8.Valid(text) || !json.Valid(text) {
		return faultOf(text, limits)
	}
	depth, items := measure(text)
	switch {
	case depth > limits.Depth:
		most := cursor.Count(limits.Depth, "level")
		return cursor.Fault{Rule: RuleDepth, Message: "is nested deeper than " + most}
	case items > limits.Items:
		most := cursor.Count(limits.Items, "item")
		return cursor.Fault{Rule: RuleItemsLimit, Message: "holds more than " + most + " in all"}
	default:
		return cursor.Fault{}
	}
}

// faultOf returns the first fault of a text that is not JSON in UTF-8.
func faultOf(text []byte, limits cursor.Limits) cursor.Fault {
	c := cursor.New(string(text), limits)
	c.Skip()
	if c.End() { // the cursor accepts more than encoding/json
		return cursor.Fault{Rule: RuleJSON, Message: "is not valid JSON"}
	}
	return c.Fault
}

// measure returns the depth of valid JSON, and how many items its arrays and members its objects
// have in all. A comma or an opening bracket comes before each of them: {"a":[1,2]} has the depth 2
// and three of them.
func measure(text []byte) (depth, items int) {
	level := 0
	opened := false // the last byte was an opening bracket
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b <= ' ' {
			continue
		}
		closes := b == '}' || b == ']'
		if b == ',' || opened && !closes {
			items++
		}
		opened = b == '{' || b == '['
		switch {
		case opened:
			level++
			depth = max(depth, level)
		case closes:
			level--
		case b == '"':
			i = endOfString(text, i)
		}
	}
	return depth, items
}

// endOfString returns the index of the quote that ends the string that begins at an index.
func endOfString(text []byte, from int) int {
	i := from + 1
	for text[i] != '"' {
		if text[i] == '\\' {
			i++ // the escaped byte may be a quote
		}
		i++
	}
	return i
}
