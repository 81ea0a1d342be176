package pairing

import "slices"

// This file has the two ways to pair elements of any kind: by a key, and by what they have in
// common.

// ByKey adds the elements with equal keys to found, and returns the remaining ones of both
// sides. If several have one key, the first of the base gets the last of the head.
func ByKey[T comparable](
	pairs map[T]T, base, head []T, key func(T) string,
) (restOfBase, restOfHead []T) {
	unpaired := make(map[string]T, len(head))
	for _, h := range head {
		unpaired[key(h)] = h
	}
	for _, b := range base {
		h, ok := unpaired[key(b)]
		if !ok {
			restOfBase = append(restOfBase, b)
			continue
		}
		pairs[b] = h
		delete(unpaired, key(b))
	}
	for _, h := range head {
		if unpaired[key(h)] == h {
			restOfHead = append(restOfHead, h)
		}
	}
	return restOfBase, restOfHead
}

// pairAll pairs elements by keys, one after the other, and then by similarity. Those that only the
// head has are marked in isAdded.
func pairAll[T comparable](
	isAdded map[any]bool, pairs map[T]T, base, head []T,
	features func(T, Side) []string, keys ...func(T) string,
) {
	for _, key := range keys {
		base, head = ByKey(pairs, base, head, key)
	}
	_, head = bySimilarity(pairs, base, head, features)
	for _, h := range head {
		isAdded[h] = true
	}
}

// bySimilarity adds renamed elements to found, and returns the remaining ones of both sides.
// It compares features, texts that are unique within an element. Two elements are a pair if
// they share two thirds of the features of the larger one. An element with the same features
// is preferred, then the one that shares most; of several, the first in the order of the
// catalogs.
//
// Two thirds is a compromise: with less, unrelated elements with two common fields would be a pair,
// and with more, one edit beside the new name would make a rename look like a removal.
func bySimilarity[T comparable](
	pairs map[T]T, base, head []T, features func(T, Side) []string,
) (restOfBase, restOfHead []T) {
	sets := map[T]map[string]bool{}
	for _, b := range base {
		sets[b] = setOf(features(b, Base))
	}
	for _, h := range head {
		sets[h] = setOf(features(h, Head))
	}
	base = slices.Clone(base)
	head = slices.Clone(head)
	for _, least := range []float64{1, 2. / 3} {
		base = slices.DeleteFunc(base, func(b T) bool {
			i := mostSimilar(sets, b, head, least)
			if i < 0 {
				return false
			}
			pairs[b] = head[i]
			head = slices.Delete(head, i, i+1)
			return true
		})
	}
	return base, head
}

// mostSimilar returns the index of the element that shares the largest part of its features
// with another one, or -1 if none shares the least part. Of several, the first one counts.
func mostSimilar[T comparable](sets map[T]map[string]bool, to T, among []T, least float64) int {
	best, most := -1, 0.
	for i, element := range among {
		share := sharedPart(sets[to], sets[element])
		if share >= least && share > most {
			best, most = i, share
		}
	}
	return best
}

// sharedPart returns the part of the larger set that both sets have: 0.5 for {a, b} and {b, c}.
func sharedPart(a, b map[string]bool) float64 {
	shared := 0
	for feature := range a {
		if b[feature] {
			shared++
		}
	}
	return float64(shared) / float64(max(len(a), len(b), 1))
}

// setOf returns texts as a set.
func setOf(texts []string) map[string]bool {
	set := map[string]bool{}
	for _, text := range texts {
		set[text] = true
	}
	return set
}
