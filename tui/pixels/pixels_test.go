package pixels

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// anyImage draws an image of up to 24×24 pixels with up to 256 colours, one of them transparent.
func anyImage(t *rapid.T) *image.Paletted {
	n := rapid.IntRange(2, 256).Draw(t, "colours")
	palette := color.Palette{color.RGBA{}}
	for i := range n - 1 {
		palette = append(palette, color.RGBA{uint8(i), uint8(7 * i), uint8(255 - i), 255})
	}
	w, h := rapid.IntRange(1, 24).Draw(t, "w"), rapid.IntRange(1, 24).Draw(t, "h")
	img := image.NewPaletted(image.Rect(0, 0, w, h), palette)
	few := rapid.IntRange(1, n).Draw(t, "few")
	for i := range img.Pix {
		img.Pix[i] = uint8(rapid.IntRange(0, few-1).Draw(t, "pixel"))
	}
	return img
}

// decodeSixel draws sixels on transparent pixels, by the manual of the VT340.
func decodeSixel(t testing.TB, text string) *image.RGBA {
	t.Helper()
	head := regexp.MustCompile(`^\x1bP0;1q"1;1;(\d+);(\d+)`).FindStringSubmatch(text)
	if head == nil || !strings.HasSuffix(text, "\x1b\\") {
		t.Fatalf("%.40q are no sixels", text)
	}
	w, _ := strconv.Atoi(head[1])
	h, _ := strconv.Atoi(head[2])
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	colours, colour := map[int]color.RGBA{}, color.RGBA{}
	x, y, times := 0, 0, 1
	for _, token := range regexp.MustCompile(`[#!][\d;]*|.`).FindAllString(text[len(head[0]):len(text)-2], -1) {
		var numbers []int
		for part := range strings.SplitSeq(token[1:], ";") {
			n, _ := strconv.Atoi(part)
			numbers = append(numbers, n)
		}
		switch c := token[0]; {
		case c == '#':
			if len(numbers) == 5 && numbers[1] == 2 {
				of := func(percent int) uint8 { return uint8((percent*255 + 50) / 100) }
				colours[numbers[0]] = color.RGBA{of(numbers[2]), of(numbers[3]), of(numbers[4]), 255}
			}
			known := false
			colour, known = colours[numbers[0]]
			if !known {
				t.Fatalf("colour %d is drawn with before it is defined", numbers[0])
			}
		case c == '!':
			times = numbers[0]
		case c == '$':
			x = 0
		case c == '-':
			x, y = 0, y+6
		case c >= '?' && c <= '~':
			for range times {
				for bit := range 6 {
					if (c-'?')>>bit&1 == 0 {
						continue
					}
					if x >= w || y+bit >= h {
						t.Fatalf("pixel (%d, %d) of %d×%d", x, y+bit, w, h)
					}
					img.SetRGBA(x, y+bit, colour)
				}
				x++
			}
			times = 1
		default:
			t.Fatalf("%q among sixels", token)
		}
	}
	return img
}

// decodeKitty returns the image that a command of Kitty's protocol shows, and its keys.
func decodeKitty(t testing.TB, text string) (image.Image, string) {
	t.Helper()
	var keys, payload string
	commands := regexp.MustCompile(`\x1b_G([^;]*),m=([01]);([^\x1b]*)\x1b\\`).FindAllStringSubmatch(text, -1)
	for i, command := range commands {
		if len(command[3]) > 4096 || (command[2] == "1") != (i < len(commands)-1) {
			t.Fatalf("command %d of %d: m=%s, %d bytes", i, len(commands), command[2], len(command[3]))
		}
		if i == 0 {
			keys = command[1]
		}
		payload += command[3]
		text = strings.Replace(text, command[0], "", 1)
	}
	encoded, err := base64.StdEncoding.DecodeString(payload)
	if err != nil || text != "" {
		t.Fatalf("%v, and %q", err, text)
	}
	img := testutil.Must(png.Decode(bytes.NewReader(encoded)))
	return img, keys
}

