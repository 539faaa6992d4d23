package rivals

import "context"

// SourceOnly is "No Adaptation (NN)": a network with one hidden ReLU layer trained
// on the source alone (the LAR paper's appendix B). The target's features are not
// looked at but for their number, where Clock is ByTarget. It uses Hyper.Hidden.
type SourceOnly struct{ Training }

// Name returns "source-only network".
func (SourceOnly) Name() string { return "source-only network" }

// Grid returns the hidden widths of appendix B.
func (SourceOnly) Grid() []Hyper { return widthGrid() }

// Train implements Method. The classifier is a Representer.
func (m SourceOnly) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	return train(ctx, m, p, h, seed, progress)
}

func (m SourceOnly) session(ctx context.Context, p Problem, h Hyper, seed uint64) (*session, error) {
	return newSession(ctx, m.Name(), m.Training, p, h, seed)
}
