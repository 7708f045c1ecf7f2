package commands

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// option is a flag, defined once: its names, what help says of it, and where its value goes.
// It satisfies cli.Flag. Value validates and stores; it does nothing else.
type option struct {
	Name   string
	Letter string // one-letter form, without its dash; empty without one
	Takes  string // what stands for the value in help; empty: a switch
	Kind   kind   // what the value names
	Group  string // heading in help
	Text   string // one short line
	More   string // what --help adds; empty where the short line says all
	Value  flag.Value
	JSON   bool // answers are JSON where it is given

	err error
}

// Apply binds the option to a set of flags.
func (o *option) Apply(set *flag.FlagSet) error {
	set.Var(bound{o}, o.Name, o.Text)
	return nil
}

// Names gives the long form alone: arguments are brought into it before they are parsed.
func (o *option) Names() []string { return []string{o.Name} }

// IsSet is asked by no one here: each value knows whether it was set.
func (o *option) IsSet() bool { return false }

func (o *option) String() string { return "--" + o.Name }

// synopsis is the option as help shows it: "-q, --quiet", "--limit N".
func (o *option) synopsis() string {
	s := o.String()
	if o.Letter != "" {
		s = "-" + o.Letter + ", " + s
	}
	if o.Takes != "" {
		s += " " + o.Takes
	}
	return s
}

// bound keeps the typed error of a value, of which package flag would only pass on the words.
type bound struct{ *option }

func (b bound) Set(s string) error {
	b.err = b.Value.Set(s)
	return b.err
}

// IsBoolFlag tells package flag that a switch needs no value.
func (b bound) IsBoolFlag() bool { return b.Takes == "" }

type text struct{ to *string }

func (v text) Set(s string) error { *v.to = s; return nil }
func (v text) String() string     { return "" }

type toggle struct{ to *bool }

func (v toggle) String() string { return "" }
func (v toggle) Set(s string) error {
	on, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("%q is neither true nor false", s)
	}
	*v.to = on
	return nil
}

// number leaves nil where the option is not given, so that 0 and -1 can be told from nothing.
type number struct{ to **int }

func (v number) String() string { return "" }
func (v number) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return fmt.Errorf("%q is not a whole number", s)
	}
	*v.to = &n
	return nil
}

// whole is a number that has a default.
type whole struct{ to *int }

func (v whole) String() string { return "" }
func (v whole) Set(s string) error {
	var n *int
	if err := (number{&n}).Set(s); err != nil {
		return err
	}
	*v.to = *n
	return nil
}

// share is a number from 0 to 1; nil where the option is not given.
type share struct{ to **float64 }

func (v share) String() string { return "" }
func (v share) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return fmt.Errorf("%q is not a number from 0 to 1", s)
	}
	*v.to = &x
	return nil
}

// commas takes a list separated by commas, each item checked; given again, it goes on.
type commas struct {
	to    *[]string
	check func(string) error
}

func (v commas) String() string { return "" }
func (v commas) Set(s string) error {
	for item := range strings.SplitSeq(s, ",") {
		item = strings.TrimSpace(item)
		if err := v.check(item); err != nil {
			return err
		}
		*v.to = append(*v.to, item)
	}
	return nil
}

type list struct{ to *[]string }

func (v list) Set(s string) error { *v.to = append(*v.to, s); return nil }
func (v list) String() string     { return "" }

type choice struct {
	to    *string
	among []string
}

func (v choice) String() string { return "" }
func (v choice) Set(s string) error {
	if !slices.Contains(v.among, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(v.among, ", "))
	}
	*v.to = s
	return nil
}

// byteSize takes a size such as "100MB" (decimal) or "64MiB" (binary).
type byteSize struct{ to *int64 }

var units = map[string]float64{
	"": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
}

func (v byteSize) String() string { return "" }
func (v byteSize) Set(s string) error {
	digits := strings.TrimRight(s, "kKmMgGiIbB ")
	unit, known := units[strings.ToLower(strings.TrimSpace(s[len(digits):]))]
	n, err := strconv.ParseFloat(digits, 64)
	size := n * unit
	if err != nil || !known || !(size >= 1) || size >= 1<<62 {
		return fmt.Errorf("%q is not a size such as 100MB", s)
	}
	*v.to = int64(size)
	return nil
}
