// Package session is the explorer without a screen: what can be chosen, the state that
// is chosen, the pair that is opened, and who solves it. The commands solve, sweep,
// align and plot use it alone; screens and lines of text are built on it.
//
//	Option    one row of the only registry (options.go, options_files.go,
//	          options_rivals.go: a field of rivals.Hyper each). Flags, keys, the bar of
//	          controls, the opener's form, help, undo, the copied command and the lines
//	          of text are made from it.
//	State     all that is chosen: a datasets.Spec, model.Params, a rivals.Hyper. A value.
//	Set       options that were given, by flags, in a line or a form, at their values (set.go).
//	Opening   a pair to open and the Set to open it at (opening.go); without any of it the
//	          state is Session.Start (start.go), and a command line says another (command.go).
//	Session   an opened pair with what was computed once for it: session.go calls
//	          datasets.OpenKept and, where no problem was kept, model.NewProblem. Immutable.
//	Sweep     a grid solved in a session, judged without the target's labels (sweep.go), and
//	          the Choice that a Judge, a row of judge.go, makes of it; Session.Choose
//	          (choose.go) searches for one, a SearchJob in the background.
//	Fact      what is known by a name, as JSON, CSV and lessons have it (facts.go).
//	Warning   what to know of it before a number is believed, and of a solution whose
//	          target has no labels: signs beyond their bounds (warnings.go).
//	Explorer  a state on its way: the turns that led to it, and what was heard of it
//	          (explorer.go, on history.go).
//	Engine    solves states in the background, the newest first (engine.go); reports
//	          Updates, all that is known of a state so far (update.go). A wide pair it opens
//	          with a first look, until all of it is there (Engine.complete).
//	Job       further work that a view wants of a state; its result is kept by name (job.go).
//	Trainer   trains rivals (rivals.go), one after the other, beside the engine (trainer.go), and
//	          says how long that will yet take (trainer_left.go);
//	          both have their work done by queues, for spans of time (queue.go).
//	Trail     how an Explorer came to where it is: what another retraces. JSON keeps it,
//	          as states by the names of options, and what was trained (kept.go).
//
// The way of λ to its curve: a key, a mark or a flag → Option.Turned, Near or Set (option.go)
// → State.Params.Lambda → Explorer.Become (explorer.go) → Engine.Submit (engine.go) →
// model.Solver.Endpoints → Update.Solution, then model.Solver.Curves → Update.Curves (over
// epochs), the jobs wanted soon, Theory, model.Solver.Path → Update.Path (over λ) and the other
// jobs → Explorer.Hear → who draws (package frame, and of curves panel/scores). A flag of the
// command line goes by Set, and Session.Begin. Controls and marks are drawn from State, at once.
//
// To add an option, add a row: what is of the method or of which samples there are to
// Controls, what is of files to FileOptions; a pair that has it names it in its
// datasets.Info. Its kind of value is one of values.go, its steps a ladder (ladder.go);
// what it says of Changes decides what is made anew. A parameter of the method is a field of
// model.Params and of model.Used (params.go there) as well. To add a judge, add a row to
// judgeRows (judge.go): a rule on what a sight holds of each setting, its name, about, goesBy
// and see given.
package session
