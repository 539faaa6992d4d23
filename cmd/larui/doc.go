// Command larui explores label-alignment regularization (LAR) for unsupervised
// domain adaptation: on a terminal screen, or as text, JSON and CSV.
//
// The packages; a package imports only packages further down:
//
//	cmd/larui            the command line: one file per command, no mathematics
//	cmd/larui/man        the manual page of commands and flags
//	cmd/larui/paper      the paper's experiments, one file per table or figure
//	cmd/larui/paper/figure  figures for documents, on gonum/plot
//	tui                  the program on a screen; the only package with Bubble Tea
//	tui/plain            the same program as lines of text
//	tui/frame            the screen around the views (scene), and what each key does (host)
//	tui/panel/scores     pictures of scores: over λ, over k and k̃, over the epochs
//	tui/panel/target     both domains, and the correct predictions of solutions
//	tui/panel/spectrum   singular values, and the label's components along the singular vectors
//	tui/panel/data       samples, facts, weights
//	tui/panel/theory     the paper's statements, checked on the solution
//	tui/panel/rivals     the comparison with other methods during their training
//	tui/panel            drawing code that several views share
//	tui/overlay/export   the overlay that exports views and solutions to files
//	tui/ptytest          for tests: a program on a pseudo-terminal
//	tui/stage/stagetest  for tests of views: a stage with one view, and keys for the view
//	tui/stage            what a view gets to draw, and what it gives to the screen
//	tui/lesson           lessons: reading, playing, checking, printing
//	tui/overlay/labels   the overlay in which the user labels rows one by one
//	tui/overlay/help     the overlay with help on keys and terms
//	tui/overlay/palette  the overlay in which the user types a command
//	tui/overlay/opener   the overlay that opens another pair
//	tui/rowlabels        labelling a few rows, one by one, to decide between two models
//	tui/session          an open pair: its state, the table of options, computations; no terminal
//	tui/chart            cells, axes, curves, scatter plots, heat maps; independent of larui
//	tui/pixels           images on terminals: Kitty's protocol, sixels
//	tui/number           the format of numbers on the screen, in text and on axes
//	tui/config           the user's configuration file
//	tui/store            atomic replacement of files
//	tui/termquery        keeps libraries from querying the terminal before the program does
//	datasets/modelfile   the results of a fit: model files, predictions, scripts
//	datasets/fetch       downloads of known data sets into the data folder
//	datasets             pairs of domains: generated, from the user's files, digits
//	datasets/recipe      the encoding of columns: words, dates, missing values; kinds of columns
//	datasets/table       readers of tables in all file formats
//	datasets/moments     sums over rows stored elsewhere: adding, writing, reading
//	datasets/parquet     reading and writing columns of Parquet files
//	datasets/wording     names and counts in messages: shortening, plurals, the nearest name
//	model/rivals         the methods with which the paper compares LAR
//	model/labelfree      ratings of predictions without the target's labels
//	model/labelling      comparing two models by labels of a few rows of the target
//	model/shift          tests for a shift between the rows of two domains
//	model                the mathematics, on gonum; no files, no terminal
//	model/linalg         linear algebra for model: products, eigenvectors
//	model/linalg/simd    gonum's BLAS with the vector instructions of the processor
//	model/testutil       for tests: helpers that fail the test on an error
//
// The data flow: a reader returns names, rows and raw labels. Package datasets chooses
// the label, features and classes, matches both domains, and returns a model.Data.
// model.NewProblem computes the moments and spectra, once per pair. model.Params are the
// parameters that the user sets. model.Solver computes an immutable model.Solution from
// the problem and the parameters, which a view draws or a command prints.
//
// The program starts in main.go. flags.go makes the flags of all commands from the table
// of options, and opener.go opens the pair of a call. Each command has a file with the
// command's name. A command reports results as records, which are ordered named values;
// report.go has the records that several commands share, and output.go prints records as
// JSON or CSV. A figure consists of panels that a view describes (stage.Panel), drawn by
// plot_figure.go. Each command writes its own text, with the phrases in prose.go.
//
// # Adding to larui
//
// Most parts of larui are rows of a table, each with its own file; flags, help, keys and
// --plain follow from the row. These packages document their table and its rows:
//
//	a built-in pair                      datasets
//	a format of files                    datasets/table
//	a kind of column                     datasets/recipe
//	a control, an option of files        tui/session
//	a judge, which chooses a setting     tui/session
//	a view (screen, plot, words)         tui/frame; its parts: tui/stage
//	an overlay                           tui/frame
//	a key                                of a view: tui/stage; of the whole screen: tui/frame (keys.go)
//	a kind of chart                      tui/chart
//	a kind of file that the explorer writes  tui/overlay/export, and exportableKinds (export.go)
//	a command of --plain                 tui/plain
//	a lesson                             tui/lesson
//	a score, a term of the objective     model
//	a method to compare with             model/rivals
//	an experiment                        cmd/larui/paper
//
// A command is a file in this package and a row of subcommands (explore.go).
//
// # Promises
//
// Limits on time and memory on two cores, each with the benchmark that measures it
// (LARUI_DATA names the folder of the digits; -short skips benchmarks that take minutes):
//
//	from a key to the frame, rotated Gaussian, p95          5 ms   tui/frame BenchmarkTurn/pair=rotated-gaussian
//	from a key to the frame, screen of 200×60               5 ms   tui/frame BenchmarkTurn/pair=rotated-gaussian/size=200x60
//	weights drawn as images, screen of 200×60              16 ms   tui BenchmarkImages
//	from a key to the frame, MNIST→USPS, k, k̃ ≤ 64         16 ms   tui/frame BenchmarkTurn/pair=mnist-usps
//	from a key to the frame, MNIST→USPS, k, k̃ ≤ 256        33 ms   tui/frame BenchmarkTurn/pair=mnist-usps
//	from there to the curve of 5,000 epochs, MNIST→USPS    50 ms   tui/frame BenchmarkTurn/pair=mnist-usps
//	the paper's grid for one pair of digits                 3 s    model BenchmarkGrid/pair=mnist-usps/classes=3,8
//	the paper's grid for all 45 pairs of digits           300 s    model BenchmarkGrid/pair=mnist-usps/classes=all45
//	rating the paper's grid without labels, extra time      30 %   model/labelfree BenchmarkGrid
//	stopping the paper's grid, p95                         50 ms   model BenchmarkCancel
//	stopping the preparation of n = 2800, d = 2048, p95    50 ms   model BenchmarkCancel/wide
//	preparing and solving n = m = 200, d = 4096             1 s    model BenchmarkWide
//	first numbers, n = 2800, m = 800, d = 2048, once read   1 s    model BenchmarkFirst
//	another λ, k or k̃ up to 256, d = 2048, with a curve    50 ms   model BenchmarkSolve/d=2048
//	a step of a lesson, from its key, two features         16 ms   tui BenchmarkStep/turn-3
//	a step of a lesson, from its key, with pictures         1 s    tui BenchmarkStep/digits-3
//	the first frame, from the start of the process         50 ms   cmd/larui BenchmarkFirstFrame
//	ten seeds of the pair glyphs over λ, as a snapshot      3 s    cmd/larui BenchmarkGlyphs/lambda
//	the map of k and k̃ of the pair glyphs, as a figure     3 s    cmd/larui BenchmarkGlyphs/map
//	MNIST→USPS solved, the first time                       4 s    cmd/larui BenchmarkOpen/mnist-usps/cold
//	MNIST→USPS solved the first time, memory              600 MB   cmd/larui BenchmarkOpen/mnist-usps/cold
//	MNIST→USPS solved from the cache                      300 ms   cmd/larui BenchmarkOpen/mnist-usps/warm
//	a CSV of a million rows and 50 features solved         30 s    cmd/larui BenchmarkTable/rows=1000000
//	solving a CSV of 1 GB, memory                         300 MB   cmd/larui BenchmarkTable/rows=2100000
//	predicting for a CSV of 1 GB, memory                  200 MB   cmd/larui BenchmarkPredict
package main
