package catalog

import (
	"math/big"
	"strconv"
	"strings"
)

// truth returns the value of a boolean.
func (n *node) truth() bool { return n.kind == boolNode && strings.EqualFold(n.text, "true") }

// integer returns the value of an integer, false where the node is none.
func (n *node) integer() (int, bool) {
	if n.kind != numberNode {
		return 0, false
	}
	i, err := strconv.Atoi(n.text)
	return i, err == nil
}

// rational returns the exact value of a number, false where the node is none
// or out of range. The bound on the exponent keeps 1e999999999 from becoming a
// number with a billion digits.
func (n *node) rational() (*big.Rat, bool) {
	if n.kind != numberNode || len(n.text) > 1000 {
		return nil, false
	}
	if i := strings.IndexAny(n.text, "eE"); i >= 0 {
		exp, err := strconv.Atoi(n.text[i+1:])
		if err != nil || exp >= 400 || exp <= -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(n.text)
}