// A decoded image has the pixels of the original; of a stretched image each pixel is the nearest
// original pixel. Sixels round colours to hundredths.
func TestDecoded(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		img := anyImage(rt)
		w, h := rapid.IntRange(1, 4).Draw(rt, "columns"), rapid.IntRange(1, 4).Draw(rt, "rows")
		cell := image.Pt(rapid.IntRange(1, 12).Draw(rt, "wide"), rapid.IntRange(1, 24).Draw(rt, "high"))
		shown, keys := decodeKitty(t, Kitty.EncodeImage(img, w, h, cell, new(Buffer)))
		if want := fmt.Sprintf("a=T,f=100,c=%d,r=%d,C=1,q=2", w, h); keys != want {
			rt.Fatalf("keys %s, want %s", keys, want)
		}
		drawn := decodeSixel(t, Sixel.EncodeImage(img, w, h, cell, new(Buffer)))
		wide, high := w*cell.X, h*cell.Y
		if shown.Bounds() != image.Rect(0, 0, wide, high) || drawn.Rect != shown.Bounds() {
			rt.Fatalf("%v and %v, want %d×%d", shown.Bounds(), drawn.Rect, wide, high)
		}
		for y := range high {
			for x := range wide {
				of := img.At((2*x+1)*img.Rect.Dx()/(2*wide), (2*y+1)*img.Rect.Dy()/(2*high)).(color.RGBA)
				if got := color.RGBAModel.Convert(shown.At(x, y)); got != of {
					rt.Fatalf("(%d, %d) is %v by Kitty's protocol, want %v", x, y, got, of)
				}
				got := drawn.RGBAAt(x, y)
				for i, d := range []int{int(got.R) - int(of.R), int(got.G) - int(of.G), int(got.B) - int(of.B), int(got.A) - int(of.A)} {
					if max(d, -d) > 1 || i == 3 && d != 0 { // half a hundredth is 1.3 of 255
						rt.Fatalf("(%d, %d) is %v in sixels, want %v", x, y, got, of)
					}
				}
			}
		}
	})
}

// A large image comes in more than one command.
func TestChunks(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 300, 200), color.Palette{color.Black, color.White})
	for i := range img.Pix {
		img.Pix[i] = uint8(i * i % 251 * (i % 241) >> 3 & 1)
	}
	text := Kitty.EncodeImage(img, 30, 10, image.Pt(10, 20), new(Buffer))
	if n := strings.Count(text, "\x1b_G"); n < 2 {
		t.Errorf("%d commands", n)
	}
	decodeKitty(t, text)
}

func TestTakeAnswers(t *testing.T) {
	const kitty, cell = "\x1b_Gi=31;OK\x1b\\", "\x1b[6;17;8t"
	for _, c := range []struct {
		sent, keys string
		want       Protocol
		cell       image.Point
		colours    int
	}{
		{kitty + cell + "\x1b[?62;c", "", Kitty, image.Pt(8, 17), 0},
		{"\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\\x1b[?62;22c", "", Cells, image.Point{}, 0},
		{cell + "\x1b[?1;0;256S\x1b[?63;1;2;4;6c", "", Sixel, image.Pt(8, 17), 256},
		{kitty + "\x1b[?1;3;0S\x1b[?65;4c", "", Sixel, image.Point{}, 0},
		{"\x1b[6;0;0t\x1b[?4;6c", "", Cells, image.Point{}, 0}, // 4 is the kind of terminal here, not a feature
		{"\x1b[?64;42;14c", "", Cells, image.Point{}, 0},
		{"q\x1b[A" + kitty + "x\x1b[6;5~\x1b[?6cy\x1b", "q\x1b[Ax\x1b[6;5~y\x1b", Kitty, image.Point{}, 0},
	} {
		var got Terminal
		keys := got.TakeAnswers([]byte(c.sent))
		if string(keys) != c.keys || got.Protocol() != c.want || got.Cell != c.cell || got.Colours != c.colours || !got.Done {
			t.Errorf("%q: keys %q of %+v", c.sent, keys, got)
		}
	}
}

// An incomplete answer is recognized, and keys that a user types never look like one.
func TestEndsInAnswer(t *testing.T) {
	for _, sent := range []string{"\x1b_Gi=31;OK\x1b\\", "\x1b[6;17;8t", "\x1b[?1;0;256S", "\x1b[?63;1;2;4;6c"} {
		for cut := 3; cut < len(sent); cut++ {
			if !EndsInAnswer([]byte("x" + sent[:cut])) {
				t.Errorf("%q is not waited for", sent[:cut])
			}
		}
		if EndsInAnswer([]byte(sent)) {
			t.Errorf("after %q more is waited for", sent)
		}
	}
	for _, typed := range []string{"", "\x1b", "\x1b[", "\x1b_", "\x1b[A", "\x1b[6~", "\x1b[6;5~", "\x1b[1;5C", "Gi=31;", "?1;0"} {
		if EndsInAnswer([]byte(typed)) {
			t.Errorf("%q is held back", typed)
		}
	}
}

func TestNames(t *testing.T) {
	for p, name := range []string{"cells", "kitty", "sixel"} {
		got, known := ProtocolByName(name)
		if got != Protocol(p) || !known {
			t.Errorf("%s is %v", name, got)
		}
	}
	if _, known := ProtocolByName("png"); known || slices.Contains([]string{Cells.ClearImages(), Sixel.ClearImages()}, Kitty.ClearImages()) {
		t.Error("another name is known, or all terminals clear alike")
	}
}
