// Package session holds what the explorer knows and computes: the options, an open pair of domains,
// and its solutions, computed in the background. It draws nothing. It builds on packages datasets and
// model; commands and screens build on it.
//
// An Option is a row of the table of options. A control is an option that keys turn, which means that
// they change the value while a pair is open. A file option decides which data are read. A State
// holds the values of all options, an OptionSet the values that a user gave. An Opening names a pair
// to open, and Open makes a Session from it. A Sweep is a solved grid of k, k̃ and λ; a judge chooses
// one setting of the grid, a Choice. Facts and Warnings describe results. An Explorer keeps the
// history of states and submits each state to an Engine, which reports Updates. A Job is work for one
// view. A Dissection has the numbers behind the theorems at one solution: parts of the objective,
// projections on singular vectors, bounds. A Trainer trains the rivals, the methods that LAR is
// compared with.
//
// To add an option, add a row to Controls or FileOptions, made by a function of values.go; a pair
// that has the option names it in its datasets.Info. To add a judge, add a row to judgeTable.
package session
