package engine

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A store compares texts, so every scalar that steps select or order by is stored as one. The first
// letter tells the types apart, and the rest is ordered as the values are: that 10 comes after 9 is
// settled here, and no store has to know.
//
//	"Ann"   sAnn
//	true    btrue
//	9       n250000000019    the sign, 5000000001 for the power of ten, the digits
//	10      n250000000021
//	-9      n049999999990~

// textOf returns the text of a scalar or an object in an index, ordered as the values: numbers by
// value, strings by bytes, false before true. That of null and of lists is "".
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return "s" + v
	case json.Number:
		return "n" + ordered(v.String())
	case bool:
		return "b" + strconv.FormatBool(v)
	case map[string]any:
		text, _ := encode(v) // of what was decoded
		return "o" + string(text)
	default:
		return ""
	}
}

// keyOf returns the key of a document with an id in a store. The key of a number is its digits,
// as that of a string.
func keyOf(id any) (string, bool) {
	switch v := id.(type) {
	case string:
		return v, v != ""
	case json.Number:
		return v.String(), true
	default:
		return "", false
	}
}

// ordered returns a text for a JSON number, ordered as the numbers: the sign, the power of
// ten, the digits. A negative number has the complements of both, and an end that is greater
// than every digit.
func ordered(number string) string {
	negative := strings.HasPrefix(number, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(number, "-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	// An exponent out of range becomes the bound, and none becomes zero.
	power, _ := strconv.ParseInt(strings.TrimPrefix(exponent, "+"), 10, 32)
	digits := strings.TrimLeft(whole+fraction, "0")
	leadingZeros := len(whole+fraction) - len(digits)
	power += int64(len(whole) - leadingZeros)
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return "1"
	}
	if negative {
		complement := []byte(digits)
		for i, c := range complement {
			complement[i] = '0' + '9' - c
		}
		return "0" + shifted(-power) + string(complement) + "~"
	}
	return "2" + shifted(power) + digits
}

// shifted returns a number of 33 bits as ten digits, ordered as the numbers: 1 becomes 5000000001.
func shifted(n int64) string {
	text := strconv.FormatInt(n+5e9, 10)
	return strings.Repeat("0", 10-len(text)) + text
}

// textsAt returns the texts of the values at a pointer, which leads through and into all items
// of lists. Each text is there once.
func textsAt(v any, tokens []string) []string {
	if list, isList := v.([]any); isList {
		return textsInItems(list, tokens)
	}
	if len(tokens) > 0 {
		object, _ := v.(map[string]any)
		return textsAt(object[tokens[0]], tokens[1:])
	}
	if text := textOf(v); text != "" {
		return []string{text}
	}
	return nil
}

// textsInItems returns the different texts of the values at a pointer in the items of a list.
func textsInItems(list []any, tokens []string) (texts []string) {
	for _, item := range list {
		for _, text := range textsAt(item, tokens) {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}
