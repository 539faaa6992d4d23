package tui

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/tui/session"
)

// buildProgram builds the command line, in the folders of the person who tests, and
// returns a folder in which a shell finds it.
func buildProgram(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	folder := t.TempDir()
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(folder, "larui"), "larui/cmd/larui").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// inShell runs a command line as a person pastes it.
func inShell(t *testing.T, program, command string) string {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command("sh", "-c", command)
	cmd.Env = append(os.Environ(), "PATH="+program+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, errs.String())
	}
	return out.String()
}

// The copied command line, run by a shell, shows the frame from which it was copied:
// for pairs of every kind with everything that can be given away from its default.
func TestCopiedCommandRuns(t *testing.T) {
	program := buildProgram(t)
	ownFolders(t)
	t.Setenv("COLORFGBG", "15;0")
	sign := func(i int) float64 { return float64(i%2*2 - 1) }

	glyphs := datasets.DefaultSpec("glyphs")
	glyphs.N, glyphs.M, glyphs.Classes, glyphs.Bias = 60, 50, []int{2, 5, 7}, false
	folder := filepath.Join(t.TempDir(), `it's a "folder" with $blanks`)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	named := datasets.DefaultSpec(datasets.FilesName)
	var rows strings.Builder
	rows.WriteString("id,\"a, b\",b,c,kind\n")
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,%d,%d,%v,%d\n", i, i*i%11, i%5, float64(i%7)/3, i%3)
	}
	for name, to := range map[string]*string{"source.csv": &named.Source, "target set.csv": &named.Target, "λ.csv": &named.Validation} {
		*to = filepath.Join(folder, name)
		if err := os.WriteFile(*to, []byte(rows.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	named.Label, named.Drop, named.Task, named.Bias = "kind", []string{"id", "a, b"}, "multiclass", false
	named.Standardize, named.Scale = datasets.FitDomain, datasets.FitSource
	regression := named
	regression.Validation, regression.Drop, regression.Features, regression.Bias = "", nil, []string{"c", "a, b"}, true
	regression.Task, regression.ScaleLabel, regression.ValidationSize = "regression", true, 7
	unlabelled := fileSpec(t, 20, 3, "binary", sign)
	unlabelled.Target = writeTable(t, "unlabelled.csv", [][]float64{{1, 2, 3}, {2, 1, 0}, {0, 1, 1}, {1, 1, 2}})

	specs := map[string]datasets.Spec{"glyphs": glyphs, "named": named, "regression": regression, "unlabelled": unlabelled}
	for _, name := range []string{"rotated-gaussian", "wide-gaussian", "rotated-regression", "correlated-features"} {
		specs[name] = datasets.DefaultSpec(name)
	}
	if data := os.Getenv("LARUI_DATA"); data != "" && !testing.Short() {
		digits := datasets.DefaultSpec("mnist-usps")
		digits.Data, digits.Classes, digits.Ratio, digits.ValidationSize = data, []int{3, 8}, 0.25, 40
		digits.TargetSplit, digits.Bias, digits.Raw = "train", false, true
		specs["digits"] = digits
	}
	for name, spec := range specs {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, uint64(len(name))))
			d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
			if err := d.scene.Update.Err; err != nil {
				t.Fatal(err)
			}
			d.look.profile, d.look.colour = termenv.TrueColor, "always"
			// Turn everything away from where it is.
			for i, c := range d.scene.controls() {
				before := c.Get(d.scene.State)
				d.scene.Focus = i
				for _, key := range []string{"right", "left"} {
					for range 1 + rng.IntN(2) {
						d.press1(key)
						if c.Values != nil {
							break
						}
					}
					if c.Get(d.scene.State) != before {
						break
					}
				}
				if c.Get(d.scene.State) == before && d.scene.Limits.D > 1 {
					t.Errorf("%s can't be turned from %s", c.Name, before)
				}
			}
			d.settle()
			for range 1 + rng.IntN(5) {
				d.press1("T")
			}
			d.press1("G")
			views := slices.DeleteFunc(ViewNames(), func(view string) bool {
				return name != "rotated-gaussian" && (view == "rivals" || view == "map" || name == "digits" && view == "lambda")
			})
			command, want := d.copied(views[rng.IntN(len(views))])
			got := screenOf(&d.scene, strings.TrimSuffix(inShell(t, program, command+" --snapshot=120x36"), "\n"))
			if got != want {
				t.Errorf("%s shows\n%s\nwant\n%s", command, got, want)
			}
		})
	}
}

// So does the command line of --plain: run again, it says the same.
func TestPlainCommandRuns(t *testing.T) {
	program := buildProgram(t)
	ownFolders(t)
	spec := binarySpec(t)
	for _, commands := range [][]string{
		{"lambda 30", "angle -20", "tail source", "view theory"},
		{"open glyphs n=50 m=40 classes=3,8 bias=false", "k 5", "noise 0.2", "ratio 0.5"},
		{"open " + session.Quote(spec.Source) + " " + session.Quote(spec.Target) + " task=regression standardize=source drop=2", "keep-implicit true", "l2 0.1", "view map"},
	} {
		said := talkHere(t, plainGaussian(), append(commands, "show", "command")...)
		lines := strings.Split(strings.TrimSpace(said), "\n")
		again := strings.Split(strings.TrimSpace(inShell(t, program, "echo show | "+lines[len(lines)-1])), "\n")
		// The title, the rows and the state; what the last turn did; then the numbers.
		shown := lines[:len(lines)-1]
		at := slices.Index(again, "type help for what can be typed")
		again = again[at+1:]
		if len(shown) < len(again) {
			t.Fatalf("%q says\n%s", lines[len(lines)-1], strings.Join(again, "\n"))
		}
		shown = shown[len(shown)-len(again):]
		const sentence = 3
		for i := range again {
			if i != sentence && shown[i] != again[i] {
				t.Errorf("%s says %q, want %q", lines[len(lines)-1], again[i], shown[i])
			}
		}
	}
}
