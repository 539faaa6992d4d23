package opener_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/frame"
)

// y fetches missing files after an offer, and no other key does. An error of fetching is
// shown as an error of opening.
func TestFetch(t *testing.T) {
	s := newStage(t)
	data := t.TempDir()
	t.Setenv("LARUI_DATA", data)
	var asked []string
	failure := errors.New("fetching mnist/a.gz: example.org (breaks off before the end)")
	fetch := func(_ context.Context, spec datasets.Spec, told func(datasets.Progress)) error {
		asked = append(asked, spec.Name)
		told(datasets.Progress{Stage: "a.gz from example.org", Done: 1, Total: 2})
		if len(asked) == 1 {
			return failure
		}
		for _, set := range []string{"mnist", "usps"} {
			if err := os.Symlink(filepath.Join(realData, set), filepath.Join(data, set)); err != nil {
				return err
			}
		}
		return nil
	}
	testutil.NoError(t, s.Restore(frame.UserFiles{Fetch: fetch}, ""))
	const offer = "y fetches the missing files"
	says := func(texts ...string) {
		t.Helper()
		s.settle()
		testutil.Contains(t, s.screen(), texts...)
	}
	s.fill("mnist-usps", "classes", map[string]string{"classes": "3,8"})
	s.press("enter")
	says("not in the data folder", offer, "any other key leave it")
	s.press("down")
	if len(asked) > 0 || strings.Contains(s.screen(), offer) {
		t.Errorf("another key fetches %v, or the offer stays:\n%s", asked, s.screen())
	}
	s.press("enter")
	says(offer)
	s.press("y")
	says("breaks off before the end")
	if strings.Contains(s.screen(), offer) || s.Explorer.Session.Spec.Name != "rotated-gaussian" {
		t.Errorf("%s is open:\n%s", s.Explorer.Session.Spec.Name, s.screen())
	}
	if realData == "" {
		t.Skip("needs the digits in LARUI_DATA")
	}
	s.run("enter")
	s.run("y")
	if s.Explorer.Session.Spec.Name != "mnist-usps" || len(asked) != 2 {
		t.Errorf("%s is open after %v:\n%s", s.Explorer.Session.Spec.Name, asked, s.screen())
	}
}

// realData is the folder of the digits, empty where there is none.
var realData = os.Getenv("LARUI_DATA")
