package simulator

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/behavior"
)

// Documents are stored with values by which steps find them, and with keys made from their ids. Both
// follow from the kinds in resources.yaml. If someone edits that file, steps would not find what was
// stored before, and would say that it does not exist. So each world remembers a fingerprint of the
// kinds, and refuses calls until it is reset.

// Check returns an error if calls in a world are refused because its documents were stored with
// other kinds. Reset resolves it.
func (w *worlds) Check(ctx context.Context, world string) error {
	current, err := w.state(ctx, world)
	if err != nil {
		return err
	}
	return w.checkKinds(world, current)
}

// checkKinds refuses a world whose documents were stored with other kinds: steps would not find
// them or their parents.
func (w *worlds) checkKinds(world string, current *state) error {
	if current.Kinds == w.kinds {
		return nil
	}
	const form = "the kinds in resources.yaml have changed since the documents of the world %q " +
		"were stored; reset the world, or start the sandbox with another --db"
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Other kinds",
		Detail: fmt.Sprintf(form, world),
	}
}

// storedKind is what affects how documents of a kind are stored, selected and ordered. Parents and
// children are the names of their kinds.
type storedKind struct {
	Name, ID                  string
	Free                      bool
	Parents, Children         map[string]string
	Unique, Distinct, Indexed []string
}

// fingerprint returns a hash of the kinds. Their order in the file does not count.
func fingerprint(b *behavior.Behavior) string {
	var kinds []storedKind
	for _, k := range b.Kinds {
		kinds = append(kinds, storedKind{
			Name: k.Name, ID: k.ID, Free: k.Free,
			Parents: kindNames(k.Parents), Children: kindNames(k.Children),
			Unique: k.Unique, Distinct: k.Distinct, Indexed: k.Indexed,
		})
	}
	byName := func(a, b storedKind) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(kinds, byName)
	text, _ := json.Marshal(kinds) // texts cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// kindNames returns the names of kinds, by the same keys.
func kindNames(kinds map[string]*behavior.Kind) map[string]string {
	names := map[string]string{}
	for key, k := range kinds {
		names[key] = k.Name
	}
	return names
}
