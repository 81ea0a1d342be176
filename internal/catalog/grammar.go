package catalog

import (
	"maps"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textformat"
)

// The grammar says which keys each kind of map has and what their values look like. Package
// yamldoc reads by it, so that the stages behind it meet only known keys with values of the right
// kind. spec/schema.json says the same to editors; a test compares the two.

// none replaces a response, or a setting that an operation does not inherit.
const none = "none"

// keys are the keys of a kind of map, by name:
//
//	keys{"url": urlKey}.and(filledKey, "name", "email")
type keys map[string]yamldoc.Key

// and adds names that have the same kind of value.
func (k keys) and(value yamldoc.Key, names ...string) keys {
	for _, name := range names {
		k[name] = value
	}
	return k
}

// with adds other keys.
func (k keys) with(others keys) keys {
	maps.Copy(k, others)
	return k
}

// Keys of several maps.
var (
	textKey     = yamldoc.Key{Value: yamldoc.TextValue}
	filledKey   = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	requiredKey = yamldoc.Key{Value: yamldoc.TextValue, Needed: true, Filled: true}
	scalarKey   = yamldoc.Key{Value: yamldoc.ScalarValue}
	boolKey     = yamldoc.Key{Value: yamldoc.BoolValue}
	sizeKey     = yamldoc.Key{Value: yamldoc.SizeValue}
	fieldsKey   = yamldoc.Key{Value: yamldoc.NamedValue, Of: "field"}
	goKey       = yamldoc.Key{Value: yamldoc.MapValue, Of: "go"}
	versionKey  = yamldoc.Key{Value: yamldoc.ScalarValue, Needed: true}

	deprecatedKey = yamldoc.Key{Value: yamldoc.MapValue, Of: "deprecated"}
	urlKey        = yamldoc.Key{Value: yamldoc.TextValue, Check: urlCheck}
	memberKey     = yamldoc.Key{Value: yamldoc.TextValue, Filled: true, Check: memberCheck}
	authKey       = yamldoc.Key{
		Value: yamldoc.ListValue, Of: "way", Words: []string{none}, Filled: true,
		Expected: "none or a list of ways",
		Remedy: "; a way is bearer, basic, {header: NAME}, {body_field: NAME} or {oauth2: " +
			"{token_path: PATH}}",
	}
)

// settings returns the keys that an operation can set for itself. It opts out with a word.
func settings(optOut ...string) keys {
	orNone := textIf(optOut != nil, " or none")
	return keys{
		"auth": authKey,
		"envelope": {
			Value: yamldoc.MapValue, Of: "envelope", Words: optOut,
			Expected: "a map" + orNone,
		},
		"idempotency": {
			Value: yamldoc.MapValue, Of: "idempotency", Words: optOut,
			Expected: "a map or the name of a header field" + orNone,
		},
		"failure": {
			Value: yamldoc.MapValue, Of: "failure", Words: optOut,
			Expected: "a type or a map" + orNone,
		},
	}
}

// typeKey returns the key for the type of a field or a response.
func typeKey(needed bool) yamldoc.Key {
	return yamldoc.Key{Value: yamldoc.ShapeValue, Needed: needed, Expected: "a type",
		Remedy: "; write the name of a type, [T] for an array, or {string: T} for a map"}
}

// topKeys returns the keys that a catalog shares with overlays. Only a catalog has required
// keys and may name files.
func topKeys(catalog bool) keys {
	types := func(kind string) yamldoc.Key {
		return yamldoc.Key{Value: yamldoc.NamedValue, Of: kind, Files: catalog}
	}
	servers := yamldoc.Key{
		Value: yamldoc.ListValue, Of: "server", Filled: true,
		Remedy: "; write a URL or {url: ..., description: ...}",
	}
	areas := types("area")
	areas.Needed, areas.Filled = catalog, catalog
	return settings().and(servers, "servers").and(areas, "areas").
		and(types("enum"), "enums").and(types("record"), "records").and(types("union"), "unions")
}

