package proof

import (
	"slices"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/diff"
)

// A change may concern many operations, and each has plans and samples that are costly to make. The
// finder keeps them for all changes; a probe is one change on one operation. Of a shared element,
// only the first operations are tried: another use shows the same.

// probe looks for effects of a change on the calls of one operation.
type probe struct {
	*finder
	change *diff.Change
	scope
	base, head *interpreter.Operation // head is nil if the operation is gone
}

// finder looks for counter-examples between two catalogs.
type finder struct {
	baseCatalog    *catalog.Catalog
	operations     map[*catalog.Operation]*catalog.Operation // of the head, by those of the base
	previous       map[*catalog.Operation]*catalog.Operation // of the base, by those of the head
	baseOperations map[string]*catalog.Operation             // of the base, by area.operation
	headPaths      map[string]*catalog.Operation             // of the head

	plans   sync.Map // of operations: func() *interpreter.Operation
	samples sync.Map // by sampleKey: func() map[string]any
}

// newFinder prepares the look-ups by name and path. Plans and samples are made when a probe asks
// for them.
func newFinder(base, head *catalog.Catalog, c diff.Comparison) *finder {
	f := &finder{
		baseCatalog: base, operations: c.Operations, headPaths: map[string]*catalog.Operation{},
		previous: map[*catalog.Operation]*catalog.Operation{}, baseOperations: map[string]*catalog.Operation{},
	}
	for op := range head.Operations() {
		f.headPaths[op.Path] = op
	}
	for op := range base.Operations() {
		f.baseOperations[op.String()] = op
		f.previous[f.operations[op]] = op
	}
	return f
}

// interpreted returns an operation with its plans, which are made once.
func (f *finder) interpreted(op *catalog.Operation) *interpreter.Operation {
	made, _ := f.plans.LoadOrStore(op, sync.OnceValue(func() *interpreter.Operation {
		return interpreter.NewForMadeUp(op)
	}))
	return made.(func() *interpreter.Operation)()
}

// shownUses is how many operations are tried for a shared element.
const shownUses = 4

// concerned returns the first operations of the base that a change concerns. There is none for a new
// operation: no old client calls it.
func (f *finder) concerned(c *diff.Change) []*catalog.Operation {
	var operations []*catalog.Operation
	before, after := c.Base.Operation, c.Head.Operation
	switch {
	case before != nil:
		return []*catalog.Operation{before}
	case after != nil && f.previous[after] != nil:
		return []*catalog.Operation{f.previous[after]}
	case after != nil:
		return nil
	case c.Base == (diff.Subject{}) && c.Head == (diff.Subject{}):
		operations = slices.Collect(f.baseCatalog.Operations())
	case c.Base.Area != nil:
		operations = c.Base.Area.Operations
	default:
		for _, name := range c.Uses {
			operations = append(operations, f.baseOperations[name])
		}
	}
	return operations[:min(len(operations), shownUses)]
}

// probes returns probes of the first operations that a change concerns.
func (f *finder) probes(c *diff.Change) probes {
	var made probes
	about := scopeOf(c)
	for _, op := range f.concerned(c) {
		l := probe{f, c, about, f.interpreted(op), nil}
		if h := f.operations[op]; h != nil {
			l.head = f.interpreted(h)
		}
		made = append(made, l)
	}
	return made
}
