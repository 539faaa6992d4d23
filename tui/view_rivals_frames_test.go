package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/model/rivals"
	"larui/tui/chart"
)

// boardScene shows a board with rivals in every state.
func boardScene(sc Scene) Scene {
	all := lineup()
	put := func(i, setting int, e rivalEntry) { sc.Views.rivals.set(sc.rivalKey(all[i], setting), e) }
	trained := func(target float64) rivalEntry {
		return rivalEntry{state: rivalTrained, elapsed: 3200 * time.Millisecond, result: rivalResult{
			hyper: rivals.Hyper{Hidden: 128}, source: 0.992, target: target, validation: 0.95,
		}}
	}
	put(0, 0, trained(0.867))
	put(1, 0, trained(0.871))
	put(2, 0, rivalEntry{state: rivalFailed, err: fmt.Errorf("logistic regression: %w in epoch 7 at rate 0.01", rivals.ErrDiverged)})
	put(4, 0, trained(0.912))
	chosen := trained(0.963)
	chosen.result.hyper.Hidden = 256
	for _, h := range all[5].method.Grid {
		chosen.result.candidates = append(chosen.result.candidates, rivals.Candidate{Hyper: h, Validation: 0.97 - math.Abs(float64(h.Hidden-256))/1e4})
	}
	sc.showSetting(all[5], 4)
	put(5, sc.setting(all[5]), chosen)
	put(7, 0, rivalEntry{state: rivalTraining, fraction: 0.4, elapsed: 8 * time.Second})
	put(8, 0, rivalEntry{state: rivalWaiting})
	put(9, 0, rivalEntry{state: rivalCancelled})
	put(10, 0, rivalEntry{state: rivalFailed, err: fmt.Errorf("internal error: index out of range")})
	sc.Views.rivals.selected = 5
	sc.Panel, sc.Zoom = panelRivals, true
	return sc
}

func TestRivalFrames(t *testing.T) {
	other := map[string]Scene{}
	gaussian := gaussianScene(t)
	published := boardScene(gaussian)
	published.Views.rivals.selected = 6
	diverging := boardScene(sceneOf(t, gaussian.State.Spec, map[string]string{"rate": "1000"}))
	diverging.Views.rivals.selected = 2
	other["published"], other["diverging"] = published, diverging
	other["unlabelled"] = viewScene(t, unlabelled(t), panelRivals)
	other["regression"] = viewScene(t, sceneOf(t, fileSpec(t, 30, 4, "regression", func(i int) float64 { return float64(i*i%11) / 3 }), nil), panelRivals)
	requireFrames(t, boardScene(gaussian), other)
}

// No frame is ever taller or wider than asked, and in ASCII none has other
// characters, whatever rivals are at.
func TestRivalFramesFit(t *testing.T) {
	all := viewScenes(t)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	score := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(math.Inf(1)))
	rapid.Check(t, func(t *rapid.T) {
		sc := all[rapid.SampledFrom(names).Draw(t, "scene")]
		sc.Panel, sc.Zoom = panelRivals, true
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		sc.Views.rivals = rivalsView{selected: rapid.IntRange(0, 20).Draw(t, "selected")}
		for _, r := range lineup() {
			setting := rapid.IntRange(0, r.settings(sc.Update.Session)-1).Draw(t, "setting")
			sc.showSetting(r, setting)
			e := rivalEntry{
				state:    rivalState(rapid.IntRange(int(rivalCancelled), int(rivalFailed)).Draw(t, "state")),
				fraction: rapid.Float64Range(0, 1).Draw(t, "fraction"),
				elapsed:  time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "elapsed")),
				result:   rivalResult{source: score.Draw(t, "source"), target: score.Draw(t, "target"), validation: score.Draw(t, "validation")},
				err:      fmt.Errorf("%s: %w", r.name, rivals.ErrDiverged),
			}
			if r.isChoice(setting) {
				for _, h := range r.method.Grid {
					e.result.candidates = append(e.result.candidates, rivals.Candidate{Hyper: h, Validation: score.Draw(t, "candidate")})
				}
			}
			sc.Views.rivals.set(sc.rivalKey(r, setting), e)
		}
		sc.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		frame := encoder.Encode(sc.Frame(w, h))
		requireFits(t, frame, w, h)
		if sc.Glyphs == chart.ASCII && w >= minWidth && h >= minHeight && strings.IndexFunc(frame, func(r rune) bool { return r >= 0x80 }) >= 0 {
			t.Fatalf("not ASCII:\n%s", frame)
		}
	})
}