// grammar lists the keys of every kind of map in a catalog or an overlay.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"document": topKeys(true).and(versionKey, "catalog").
		and(yamldoc.Key{Value: yamldoc.TextValue, Needed: true, Filled: true, Check: templateCheck},
			"path").
		and(yamldoc.Key{Value: yamldoc.MapValue, Of: "info", Needed: true}, "info"),
	"overlay": topKeys(false).and(versionKey, "overlay"),
	"info": keys{
		"version": {Value: yamldoc.ScalarValue, Needed: true, Filled: true},
		"contact": {Value: yamldoc.MapValue, Of: "contact"},
		"license": {Value: yamldoc.MapValue, Of: "license"},
		"package": {Value: yamldoc.TextValue, Needed: true, Filled: true, Check: packageCheck},
		"go":      {Value: yamldoc.MapValue, Of: "naming"},
	}.and(requiredKey, "title").and(textKey, "description"),
	"contact": keys{"url": urlKey}.and(filledKey, "name", "email"),
	"license": keys{"name": requiredKey, "url": urlKey},
	"server":  keys{"url": {Value: yamldoc.TextValue, Needed: true, Check: serverCheck}, "description": textKey},
	"way": keys{
		"header":     {Value: yamldoc.TextsValue, Filled: true, Single: true, Check: credentialCheck},
		"body_field": {Value: yamldoc.TextsValue, Filled: true, Single: true, Check: memberCheck},
		"oauth2":     {Value: yamldoc.MapValue, Of: "oauth2"},
	}.and(yamldoc.Key{Value: yamldoc.BoolValue, Check: trueCheck}, "bearer", "basic"),
	"oauth2": keys{
		"token_path": {Value: yamldoc.TextValue, Needed: true, Check: tokensCheck},
		"scopes":     {Value: yamldoc.TextsValue, Check: scopeCheck},
	},
	"enum": keys{
		"description": textKey,
		"open":        boolKey,
		"values":      {Value: yamldoc.NamedValue, Of: "enum_value", Needed: true, Filled: true},
	},
	"enum_value": keys{"description": textKey, "go": goKey},
	"record": keys{
		"description": textKey,
		"open":        boolKey,
		"fields":      fieldsKey,
		"assumed":     filledKey,
	},
	"union": keys{
		"description": textKey,
		"open":        boolKey,
		"by":          {Value: yamldoc.TextValue, Needed: true, Filled: true, Blank: true, Check: memberCheck},
		"of": {Value: yamldoc.NamedValue, Of: "variant", Needed: true, Filled: true,
			Remedy: "; a union has at least one variant: {VALUE: RECORD}"},
	},
	"variant": keys{"record": filledKey, "description": textKey, "go": goKey},
	"area": keys{
		"description": textKey,
		"operations":  {Value: yamldoc.NamedValue, Of: "operation", Needed: true, Filled: true},
		"go":          goKey,
	},
	"operation": keys{
		"deprecated": deprecatedKey,
		"path":       {Value: yamldoc.TextValue, Filled: true, Check: pathCheck},
		"open":       boolKey,
		"effect":     {Value: yamldoc.TextValue, Words: []string{string(Read), string(Idempotent), string(Write)}},
		"empty": {Value: yamldoc.TextValue, Expected: `"object", "none" or null`,
			Words: []string{string(EmptyObject), string(EmptyNone), string(EmptyNull)}},
		"fields":     fieldsKey,
		"rules":      {Value: yamldoc.ListValue, Of: "rule", Remedy: "; write all_or_none_of: [a, b]"},
		"pagination": {Value: yamldoc.MapValue, Of: "pagination"},
		"response":   {Value: yamldoc.MapValue, Of: "response", Expected: "a map, a type or none"},
		"go":         goKey,
	}.and(textKey, "summary", "description", "include").with(settings(none)),
	"field": keys{
		"type":       typeKey(true),
		"enum":       {Value: yamldoc.TextsValue, Filled: true},
		"deprecated": deprecatedKey,
		"format":     {Value: yamldoc.TextValue, Words: textformat.Names()},
		"send_if":    {Value: yamldoc.TextValue, Words: []string{string(FirstItemNonEmpty)}},
		"go":         goKey,
	}.and(boolKey, "required", "nullable", "non_blank", "omit_empty", "sensitive").
		and(sizeKey, "min_length", "max_length", "min_items", "max_items").
		and(yamldoc.Key{Value: yamldoc.NumberValue}, "minimum", "maximum").
		and(yamldoc.Key{Value: yamldoc.TextValue, Filled: true, Blank: true}, "join").
		and(yamldoc.Key{Value: yamldoc.TextValue, Filled: true, Blank: true, Check: patternCheck},
			"pattern").
		and(yamldoc.Key{Value: yamldoc.AnyValue}, "default", "example").
		and(yamldoc.Key{Value: yamldoc.TextValue, Filled: true, Check: codesCheck}, "codes").
		and(filledKey, "assumed").and(textKey, "description"),
	"rule": ruleKeys(),
	"pagination": keys{
		"first":        sizeKey,
		"default_size": {Value: yamldoc.SizeValue, Check: pageSizeCheck},
	}.and(textKey, "page", "offset", "size", "cursor", "next", "last", "more", "items", "continue"),
	"idempotency": keys{
		"header": {Value: yamldoc.TextValue, Needed: true, Filled: true, Check: keyHeaderCheck},
	},
	"response": keys{"type": typeKey(false), "fields": fieldsKey, "assumed": filledKey}.
		and(textKey, "description", "include").and(boolKey, "lenient", "sensitive"),
	"envelope": EnvelopeKeys,
	"failure": keys{
		"type":   {Value: yamldoc.TextValue, Needed: true},
		"status": {Value: yamldoc.SizeValue, Check: statusCheck},
		"member": memberKey,
	},
	"deprecated": keys{
		"since":  scalarKey,
		"use":    textKey,
		"sunset": {Value: yamldoc.TextValue, Check: dateCheck},
	},
	"naming": keys{
		"initialisms": {Value: yamldoc.TextsValue, Needed: true, Filled: true, Check: initialismCheck},
	},
	"go": keys{"name": {Value: yamldoc.TextValue, Needed: true, Check: goNameCheck}},
}, map[string]yamldoc.Named{
	"server":      {Short: map[yamldoc.Kind]string{yamldoc.String: "url"}},
	"way":         {Words: []string{"bearer", "basic"}},
	"idempotency": {Short: map[yamldoc.Kind]string{yamldoc.String: "header"}},
	"failure":     {Short: map[yamldoc.Kind]string{yamldoc.String: "type"}},
	"response": {
		Short:    map[yamldoc.Kind]string{yamldoc.String: "include", yamldoc.List: "type"},
		ShortMap: mapKey,
		Instead: map[string]string{
			"map": mapType, "items": listType, "oneOf": unionType, "anyOf": unionType,
			"properties": fieldsOfType,
		},
	},
	"area": {Subject: yamldoc.Starts, Names: segmentCheck, Expected: "a map"},
	"record": {
		Subject: yamldoc.Starts, Names: typeCheck, Expected: "a map",
		Instead: map[string]string{
			"oneOf": unionInstead, "anyOf": unionInstead, "properties": fieldsOfType,
		},
	},
	"enum": {Subject: yamldoc.Starts, Names: typeCheck, Expected: "a map"},
	"union": {
		Subject: yamldoc.Starts, Names: typeCheck, Expected: "a map",
		Instead: map[string]string{
			"oneOf": variantsOfUnion, "anyOf": variantsOfUnion, "discriminator": "by: TAG",
		},
	},
	"operation": {Subject: yamldoc.Continues, Names: segmentCheck, Expected: "a map, or {}"},
	"field": {
		Short:    map[yamldoc.Kind]string{yamldoc.String: "type", yamldoc.List: "type"},
		ShortMap: mapKey, Names: memberCheck, Expected: "a type or a map",
		Instead: map[string]string{
			"map": mapType, "items": listType, "$ref": "the name of a record as the type",
			"oneOf": unionType, "anyOf": unionType, "allOf": recordType, "properties": recordType,
		},
	},
	"enum_value": {
		Word:  "value",
		Short: map[yamldoc.Kind]string{yamldoc.String: "description", yamldoc.Null: ""},
		Names: valueCheck, Expected: "a description, a map or nothing",
	},
	"variant": {
		Short: map[yamldoc.Kind]string{yamldoc.String: "record", yamldoc.Null: ""},
		Names: valueCheck, Expected: "the name of a record, a map, or nothing",
	},
})

