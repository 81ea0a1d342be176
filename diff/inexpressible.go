package diff

// Inexpressible are kinds of changes that were thought of and cannot be rules,
// each with the reason. Their ids are not used for anything else.
var Inexpressible = map[string]string{
	"request-required-field-with-default-added": "a required field has no default in a catalog",
	"wire-name-alias-added":                     "a field has one name on the wire",
	"wire-name-alias-removed":                   "a field has one name on the wire",
	"reserved-name-reused":                      "a catalog keeps no list of names that are gone",
	"field-null-policy-changed":                 "null counts as absent everywhere, and is never sent",
	"server-default-added":                      "a default is of client and server at once: client-default-added",
	"server-default-removed":                    "a default is of client and server at once: client-default-removed",
	"server-default-changed":                    "a default is of client and server at once: client-default-changed",
	"default-applier-changed":                   "a default is of client and server at once",
	"auth-added":                                "a catalog does not say who may call; servers and clients choose in Go",
	"auth-removed":                              "a catalog does not say who may call; servers and clients choose in Go",
	"stability-lowered":                         "operations have no stability but their deprecation",
	"version-not-bumped":                        "a version is free text without an order, and one change would be reported twice",
	"order-only":                                "order means nothing but in first_of, so that there is nothing to report",
	"format-only":                               "the same facts in another form are the same catalog, so that there is nothing to report",
	"generator-changed":                         "two catalogs do not show which generator reads them",
}
