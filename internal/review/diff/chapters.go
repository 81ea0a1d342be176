package diff

// Chapter is the rules about one subject.
//
// The order is that of the catalog: who reads the list of rules finds a rule where the key is in a
// catalog, and not where the comparison happens to look for it.
type Chapter struct {
	Title string
	Rules []*Rule // in an order in which they can be read
}

// Chapters returns all rules by subject, from the whole to its parts.
func Chapters() []Chapter {
	return []Chapter{
		{"Whole catalogs", []*Rule{
			catalogAdded, catalogRemoved, baseUnreadable, importPathChanged,
		}},
		{"The catalog, its areas and operations", []*Rule{
			operationAdded, operationRemoved, nameChanged, pathChanged, goNameChanged,
			wireNameChanged,
			operationEffectChanged, idempotencyAdded, idempotencyRemoved,
			idempotencyHeaderChanged, emptyBodyChanged,
		}},
		{"Who may call", []*Rule{
			authAdded, authRemoved, authRequired, authDropped, authWayAdded, authWayRemoved,
			authTokenChanged,
		}},
		{"Responses, envelopes and failures", []*Rule{
			responsePromised, responseUnpromised, responseTypeChanged,
			envelopeChanged, envelopeMembersChanged, failureAdded, failureChanged,
		}},
		{"Fields", []*Rule{
			fieldAdded, requiredFieldAdded, fieldRemoved, fieldBecameRequired,
			fieldBecameOptional, fieldNestedInRecord,
			sensitivityRemoved, sensitivityAdded,
		}},
		{"Types of fields, and how they are sent", []*Rule{
			fieldTypeWidened, fieldTypeNarrowed, fieldTypeChanged, fieldEncodingChanged,
			fieldValueMappingChanged,
			nullabilityChanged, emptyOmissionChanged, sendConditionChanged, defaultChanged,
		}},
		{"Constraints", []*Rule{constraintTightened, constraintLoosened, constraintChanged}},
		{"Enums, unions and records", []*Rule{
			typeAdded, typeRemoved, typeRenamed, typeOpened, typeClosed, enumValueAdded,
			enumValueRemoved,
			variantAdded, variantRemoved, variantRecordChanged, recordInclusionChanged,
		}},
		{"Rules over several fields", []*Rule{
			ruleTightened, ruleLoosened, ruleChanged, ruleMemberAdded, ruleMemberRemoved,
			firstOfOrderChanged,
		}},
		{"Paging", []*Rule{
			paginationAdded, paginationRemoved, pageFieldChanged, pageDefaultChanged,
			pageBaseChanged, pagePlaceChanged,
		}},
		{"Deprecation and documentation", []*Rule{
			deprecated, deprecationWithdrawn, deprecationChanged, deprecationShortened, docOnly,
		}},
	}
}
