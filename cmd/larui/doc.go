// Command larui explores label-alignment regularization (LAR) for unsupervised
// domain adaptation: on a terminal screen, or as text, JSON and CSV.
//
// The house, each package above what it uses; nothing points back up:
//
//	cmd/larui            the command line: one file a command, no mathematics
//	cmd/larui/man        the manual page, of commands and flags
//	cmd/larui/paper      the paper's experiments, one file a table or figure
//	cmd/larui/paper/figure  figures for documents, on gonum/plot
//	tui                  Bubble Tea and nothing else: the program on a screen
//	tui/plain            the same program as lines of text
//	tui/frame            scene and host: the screen around the pictures, and what keys do
//	tui/panel/scores     pictures of scores: over λ, over k and k̃, over the epochs
//	tui/panel/target     both domains, and where solutions are right
//	tui/panel/spectrum   singular values, and where the label lies along their directions
//	tui/panel/data       samples, facts, weights
//	tui/panel/theory     the paper's statements, judged by what is solved
//	tui/panel/rivals     the comparison with other methods, as they get trained
//	tui/panel            what several pictures draw
//	tui/overlay/export   the overlay that names a file to write
//	tui/ptytest          for tests of programs: one on a pseudo-terminal
//	tui/stage/stagetest  for tests of pictures: a stage with one view, and keys for it
//	tui/stage            what a picture may know, and what it is asked for
//	tui/lesson           lessons: read, played, checked, printed
//	tui/overlay/labels   the overlay that asks for labels of rows, one by one
//	tui/overlay/help     the overlay that explains: pages of keys and words
//	tui/overlay/palette  the overlay in which one types what is to be done
//	tui/overlay/opener   the overlay that opens another pair
//	tui/annotate         labels of a few rows, given one by one, that decide between two models
//	tui/session          state, the table of options, engine; needs no terminal
//	tui/chart            cells, axes, curves, scatter, heat maps; knows nothing of ours
//	tui/pixels           images on terminals that have pixels: Kitty's protocol, sixels
//	tui/number           how a number is written: on the screen, in text, on axes
//	tui/config           what the user has settled for good, in a file
//	tui/store            files that are replaced as a whole or not at all
//	tui/quiet            keeps libraries from asking the terminal before the program does
//	datasets/fitted      what a fit leaves: the model as a file, predictions, a script
//	datasets/fetch       the files of known sets, from the net into the data folder
//	datasets             pairs of domains: generators, people's files, the digits
//	datasets/recipe      what becomes of a column: numbers of words, dates, gaps; kinds of columns
//	datasets/table       readers: what a file holds, whatever its format
//	datasets/moments     sums of rows that lie elsewhere: added up, written, read
//	datasets/parquet     columns of Parquet files, read and written
//	datasets/phrase      names and counts for people: one line, shortened, the nearest name
//	model/rivals         the methods that the paper compares with
//	model/labelfree      what can be said of predictions without the target's labels
//	model/labelling      what labels of a few of the target's rows say of two models
//	model/shift          whether and where the rows of two domains differ
//	model                the mathematics, on gonum: no files, no terminal
//	model/linalg         its linear algebra: products, eigenvectors
//	model/linalg/simd    gonum's BLAS on the vector units of the processor
//	model/must           for tests of every package: what has to succeed in them
//
// The way of the data: a reader gives names, rows and raw labels; datasets settles
// what is label, feature and class, and how both domains agree: a model.Data.
// model.NewProblem computes moments and spectra of it, once for the pair;
// model.Params is what the user turned; model.Solver makes a model.Solution of both,
// which is never changed again; a view draws it, or a file here writes it.
//
// A call comes in at main.go; flags.go makes the flags of all commands from the table
// of options, and opener.go opens what they name. Each command has a file of its name.
// What it has found it reports as records, named values in their order, of which
// report.go makes those of several commands; output.go prints them as JSON or CSV as
// they stand. A figure is the panels of a view (tui/stage), drawn by plot_figure.go.
// As text the command writes it itself, with what prose.go has in common.
//
// # What may be added
//
// Most of what there is stands in a table, as a row with a file of its own; flags, help, keys
// and --plain follow from the row. Which table, and what a row has to have, is said by:
//
//	a built-in pair                      datasets
//	a format of files                    datasets/table
//	a kind of column                     datasets/recipe
//	a control, an option of files        tui/session
//	a judge, by which one chooses        tui/session
//	a view (screen, plot, words)         tui/frame, and of what it is made tui/stage
//	an overlay                           tui/frame
//	a kind of chart                      tui/chart
//	a kind of file that the screen writes  tui/overlay/export
//	a command of --plain                 tui/plain
//	a lesson                             tui/lesson
//	a score, a term of the objective     model
//	a method to compare with             model/rivals
//	an experiment                        cmd/larui/paper
//
// A command is a file here and a row of subcommands (explore.go).
//
// # Promises
//
// What is promised of speed and memory on two cores, and the benchmark that shows it
// (LARUI_DATA names the folder of the digits; -short leaves out what takes minutes):
//
//	a key to the next frame, rotated Gaussian, p95          5 ms   tui/frame BenchmarkTurn/pair=rotated-gaussian
//	the same on a screen of 200×60                          5 ms   tui/frame BenchmarkTurn/pair=rotated-gaussian/size=200x60
//	weights drawn as images on such a screen               16 ms   tui BenchmarkImages
//	a key to the next frame, MNIST→USPS, up to 64          16 ms   tui/frame BenchmarkTurn/pair=mnist-usps
//	the same up to 256                                     33 ms   tui/frame BenchmarkTurn/pair=mnist-usps
//	from there to the curve of 5,000 epochs                50 ms   tui/frame BenchmarkTurn/pair=mnist-usps
//	the paper's grid for one pair of digits                 3 s    model BenchmarkGrid/pair=mnist-usps/classes=3,8
//	the same for all 45                                   300 s    model BenchmarkGrid/pair=mnist-usps/classes=all45
//	judging that grid without labels, beside solving it     30 %   model/labelfree BenchmarkGrid
//	stopping the grid, p95                                 50 ms   model BenchmarkCancel
//	stopping to prepare n = 2800, m = 800, d = 2048, p95    50 ms   model BenchmarkCancel/wide
//	preparing and solving n = m = 200, d = 4096             1 s    model BenchmarkWide
//	the first numbers of n = 2800, m = 800, d = 2048        1 s    model BenchmarkFirst
//	a turn of λ, k or k̃ there, up to 256, with its curve   50 ms   model BenchmarkSolve/d=2048
//	a step of a lesson, from its key, two features         16 ms   tui BenchmarkStep/turn-3
//	the same with pictures                                  1 s    tui BenchmarkStep/digits-3
//	the first frame, from the start of the process         50 ms   cmd/larui BenchmarkFirstFrame
//	ten seeds of the glyphs over λ, as a snapshot           3 s    cmd/larui BenchmarkGlyphs/lambda
//	their map of k and k̃, as a figure                       3 s    cmd/larui BenchmarkGlyphs/map
//	MNIST→USPS solved, the first time                       4 s    cmd/larui BenchmarkOpen/mnist-usps/cold
//	the memory of that                                    600 MB   cmd/larui BenchmarkOpen/mnist-usps/cold
//	the same from the cache                               300 ms   cmd/larui BenchmarkOpen/mnist-usps/warm
//	a CSV of a million rows and 50 features solved         30 s    cmd/larui BenchmarkTable/rows=1000000
//	the memory for a CSV of 1 GB                          300 MB   cmd/larui BenchmarkTable/rows=2100000
//	the memory to predict for as much                     200 MB   cmd/larui BenchmarkPredict
package main
