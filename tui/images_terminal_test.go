//go:build unix

package tui

import (
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/muesli/termenv"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/pixels"
	"larui/tui/ptytest"
)

// pictured is an explorer of few digits.
func pictured(t testing.TB) Options {
	return Options{Opening: opening(t, "glyphs n=60 m=60 epochs=50"), View: "data", Colour: "always"}
}

// A pixelScreen is a terminal that has pixels: it knows of each cell the image that is seen
// there, by sixels, and the images of Kitty's protocol that lie on all cells.
type pixelScreen struct {
	*ptytest.Screen
	images map[int]seenImage
	last   int
	ended  bool // the other screen is left
}

// A seenImage is where an image lies, and the text that it was drawn by.
type seenImage struct {
	image.Rectangle
	drawn string
}

var kittyKeys = regexp.MustCompile(`^\x1b_Ga=T,f=100,c=(\d+),r=(\d+),`)

// do does what a sequence says.
func (s *pixelScreen) do(sequence string) {
	var a, b int
	lay := func(w, h int) {
		s.last++
		at := image.Pt(s.X, s.Y)
		s.images[s.last] = seenImage{image.Rect(at.X, at.Y, at.X+w, at.Y+h), sequence}
		for ; s.Y < at.Y+h; s.Y++ {
			for i := range s.RowCells(w) {
				s.RowCells(w)[i].Image = s.last
			}
		}
		s.Y = at.Y
	}
	switch keys := kittyKeys.FindStringSubmatch(sequence); {
	case sequence == "\x1b[2J", sequence == pixels.Kitty.ClearImages():
		s.images = map[int]seenImage{}
	case strings.HasPrefix(sequence, "\x1b_Ga=d,d=P,"):
		_, _ = fmt.Sscanf(sequence, "\x1b_Ga=d,d=P,x=%d,y=%d,", &a, &b)
		maps.DeleteFunc(s.images, func(_ int, img seenImage) bool { return image.Pt(a-1, b-1).In(img.Rectangle) })
	case sequence == leaveAlternate:
		s.ended = true
	case keys != nil:
		_, _ = fmt.Sscan(keys[1]+" "+keys[2], &a, &b)
		lay(a, b)
	case strings.HasPrefix(sequence, "\x1b_Gq=2,m="): // more of the same
		_, payload, _ := strings.Cut(sequence, ";")
		img := s.images[s.last]
		img.drawn = strings.TrimSuffix(img.drawn, "\x1b\\") + payload
		s.images[s.last] = img
	case strings.HasPrefix(sequence, "\x1bP0;1q"):
		_, _ = fmt.Sscanf(sequence, "\x1bP0;1q\"1;1;%d;%d", &a, &b)
		lay(a/pixels.DefaultCell.X, b/pixels.DefaultCell.Y)
	}
}

// seen are the images of which anything is seen; of Kitty's, text that is written over them hides
// nothing.
func (s *pixelScreen) seen(protocol pixels.Protocol) (all []seenImage) {
	rests := map[int]int{}
	for _, line := range s.Lines {
		for _, c := range line {
			rests[c.Image]++
		}
	}
	for id, img := range s.images {
		if rests[id] > 0 || protocol == pixels.Kitty {
			all = append(all, img)
		}
	}
	return all
}

// shows tells that what is seen are these images, whole, and nothing else.
func (s *pixelScreen) shows(protocol pixels.Protocol, want []chart.Image) bool {
	seen := s.seen(protocol)
	if len(seen) != len(want) {
		return false
	}
	for _, img := range want {
		at, id := image.Rect(img.X, img.Y, img.X+img.W, img.Y+img.H), -1
		for y := at.Min.Y; y < at.Max.Y; y++ {
			for x := at.Min.X; x < at.Max.X; x++ {
				if y >= len(s.Lines) || x >= len(s.Lines[y]) {
					return false
				}
				of := s.Lines[y][x].Image
				if of == 0 || id >= 0 && of != id {
					return false
				}
				id = of
			}
		}
		if s.images[id].Rectangle != at {
			return false
		}
		painted := img.Paint(chart.Dark, img.W*pixels.DefaultCell.X, img.H*pixels.DefaultCell.Y, 0)
		if protocol == pixels.Sixel {
			if s.images[id].drawn != protocol.EncodeImage(painted, img.W, img.H, pixels.DefaultCell, new(pixels.Buffer)) { // which is decoded elsewhere
				return false
			}
			continue
		}
		_, payload, _ := strings.Cut(strings.TrimSuffix(s.images[id].drawn, "\x1b\\"), ";")
		shown, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(payload)))
		if err != nil {
			return false // the rest is on its way
		}
		size := shown.Bounds().Size()
		for row := range painted.Rect.Dy() {
			for col := range painted.Rect.Dx() {
				x, y := (2*col+1)*size.X/(2*painted.Rect.Dx()), (2*row+1)*size.Y/(2*painted.Rect.Dy())
				if color.RGBAModel.Convert(shown.At(x, y)) != painted.At(col, row) {
					return false
				}
			}
		}
	}
	return true
}

