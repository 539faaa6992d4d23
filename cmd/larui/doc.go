// Command larui explores label-alignment regularization (LAR) for unsupervised
// domain adaptation: on a terminal screen, or as text, JSON and CSV.
//
// The house, each package above what it uses; nothing points back up:
//
//	cmd/larui            the command line: one file a command, no mathematics
//	tui                  the explorer: state, controls, engine, views; opens the files it is told
//	tui/chart            cells, axes, curves, scatter, heat maps; knows nothing of ours
//	tui/number           how a number is written, on the screen, in text and on axes
//	model/paper          the paper's experiments, one file a table or figure
//	model/paper/figure   figures for documents, on gonum/plot
//	datasets             pairs of domains: generators, file formats, the digits
//	model/rivals         the methods that the paper compares with
//	model                the mathematics, on gonum: no files, no terminal
//
// The way of the data: a reader gives names, rows and raw labels; datasets settles
// what is label, feature and class, and how both domains agree, which makes a
// datasets.Pair; model.NewProblem computes moments, spectra and overlap once for the
// pair; model.Params is what the user turned; model.Solver makes a model.Solution of
// both, which is never changed again; a view draws it, or a file here writes it.
//
// Here, main.go runs a call, explore.go is the explorer's command, and align.go,
// pairs.go, plot.go, repro.go, solve.go, sweep.go and version.go are those named
// like them. What they print is a struct of report.go, written as JSON or CSV as it
// stands, and as text by the command's own file with the tables of table.go.
//
// # Promises
//
// What is promised of speed and memory on two cores, and the benchmark that shows it
// (LARUI_DATA names the folder of the digits; -short leaves out what takes minutes):
//
//	a key to the next frame, rotated Gaussian, p95          5 ms   tui BenchmarkTurn/pair=rotated-gaussian
//	the same on MNIST→USPS, k and k̃ up to 64               16 ms   tui BenchmarkTurn/pair=mnist-usps
//	the same up to 256                                     33 ms   tui BenchmarkTurn/pair=mnist-usps
//	from there to the curve of 5,000 epochs                50 ms   tui BenchmarkTurn/pair=mnist-usps
//	the paper's grid for one pair of digits                 3 s    model BenchmarkGrid/pair=mnist-usps/classes=3,8
//	the same for all 45                                   300 s    model BenchmarkGrid/pair=mnist-usps/classes=all45
//	stopping the grid, p95                                 50 ms   model BenchmarkCancel
//	preparing and solving n = m = 200, d = 4096             1 s    model BenchmarkWide
//	the first frame, from the start of the process         50 ms   cmd/larui BenchmarkFirstFrame
//	MNIST→USPS solved, the first time                       4 s    cmd/larui BenchmarkOpen/mnist-usps/cold
//	the memory of that                                    600 MB   cmd/larui BenchmarkOpen/mnist-usps/cold
//	the same from the cache                               300 ms   cmd/larui BenchmarkOpen/mnist-usps/warm
//	a CSV of a million rows and 50 features solved         30 s    cmd/larui BenchmarkTable/rows=1000000
//	the memory for a CSV of 1 GB                          300 MB   cmd/larui BenchmarkTable/rows=2100000
package main
