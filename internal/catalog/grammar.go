package catalog

import "example.com/opgen/internal/catalog/yamldoc"

// Keys of several maps.
var (
	auth    = yamldoc.Key{Value: yamldoc.TextOrListValue, Expected: "none or a list of ways", Remedy: "; write [bearer] or another list"}
	servers = yamldoc.Key{Value: yamldoc.ListValue, Of: "server", Filled: true, Short: "url", Remedy: "; write a URL or {url: ..., description: ...}"}
)

// grammar lists the keys of every kind of map in a catalog or an overlay. The
// reader, the suggestions and [Keys] have no other source.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"document": {
		"catalog": {Value: yamldoc.ScalarValue, Needed: true},
		"info":    {Value: yamldoc.MapValue, Of: "info", Needed: true},
		"path":    {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"auth":    auth,
		"servers": servers,
		"enums":   {Value: yamldoc.NamedValue, Of: "enum", Files: true},
		"records": {Value: yamldoc.NamedValue, Of: "record", Files: true},
		"unions":  {Value: yamldoc.NamedValue, Of: "union", Files: true},
		"areas":   {Value: yamldoc.NamedValue, Of: "area", Needed: true, Filled: true, Files: true},

		"envelope":    envelopeKey,
		"failure":     failureKey,
		"idempotency": idempotencyKey,
	},
	"overlay": {
		"overlay": {Value: yamldoc.ScalarValue, Needed: true},
		"auth":    auth,
		"servers": servers,
		"enums":   {Value: yamldoc.NamedValue, Of: "enum"},
		"records": {Value: yamldoc.NamedValue, Of: "record"},
		"unions":  {Value: yamldoc.NamedValue, Of: "union"},
		"areas":   {Value: yamldoc.NamedValue, Of: "area"},

		"envelope":    envelopeKey,
		"failure":     failureKey,
		"idempotency": idempotencyKey,
	},
	"info": {
		"title":       {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"version":     {Value: yamldoc.ScalarValue, Needed: true, Filled: true},
		"package":     {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"description": {Value: yamldoc.TextValue},
		"contact":     {Value: yamldoc.MapValue, Of: "contact"},
		"license":     {Value: yamldoc.MapValue, Of: "license"},
	},
	"contact": {
		"name":  {Value: yamldoc.TextValue, Filled: true},
		"url":   {Value: yamldoc.TextValue},
		"email": {Value: yamldoc.TextValue, Filled: true},
	},
	"license": {
		"name": {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"url":  {Value: yamldoc.TextValue},
	},
	"server": {
		"url":         {Value: yamldoc.TextValue, Needed: true},
		"description": {Value: yamldoc.TextValue},
	},
	"way": {
		"bearer":     {Value: yamldoc.BoolValue},
		"basic":      {Value: yamldoc.BoolValue},
		"header":     {Value: yamldoc.TextOrListValue},
		"body_field": {Value: yamldoc.TextOrListValue},
		"oauth2":     {Value: yamldoc.MapValue, Of: "oauth2"},
	},
	"oauth2": {
		"token_path": {Value: yamldoc.TextValue, Needed: true},
		"scopes":     {Value: yamldoc.TextsValue},
	},
	"enum": {
		"description": {Value: yamldoc.TextValue},
		"open":        {Value: yamldoc.BoolValue},
		"values":      {Value: yamldoc.NamedValue, Of: "enum_value", Needed: true, Filled: true},
	},
	"enum_value": {
		"description": {Value: yamldoc.TextValue},
		"go":          {Value: yamldoc.MapValue, Of: "go"},
	},
	"record": {
		"description": {Value: yamldoc.TextValue},
		"open":        {Value: yamldoc.BoolValue},
		"fields":      {Value: yamldoc.NamedValue, Of: "field"},
		"assumed":     {Value: yamldoc.TextValue, Filled: true},
	},
	"union": {
		"description": {Value: yamldoc.TextValue},
		"by":          {Value: yamldoc.TextValue, Needed: true, Filled: true, Blank: true},
		"of": {Value: yamldoc.NamedValue, Of: "variant", Needed: true, Filled: true,
			Remedy: "; a union has at least one variant: {VALUE: RECORD}"},
		"open": {Value: yamldoc.BoolValue},
	},
	"variant": {
		"record":      {Value: yamldoc.TextValue, Filled: true},
		"description": {Value: yamldoc.TextValue},
		"go":          {Value: yamldoc.MapValue, Of: "go"},
	},
	"area": {
		"description": {Value: yamldoc.TextValue},
		"operations":  {Value: yamldoc.NamedValue, Of: "operation", Needed: true, Filled: true},
		"go":          {Value: yamldoc.MapValue, Of: "go"},
	},
	"operation": {
		"summary":     {Value: yamldoc.TextValue},
		"description": {Value: yamldoc.TextValue},
		"deprecated":  {Value: yamldoc.MapValue, Of: "deprecated"},
		"effect":      {Value: yamldoc.TextValue},
		"auth":        auth,
		"path":        {Value: yamldoc.TextValue, Filled: true},
		"open":        {Value: yamldoc.BoolValue},
		"empty":       {Value: yamldoc.WordValue, Expected: `"object", "none" or null`},
		"include":     {Value: yamldoc.TextValue},
		"fields":      {Value: yamldoc.NamedValue, Of: "field"},
		"rules":       {Value: yamldoc.ListValue, Of: "rule", Remedy: "; write all_or_none_of: [a, b]"},
		"pagination":  {Value: yamldoc.MapValue, Of: "pagination"},
		"idempotency": idempotencyKey,
		"response": {Value: yamldoc.MapValue, Of: "response", Short: "include", ShortMap: mapKey,
			ShortFor: wholeNames, Expected: "a map, a type or none"},
		"envelope": envelopeKey,
		"failure":  failureKey,
		"go":       {Value: yamldoc.MapValue, Of: "go"},
	},
	"field": {
		"type": {Value: yamldoc.ShapeValue, Needed: true, Expected: "a type",
			Remedy: "; write the name of a type, [T] for an array, or {string: T} for a map"},
		"required":    {Value: yamldoc.BoolValue},
		"nullable":    {Value: yamldoc.BoolValue},
		"non_blank":   {Value: yamldoc.BoolValue},
		"min_length":  {Value: yamldoc.SizeValue},
		"max_length":  {Value: yamldoc.SizeValue},
		"pattern":     {Value: yamldoc.TextValue, Filled: true, Blank: true},
		"format":      {Value: yamldoc.TextValue},
		"enum":        {Value: yamldoc.TextsValue, Filled: true},
		"min_items":   {Value: yamldoc.SizeValue},
		"max_items":   {Value: yamldoc.SizeValue},
		"minimum":     {Value: yamldoc.NumberValue},
		"maximum":     {Value: yamldoc.NumberValue},
		"default":     {Value: yamldoc.AnyValue},
		"join":        {Value: yamldoc.TextValue, Filled: true, Blank: true},
		"send_if":     {Value: yamldoc.TextValue},
		"omit_empty":  {Value: yamldoc.BoolValue},
		"codes":       {Value: yamldoc.TextValue, Filled: true},
		"sensitive":   {Value: yamldoc.BoolValue},
		"assumed":     {Value: yamldoc.TextValue, Filled: true},
		"deprecated":  {Value: yamldoc.MapValue, Of: "deprecated"},
		"description": {Value: yamldoc.TextValue},
		"example":     {Value: yamldoc.AnyValue},
		"go":          {Value: yamldoc.MapValue, Of: "go"},
	},
	"rule": ruleKeys(),
	"pagination": {
		"page":         {Value: yamldoc.TextValue},
		"size":         {Value: yamldoc.TextValue},
		"first":        {Value: yamldoc.SizeValue},
		"default_size": {Value: yamldoc.SizeValue},
		"cursor":       {Value: yamldoc.TextValue},
		"next":         {Value: yamldoc.TextValue},
		"more":         {Value: yamldoc.TextValue},
		"items":        {Value: yamldoc.TextValue},
		"continue":     {Value: yamldoc.TextValue},
	},
	"idempotency": {
		"header": {Value: yamldoc.TextValue, Needed: true, Filled: true},
	},
	"response": {
		"type": {Value: yamldoc.ShapeValue, Expected: "a type",
			Remedy: "; write the name of a type, [T] for an array, or {string: T} for a map"},
		"description": {Value: yamldoc.TextValue},
		"include":     {Value: yamldoc.TextValue},
		"fields":      {Value: yamldoc.NamedValue, Of: "field"},
		"assumed":     {Value: yamldoc.TextValue, Filled: true},
		"lenient":     {Value: yamldoc.BoolValue},
		"sensitive":   {Value: yamldoc.BoolValue},
	},
	"envelope": EnvelopeKeys,
	"failure": {
		"type":   {Value: yamldoc.TextValue, Needed: true},
		"status": {Value: yamldoc.SizeValue},
		"member": {Value: yamldoc.TextValue, Filled: true},
	},
	"deprecated": {
		"since":  {Value: yamldoc.ScalarValue},
		"sunset": {Value: yamldoc.TextValue},
		"use":    {Value: yamldoc.TextValue},
	},
	"go": {
		"name": {Value: yamldoc.TextValue, Needed: true},
	},
}, map[string]yamldoc.Named{
	"area":       {Subject: yamldoc.Starts, Expected: "a map"},
	"record":     {Subject: yamldoc.Starts, Expected: "a map"},
	"enum":       {Subject: yamldoc.Starts, Expected: "a map"},
	"union":      {Subject: yamldoc.Starts, Expected: "a map"},
	"operation":  {Subject: yamldoc.Continues, Expected: "a map, {} where nothing is to be said"},
	"field":      {Short: map[yamldoc.Kind]string{yamldoc.String: "type", yamldoc.List: "type"}, ShortMap: mapKey, Expected: "a type or a map"},
	"enum_value": {Word: "value", Short: map[yamldoc.Kind]string{yamldoc.String: "description", yamldoc.Null: ""}, Expected: "a description, a map or nothing"},
	"variant":    {Short: map[yamldoc.Kind]string{yamldoc.String: "record", yamldoc.Null: ""}, Expected: "the name of a record, a map, or nothing if the tag stands alone"},
}).Instead(map[string]map[string]string{
	"field":    {"map": mapType, "items": listType, "$ref": "the name of a record as the type", "oneOf": unionType, "anyOf": unionType, "allOf": recordType, "properties": recordType},
	"response": {"map": mapType, "items": listType, "oneOf": unionType, "anyOf": unionType, "properties": "fields: {NAME: T}"},
	"record":   {"oneOf": "a union under \"unions\"", "anyOf": "a union under \"unions\"", "properties": "fields: {NAME: T}"},
	"union":    {"oneOf": "by: TAG and of: {VALUE: RECORD}", "anyOf": "by: TAG and of: {VALUE: RECORD}", "discriminator": "by: TAG"},
})

// EnvelopeKeys are the keys of an envelope.
var EnvelopeKeys = map[string]yamldoc.Key{
	"success":        {Value: yamldoc.AnyValue, Needed: true, Filled: true},
	"message":        {Value: yamldoc.TextsValue, Filled: true},
	"data":           {Value: yamldoc.TextValue, Filled: true},
	"violations":     {Value: yamldoc.TextValue, Filled: true},
	"siblings":       {Value: yamldoc.TextValue},
	"failure_status": {Value: yamldoc.SizeValue},
}

// What to write in place of keys of JSON Schema.
const (
	mapType    = "the type as {string: T}"
	listType   = "the type as [T]"
	unionType  = "a union under \"unions\", and its name as the type"
	recordType = "a record under \"records\", and its name as the type"
)

// An operation says "none" if it does not have what the catalog has. The texts that stand
// for these maps are looked at where they are checked.
var (
	envelopeKey    = yamldoc.Key{Value: yamldoc.MapValue, Of: "envelope", Short: "success", Expected: "a map or none"}
	idempotencyKey = yamldoc.Key{Value: yamldoc.MapValue, Of: "idempotency", Short: "header", Expected: "a map, the name of a header field or none"}
	failureKey     = yamldoc.Key{Value: yamldoc.MapValue, Of: "failure", Short: "type", Expected: "a type, a map or none"}
)

// Keys returns the keys that a catalog may have, sorted, for each kind of map:
// document, overlay, info, contact, license, server, way, oauth2, enum, enum_value,
// record, union, variant, area, operation, field, rule, pagination, idempotency, response, envelope, failure,
// deprecated and go.
func Keys() map[string][]string { return grammar.All() }

// ruleKeys returns a key for each kind of rule over several fields.
func ruleKeys() map[string]yamldoc.Key {
	keys := map[string]yamldoc.Key{}
	for _, d := range Demands {
		keys[string(d.Kind)] = yamldoc.Key{Value: yamldoc.TextsValue}
	}
	return keys
}
