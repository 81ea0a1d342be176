package api

import (
	"container/list"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

// This file bounds the memory for the bodies that a handler holds at once.
//
// Some callers are known before their body is read. Those whose credential is in the body are
// strangers until it has been read to its end, and strangers may never send the end. So a
// stranger never keeps room that another caller needs: if there is none left, the unfinished
// body that has waited longest for its next bytes is dropped, and its request refused when it
// goes on. A body that arrives is therefore never refused because of senders who stopped.

// room counts the bytes of the bodies that a handler holds.
type room struct {
	most        int64 // bytes of all bodies
	mostUnknown int64 // bytes of the bodies of strangers
	known       atomic.Int64
	unknown     atomic.Int64
	mu          sync.Mutex // guards additions of strangers, and what follows
	unfinished  list.List  // the *unknownBody that take room, the one that waited longest first
}

// setLimits sets the size of an empty room.
func (r *room) setLimits(limits Limits) {
	r.most = int64(limits.InFlight)
	r.mostUnknown = max(r.most/4, min(int64(limits.Body), r.most))
}

// taken returns the number of bytes that all bodies take. Two loads are not one moment, but each change
// is followed by a check of its own.
func (r *room) taken() int64 { return r.known.Load() + r.unknown.Load() }

// dropOne drops the unfinished body that waited longest, and reports whether there was one.
func (r *room) dropOne() bool {
	first := r.unfinished.Front()
	if first == nil {
		return false
	}
	first.Value.(*unknownBody).drop()
	return true
}

// makeRoom drops unfinished bodies of strangers until all bodies fit, and reports whether they do.
func (r *room) makeRoom() bool {
	if r.taken() <= r.most {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.taken() > r.most {
		if !r.dropOne() {
			return false
		}
	}
	return true
}

// errBusy is the error of a body that finds no room, or has lost it to another one.
var errBusy = errors.New("other bodies take up the memory")

// share is what a body takes of a room. The zero share takes nothing.
type share struct {
	room    *room
	counted int64 // bytes; those of the first smallBody are not counted
	unknown bool  // it counts as a stranger's
}

// counter returns the counter that the share is part of.
func (s *share) counter() *atomic.Int64 {
	if s.unknown {
		return &s.room.unknown
	}
	return &s.room.known
}

// grow counts a body that has a length now.
func (s *share) grow(length int) {
	if more := int64(length-smallBody) - s.counted; more > 0 {
		s.counted += more
		s.counter().Add(more)
	}
}

// growKnown is grow for a caller who is known. It makes room, or returns errBusy.
func (s *share) growKnown(length int) error {
	s.grow(length)
	if !s.room.makeRoom() {
		return errBusy
	}
	return nil
}

// release returns the share to the room.
func (s *share) release() {
	if s.counted != 0 {
		s.counter().Add(-s.counted)
		s.counted = 0
	}
}

// becomeKnown counts the share as that of a known caller.
func (s *share) becomeKnown() {
	if !s.unknown {
		return
	}
	counted := s.counted
	s.release()
	s.unknown = false
	s.counted = counted
	s.counter().Add(counted)
}

// unknownBody is a long body of a stranger while it is read. Only the room refers to its text, so
// that the memory is free as soon as the body is dropped, even if its sender never goes on.
type unknownBody struct {
	share   *share
	text    strings.Builder
	place   *list.Element // in room.unfinished, nil before it takes room
	dropped bool
}

// readUnknown reads the body of a stranger to its end, at most limit bytes, by way of a chunk of
// memory. A body that fits into the chunk takes no room.
func readUnknown(r io.Reader, chunk []byte, limit int, s *share) (string, error) {
	n, err := fill(chunk, r) // err is io.EOF if the body ends in the chunk
	switch {
	case n > limit:
		return "", errTooLong
	case err == io.EOF:
		return string(chunk[:n]), nil
	case err != nil:
		return "", err
	}
	u := &unknownBody{share: s}
	defer u.leave()
	for {
		if refusal := u.keep(chunk[:n], limit); refusal != nil {
			return "", refusal
		}
		if err == io.EOF {
			return u.text.String(), nil
		}
		n, err = r.Read(chunk)
		if err != nil && err != io.EOF {
			return "", err
		}
	}
}

// fill reads until the chunk is full. It returns the error of the last read.
func fill(chunk []byte, r io.Reader) (n int, err error) {
	for n < len(chunk) && err == nil {
		var more int
		more, err = r.Read(chunk[n:])
		n += more
	}
	return n, err
}

// keep adds bytes to the text. If they are too many, it drops the bodies that waited longer for
// theirs.
func (u *unknownBody) keep(more []byte, limit int) error {
	room := u.share.room
	room.mu.Lock()
	defer room.mu.Unlock()
	if u.dropped { // since the last bytes
		return errBusy
	}
	u.text.Write(more)
	if u.text.Len() > limit {
		return errTooLong
	}
	u.share.grow(u.text.Len())
	if u.share.counted == 0 {
		return nil
	}
	if u.place == nil {
		u.place = room.unfinished.PushBack(u)
	} else {
		room.unfinished.MoveToBack(u.place)
	}
	for !room.fits() {
		room.dropOne() // itself in the end
		if u.dropped {
			return errBusy
		}
	}
	return nil
}

// fits reports whether the bodies that are held are within both bounds.
func (r *room) fits() bool {
	return r.unknown.Load() <= r.mostUnknown && r.taken() <= r.most
}

// leave ends the reading, so that the body is not dropped any more.
func (u *unknownBody) leave() {
	if u.place == nil {
		return
	}
	room := u.share.room
	room.mu.Lock()
	defer room.mu.Unlock()
	if !u.dropped {
		room.unfinished.Remove(u.place)
	}
}

// drop frees the memory of the body. The room is locked.
func (u *unknownBody) drop() {
	u.dropped = true
	u.text = strings.Builder{}
	u.share.release()
	u.share.room.unfinished.Remove(u.place)
}
