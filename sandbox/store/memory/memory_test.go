package memory_test

import (
	"testing"

	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return &memory.Store{} })
}