// EnvelopeKeys are the keys of an envelope.
var EnvelopeKeys = keys{
	"success":        {Value: yamldoc.AnyValue, Needed: true, Filled: true},
	"message":        {Value: yamldoc.TextsValue, Filled: true, Check: memberCheck},
	"siblings":       textKey,
	"failure_status": {Value: yamldoc.SizeValue, Check: statusCheck},
}.and(memberKey, "data", "violations")

// Replacements for keys of JSON Schema.
const (
	mapType    = "the type as {string: T}"
	listType   = "the type as [T]"
	unionType  = "a union under \"unions\", and its name as the type"
	recordType = "a record under \"records\", and its name as the type"

	fieldsOfType    = "fields: {NAME: T}"
	unionInstead    = "a union under \"unions\""
	variantsOfUnion = "by: TAG and of: {VALUE: RECORD}"
)

// Keys returns the keys that a catalog may have, sorted, for each kind of map:
// document, overlay, info, contact, license, server, way, oauth2, enum, enum_value,
// record, union, variant, area, operation, field, rule, pagination, idempotency, response, envelope, failure,
// deprecated, naming and go.
func Keys() map[string][]string { return grammar.All() }

// ruleKeys returns a key for each kind of rule over several fields.
func ruleKeys() keys {
	all := keys{}
	for _, kind := range RuleKinds {
		all.and(yamldoc.Key{Value: yamldoc.TextsValue}, string(kind))
	}
	return all
}
