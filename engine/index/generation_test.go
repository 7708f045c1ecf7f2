package index

import (
	"encoding/json"
	"reflect"
	"testing"
)

// A fingerprint decides whether vectors that were paid for may be used. This pins the very text
// that is hashed.
func TestTheFingerprintOfASpecNeverChanges(t *testing.T) {
	full := GenerationSpec{
		Model: "m", Weights: "w", Dimension: 384, Pooling: "cls", QueryPrefix: "q: ", DocumentPrefix: "d: ",
		MaxTokens: 512, Window: 1000, Overlap: 150, Chunker: 1,
	}
	for _, tc := range []struct {
		name, text, fingerprint string
		spec                    GenerationSpec
	}{
		{"every field", `{"model":"m","weights":"w","dimension":384,"pooling":"cls","queryPrefix":"q: ","documentPrefix":"d: ","maxTokens":512,"window":1000,"overlap":150,"chunker":1}`, "844a2398526e7d78", full},
		{"unset fields are left out", `{"model":"m","dimension":2,"window":10,"overlap":1,"chunker":1}`, "40c701f65976ecf4", GenerationSpec{Model: "m", Dimension: 2, Window: 10, Overlap: 1, Chunker: 1}},
	} {
		text, err := json.Marshal(tc.spec)
		must(t, err)
		if string(text) != tc.text || tc.spec.Fingerprint() != tc.fingerprint {
			t.Errorf("%s: %s hashes %s", tc.name, tc.spec.Fingerprint(), text)
		}
	}
}

func TestEveryFieldOfASpecChangesItsFingerprint(t *testing.T) {
	base := GenerationSpec{}.Fingerprint()
	fields := reflect.TypeFor[GenerationSpec]()
	for i := range fields.NumField() {
		var spec GenerationSpec
		switch field := reflect.ValueOf(&spec).Elem().Field(i); field.Kind() {
		case reflect.String:
			field.SetString("x")
		case reflect.Int:
			field.SetInt(7)
		default:
			t.Fatalf("%s is of a kind that this test does not set", fields.Field(i).Name)
		}
		if spec.Fingerprint() == base {
			t.Errorf("%s is not part of the fingerprint", fields.Field(i).Name)
		}
	}
}

func TestTheSnapshotOfFactsNeverChangesWhateverTheirOrder(t *testing.T) {
	facts := []fact{{"b", "x", "00", "text/1", "1/1000/150"}, {"a", "y", "01", "pdf/1", "1/1000/150"}, {"a", "x", "02", "text/1", ""}}
	const want = "9ab1bb66f7217eb4"
	if got := snapshotOf(facts, "f"); got != want {
		t.Errorf("snapshot %s", got)
	}
	if got := snapshotOf([]fact{facts[2], facts[0], facts[1]}, "f"); got != want {
		t.Errorf("in another order %s", got)
	}
	if snapshotOf(facts, "g") == want || snapshotOf(facts[1:], "f") == want {
		t.Error("another fingerprint or another content has the same snapshot")
	}
}
