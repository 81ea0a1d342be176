package cursor

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/stretchr/testify/require"
)

// valueOf reads a text of any type.
func valueOf(t *testing.T, text string) any {
	t.Helper()
	c := New(text, Unlimited)
	v := c.Value()
	require.True(t, c.End(), c.Fault.Message)
	return v
}

// manyValues is an array of an object with so many strings, numbers and keys, and white space, if
// the text should be long.
func manyValues(n int, long bool) (text string, want []any) {
	var b strings.Builder
	b.WriteString("[")
	if long {
		b.WriteString(strings.Repeat(" ", cloneOver))
	}
	for i := range n {
		key, s := fmt.Sprintf("k%03d", i%100), fmt.Sprintf("value %d of many", i)
		fmt.Fprintf(&b, `{%q:%q,"n":%d,"list":[%q,"",%d]},`, key, s, i, s, -i)
		number, negative := json.Number(fmt.Sprint(i)), json.Number(fmt.Sprint(-i))
		want = append(want, map[string]any{key: s, "n": number, "list": []any{s, "", negative}})
	}
	return strings.TrimSuffix(b.String(), ",") + "]", want
}

func TestValuesOfATextAreOrdinaryOnes(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 100, 1000} {
		for _, long := range []bool{false, true} {
			text, want := manyValues(n, long)
			got := valueOf(t, text)
			runtime.GC() // moves nothing, but frees what no pointer reaches
			require.Equal(t, any(want), got)
			for i, v := range got.([]any) {
				o := v.(map[string]any)
				require.IsType(t, json.Number(""), o["n"], i)
			}
		}
	}
}

// isFreed reports whether the garbage collector frees the memory of a string.
func isFreed(p weak.Pointer[byte]) bool {
	runtime.GC()
	return p.Value() == nil
}

func weakly(v any) weak.Pointer[byte] { return weak.Make(unsafe.StringData(v.(string))) }

func TestAValueOfALongTextKeepsNothingElse(t *testing.T) {
	long := strings.Repeat("x", cloneOver)
	list := valueOf(t, fmt.Sprintf(`["%s","a second string of the same text","%[1]s"]`, long)).([]any)
	first, third := weakly(list[0]), weakly(list[2])
	kept := list[1]
	require.False(t, isFreed(first))
	runtime.KeepAlive(list)
	list = nil
	require.True(t, isFreed(first))
	require.True(t, isFreed(third))
	require.Equal(t, "a second string of the same text", kept)
}

// The texts of these objects are too long to keep them for their keys.
func TestEqualKeysOfALongTextShareOneCopy(t *testing.T) {
	long := strings.Repeat(" ", cloneOver)
	text := `[{"address_city":1,"":1},` + long + `{"address_city":2,"":2}]`
	list := valueOf(t, text).([]any)
	var memory []*byte
	for _, o := range list {
		for key := range o.(map[string]any) {
			if key != "" {
				memory = append(memory, unsafe.StringData(key))
			}
		}
	}
	require.Len(t, memory, 2)
	require.Same(t, memory[0], memory[1])
	require.NotSame(t, unsafe.StringData(text[3:]), memory[0])
}

func TestStringsInBlocksCostFewAllocations(t *testing.T) {
	text, _ := manyValues(20, false)
	each := 4.0         // two of a map, and two of a list in an any
	once := 4 + 1 + 5.0 // the growing array, its any, and blocks for 100 strings
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() { New(text, Unlimited).Value() }), 20*each+once)
}
