package lexical

import (
	"strings"
	"testing"
)

func TestThePassagesOfEachLanguageAreTold(t *testing.T) {
	for _, language := range Languages() {
		if passages[language] == "" {
			t.Errorf("%s has a stemmer and no passage here", language)
		}
	}
	for want, text := range passages {
		if got := Detect(text); got != want {
			t.Errorf("%s was taken for %q", want, got)
		}
		if got := Detect(strings.ToUpper(text)); got != want {
			t.Errorf("%s in capitals was taken for %q", want, got)
		}
		if got := Detect(strings.Repeat(text+"\n\n12.5  44,120  7\n", 300)); got != want {
			t.Errorf("%s at length was taken for %q", want, got)
		}
	}
}

func TestMostShortTextsAreTold(t *testing.T) {
	total, right := 0, 0
	for want, texts := range openings {
		for _, text := range texts {
			total++
			if got := Detect(text); got == want {
				right++
			} else {
				t.Logf("%q: got %q, want %q", text, got, want)
			}
		}
	}
	if right*10 < total*9 {
		t.Errorf("%d of %d", right, total)
	}
}

func TestALanguageWithoutAListIsUnknown(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":         "",
		"numbers":         "12.5 44,120 7 2026-04-10 | 18 % | 3.1",
		"a name":          "Krankenversicherung",
		"Greek":           "Η επιτροπή εξέτασε τους λογαριασμούς του συλλόγου.",
		"Chinese":         "委员会用两天时间审查了协会的账目。",
		"Japanese":        "委員会は二日間にわたり協会の会計を調べた。",
		"Korean":          "위원회는 이틀 동안 협회의 장부를 살펴보았다.",
		"Thai":            "คณะกรรมการตรวจสอบบัญชีของสมาคมเป็นเวลาสองวัน",
		"Hindi":           "समिति ने दो दिन तक संघ के खातों की जाँच की।",
		"Hebrew":          "הוועדה בדקה במשך יומיים את חשבונות העמותה.",
		"assembly":        "mov eax, ebx\npush rbp\nxor ecx, ecx\njmp .L4\ncall printf\nret",
		"a list of files": "main.go util_test.go build.sh Makefile README.md config.yaml index.html style.css",
	} {
		if got := Detect(text); got != Unknown {
			t.Errorf("%s was taken for %q", name, got)
		}
	}
}

func TestDetectionLooksAtTheWholeText(t *testing.T) {
	text := "Zusammenfassung der Ergebnisse und Ausblick auf das Jahr\n\n" + strings.Repeat(passages["en"], 100)
	if got := Detect(text); got != "en" {
		t.Errorf("an English text with a German cover was taken for %q", got)
	}
}

func TestStopWordsAreKnownHoweverTheyAreWritten(t *testing.T) {
	for _, tc := range []struct {
		word     string
		language Language
		want     bool
	}{
		{"the", "en", true}, {"The", "en", true}, {"don't", "en", true}, {"archive", "en", false},
		{"für", "de", true}, {"FUR", "de", true}, {"the", "de", false}, {"Versicherung", "de", false},
		{"où", "fr", true}, {"și", "ro", true}, {"şi", "ro", true}, {"ещё", "ru", true}, {"еще", "ru", true},
		{"the", Unknown, false}, {"", "en", false},
	} {
		if got := IsStop(tc.word, tc.language); got != tc.want {
			t.Errorf("IsStop(%q, %q) = %v", tc.word, tc.language, got)
		}
	}
}

func BenchmarkDetect(b *testing.B) {
	text := strings.Repeat(englishProse, 1000)
	for b.Loop() {
		Detect(text)
	}
}
