// Package session is the explorer without a screen: the options, the state that they choose, the
// opened pair, and the engine that solves it. Commands and screens are built on it.
//
// An Option is a row of the table of options; a State holds all their values, and a Set the values
// that were given. An Opening names a pair to open; Open makes a Session of it. A Sweep is a solved
// grid, from which a Judge makes a Choice. Facts and Warnings describe results by name. An Explorer
// keeps the history of states and submits each one to an Engine, which reports Updates; a Job is
// further work for one view. A Trainer trains the rivals beside the engine.
//
// To add an option, add a row to Controls or FileOptions, with a kind of values.go; a pair that has
// the option names it in its datasets.Info. To add a judge, add a row to judgeRows.
package session
