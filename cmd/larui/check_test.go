package main

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"larui/model/shift"
	"larui/model/testutil"
	"larui/tui/number"
	"larui/tui/session"
)

// What a check reports is what solve, label and the test of package shift have of the same pair; the
// status is that of what it is to fail on; the page needs no other, and holds what the text says.
func TestCheck(t *testing.T) {
	source, _, bare, _ := shifted(t, sign)
	flags := argv("--source % --target % --label kind --encode site --id id --standardize source", source, bare)
	at := append(flags, "--k", "3", "--ktilde", "2", "--lambda", "3")

	report := decode[object](t, "check %", at)
	solved := decode[object](t, "solve %", at)
	for _, path := range []string{"accuracy", "standardError"} {
		testutil.Equal(t, report.at("source.heldOut."+path), solved.at("source.heldOut."+path), path)
	}
	label := decode[object](t, "label %", at)
	if report.at("changed.rows") != label.at("differ.rows") || report.at("changed.share") != label.at("differ.share") {
		t.Errorf("changed %v, label has %v", report["changed"], label["differ"])
	}
	testutil.Equal(t, len(report["label"].([]any)), int(min(20, label.at("differ.rows"))), label.at("differ.rows"))
	opening := testutil.Must(session.ParseOpening(session.ShellQuote(source) + " " + session.ShellQuote(bare) + " label=kind encode=site id=id standardize=source"))
	opened := testutil.Must(session.Open(t.Context(), opening.Spec, nil, nil))
	want := testutil.Must(shift.TestShift(t.Context(), opened.Pair.Source.X, opened.Pair.Target.X, 0))
	if report.at("shift.p") != want.P || report.at("shift.classifier.auc") != want.Classifier.AUC || !want.FindsShift() {
		t.Errorf("shift %v, want %+v", report.at("shift.p"), want)
	}
	first := report.find("shift").(map[string]any)["features"].([]any)[0].(map[string]any)
	testutil.Equal(t, first["name"], "b", first)

	page := temp(t, "report.html")
	status, text, stderr := larui(t, "check % --out %", at, page)
	if status != statusOK {
		t.Fatal(stderr)
	}
	written := read(page)
	if len(written) > 1.5*(1<<20) {
		t.Errorf("the page has %d bytes", len(written))
	}
	if links := regexp.MustCompile(`(?:src|href)="[^#"]|url\(|@import|<script`).FindAllString(written, -1); links != nil {
		t.Errorf("the page links %q", links)
	}
	for _, title := range regexp.MustCompile(`(?m)^[A-Z][^.\n]*\?$`).FindAllString(text, -1) {
		testutil.Contains(t, written, "<h2>"+title+"</h2>")
	}

	for list, want := range map[string]int{"shift": statusFailed, "unlearnable": statusOK, "changed=100%": statusOK, "unlearnable,changed=0": statusFailed,
		"changed": statusWrongCall, "changed=-1": statusWrongCall, "drift": statusWrongCall} {
		status, stdout, stderr := larui(t, "check % --fail-on %", at, list)
		if status != want || (stdout == "") != (want == statusWrongCall) {
			t.Errorf("--fail-on %s: status %d, want %d; %s", list, status, want, stderr)
		}
	}

	// Each domain by its own scale is compared as before that, with words and their ties too.
	each := append(flags[:len(flags)-1:len(flags)-1], "domain")
	if other := decode[object](t, "check %", each); other.at("shift.p") != want.P {
		t.Errorf("of domains by their own scale p is %v, not %v", other.at("shift.p"), want.P)
	}
	coin := decode[object](t, "check % --fail-on %", flags, "")
	if coin.find("source.learnable") != true || math.IsNaN(coin.at("shift.p")) {
		t.Errorf("learnable: %v", coin["source"])
	}
}

// Linear models from elsewhere take the place of no adaptation: the one that no adaptation is changes
// nothing, with its weights as coefficients.
func TestCheckModel(t *testing.T) {
	source, _, bare, _ := shifted(t, sign)
	flags := argv("--source % --target % --label kind --drop site --id id --standardize source --k 2 --ktilde 2 --lambda 3", source, bare)
	model := temp(t, "none.json")
	decode[object](t, "solve % --save-model % --which none", flags, model)
	none, same := decode[object](t, "check %", flags), decode[object](t, "check % --model %", flags, model)
	if none.at("changed.rows") != same.at("changed.rows") || same.find("changed.second") != "none.json" {
		t.Errorf("against no adaptation %v change, against its weights %v", none["changed"], same["changed"])
	}
	made := testutil.WriteFile(t, "m.csv", "feature,yes,no\nintercept,0,0\nc,0,0\na,1,0\nb,1,0\n")
	if report := decode[object](t, "check % --model %", flags, made); report.at("changed.share") <= 0 {
		t.Errorf("changed: %v", report["changed"])
	}
	for content, says := range map[string]string{"feature,yes,no\na,1,0\nb,1,0\nx,1,2\n": "no coefficient of feature", "feature,yes,maybe\na,1,0\nb,1,0\nc,1,2\n": "not a class of"} {
		refuse(t, statusFailed, says, "check % --model %", flags, testutil.WriteFile(t, "m.csv", content))
	}
}

// What other standardizations come to is what a check by each says.
func TestCheckScales(t *testing.T) {
	source, _, bare, _ := shifted(t, sign)
	flags := argv("check --source % --target % --label kind --drop site --id id --standardize", source, bare)
	text := mustRun(t, "% source", flags)
	_, rows, found := strings.Cut(text, "\n  standardized ")
	if !found {
		t.Fatal(text)
	}
	for i, fit := range []string{"none", "source", "domain"} {
		report := decode[object](t, "% % --format json", flags, fit)
		row := strings.Split(rows, "\n")[1+i]
		setting, share := "no adaptation", 0.0
		if report.find("choice.adapts") == true {
			setting = fmt.Sprintf("k %v, k̃ %v, λ %v", report.at("params.k"), report.at("params.ktilde"), report.at("params.lambda"))
		}
		if report["changed"] != nil {
			share = report.at("changed.share")
		}
		if !strings.Contains(row, "  "+setting) || !strings.Contains(row, "  "+number.Percent(share, 1)) {
			t.Errorf("%s: %q, by itself %s, %v", fit, row, setting, share)
		}
	}
	if given := mustRun(t, "% source --k 2", flags); strings.Contains(given, "By which scale?") {
		t.Error("other scales are looked at where a setting is given")
	}
}
