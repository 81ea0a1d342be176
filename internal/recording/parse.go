package recording

import (
	"math"
	"strings"

	"example.com/opgen/internal/json/cursor"
)

// maxTexts is how many texts that lines repeat share memory.
const maxTexts = 1 << 14

// parser reads the lines of a recording. Package encoding/json takes several times as
// long, which counts in a recording of gigabytes.
type parser struct {
	cursor.Cursor
	texts map[string]string
	wrong bool // a value is of another type
}

// exchange reads an exchange, or a line that names keys. It returns false if a line is
// neither.
func (p *parser) exchange(text string) (x Exchange, keys map[string]string, ok bool) {
	p.Cursor, p.wrong = cursor.Cursor{}, false
	p.Start(text, cursor.Limits{Depth: 1000, Items: math.MaxInt})
	p.object(func(key string) {
		switch key {
		case "operation":
			x.Operation = p.text()
		case "status":
			x.Status = p.count()
		case "success":
			x.Success = new(p.boolean())
		case "request":
			x.Request = p.shape()
		case "response":
			x.Response = p.shape()
		case "unreadable":
			x.Unreadable = p.text()
		case "keys":
			keys = map[string]string{}
			p.object(func(hash string) { keys[p.shared(hash)] = p.text() })
		default:
			p.Skip()
		}
	})
	return x, keys, p.End() && !p.wrong && (x.Operation != "" || keys != nil)
}

func (p *parser) shape() *Shape {
	s := new(Shape)
	p.object(func(key string) {
		switch key {
		case "seen":
			s.Seen = p.count()
		case "null":
			s.Null = p.count()
		case "boolean":
			s.Boolean = p.count()
		case "integer":
			s.Integer = p.count()
		case "number":
			s.Number = p.count()
		case "string":
			s.String = p.count()
		case "array":
			s.Array = p.count()
		case "object":
			s.Object = p.count()
		case "distinct":
			s.Distinct = p.count()
		case "lengths":
			s.Lengths = p.counts()
		case "values":
			s.Values = p.counts()
		case "formats":
			s.Formats = p.list()
		case "items":
			s.Items = p.shape()
		case "entries":
			s.Entries = p.shape()
		case "many":
			s.Many = p.boolean()
		case "members":
			s.Members = map[string]*Shape{}
			p.object(func(key string) { s.Members[p.shared(key)] = p.shape() })
		default:
			p.Skip()
		}
	})
	return s
}

// object calls f for each member of the object at hand, to read its value.
func (p *parser) object(f func(key string)) {
	p.wrong = p.wrong || p.Peek() != '{'
	for p.Open(); p.Next(); {
		f(p.Key)
	}
	p.First = false
}

func (p *parser) counts() map[string]int {
	m := map[string]int{}
	p.object(func(key string) { m[p.shared(key)] = p.count() })
	return m
}

func (p *parser) list() (all []string) {
	if p.Peek() != '[' {
		p.skip()
		return nil
	}
	for more := p.FirstItem(); more; more = p.NextItem() {
		all = append(all, p.text())
	}
	return all
}

func (p *parser) text() string {
	if p.Peek() != '"' {
		p.skip()
		return ""
	}
	text, _ := p.Quoted()
	return p.shared(text)
}

func (p *parser) count() int {
	text, ok := p.Number()
	if !ok {
		p.skip()
		return 0
	}
	n, ok := cursor.ParseInt(text)
	p.wrong = p.wrong || !ok || n < 0
	return n
}

func (p *parser) boolean() bool {
	is, ok := p.Is("true")
	p.wrong = p.wrong || !ok
	return is
}

// skip skips a value of another type than is expected.
func (p *parser) skip() {
	p.wrong = true
	p.Skip()
}

// shared returns a text that is no part of the line.
func (p *parser) shared(text string) string {
	if known, ok := p.texts[text]; ok {
		return known
	}
	text = strings.Clone(text)
	if len(p.texts) < maxTexts {
		p.texts[text] = text
	}
	return text
}
