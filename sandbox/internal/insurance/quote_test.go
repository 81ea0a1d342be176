package insurance

import (
	"example.com/opgen/api"
	"example.com/opgen/gen/quote"
)

// wizard returns the quote flow of a policy type.
func (f *flow) wizard(policyType string) reply {
	return f.ok(f.Quote.GetQuoteWizardFlow(f.ctx, &quote.GetQuoteWizardFlowRequest{PolicyTypeID: &policyType}))
}

func init() {
	flows["quote flows come and go"] = func(f *flow) {
		const first = `{"id":"flow-1","policy_type_id":"type-1","is_endorsement":false,"version":"1","customizers":[],"link_overrides":{},"meta":{"policy_type_id":"type-1","role_id":null},"sections":[],"placeholders":{},"features":""}`
		f.ok(f.Quote.AddQuoteWizardFlow(f.ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-1"), IsEndorsement: false})).is(first)
		f.ok(f.Quote.AddQuoteWizardFlow(f.ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-2")}))
		f.wizard("type-1").is(first)
		f.Equal("flow-2", f.wizard("type-2").at("/id"))
		f.ok(f.Quote.PatchFlowDefinition(f.ctx, &quote.PatchFlowDefinitionRequest{ID: new("flow-1"), Definition: map[string]any{"title": "Home"}, IsEndorsement: true})).is(`{}`)
		f.Equal("Home", f.wizard("type-1").at("/title"))
		f.Contains(f.wizard("type-1").text, `"is_endorsement":true`)
		f.Empty(f.wizard("type-2").at("/title"))
		f.ok(f.Quote.PatchFlowDefinition(f.ctx, &quote.PatchFlowDefinitionRequest{ID: new("flow-1"), Definition: map[string]any{
			"placeholders": map[string]any{"roof": "tile"}, "features": "on()", "version": 2,
		}})).is(`{}`)
		f.wizard("type-1").has(`{"title":"Home","placeholders":{"roof":"tile"},"features":"on()","version":"2","is_endorsement":true}`)
		all := f.ok(f.Quote.GetQuoteWizardFlows(f.ctx, &quote.GetQuoteWizardFlowsRequest{}))
		all.has(`[{"id":"flow-default"},{"id":"flow-1"},{"id":"flow-2"}]`)
		f.Equal("flow-default", f.ok(f.Quote.GetQuoteWizardFlow(f.ctx, &quote.GetQuoteWizardFlowRequest{})).at("/id"))
		f.ok(f.Quote.DeleteQuoteWizardFlow(f.ctx, &quote.DeleteQuoteWizardFlowRequest{ID: new("flow-1")})).is(`{}`)
		f.fails(404)(f.Quote.GetQuoteWizardFlow(f.ctx, &quote.GetQuoteWizardFlowRequest{PolicyTypeID: new("type-1")}))
		f.Equal("flow-2", f.wizard("type-2").at("/id"))
	}

	flows["quote flows have sections"] = func(f *flow) {
		one, two := new("flow-1"), new("flow-2")
		f.ok(f.Quote.AddQuoteWizardFlow(f.ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-1")}))
		f.ok(f.Quote.AddQuoteWizardFlow(f.ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-2")}))
		f.ok(f.Quote.AddWizardFlowSection(f.ctx, &quote.AddWizardFlowSectionRequest{FlowID: two, SectionName: "Risk"})).is(`[{"id":"section-1","name":"Risk"}]`)
		f.ok(f.Quote.AddWizardFlowSection(f.ctx, &quote.AddWizardFlowSectionRequest{FlowID: one, SectionName: "Risk"})).is(`[{"id":"section-2","name":"Risk"}]`)
		const both = `[{"id":"section-2","name":"Risk"},{"id":"section-3","name":"Summary"}]`
		f.ok(f.Quote.AddWizardFlowSection(f.ctx, &quote.AddWizardFlowSectionRequest{FlowID: one, SectionName: "Summary"})).is(both)
		f.ok(f.Quote.AddWizardFlowSection(f.ctx, &quote.AddWizardFlowSectionRequest{FlowID: one, SectionName: "Summary"})).is(both) // again
		f.ok(f.Quote.GetWizardFlowSections(f.ctx, &quote.GetWizardFlowSectionsRequest{FlowID: one})).is(both)
		f.ok(f.Quote.RemoveWizardFlowSection(f.ctx, &quote.RemoveWizardFlowSectionRequest{FlowID: one, SectionName: "Risk"})).is(`[{"id":"section-3","name":"Summary"}]`)
		f.fails(404)(f.Quote.RemoveWizardFlowSection(f.ctx, &quote.RemoveWizardFlowSectionRequest{FlowID: one, SectionName: "Risk"}))
		f.Equal("Summary", f.wizard("type-1").at("/sections/0/name"))
		f.Equal("Risk", f.wizard("type-2").at("/sections/0/name"))

		list := f.ok(f.Quote.BatchUpdateFlowSections(f.ctx, &quote.BatchUpdateFlowSectionsRequest{FlowID: one, SectionList: []any{
			map[string]any{"name": "Start"}, map[string]any{"id": "section-3", "name": "End"},
		}}))
		f.Equal("flow-1", list.at("/id"))
		f.ok(f.Quote.GetWizardFlowSections(f.ctx, &quote.GetWizardFlowSectionsRequest{FlowID: one})).is(`[{"id":"section-4","name":"Start"},{"id":"section-3","name":"End"}]`)
		f.Equal("Risk", f.wizard("type-2").at("/sections/0/name"))
		f.ok(f.Quote.BatchUpdateFlowSections(f.ctx, &quote.BatchUpdateFlowSectionsRequest{FlowID: one, SectionList: []any{"End", "section-4", "Other"}})).
			has(`{"id":"flow-1","sections":[{"id":"section-3","name":"End"},{"id":"section-4","name":"Start"},{"name":"Other"}]}`)

		f.ok(f.Quote.RemoveWizardFlowSection(f.ctx, &quote.RemoveWizardFlowSectionRequest{FlowID: two, SectionName: "Risk"})).is(`[]`)
		f.ok(f.Quote.DeleteQuoteWizardFlow(f.ctx, &quote.DeleteQuoteWizardFlowRequest{ID: one}))
		f.fails(404)(f.Quote.GetWizardFlowSections(f.ctx, &quote.GetWizardFlowSectionsRequest{FlowID: one}))
	}

	flows["quote flows have placeholders and features"] = func(f *flow) {
		one, two := new("flow-1"), new("flow-2")
		f.ok(f.Quote.AddQuoteWizardFlow(f.ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-1")}))
		f.ok(f.Quote.AddQuoteWizardFlow(f.ctx, &quote.AddQuoteWizardFlowRequest{PolicyTypeID: new("type-2")}))
		f.ok(f.Quote.AddFlowPlaceholder(f.ctx, &quote.AddFlowPlaceholderRequest{FlowID: one})).is(`{"id":"placeholder-1"}`)
		f.ok(f.Quote.PatchPlaceholder(f.ctx, &quote.PatchPlaceholderRequest{PlaceholderDict: api.Object{"id": "placeholder-1", "label": "Roof"}})).is(`{"id":"placeholder-1","label":"Roof"}`)
		f.ok(f.Quote.GetFlowPlaceholders(f.ctx, &quote.GetFlowPlaceholdersRequest{FlowID: one})).is(`[{"id":"placeholder-1","label":"Roof"}]`)
		f.ok(f.Quote.GetFlowPlaceholders(f.ctx, &quote.GetFlowPlaceholdersRequest{FlowID: two})).is(`[]`)

		f.ok(f.Quote.PatchFlowFeatures(f.ctx, &quote.PatchFlowFeaturesRequest{FeatureDict: map[string]any{"flow_id": "flow-1", "id": "maps", "on": true}})).
			is(`{"id":"maps","flow_id":"flow-1","on":true}`)
		f.ok(f.Quote.PatchFlowFeatures(f.ctx, &quote.PatchFlowFeaturesRequest{FeatureDict: map[string]any{"flow_id": "flow-1"}})).is(`{"id":"feature-1","flow_id":"flow-1"}`)
		f.ok(f.Quote.PatchFlowFeatures(f.ctx, &quote.PatchFlowFeaturesRequest{FeatureDict: map[string]any{"flow_id": "flow-1", "id": "maps", "zoom": 3}})).
			is(`{"id":"maps","flow_id":"flow-1","on":true,"zoom":3}`)
		f.ok(f.Quote.PatchFlowFeatureAttribute(f.ctx, &quote.PatchFlowFeatureAttributeRequest{AttrDict: map[string]any{"id": "maps", "on": false}}))
		const maps = `[{"id":"maps","flow_id":"flow-1","on":false,"zoom":3},{"id":"feature-1","flow_id":"flow-1"}]`
		f.ok(f.Quote.GetFlowFeatures(f.ctx, &quote.GetFlowFeaturesRequest{FlowID: one})).is(maps)
		f.ok(f.Quote.GetFlowFeatures(f.ctx, &quote.GetFlowFeaturesRequest{FlowID: two})).is(`[]`)

		f.ok(f.Quote.CreateFlowFromQuoteFlow(f.ctx, &quote.CreateFlowFromQuoteFlowRequest{QuoteFlowID: "flow-1", Admin: true, Endorsement: true})).has(`{"id":"flow-3","policy_type_id":"type-1","is_endorsement":true,"admin":true}`)
		f.ok(f.Quote.GetFlowFeatures(f.ctx, &quote.GetFlowFeaturesRequest{FlowID: new("flow-3")})).is(`[{"id":"feature-2","flow_id":"flow-3","on":false,"zoom":3},{"id":"feature-3","flow_id":"flow-3"}]`)

		f.ok(f.Quote.DeleteQuoteWizardFlow(f.ctx, &quote.DeleteQuoteWizardFlowRequest{ID: one}))
		f.fails(404)(f.Quote.GetFlowPlaceholders(f.ctx, &quote.GetFlowPlaceholdersRequest{FlowID: one}))
		f.fails(404)(f.Quote.GetFlowFeatures(f.ctx, &quote.GetFlowFeaturesRequest{FlowID: one}))
		f.Equal("Roof", f.ok(f.Quote.GetFlowPlaceholders(f.ctx, &quote.GetFlowPlaceholdersRequest{FlowID: new("flow-3")})).at("/0/label"))
	}
}
