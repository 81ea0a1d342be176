package insurance

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"example.com/opgen/sandbox/internal/engine"
)

// A flow shows its placeholders as values by their names and its features as a script, while other
// operations list both. So a definition that has them in these forms is kept under other names.

// definitionKeys are the names under which parts of a definition are kept.
var definitionKeys = map[string]string{"placeholders": "placeholder_values", "features": "features_script"}

// quoteFlow shows a flow of the quote wizard.
func quoteFlow(_ *engine.Tx, flow object) (any, error) {
	shown := without(flow, "placeholder_values", "features_script", "default")
	values, _ := flow["placeholder_values"].(object)
	if values == nil {
		values = object{}
	}
	shown["placeholders"] = values
	shown["features"] = text(flow, "features_script")
	shown["version"] = cmp.Or(text(flow, "version"), "1")
	orElse(shown, "customizers", []any{})
	orElse(shown, "link_overrides", object{})
	meta, _ := shown["meta"].(object)
	meta = maps.Clone(meta)
	if meta == nil {
		meta = object{}
	}
	orElse(meta, "policy_type_id", flow["policy_type_id"])
	orElse(meta, "role_id", flow["role_id"])
	shown["meta"] = meta
	return shown, nil
}

// patchFlowDefinition changes the parts of a definition that are given.
func patchFlowDefinition(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	flow, err := get(tx, "flow", fields["id"])
	if err != nil {
		return nil, err
	}
	definition, _ := fields["definition"].(object)
	for name, v := range definition {
		_, isList := v.([]any)
		if kept := definitionKeys[name]; kept != "" && !isList {
			name = kept
		}
		if number, isNumber := v.(json.Number); isNumber && name == "version" {
			v = number.String()
		}
		flow[name] = v
	}
	if fields["is_endorsement"] != nil {
		flow["is_endorsement"] = fields["is_endorsement"]
	}
	return nil, tx.Update("flow", flow["id"], flow)
}

// updateFlowSections gives a flow the sections of a list, in its order: an object is a section, and a
// text names one by its id or name.
func updateFlowSections(tx *engine.Tx, request json.RawMessage) (any, error) {
	fields := objectOf(request)
	flow, err := get(tx, "flow", fields["flow_id"])
	if err != nil {
		return nil, err
	}
	before := list(flow, "sections")
	sections := []any{}
	for _, item := range list(fields, "section_list") {
		if name, isName := item.(string); isName {
			item = namedSection(before, name)
		}
		sections = append(sections, item)
	}
	flow["sections"] = sections
	if err := tx.Update("flow", flow["id"], flow); err != nil {
		return nil, err
	}
	changed, err := get(tx, "flow", flow["id"])
	if err != nil {
		return nil, err
	}
	return quoteFlow(tx, changed)
}

// namedSection returns the section with an id or a name, or a new one with this name.
func namedSection(sections []any, name string) any {
	isNamed := func(section any) bool {
		fields, _ := section.(object)
		return fields["id"] == name || fields["name"] == name
	}
	i := slices.IndexFunc(sections, isNamed)
	if i < 0 {
		return object{"name": name}
	}
	return sections[i]
}
