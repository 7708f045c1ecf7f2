package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"octavo/engine/eval"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string           `xml:"name,attr"`
	Tests      int              `xml:"tests,attr"`
	Failures   int              `xml:"failures,attr"`
	Errors     int              `xml:"errors,attr"`
	Properties *junitProperties `xml:"properties,omitempty"`
	Cases      []junitCase      `xml:"testcase"`
}

type junitProperties struct {
	List []junitProperty `xml:"property"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes an evaluation as JUnit XML, in the form that Jenkins' schema describes and
// GitHub, GitLab and others read. The suite "runs" has a passed case for each run with its measures;
// "gates" a case for each gate; "baseline" one for each measure compared and, where it fell too far,
// a failed one for each question that fell. There are no times but those of the evaluation.
func WriteJUnit(w io.Writer, e eval.Evaluation) error {
	suites := junitSuites{Name: "octavo eval"}
	suites.add(runSuite(e))
	suites.add(gateSuite(e.Verdicts))
	if e.Comparison != nil {
		suites.add(baselineSuite(*e.Comparison))
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// add counts a suite; one without cases is left out, since some readers refuse it.
func (s *junitSuites) add(suite junitSuite) {
	suite.Tests = len(suite.Cases)
	for _, c := range suite.Cases {
		if c.Failure != nil {
			suite.Failures++
		}
	}
	if suite.Tests > 0 {
		s.Suites = append(s.Suites, suite)
		s.Tests += suite.Tests
		s.Failures += suite.Failures
	}
}

func runSuite(e eval.Evaluation) junitSuite {
	suite := junitSuite{Name: "runs"}
	for i, r := range e.Reports {
		lines := []string{counts(r)}
		for j, m := range r.Measures {
			lines = append(lines, fmt.Sprintf("%s %.4f", m, r.Means[j]))
		}
		suite.Cases = append(suite.Cases, junitCase{Class: "octavo.runs", Name: r.Name, Output: strings.Join(lines, "\n")})
		if i < len(e.Latencies) {
			if suite.Properties == nil {
				suite.Properties = &junitProperties{}
			}
			l := e.Latencies[i]
			suite.Properties.List = append(suite.Properties.List,
				junitProperty{r.Name + " p50", brief(l.P50)}, junitProperty{r.Name + " p99", brief(l.P99)})
		}
	}
	return suite
}

func gateSuite(verdicts []eval.Verdict) junitSuite {
	suite := junitSuite{Name: "gates"}
	for _, v := range verdicts {
		c := junitCase{Class: "octavo.gates." + v.Run, Name: v.Gate.String()}
		if !v.Passed {
			c.Failure = &junitFailure{
				Message: fmt.Sprintf("%s is %.4f over %d questions", v.Gate.Measure, v.Value, v.Questions),
				Type:    "gate-failed", Text: causes(v.Causes),
			}
		}
		suite.Cases = append(suite.Cases, c)
	}
	return suite
}

func causes(list []eval.Cause) string {
	var b strings.Builder
	for _, c := range list[:min(longestCauses, len(list))] {
		fmt.Fprintf(&b, "%s: %.4f, first relevant: %s (%s)\n", c.ID, c.Value, rank(c.First), c.Text)
	}
	if left := len(list) - longestCauses; left > 0 {
		fmt.Fprintf(&b, "and %d more\n", left)
	}
	return b.String()
}

func baselineSuite(c eval.Comparison) junitSuite {
	suite := junitSuite{Name: "baseline"}
	for _, change := range c.Changes {
		outcome := junitCase{Class: "octavo.baseline", Name: fmt.Sprintf("%s falls by at most %g", change.Measure, change.MaxDrop)}
		summary := fmt.Sprintf("%.4f to %.4f over %d questions, 95 %% interval of the difference %+.4f to %+.4f, p %.4f",
			change.Before, change.After, c.Questions, change.Low, change.High, change.P)
		if change.Passed {
			outcome.Output = summary
			suite.Cases = append(suite.Cases, outcome)
			continue
		}
		outcome.Failure = &junitFailure{Message: change.Measure + " fell from " + summary, Type: "gate-failed"}
		suite.Cases = append(suite.Cases, outcome)
		for _, m := range change.Fallen() {
			suite.Cases = append(suite.Cases, junitCase{
				Class: "octavo.baseline." + change.Measure, Name: "question " + m.ID,
				Failure: &junitFailure{
					Message: fmt.Sprintf("%.4f to %.4f", m.Before, m.After), Type: "gate-failed",
					Text: fmt.Sprintf("%s\n%s\n", m.Text, movement(m)),
				},
			})
		}
	}
	return suite
}

// movement says where the document that explains a move stood and stands.
func movement(m eval.Move) string {
	if m.Document.File == "" {
		return "no relevant document moved"
	}
	return fmt.Sprintf("%s: rank before: %s, after: %s", m.Document, rank(m.RankBefore), rank(m.RankAfter))
}
