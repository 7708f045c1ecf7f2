package eval_test

import (
	"fmt"
	"os"
	"strings"

	"octavo/engine/eval"
	"octavo/engine/eval/measure"
)

// An evaluation from judgements to verdict. The hits would come from a search.
func Example() {
	queries, err := eval.ReadQueries("questions.jsonl", strings.NewReader(
		`{"id":"lift","query":"lift of a wing in a slipstream","file":"wing.pdf"}
{"id":"heat","query":"heat conduction in slabs","files":[{"file":"slab","grade":2},{"file":"heat.md"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	judgements := eval.Judgements{Queries: queries}
	wing, slab, heat := eval.DocumentName{Collection: "ACME", File: "wing.pdf"}, eval.DocumentName{Collection: "ACME", File: "slab.txt"}, eval.DocumentName{Collection: "ACME", File: "heat.md"}
	if err := eval.Resolve(judgements, []eval.DocumentName{wing, slab, heat}); err != nil {
		fmt.Println(err)
		return
	}

	run := eval.Run{Name: "hybrid", Unit: eval.Documents, Hits: map[string][]eval.Hit{
		"lift": {{Document: wing}, {Document: heat}},
		"heat": {{Document: heat}, {Document: wing}, {Document: slab}},
	}}
	mrr, _ := measure.Parse("mrr")
	gate, _ := eval.ParseGate("ndcg@10>=0.95")
	report, err := eval.Evaluate(judgements, run, eval.Measures([]measure.Measure{mrr}, []eval.Gate{gate}))
	if err != nil {
		fmt.Println(err)
		return
	}
	verdicts, err := eval.Check([]eval.Gate{gate}, report)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(eval.Evaluation{Reports: []eval.Report{report}, Verdicts: verdicts}.Err())
	_ = eval.WriteTREC(os.Stdout, run, judgements)
	// Output:
	// hybrid: ndcg@10>=0.95 failed with 0.8801 over 2 questions; furthest off: heat
	// heat Q0 heat.md 1 3 hybrid
	// heat Q0 ACME/wing.pdf 2 2 hybrid
	// heat Q0 slab 3 1 hybrid
	// lift Q0 wing.pdf 1 2 hybrid
	// lift Q0 ACME/heat.md 2 1 hybrid
}
