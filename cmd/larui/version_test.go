package main

import (
	"runtime/debug"
	"testing"

	"larui/model/testutil"
)

func TestRevision(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	day := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-23T20:00:00Z"}
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{commit}, ""},
		{[]debug.BuildSetting{commit, day}, "0123456 of 2026-11-23"},
		{[]debug.BuildSetting{commit, day, {Key: "vcs.modified", Value: "true"}}, "0123456+ of 2026-11-23"},
	} {
		testutil.Equal(t, commitText(c.settings), c.want, c.settings)
	}
}
