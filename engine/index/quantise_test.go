package index

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

func TestAStoredVectorHasUnitLengthAndIsCloseToTheOriginal(t *testing.T) {
	for i := range 200 {
		v := vectorOfDimension(fmt.Sprint(i), 384)
		c := quantise(v)
		var length, similarity float64
		for j, x := range c.decode() {
			length += float64(x) * float64(x)
			similarity += float64(x) * float64(v[j])
		}
		if math.Abs(length-1) > 1e-6 {
			t.Fatalf("vector %d decodes to length² %v", i, length)
		}
		if similarity < 0.999 {
			t.Fatalf("vector %d and its codes have cosine %v", i, similarity)
		}
	}
}

func TestCodingADecodedVectorChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		v := make([]float32, 1+random.IntN(64))
		for j := range v {
			v[j] = float32(random.NormFloat64() * math.Pow(10, float64(random.IntN(8)-4)))
		}
		c := quantise(unit(v))
		if again := quantise(c.decode()); !reflect.DeepEqual(again, c) {
			t.Fatalf("vector %d: %v became %v", i, c, again)
		}
	}
}

// FLOAT arithmetic in any order is what DuckDB may do; within the bound all orders give the integer.
func TestScoresAreExactUpToTheBoundAndOnlyThere(t *testing.T) {
	sum := func(n, step int) float32 {
		lanes := make([]float32, step)
		for i := range n {
			lanes[i%step] += float32(127) * float32(127)
		}
		var total float32
		for _, lane := range lanes {
			total += lane
		}
		return total
	}
	for _, lanes := range []int{1, 4, 8, 16} {
		if got := sum(ExactDimensions, lanes); int64(got) != 127*127*ExactDimensions {
			t.Errorf("%d lanes: %v at the bound", lanes, got)
		}
	}
	if n := ExactDimensions + 2; int64(sum(n, 1)) == int64(127*127*n) {
		t.Error("the worst case does not round beyond the bound: it could be higher")
	}
	for _, n := range []int{384, 1024, 4096} {
		a, b := quantise(vectorOfDimension("a", n)), quantise(vectorOfDimension("b", n))
		if bound := math.Sqrt(float64(dot(a.codes, a.codes)) * float64(dot(b.codes, b.codes))); bound > 1<<24/2 {
			t.Errorf("codes of an ordinary vector of %d dimensions reach %v", n, bound)
		}
	}
}

func TestAZeroVectorIsRefusedBeforeItIsCoded(t *testing.T) {
	if err := checkVector([16]byte{}, make([]float32, 8), 8); err == nil {
		t.Error("a zero vector passed")
	}
	if c := quantise(make([]float32, 8)); c.scale != 0 {
		t.Errorf("a zero vector has scale %v", c.scale)
	}
}
