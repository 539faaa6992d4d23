//go:build ignore

// This program writes licences.txt, the licences of everything that larui is built
// from, for `larui version --licences`: go generate ./cmd/larui.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// licence fits the names of files and folders that hold licences.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|third_party)`)

func main() {
	var out bytes.Buffer
	write(&out, "larui", "../..")
	write(&out, "the Go standard library", runtime.GOROOT())
	// Everything that go.mod requires is fetched, also what only other systems need.
	var required struct {
		Require []struct{ Path, Version string }
	}
	decode(&required, "mod", "edit", "-json")
	for _, module := range required.Require {
		var fetched struct{ Dir string }
		decode(&fetched, "mod", "download", "-json", module.Path+"@"+module.Version)
		write(&out, module.Path+" "+module.Version, fetched.Dir)
	}
	check(os.WriteFile("licences.txt", out.Bytes(), 0o644))
}

// write adds the licences in the folder of the module called title.
func write(out *bytes.Buffer, title, folder string) {
	var found []string
	entries, err := os.ReadDir(folder)
	check(err)
	for _, entry := range entries {
		if !licence.MatchString(entry.Name()) {
			continue
		}
		check(filepath.WalkDir(filepath.Join(folder, entry.Name()), func(path string, file os.DirEntry, err error) error {
			if err == nil && !file.IsDir() && filepath.Ext(path) != ".go" {
				found = append(found, path)
			}
			return err
		}))
	}
	if len(found) == 0 { // then it is said in the README
		found, err = filepath.Glob(filepath.Join(folder, "README*"))
		check(err)
	}
	if len(found) == 0 {
		log.Fatalf("%s has no licence", title)
	}
	slices.Sort(found)
	fmt.Fprintf(out, "==== %s\n\n", title)
	for _, path := range found {
		text, err := os.ReadFile(path)
		check(err)
		fmt.Fprintf(out, "%s\n\n", strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
}

// decode runs go with args and reads the JSON that it prints.
func decode(into any, args ...string) {
	printed, err := exec.Command("go", args...).Output()
	check(err)
	check(json.Unmarshal(printed, into))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
