package hostile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

// Frames of HTTP/2 (RFC 9113, section 6).
const (
	frameData         = 0x0
	frameHeaders      = 0x1
	frameReset        = 0x3
	frameSettings     = 0x4
	framePing         = 0x6
	frameGoAway       = 0x7
	frameContinuation = 0x9

	endStream  = 0x1
	endHeaders = 0x4
	ack        = 0x1
)

// preface opens a connection. The header table has no room, so that no header of a
// response depends on one before it.
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

var noTable = frame(frameSettings, 0, 0, "\x00\x01\x00\x00\x00\x00")

func frame(kind, flags byte, stream uint32, payload string) string {
	b := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	return string(binary.BigEndian.AppendUint32(b, stream)) + payload
}

// fields encodes header fields without tables (RFC 7541, section 6.2.2).
func fields(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		b.WriteByte(0)
		for _, text := range pairs[i : i+2] {
			n := len(text)
			if n < 127 {
				b.WriteByte(byte(n))
			} else {
				b.WriteByte(127)
				for n -= 127; n >= 128; n >>= 7 {
					b.WriteByte(byte(n) | 128)
				}
				b.WriteByte(byte(n))
			}
			b.WriteString(text)
		}
	}
	return b.String()
}

// headersOf encodes the header of a request.
func headersOf(path string, pairs ...string) string {
	return fields(append([]string{":method", "POST", ":scheme", "http", ":authority", "service", ":path", path}, pairs...)...)
}

// readFrame reads one frame.
func readFrame(r *bufio.Reader) (kind, flags byte, stream uint32, payload []byte, err error) {
	var h [9]byte
	if _, err = io.ReadFull(r, h[:]); err != nil {
		return
	}
	payload = make([]byte, int(h[0])<<16|int(h[1])<<8|int(h[2]))
	_, err = io.ReadFull(r, payload)
	return h[3], h[4], binary.BigEndian.Uint32(h[5:]) &^ (1 << 31), payload, err
}

// statusIn returns the status in an encoded header, whose first field it is.
func statusIn(block []byte) int {
	for len(block) > 0 && block[0]>>5 == 1 { // the size of the table
		block = block[1:]
	}
	if len(block) == 0 {
		return 0
	}
	if block[0]&0x80 != 0 { // in the static table
		return map[byte]int{8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500}[block[0]&0x7f]
	}
	for coded, status := range map[string]int{"\x82\x68\x01": 401, "\x83\x6c\x0c\xff": 503} { // length and Huffman code
		if bytes.HasPrefix(block[1:], []byte(coded)) {
			return status
		}
	}
	return 0
}

// statuses2 reads frames until that many streams have ended or the connection has,
// and notes their statuses.
func (c *conn) statuses2(streams int) {
	sizes := make(map[uint32]int64)
	status := make(map[uint32]int)
	for ended := 0; ended < streams; {
		kind, flags, stream, payload, err := readFrame(c.reader)
		if err != nil {
			return
		}
		switch kind {
		case frameHeaders:
			if s := statusIn(payload); s != 0 {
				status[stream] = s
			}
		case frameData:
			sizes[stream] += int64(len(payload))
		case frameReset:
			if status[stream] == 0 {
				c.x.answered(0, 0)
				ended++
			}
			continue
		case frameSettings:
			if flags&ack == 0 {
				c.send(frame(frameSettings, ack, 0, ""))
			}
		case frameGoAway:
			return
		}
		if (kind == frameHeaders || kind == frameData) && flags&endStream != 0 {
			c.x.answered(status[stream], sizes[stream])
			ended++
		}
	}
}
