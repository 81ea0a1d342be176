package random

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/documents/reference"
	"example.com/opgen/internal/testing/long"
)

// Every catalog that passes the check has a well-formed reference, and an OpenAPI
// document whose two formats say the same.
func TestCatalogsAreDocumented(t *testing.T) {
	n := 0
	for s := range uint64(long.Tries(40, 50)) {
		m, c, _ := Repair(Catalog(*long.Seed + s))
		if c == nil {
			continue
		}
		n++
		if err := documents(c); err != nil {
			small := Shrink(m, func(m Map) bool {
				c, problems := catalog.Parse("catalog.yaml", []byte(m.YAML()))
				if len(problems) > 0 {
					return false
				}
				return documents(c) != nil
			})
			keep(t, *long.Seed+s, small)
			t.Errorf("seed %d: %v\n%s", *long.Seed+s, err, small)
		}
	}
	if long.AreEnough(40) {
		require.Greater(t, n, 30)
	}
}

var script = regexp.MustCompile(`(?s)<(script|style)\b[^>]*>.*?</(script|style)>`)

// documents returns an error if the reference or the OpenAPI document is wrong. A panic is
// also an error.
func documents(c *catalog.Catalog) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	cfg := generator.Config{Source: "catalog.yaml", Import: "example.com/x"}
	var page bytes.Buffer
	if err := reference.HTML(&page, c, cfg); err != nil {
		return err
	}
	if _, err := reference.Markdown(c, cfg); err != nil {
		return err
	}
	var fromJSON, fromYAML any
	d := openapi.New(c, "catalog.yaml")
	numbers := json.NewDecoder(bytes.NewReader(d.JSON()))
	numbers.UseNumber()
	if err := numbers.Decode(&fromJSON); err != nil {
		return err
	}
	if err := yaml.Unmarshal(d.YAML(), &fromYAML); err != nil {
		return err
	}
	if left, right := plain(fromJSON), plain(fromYAML); !reflect.DeepEqual(left, right) {
		return errors.New("JSON and YAML differ")
	}
	return closed(script.ReplaceAllString(page.String(), "<script></script>"))
}

// plain returns a value with its numbers as float64.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case json.Number, int, int64, uint64, float64:
		f, _ := strconv.ParseFloat(fmt.Sprint(v), 64)
		return f + 0
	case string:
		// The YAML decoder leaves numbers unchanged that are too large for it.
		if f, err := strconv.ParseFloat(v, 64); errors.Is(err, strconv.ErrRange) || err == nil && len(v) > 18 {
			return f
		}
	}
	return v
}

// closed returns an error that names an element of a page that is not closed where it
// should be.
func closed(page string) error {
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) && len(open) == 0 {
			return nil
		} else if err != nil {
			return fmt.Errorf("%w, in %v", err, open)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !void[e.Name.Local] {
				open = append(open, e.Name.Local)
			}
		case xml.EndElement:
			switch {
			case void[e.Name.Local]:
			case len(open) == 0 || open[len(open)-1] != e.Name.Local:
				return fmt.Errorf("</%s> in %v", e.Name.Local, open)
			default:
				open = open[:len(open)-1]
			}
		case xml.Comment:
			return errors.New("a comment")
		}
	}
}

var void = map[string]bool{"meta": true, "link": true, "br": true, "input": true, "img": true, "hr": true, "wbr": true}
