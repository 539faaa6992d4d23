package opener

import (
	"path/filepath"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/session"
)

// An Item is a pair that can be opened.
type Item struct {
	// The list shows Title and About in one line, below a heading with the text of group.
	group, Title, About string
	// Line is the name of a pair or, if Recent is true, a command line.
	Line   string
	Recent bool
	// source is the text in the field "source" of the form when the form opens.
	source string
}

const filesAbout = "CSV, NPY, NPZ, MAT, IDX, LIBSVM or text: one row per sample"

// ListItems returns all items. recent has the command lines of pairs that were opened before.
func ListItems(recent []string) []Item {
	var items []Item
	for _, info := range datasets.ListPairs() {
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
		item := Item{group: "recent", About: wording.OneLine(strings.TrimPrefix(line, "larui ")), Line: line, Recent: true}
		o, _ := session.ParseOpening(line) // recent lines can be parsed
		item.Title = strings.TrimSpace(o.Spec.Name + " " + session.FormatList(o.Spec.Classes))
		if o.Spec.Name == datasets.FilesName {
			item.Title = wording.DisplayName(filepath.Base(o.Spec.Source)) + " → " + wording.DisplayName(filepath.Base(o.Spec.Target))
			// About begins with the folders, because pairs of files may have equal names.
			folders, targetFolder := filepath.Base(filepath.Dir(o.Spec.Source)), filepath.Base(filepath.Dir(o.Spec.Target))
			if targetFolder != folders {
				folders += " and " + targetFolder
			}
			paths := " --source=" + session.ShellQuote(o.Spec.Source) + " --target=" + session.ShellQuote(o.Spec.Target)
			options := strings.Replace(strings.TrimPrefix(line, "larui"), paths, "", 1)
			item.About = wording.OneLine("in " + folders + options + ":" + paths)
		}
		items = append(items, item)
	}
	return items
}
