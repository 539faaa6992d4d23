package tui

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/tui/chart"
)

// BenchmarkTurn is what a person waits for after a key: from the new state to
// the bytes of the first frame that shows its solution.
func BenchmarkTurn(b *testing.B) {
	specs := map[string]datasets.Spec{"rotated-gaussian": datasets.DefaultSpec("rotated-gaussian")}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		spec := datasets.DefaultSpec("mnist-usps")
		spec.Data, spec.Classes = folder, []int{3, 8}
		specs["mnist-usps"] = spec
	}
	for name, spec := range specs {
		session, err := Open(context.Background(), spec, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		state, err := session.Begin(nil)
		if err != nil {
			b.Fatal(err)
		}
		encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
		for _, control := range []string{"lambda", "ktilde"} {
			for _, k := range []int{1, 64, 256} {
				if k > session.Problem.D {
					continue
				}
				b.Run(fmt.Sprintf("%s/%s/k=%d", name, control, k), func(b *testing.B) {
					c, _ := ControlByName(control)
					first := func(u Update) {}
					e := &Engine{session: session, notify: func(u Update) { first(u) }}
					at := state
					at.Params.K, at.Params.KTilde = k, k
					up := 1
					for b.Loop() {
						next := c.Step(at, session.Limits(), up)
						if sameState(next, at) {
							up = -up
							next = c.Step(at, session.Limits(), up)
						}
						at = next
						// The engine is stopped once the first solution is drawn.
						ctx, stop := context.WithCancel(context.Background())
						first = func(u Update) {
							sc := Scene{State: at, Limits: session.Limits(), Update: u}
							encoder.Encode(sc.Frame(120, 36))
							stop()
						}
						u := Update{State: at, Session: session}
						if err := e.solve(context.Background(), ctx, Request{State: at}, &u); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
