package edge

import (
	"encoding/json"
	"math/big"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// This file makes values at bounds. What a bound admits or refuses shows next to it, on both sides,
// and with a fraction, since a bound of an integer may have one.

// boundaries returns the values at the bounds of a field and next to them.
func boundaries(f *catalog.Field) []any {
	values := append(Near(f.Minimum), Near(f.Maximum)...)
	if f.Type.Holder() {
		values = append(values, sizesNear(f, f.MinItems)...)
		values = append(values, sizesNear(f, f.MaxItems)...)
	}
	return values
}

// sizesNear returns arrays or maps of a size and those next to it. There are none without a bound,
// and none of a size that would take long to try.
func sizesNear(f *catalog.Field, bound *int) []any {
	if bound == nil || *bound > LongestArray {
		return nil
	}
	var values []any
	for _, size := range []int{*bound + 1, *bound, max(*bound-1, 0)} {
		sized := *f
		sized.MinItems, sized.MaxItems = &size, &size
		if v, ok := Valid(&sized); ok {
			values = append(values, v)
		}
	}
	return values
}

// Near returns numbers at a bound and on both sides of it, with and without a fraction. There
// are none without a bound. Those near 3 include 3, 13, 2, 2.0, 2.5, 4 and 5.
func Near(bound json.Number) []any {
	if bound == "" {
		return nil
	}
	values := []any{bound, withDigitInFront(bound)}
	for _, whole := range IntegersNear(bound) {
		values = append(values, whole, whole+".0", whole+".5")
	}
	return values
}

// withDigitInFront returns a number that is far from a bound and nearly as short: 13 for 3, and
// -13 for -3. For 1e300, whose neighbors have 301 digits, it is 11e300.
func withDigitInFront(bound json.Number) json.Number {
	digits, isNegative := strings.CutPrefix(string(bound), "-")
	if isNegative {
		return json.Number("-1" + digits)
	}
	return json.Number("1" + digits)
}

// IntegersNear returns the integers at a bound, the nearest below it first, and on both sides
// of it. There are none without a bound.
func IntegersNear(bound json.Number) []json.Number {
	x, ok := yamldoc.Rat(string(bound))
	if !ok {
		return nil
	}
	var integers []json.Number
	floor := new(big.Int).Div(x.Num(), x.Denom())
	for _, by := range []int64{0, -1, 1, 2} {
		n := new(big.Int).Add(floor, big.NewInt(by))
		integers = append(integers, json.Number(n.String()))
	}
	return integers
}

// distinct returns each value once, in the order of values.
func distinct(values []any) []any {
	var once []any
	isSeen := map[string]bool{}
	for _, v := range values {
		text := wording.Literal(v)
		if !isSeen[text] {
			isSeen[text] = true
			once = append(once, v)
		}
	}
	return once
}
