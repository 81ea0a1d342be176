package catalog

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bytesCases are texts that editors do not save or that are long, by their problem.
func bytesCases() map[string][]byte {
	return map[string][]byte{
		"1:1 too-large":         bytes.Repeat([]byte("# "), 16<<20+1),
		"1:1 bad-encoding":      []byte("\xff\xfec\x00"),
		"2:4 bad-encoding":      []byte("a: 1\nb: \xe4\n"),
		"1:4 control-character": []byte("a: \x00"),
		"1:101 too-deep":        bytes.Repeat([]byte("["), 1<<20),
		"1:201 too-deep":        bytes.Repeat([]byte("- "), 1<<19),
		"101:101 too-deep":      []byte(stairs(5000)),
		"1:1 too-many-nodes":    bytes.Repeat([]byte(","), 8_000_001),
		"5:45 too-many-nodes":   []byte(aliasBomb()),
		"1:1 wrong-kind":        bytes.Repeat([]byte("<"), 1<<20),
	}
}

// stairs returns a map in a map in a map.
func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// aliasBomb returns a small text that expands to 10^9 nodes.
func aliasBomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 9; i++ {
		n, last := string(rune('0'+i)), string(rune('0'+i-1))
		b.WriteString("a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+last+", ", 10), ", ") + "]\n")
	}
	return b.String()
}

func TestInvalidBytesAreProblemsWithAPlace(t *testing.T) {
	for want, src := range bytesCases() {
		t.Run(want, func(t *testing.T) {
			ps := check(Parse("x.yaml", src))
			require.Equal(t, want+"\n", positions(ps))
			require.Less(t, len(ps.Error()), 1000)
		})
	}
}

// Line breaks and a byte order mark of an editor change neither the catalog nor positions.
func TestLineBreaksAndByteOrderMark(t *testing.T) {
	src := "catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{operation}\nareas:\n  a:\n    description: |\n      one\n\n      two\n    operations: {b: {}}\n"
	want := resolve(Parse("x", []byte(src)))
	require.Equal(t, "one\n\ntwo\n", want.Areas[0].Description)
	for _, lineBreak := range []string{"\n", "\r\n", "\r"} {
		for _, mark := range []string{"", "\ufeff"} {
			text := mark + strings.ReplaceAll(src, "\n", lineBreak)
			require.Equal(t, want, resolve(Parse("x", []byte(text))))
			ps := check(Parse("x", []byte(strings.Replace(text, "{b: {}}", "{b: nothing}", 1))))
			require.Equal(t, "10:21 wrong-kind\n", positions(ps))
			require.Contains(t, ps.Error(), "10 |     operations: {b: nothing}\n   |                     ^^^^^^^\n")
			first := check(Parse("x", []byte(strings.Replace(text, "catalog: 1", "catalog: 2", 1))))
			require.Equal(t, "1:10 wrong-version\n", positions(first))
		}
	}
}
