//go:build ignore

// This program writes licences.txt, the licences of all modules in the larui binary, for `larui
// version --licences`. Run it by go generate ./cmd/larui.
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

var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|third_party)`)

func main() {
	var out bytes.Buffer
	writeLicences(&out, "larui", "../..")
	writeLicences(&out, "the Go standard library", runtime.GOROOT())
	// go.mod lists every module, including modules for other systems.
	var required struct {
		Require []struct{ Path, Version string }
	}
	runGoForJSON(&required, "mod", "edit", "-json")
	for _, module := range required.Require {
		var fetched struct{ Dir string }
		runGoForJSON(&fetched, "mod", "download", "-json", module.Path+"@"+module.Version)
		writeLicences(&out, module.Path+" "+module.Version, fetched.Dir)
	}
	exitOnError(os.WriteFile("licences.txt", out.Bytes(), 0o644))
}

func writeLicences(out *bytes.Buffer, title, folder string) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, file os.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if licence.MatchString(name) && err == nil && !file.IsDir() && filepath.Ext(path) != ".go" {
			found = append(found, path)
		}
		return err
	})
	exitOnError(err)
	if len(found) == 0 { // the licence may be in the README
		found, err = filepath.Glob(filepath.Join(folder, "README*"))
		exitOnError(err)
	}
	if len(found) == 0 {
		log.Fatalf("%s has no licence", title)
	}
	slices.Sort(found)
	fmt.Fprintf(out, "==== %s\n\n", title)
	for _, path := range found {
		text, err := os.ReadFile(path)
		exitOnError(err)
		fmt.Fprintf(out, "%s\n\n", strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
}

func runGoForJSON(into any, args ...string) {
	printed, err := exec.Command("go", args...).Output()
	exitOnError(err)
	exitOnError(json.Unmarshal(printed, into))
}

func exitOnError(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
