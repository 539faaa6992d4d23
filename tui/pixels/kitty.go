package pixels

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
)

// kittyChunk is the longest payload of one command, in bytes.
const kittyChunk = 4096

// kittyClear deletes all visible images and their data in the terminal.
const kittyClear = "\x1b_Ga=d,d=A,q=2\x1b\\"

// A Buffer is memory for encoding images one after the other.
type Buffer struct{ buffer *png.EncoderBuffer }

// Get and Put implement png.EncoderBufferPool. A nil Buffer keeps no memory.
func (b *Buffer) Get() *png.EncoderBuffer {
	if b == nil {
		return nil
	}
	return b.buffer
}

func (b *Buffer) Put(used *png.EncoderBuffer) {
	if b != nil {
		b.buffer = used
	}
}

// encodeKitty shows an image over w×h cells from the cursor on, and leaves the cursor there. The terminal
// sends no answer.
func encodeKitty(img *image.Paletted, w, h int, shared *Buffer) string {
	var encoded bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: shared}
	_ = encoder.Encode(&encoded, img) // writing to a buffer can't fail, and no image here is too large
	payload := base64.StdEncoding.EncodeToString(encoded.Bytes())
	var b strings.Builder
	command := fmt.Sprintf("a=T,f=100,c=%d,r=%d,C=1,q=2,", w, h)
	for more := 1; more == 1; command = "q=2," {
		chunk := payload[:min(kittyChunk, len(payload))]
		payload = payload[len(chunk):]
		if payload == "" {
			more = 0
		}
		fmt.Fprintf(&b, "\x1b_G%sm=%d;%s\x1b\\", command, more, chunk)
	}
	return b.String()
}
