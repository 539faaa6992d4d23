package pixels

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
)

// kittyChunk is the greatest number of bytes of image data in one command of Kitty's protocol.
const kittyChunk = 4096

// kittyClear is the command that deletes all visible images and their data in the terminal.
const kittyClear = "\x1b_Ga=d,d=A,q=2\x1b\\"

// A Buffer keeps the buffer of the PNG encoder, so that the next image can use it again.
type Buffer struct{ buffer *png.EncoderBuffer }

// Get and Put implement png.EncoderBufferPool.
func (b *Buffer) Get() *png.EncoderBuffer     { return b.buffer }
func (b *Buffer) Put(used *png.EncoderBuffer) { b.buffer = used }

// encodeKitty returns the commands that show an image over w×h cells, from the cursor to the right
// and down. The cursor stays in place, and the terminal sends no answer.
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