// A terminal that says that it has pixels shows the pictures of each screen, and nothing of
// those before; none where that is left or given back.
func TestImagesOnATerminal(t *testing.T) {
	for protocol, answers := range map[pixels.Protocol]string{
		pixels.Kitty: "\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c",
		pixels.Sixel: "\x1b[6;20;10t\x1b[?1;0;256S\x1b[?63;1;2;4c",
	} {
		t.Run(fmt.Sprint(protocol), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, pictured(t).Opening)
			d.press("8")
			d.profile = termenv.TrueColor
			d.images.protocol = protocol
			c := ptytest.New(t, exec.Command(os.Args[0]), childModel+"=pictures", "GORACE=atexit_sleep_ms=0", "XDG_CONFIG_HOME="+t.TempDir())
			screen := &pixelScreen{Screen: &c.Shown, images: map[int]seenImage{}}
			screen.OnOther = screen.do
			c.Start()
			// All images that the desk has are seen, and no other.
			alike := func(name string, some bool) {
				t.Helper()
				d.settle()
				d.scene.Images = d.scene.Theme != chart.Mono
				want := d.scene.Draw().Images()
				testutil.Equal(t, len(want) > 0, some, name, len(want))
				c.AwaitOutput(name, func(written string) bool {
					screen.Process(written)
					return screen.shows(protocol, want)
				})
			}
			key := func(text, name string) {
				c.Type(text)
				d.press(name)
			}
			c.AwaitOutput("question", func(written string) bool { return strings.Contains(written, pixels.AllQueries) })
			c.Type(answers)
			alike("facts and samples", true)
			key("v", "v")
			alike("samples", true)
			key("J", "J")
			alike("other samples", true)
			key("v", "v")
			key("v", "v")
			alike("weights", true)
			key("\x1b[C", "right")
			alike("other weights", true)
			key("?", "?")
			alike("help", false)
			c.Type("?")
			d.press("?")
			alike("weights again", true)
			testutil.NoError(t, pty.Setsize(c.Screen, &pty.Winsize{Rows: 30, Cols: 100}))
			c.Send(syscall.SIGWINCH) // the job is not that of the terminal
			d.resize(100, 30)
			alike("smaller", true)
			c.Await(pixels.SizeQueries)
			c.Type(answers[strings.Index(answers, "\x1b[6"):])
			key("1", "1")
			alike("first screen", true)
			key("3", "3")
			alike("curves", false)
			key("8", "8")
			alike("data", true)
			c.Type("q")
			screen.Process(c.AwaitEnd(0))
			if !screen.ended || protocol == pixels.Kitty && len(screen.images) > 0 {
				t.Errorf("%d images are left behind", len(screen.images))
			}
		})
	}
}

// One that does not answer, or says that it has none, shows cells; what it answers late is no key.
func TestNoImagesOnATerminal(t *testing.T) {
	c := ptytest.New(t, exec.Command(os.Args[0]), childModel+"=pictures", "XDG_CONFIG_HOME="+t.TempDir())
	c.Start()
	c.Await("▀")
	c.Type("\x1b_Gi=31;ENOTSUPPORTED:q\x1b\\\x1b[6;20;10t\x1b[?62;22cv") // the q would quit
	c.Await("J K: other samples; ×")
	c.Type("q")
	written := c.AwaitEnd(0)
	if strings.Contains(written, "\x1b_Ga=T") || strings.Contains(written, "\x1bP") {
		t.Errorf("images in %q", written)
	}
}

// Answers are no keys wherever a slow line cuts them.
func TestAnswersComeWhole(t *testing.T) {
	const answers = "\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?63;1;2;4c"
	for cut := 3; cut < len(answers); cut++ {
		if n := strings.LastIndexByte(answers[:cut], 0x1b); cut-n < 3 {
			continue // what has come may be a key
		}
		reader, writer, err := os.Pipe()
		testutil.NoError(t, err)
		var heard pixels.Terminal
		keys := &keyInput{File: reader, reportTerminal: func(t pixels.Terminal) { heard = t }}
		_, _ = writer.WriteString("x" + answers[:cut])
		go func() {
			_, _ = writer.WriteString(answers[cut:] + "y")
			_ = writer.Close()
		}()
		var got []byte
		for chunk := make([]byte, 256); err == nil; {
			n := 0
			n, err = keys.Read(chunk)
			got = append(got, chunk[:n]...)
		}
		if string(got) != "xy" || heard.Protocol() != pixels.Sixel || heard.Cell != image.Pt(10, 20) {
			t.Errorf("cut at %d it is read as %q, and %+v", cut, got, heard)
		}
		_ = reader.Close()
	}
}
