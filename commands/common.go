package commands

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"octavo/commands/render"
	"octavo/engine"
	"octavo/engine/config"
)

// common are the options that every command has.
type common struct {
	Database, ConfigFile string
	Model, VSSExtension  string
	JSON, Timings        bool
	Quiet, Verbose       bool
	LogFile              string
	Color                string
}

const (
	groupFile   = "File"
	groupOutput = "Output"
)

func (o *common) options() []*option {
	o.Color = "auto"
	return []*option{
		{Name: "db", Takes: "FILE", Group: groupFile, Value: text{&o.Database}, Text: "The Octavo file",
			More: "Without it: OCTAVO_DB, then db in octavo.toml, then ./octavo.duckdb"},
		{Name: "config", Takes: "FILE", Group: groupFile, Value: text{&o.ConfigFile}, Text: "The octavo.toml to read",
			More: "Without it: the one beside the Octavo file that --db or OCTAVO_DB names, then the one in the working directory"},
		{Name: "model", Takes: "NAME", Kind: models, Group: groupFile, Value: text{&o.Model}, Text: "The embedding model",
			More: "A new file is built with it; for a file that exists it must be the model that it was built with. octavo version lists the models"},
		{Name: "vss-extension", Takes: "FILE", Group: groupFile, Value: text{&o.VSSExtension}, Text: "DuckDB's vss extension to load",
			More: "Only HNSW indexes need it. Without it: the one inside the program, then DuckDB's own extension folder"},
		{Name: "json", Group: groupOutput, Value: toggle{&o.JSON}, Text: "Print one JSON object on stdout",
			More: "Errors are JSON too. docs/schema describes each object"},
		{Name: "timings", Group: groupOutput, Value: toggle{&o.Timings}, Text: "Add how long it took",
			More: "Without it the same request over the same file gives the same bytes"},
		{Name: "color", Takes: "auto|always|never", Group: groupOutput, Value: choice{&o.Color, []string{"auto", "always", "never"}}, Text: "When to style the text",
			More: "auto styles on a terminal and honours NO_COLOR and CLICOLOR"},
		{Name: "quiet", Letter: "q", Group: groupOutput, Value: toggle{&o.Quiet}, Text: "Show no progress"},
		{Name: "verbose", Letter: "v", Group: groupOutput, Value: toggle{&o.Verbose}, Text: "Log to stderr what is done"},
		{Name: "log-file", Takes: "FILE", Group: groupOutput, Value: text{&o.LogFile}, Text: "Log to a file, at its end"},
	}
}

// content says what content a command reads.
type content struct{ Version string }

func (o *content) option() *option {
	return &option{Name: "version", Takes: "LABEL|active|live", Kind: versionsOrLive, Group: groupFile, Value: text{&o.Version}, Text: "The version to read (default live)",
		More: "active is the one that is released, live what the last build made. octavo versions list shows them"}
}

// reading is a session over the content that was asked for.
func (a *App) reading(o common, of content, indexKind string, adjust ...func(*render.Options)) (*session, error) {
	if of.Version != "" {
		adjust = append(adjust, func(r *render.Options) { r.Again = append(r.Again, "--version", of.Version) })
	}
	s, err := a.session(o, indexKind, adjust...)
	if err == nil {
		s.Engine = s.Engine.At(of.Version)
	}
	return s, err
}

// again are the flags that a suggested command must repeat to meet the same file.
func (o *common) again() []string {
	var flags []string
	if o.ConfigFile != "" {
		flags = append(flags, "--config", o.ConfigFile)
	}
	if o.Database != "" {
		flags = append(flags, "--db", o.Database)
	}
	return flags
}

// session is what a command works with: its settings, an engine that has opened nothing yet, and
// the two ways out, a printer for stdout and a log.
type session struct {
	Config  config.Config
	Engine  *engine.Engine
	Printer render.Printer
	log     *slog.Logger
	logFile io.Closer
}

// session reads the configuration. indexKind overrules [index] kind where it is not empty.
// Errors: *config.Error, *engine.UsageError for a log file that cannot be written.
func (a *App) session(o common, indexKind string, adjust ...func(*render.Options)) (*session, error) {
	c, err := a.load(o, indexKind)
	if err != nil {
		return nil, err
	}
	s := &session{Config: c, Printer: a.printer(o, adjust...)}
	if err := s.openLog(a, o); err != nil {
		return nil, err
	}
	a.log = s.log
	s.log.Debug("settings", "database", s.Config.Database, "from", s.Config.DatabaseFrom, "configuration", s.Config.File)
	s.Engine = engine.New(engine.Options{
		Config: s.Config, Version: a.Version, Command: render.Command(a.words...), OneShot: true, Log: s.log,
	})
	return s, nil
}

func (a *App) load(o common, indexKind string) (config.Config, error) {
	folder, err := os.Getwd()
	if err != nil {
		return config.Config{}, fmt.Errorf("the working directory cannot be told: %w", err)
	}
	return config.Load(o.flags(indexKind), a.Getenv, folder)
}

func (o *common) flags(indexKind string) config.Flags {
	return config.Flags{File: o.ConfigFile, Database: o.Database, Model: o.Model, VSSExtension: o.VSSExtension, IndexKind: indexKind}
}

func (s *session) openLog(a *App, o common) error {
	var writers []io.Writer
	if o.Verbose {
		writers = append(writers, a.Console.Err)
	}
	if o.LogFile != "" {
		file, err := os.OpenFile(o.LogFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return &engine.UsageError{Message: fmt.Sprintf("the log file cannot be written: %v", err)}
		}
		writers, s.logFile = append(writers, file), file
	}
	s.log = slog.New(slog.DiscardHandler)
	if len(writers) > 0 {
		s.log = slog.New(slog.NewTextHandler(io.MultiWriter(writers...), &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return nil
}

// Close lets go of the Octavo file. The log stays open for what ends the command; the end of the
// process closes it.
func (s *session) Close() { s.Engine.Close() }

func (a *App) printer(o common, adjust ...func(*render.Options)) render.Printer {
	options := render.Options{Out: a.Console.Out, Err: a.Console.Err, Again: o.again()}
	if o.Timings {
		options.Elapsed = func() time.Duration { return time.Since(a.began) }
	}
	for _, change := range adjust {
		change(&options)
	}
	if o.JSON {
		return render.NewJSON(options)
	}
	if a.Console.OutTerminal {
		options.Width = a.Console.Width
	}
	options.Color = colored(o.Color, a.Console.OutTerminal, a.Getenv)
	return render.NewText(options)
}

// colored decides whether text is styled. A flag beats the environment; of that, NO_COLOR beats
// CLICOLOR_FORCE beats CLICOLOR.
func colored(when string, terminal bool, getenv func(string) string) bool {
	switch {
	case when == "always":
		return true
	case when == "never", getenv("NO_COLOR") != "":
		return false
	case getenv("CLICOLOR_FORCE") != "" && getenv("CLICOLOR_FORCE") != "0":
		return true
	case getenv("CLICOLOR") == "0", getenv("TERM") == "dumb":
		return false
	}
	return terminal
}
