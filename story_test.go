package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"
)

// exits is the command `exits CODE COMMAND...`: like exec, but the exit code must be that one.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s exits %d, want %d\n%s%s", strings.Join(args[1:], " "), got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// shuffle is the command `shuffle FILE`: it puts the words of a text in another order, always the
// same one.
func shuffle(ts *testscript.TestScript, _ bool, args []string) {
	words := strings.Fields(ts.ReadFile(args[0]))
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(words, " ")), 0o644))
}

// steps is the command `steps FILE [CODE]`: it runs the shell steps of the YAML in a page of docs,
// as a CI server would, and demands that the first one that fails exits with CODE (default: none
// fails). Steps that always run do so after a failure too. The step that installs Octavo is left
// out, and must be there.
func steps(ts *testscript.TestScript, _ bool, args []string) {
	want := 0
	if len(args) > 1 {
		var err error
		want, err = strconv.Atoi(args[1])
		ts.Check(err)
	}
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(ts.ReadFile(args[0]))
	if block == nil {
		ts.Fatalf("%s holds no YAML", args[0])
	}
	code, ran := 0, 0
	for _, step := range shellSteps(ts, block[1]) {
		if code != 0 && !step.always {
			continue
		}
		ran++
		var exit *exec.ExitError
		if err := ts.Exec("bash", "-e", "-c", step.script); errors.As(err, &exit) && code == 0 {
			code = exit.ExitCode()
			ts.Logf("exit %d: %s", code, step.script)
		} else {
			ts.Check(err)
		}
	}
	if code != want || ran < 2 {
		ts.Fatalf("%s: %d steps ran, exit %d, want %d", args[0], ran, code, want)
	}
}

type shellStep struct {
	script string
	always bool
}

// shellSteps reads a GitHub workflow or a GitLab configuration. On GitLab the lines of a script are
// one shell, and after_script always runs.
func shellSteps(ts *testscript.TestScript, text string) []shellStep {
	var github struct {
		Jobs map[string]struct {
			Steps []struct {
				Name, Run, If, Uses string
			}
		}
	}
	ts.Check(yaml.Unmarshal([]byte(text), &github))
	var out []shellStep
	installs := 0
	for _, job := range github.Jobs {
		for _, step := range job.Steps {
			switch {
			case step.Name == "Install Octavo":
				installs++
			case step.Run != "":
				out = append(out, shellStep{step.Run, strings.Contains(step.If, "always()")})
			}
		}
	}
	if len(github.Jobs) == 0 {
		var gitlab map[string]struct {
			Before []string `yaml:"before_script"`
			Script []string
			After  []string `yaml:"after_script"`
		}
		ts.Check(yaml.Unmarshal([]byte(text), &gitlab))
		for _, job := range gitlab {
			if len(job.Before) > 0 {
				installs++
			}
			out = append(out, shellStep{strings.Join(job.Script, "\n"), false}, shellStep{strings.Join(job.After, "\n"), true})
		}
	}
	if installs != 1 || slices.ContainsFunc(out, func(s shellStep) bool { return s.script == "" }) {
		ts.Fatalf("%d steps install Octavo, and of the others there are %v", installs, out)
	}
	return out
}
