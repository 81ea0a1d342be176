package cursor

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomDecimal returns a JSON number, often with zeros at its ends, which cause most mistakes.
func randomDecimal(r *rand.Rand) string {
	digits := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("00123459"[r.IntN(8)])
		}
		return b.String()
	}
	s := strings.TrimLeft(digits(1+r.IntN(6)), "0")
	if s == "" {
		s = "0"
	}
	if r.IntN(2) == 0 {
		s = "-" + s
	}
	if r.IntN(2) == 0 {
		s += "." + digits(1+r.IntN(6))
	}
	if r.IntN(2) == 0 {
		s += []string{"e", "E", "e+", "E-", "e-0"}[r.IntN(5)] + strconv.Itoa(r.IntN(12))
	}
	return s
}

func rat(t *testing.T, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	require.True(t, ok, s)
	return r
}

func TestNumbersCompareAsTheirExactValuesDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		a, b := randomDecimal(r), randomDecimal(r)
		require.True(t, IsNumber(a), a)
		want := rat(t, a).Cmp(rat(t, b))
		require.Equal(t, want, sign(CompareNumbers(a, b)), "%s and %s", a, b)
		require.Equal(t, -want, sign(CompareNumbers(b, a)), "%s and %s", b, a)
		require.Zero(t, CompareNumbers(a, a), a)
	}
}

func sign(n int) int { return big.NewInt(int64(n)).Sign() }

func TestNumbersThatAreEqualInOtherWords(t *testing.T) {
	for _, same := range [][]string{
		{"0", "-0", "0.00", "0e5", "-0.0E-9", "0e99999999999999999999"},
		{"1", "1.0", "10e-1", "0.1e1", "0.001e+3", "1e0", "1E-0", "1.000e00"},
		{"-120", "-1.2e2", "-0.12E3", "-12e1", "-120.0"},
		{"100.01", "1.0001e2", "0.10001e3", "10001e-2"},
	} {
		for _, a := range same {
			for _, b := range same {
				require.Zero(t, CompareNumbers(a, b), "%s and %s", a, b)
			}
		}
	}
}

func TestHugeExponentsAreComparedWithoutWritingThemOut(t *testing.T) {
	for _, ascending := range [][]string{
		{"-1e4000000001", "-1e4000000000", "-1e999999999", "0", "1e-999999999", "1", "1e999999999", "1e4000000000", "1e4000000001"},
		{"-1e99999999999999999999", "-1", "1e-99999999999999999999", "1", "1e99999999999999999999"},
	} {
		for i, a := range ascending {
			for j, b := range ascending {
				require.Equal(t, sign(i-j), sign(CompareNumbers(a, b)), "%s and %s", a, b)
			}
		}
	}
	long := "0." + strings.Repeat("0", 100_000) + "1"
	require.Positive(t, CompareNumbers(long, "1e-100002"))
	require.Zero(t, CompareNumbers(long, "1e-100001"))
	require.Negative(t, CompareNumbers(long, "1e-100000"))
}

func TestComparingAllocatesNothing(t *testing.T) {
	require.Zero(t, testing.AllocsPerRun(100, func() {
		CompareNumbers("1234567890123456789.01234567890123456789", "1234567890123456789.01234567890123456788")
	}))
}

func TestIntegersAsJSONSchemaMeansThem(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "-0.0": 0, "0e9999999999": 0, "0.000e-5": 0, "1": 1, "1.0": 1, "1e2": 100, "-1.50e1": -15,
		"100e-2": 1, "123.4500E2": 12345, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64,
		"9.223372036854775807e18": math.MaxInt64, "922337203685477580.70e1": math.MaxInt64, "0.00001e5": 1,
		"1e18": 1_000_000_000_000_000_000, "9223372036854775807.000": math.MaxInt64,
	} {
		n, ok := ParseInt64(text)
		require.True(t, ok, text)
		require.Equal(t, want, n, text)
	}
	for _, text := range []string{
		"1.5", "-0.1", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "1e-400", "0.5e0",
		"1e999999999", "1e99999999999999999999", "-1e-99999999999999999999", "9223372036854775807.5",
		strings.Repeat("9", 1000), "1." + strings.Repeat("0", 1000) + "1",
	} {
		_, ok := ParseInt64(text)
		require.False(t, ok, text)
	}
}

func TestIntegersAgreeWithExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		text := randomDecimal(r)
		exact := rat(t, text)
		n, ok := ParseInt64(text)
		require.Equal(t, exact.IsInt() && exact.Num().IsInt64(), ok, text)
		if ok {
			require.Equal(t, exact.Num().Int64(), n, text)
		}
	}
}

func TestWhatIsANumber(t *testing.T) {
	for _, s := range []string{"0", "-0", "10", "0.0", "1e1", "1E+1", "1.5e-10", "-0.0e0"} {
		require.True(t, IsNumber(s), s)
	}
	for _, s := range []string{"", "-", "+1", "00", "-01", "1.", ".1", "1e", "1e+", "1.e1", "1 ", " 1", "1_0", "0x1", "NaN", "Inf", "1e1.5", "--1", "١"} {
		require.False(t, IsNumber(s), fmt.Sprintf("%q", s))
	}
}
