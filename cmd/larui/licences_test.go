package main

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// Every module that go.mod requires has its licences among those that are printed, and
// no other: go generate ./cmd/larui writes them anew.
func TestLicences(t *testing.T) {
	required, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"larui", "the Go standard library"}
	for _, line := range regexp.MustCompile(`(?m)^\t(\S+ v\S+)`).FindAllStringSubmatch(string(required), -1) {
		want = append(want, line[1])
	}
	var got []string
	for _, section := range regexp.MustCompile(`(?m)^==== (.+)\n\n\S`).FindAllStringSubmatch(licences, -1) {
		got = append(got, section[1])
	}
	if !slices.Equal(got, want) {
		t.Errorf("licences of %q, go.mod requires %q", got, want)
	}
}
