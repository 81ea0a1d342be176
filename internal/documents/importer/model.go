package importer

import (
	"cmp"
	"slices"
	"strings"
)

// The types of this file are the catalog that is printed, with places in the document.

type service struct {
	title, version, description, pkg string
	path                             string
	contact, license                 []attr
	servers                          []*server
	auth                             *auth    // nil if it is unknown
	failure                          *failure // nil if it is unknown
	extra                            []attr   // further keys, as they are printed
	areas                            []*area
	records                          []*record
	enums                            []*enum
	unions                           []*union
}

// operations returns the operations of all areas.
func (s *service) operations() (all []*operation) {
	for _, a := range s.areas {
		all = append(all, a.operations...)
	}
	return all
}

// without returns a copy of a list without an item.
func without[T comparable](list []T, item T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(other T) bool { return other == item })
}

type area struct {
	name, description string
	goName            goName
	operations        []*operation
	from              place
}

type operation struct {
	area        *area
	name        string
	goName      goName
	path        string // in the document
	summary     string
	description string
	auth        *auth
	failure     *failure
	key         *attr // idempotency
	body        *shape
	extra       []attr // further keys, as they are printed
	response    *response
	from        place
}

// String returns the name of an operation, "" if op is nil.
func (op *operation) String() string {
	if op == nil {
		return ""
	}
	return op.area.name + "." + op.name
}

// shape is an object: a record, or the body of a request or a response.
type shape struct {
	include *record
	fields  []*field
	open    bool
	rules   []*rule // of a request
	at      place
}

type response struct {
	*shape
	description string
	shown       bool
	whole       *typ // of a response that is not an object
}

type record struct {
	*shape
	label
}

// label is the name and description of a type.
type label struct {
	name, description string
	pinned            bool // the name does not depend on other types
}

type enum struct {
	label
	open   bool
	values []*value
	from   place
}

type value struct {
	text, description string
	goName            goName
}

type field struct {
	name    string
	typ     *typ
	attrs   []attr
	note    string // a comment behind the field
	from    place
	goName  goName
	subject string // of losses
}

// attr is a key of a field with its value as YAML and its place in the document.
type attr struct {
	key, text string
	from      place
}

func (a *attr) String() string {
	if a == nil {
		return ""
	}
	return a.text
}

// keyOrder is the order in which the keys of a field are printed.
var keyOrder = func() map[string]int {
	order := map[string]int{}
	for i, key := range strings.Fields(`required nullable non_blank min_length max_length pattern enum format min_items max_items
		minimum maximum default join send_if omit_empty codes sensitive assumed deprecated description example`) {
		order[key] = i
	}
	return order
}()

func (f *field) get(key string) *attr {
	return find(f.attrs, key)
}

func find(attrs []attr, key string) *attr {
	for i := range attrs {
		if attrs[i].key == key {
			return &attrs[i]
		}
	}
	return nil
}

// set sets or replaces the value of a key.
func (f *field) set(key, text string, from place) {
	f.drop(key)
	f.attrs = append(f.attrs, attr{key, text, from})
	slices.SortStableFunc(f.attrs, func(a, b attr) int { return cmp.Compare(keyOrder[a.key], keyOrder[b.key]) })
}

func (f *field) drop(key string) { f.attrs = dropped(f.attrs, key) }

// dropped returns attrs without a key.
func dropped(attrs []attr, key string) []attr {
	return slices.DeleteFunc(slices.Clone(attrs), func(a attr) bool { return a.key == key })
}

func (s *shape) field(name string) *field {
	for _, f := range s.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

type rule struct {
	kind   string
	fields []string
	from   place
}

// typ is a type. Exactly one member other than null is set.
type typ struct {
	null   bool   // null is allowed, in items
	word   string // string, any ...
	elem   *typ   // of an array
	value  *typ   // of a map
	record *record
	enum   *enum
	union  *union
}

// label returns the label of a record, an enum or a union.
func (t *typ) label() *label {
	switch {
	case t.record != nil:
		return &t.record.label
	case t.enum != nil:
		return &t.enum.label
	default:
		return &t.union.label
	}
}

func (t *typ) String() string {
	if t.null {
		item := *t
		item.null = false
		return item.String() + "?"
	}
	switch {
	case t.elem != nil:
		return "[" + t.elem.String() + "]"
	case t.value != nil:
		return "{string: " + t.value.String() + "}"
	case t.record != nil:
		return t.record.name
	case t.enum != nil:
		return t.enum.name
	case t.union != nil && t.union.gone:
		return "object"
	case t.union != nil:
		return t.union.name
	}
	return t.word
}
