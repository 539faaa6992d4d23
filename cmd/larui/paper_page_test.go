package main

import (
	"fmt"
	"strings"
	"testing"

	"larui/cmd/larui/paper"
)

// The page on the paper has every experiment with its command, and every equation and statement
// as `larui repro theory` prints it.
func TestPaperPage(t *testing.T) {
	page := pages(t)["paper.md"]
	var list, statements strings.Builder
	list.WriteString("| in the paper | what | command | needs |\n|---|---|---|---|\n")
	for _, e := range paper.Experiments() {
		fmt.Fprintf(&list, "| %s | %s | `larui repro %s` | %s |\n", e.Where, e.Title, e.Name, e.Needs)
	}
	r := decode[object](t, "repro", "theory", "--no-journal")
	statements.WriteString("| in the paper | what | larui | paper | verdict |\n|---|---|---|---|---|\n")
	mark := map[any]string{"met": "✓", "holds": "✓", "not met": "✗", "does not hold": "✗"}
	for _, row := range r.all("rows") {
		fmt.Fprintf(&statements, "| %s | %s | %.4f | %.4f | %s |\n", row["group"], row["name"], row.at("ours"), row.at("paper"), mark[row["verdict"]])
	}
	for _, claim := range r.all("claims") {
		where, what, _ := strings.Cut(claim["statement"].(string), ": ")
		ours, bound, _ := strings.Cut(claim["measured"].(string), ", ")
		fmt.Fprintf(&statements, "| %s | %s | %s | %s | %s |\n", where, what, ours, bound, mark[claim["verdict"]])
	}
	for name, want := range map[string]string{"larui repro": list.String(), "larui repro theory": statements.String()} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say what `%s` does:\n%s", name, want)
		}
	}
	if strings.Contains(statements.String(), "✗") {
		t.Error("a statement does not hold")
	}
}
