package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"larui/model/must"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// months writes a source and a folder of targets of a sensor that drifts from the second on: the third
// lacks a column, the fourth has no labels, the tenth a word that the source has not; beside them lie a
// file that is no table and a hidden one. It returns the flags that open them.
func months(t *testing.T) (flags []string, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "months")
	must.Succeed(t, os.Mkdir(folder, 0o700))
	rows := func(n int, drift float64, third string, labels bool) string {
		var b strings.Builder
		b.WriteString("id,site,heat,load,noise")
		if labels {
			b.WriteString(",state")
		}
		for i := range n {
			x, y := math.Sin(float64(7*i)), math.Cos(float64(5*i))
			load := fmt.Sprintf("%.4f", y+drift*x)
			if i%19 == 4 {
				load = ""
			}
			fmt.Fprintf(&b, "\nr%d,%s,%.4f,%s,%.4f", i, []string{"north", "south", third}[i%3], 3*x+drift, load, math.Sin(float64(i*i)))
			if labels {
				fmt.Fprintf(&b, ",%s", map[bool]string{true: "up", false: "down"}[x+y+0.4*math.Sin(float64(3*i*i)) > 0])
			}
		}
		return b.String() + "\n"
	}
	put := func(name, content string) {
		must.Succeed(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	put("1.csv", rows(80, 0, "north", true))
	put("2.csv", rows(90, 0.7, "north", true))
	put("3.csv", strings.ReplaceAll(rows(20, 0, "north", true), "heat", "warmth"))
	put("4.csv", rows(70, 1.5, "south", false))
	put("10.csv", rows(60, 2, "east", true))
	put("notes.md", "Nothing to read here.\n")
	put(".hidden", "x")
	source := must.Write(t, "last.csv", rows(300, 0, "south", true))
	return []string{"--source", source, "--label", "state", "--id", "id", "--encode", "site", "--impute", "median", "--standardize", "source"}, folder
}

// What is said of several targets is, number by number, what the same call says of each alone; one that
// can't be looked at is a row with its reason.
func TestSeveralTargets(t *testing.T) {
	flags, folder := months(t)
	order := []string{"1.csv", "2.csv", "3.csv", "4.csv", "10.csv", "notes.md"}
	timeless := regexp.MustCompile(`"(load|prepare|solve)Ms": [0-9.e+-]+`)
	for _, command := range [][]string{
		{"check"}, {"check", "--standardize", "domain"}, {"check", "--k", "3", "--ktilde", "2", "--lambda", "3", "--columns", "auto"},
		{"solve"}, {"solve", "--k", "3", "--ktilde", "2", "--lambda", "3", "--epochs", "40"}, {"solve", "--choose", "label-free", "--validation-size", "0"},
		{"sweep", "--lambda", "1,10", "--k", "2,3"}, {"sweep", "--grid", "paper", "--epochs", "10,100"},
	} {
		call := func(more ...string) []string {
			return append(append(append([]string{command[0]}, flags...), command[1:]...), more...)
		}
		status, stdout, stderr := larui(t, call("--target", folder, "--format", "json")...)
		if status != statusOK || !strings.Contains(stderr, " of 6 targets can't be looked at") {
			t.Fatalf("%v: status %d, %s", command, status, stderr)
		}
		var several struct{ Targets []json.RawMessage }
		must.Succeed(t, json.Unmarshal([]byte(stdout), &several))
		_, listed, _ := larui(t, call("--target", folder, "--format", "csv")...)
		lines := must.Have(csv.NewReader(strings.NewReader(listed)).ReadAll())
		at := 1
		for i, name := range order {
			target := filepath.Join(folder, name)
			status, alone, refused := larui(t, call("--target", target, "--format", "json")...)
			of := several.Targets[i]
			if status != statusOK {
				var failed struct{ File, Error string }
				if err := json.Unmarshal(of, &failed); err != nil || failed.File != target || "larui: "+failed.Error != strings.TrimSpace(refused) {
					t.Errorf("%v, %s: %+v, alone %s", command, name, failed, refused)
				}
				if lines[at][0] != target || lines[at][1] != failed.Error {
					t.Errorf("%v, %s: line %q", command, name, lines[at])
				}
				at++
				continue
			}
			var got, want map[string]any
			for from, into := range map[string]*map[string]any{string(of): &got, alone: &want} {
				must.Succeed(t, json.Unmarshal([]byte(timeless.ReplaceAllString(from, `"none": 0`)), into))
			}
			must.Equal[any](t, got["file"], target, command)
			for name, value := range want {
				if !reflect.DeepEqual(got[name], value) && name != "timing" {
					t.Errorf("%v, %s: %s is\n%v\nalone\n%v", command, target, name, got[name], value)
				}
			}
			if command[0] == "check" {
				at++
				continue
			}
			_, alone, _ = larui(t, call("--target", target, "--format", "csv")...)
			single := must.Have(csv.NewReader(strings.NewReader(alone)).ReadAll())
			for j, line := range single[1:] {
				if lines[at][0] != target || !reflect.DeepEqual(lines[at][2:], line) {
					t.Errorf("%v, %s: line %d is %q, alone %q", command, name, j, lines[at], line)
				}
				at++
			}
		}
		must.Equal(t, at, len(lines), command)
	}
}

// Where the columns of no target are settled, one refusal ends with the flags that settle those of
// all; inspect takes a folder as well.
func TestSeveralTargetsAreSettledAtOnce(t *testing.T) {
	flags, folder := months(t)
	bare := []string{"check", "--source", flags[1], "--label", "state", "--target", folder}
	for _, strange := range []string{"notes.md", "3.csv"} {
		must.Succeed(t, os.Remove(filepath.Join(folder, strange)))
	}
	status, stdout, stderr := larui(t, bare...)
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if status != statusFailed || stdout != "" || !strings.Contains(stderr, "10.csv") {
		t.Fatalf("status %d, %q, %s", status, stdout, stderr)
	}
	settled := strings.Fields(lines[len(lines)-1])
	if status, _, stderr := larui(t, append(bare, settled...)...); status != statusOK || strings.Contains(stderr, "can't be looked at") {
		t.Errorf("with %v: status %d, %s", settled, status, stderr)
	}
	if status, listed, stderr := larui(t, "inspect", flags[1], folder, "--label", "state"); status != statusFailed || !strings.Contains(listed, lines[len(lines)-1]) {
		t.Errorf("inspect: status %d, %s%s", status, listed, stderr)
	}
}
