package opener

import (
	"path/filepath"
	"strings"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/tui/session"
)

// An Item is something that can be opened.
type Item struct {
	// Title and About are what the list says of it, under the heading of its group.
	group, Title, About string
	// Line is the command line that opens it: the name of a pair, or what was opened
	// before, where Recent is set.
	Line   string
	Recent bool
	// source is what its form has as the source already.
	source string
}

// filesAbout says which files there may be.
const filesAbout = "CSV, NPY, NPZ, MAT, IDX, LIBSVM or text: one row per sample"

// Items lists what can be opened; recent are command lines.
func Items(recent []string) []Item {
	var items []Item
	for _, info := range datasets.List() {
		item := Item{group: "built in", Title: info.Name, About: info.Summary, Line: info.Name}
		if !info.BuiltIn {
			item.group, item.About = "with a data folder", info.Summary+" (needs data)"
		}
		items = append(items, item)
	}
	items = append(items, Item{
		group: "your own files", Title: "source and target …", Line: datasets.FilesName,
		About: filesAbout,
	})
	for _, line := range recent {
		item := Item{group: "recent", About: phrase.OneLine(strings.TrimPrefix(line, "larui ")), Line: line, Recent: true}
		o, _ := session.ParseOpening(line) // else it would not have been remembered
		item.Title = strings.TrimSpace(o.Spec.Name + " " + session.JoinWholes(o.Spec.Classes))
		if o.Spec.Name == datasets.FilesName {
			item.Title = phrase.Shown(filepath.Base(o.Spec.Source)) + " → " + phrase.Shown(filepath.Base(o.Spec.Target))
			// What tells them from others of these names comes first.
			in, and := filepath.Base(filepath.Dir(o.Spec.Source)), filepath.Base(filepath.Dir(o.Spec.Target))
			if and != in {
				in += " and " + and
			}
			paths := " --source=" + session.Quote(o.Spec.Source) + " --target=" + session.Quote(o.Spec.Target)
			options := strings.Replace(strings.TrimPrefix(line, "larui"), paths, "", 1)
			item.About = phrase.OneLine("in " + in + options + ":" + paths)
		}
		items = append(items, item)
	}
	return items
}
