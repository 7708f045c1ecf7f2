package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"octavo/engine"
	"octavo/engine/search"
)

// library is a small shelf in many scripts. Each text is long enough for its language to be told.
var library = map[string]string{
	"zh.txt":      "北京大学的图书馆收藏了很多古代的书籍。学生们每天都在那里学习历史和文学。",
	"ja.txt":      "東京の図書館では、毎週土曜日に子供たちのための読書会が開かれています。カメラの使い方も教えます。",
	"ko.txt":      "서울의 도서관에서는 매주 토요일에 어린이를 위한 독서 모임이 열립니다. 학교에서 가깝습니다.",
	"th.txt":      "ห้องสมุดของมหาวิทยาลัยเปิดทุกวันตั้งแต่เช้าจนถึงเย็น นักเรียนมาอ่านหนังสือที่นี่",
	"ar.txt":      "افتتحت المكتبة الجديدة في وسط المدينة، ويقرأ الطلاب الكتب هناك كل يوم بعد المدرسة.",
	"he.txt":      "הספרייה החדשה נפתחה במרכז העיר, והתלמידים קוראים שם ספרים בכל יום אחרי בית הספר.",
	"ru.txt":      "Новая библиотека открылась в центре города, и студенты читают там книги каждый день после занятий.",
	"el.txt":      "Η νέα βιβλιοθήκη άνοιξε στο κέντρο της πόλης και οι φοιτητές διαβάζουν εκεί βιβλία κάθε ημέρα.",
	"tr.txt":      "Irmak kenarındaki yeni kütüphane açıldı ve öğrenciler her gün orada kitap okuyorlar. İzmir güzel bir şehirdir.",
	"de.txt":      "Die Pensionsrückstellungen der Gesellschaft wurden nach dem Anwartschaftsbarwertverfahren bewertet. Die Häuser am Fluss gehören nicht dazu, und der Zinssatz ist gesunken.",
	"pension.txt": "Die Pension wird an jedem ersten Tag des Monats ausgezahlt, und die Mitglieder der Kasse erhalten darüber eine Mitteilung.",
	"fr.txt":      "L'homme s'assit à la terrasse d'un café et lut les journaux de la veille avec l'élève, qui habitait la même rue depuis des années.",
	"es.txt":      "Los niños corrieron por la montaña mientras sus padres preparaban la comida en la casa de los abuelos, cerca del río.",
	"code.md":     "# Build notes\n\nRelease 2026.4.10 fixed foo_bar in the parser. It is written in C++ and calls parseHTTPResponse with --dry-run; .NET is not needed.",
	"c.md":        "# Plain C\n\nThe kernel is written in C and was ported to Rust. Release 2026.4.1 came before that one.",
	"csharp.md":   "# The other client\n\nThe desktop client is written in C# and talks to the server at https://example.org/api/v2 over HTTP.",
	"people.md":   "# People\n\nThe naïve reader orders a café crème and reads Brontë. Write to zoe.obrien@example.org about the résumé. Thumbs up 👍 for the 🇩🇪 team.",
	"wide.txt":    "The price list says ＡＢＣ１２３ and the ﬁnal oﬀer of 1,234,567 units, at twenty past nine in the morning on most days.",
	"hamlet.txt":  "To be, or not to be, that is the question that the prince asks himself in the third act.",
	"planets.txt": "The telescopes of the observatory watched the planets and their moons through the winter nights.",
}

func TestEveryLanguageIsFoundAsItsReadersWriteIt(t *testing.T) {
	needModel(t)
	source, db := t.TempDir(), filepath.Join(t.TempDir(), "octavo.duckdb")
	for name, text := range library {
		if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustBuild(t, db, source)
	e := engineOn(db)
	defer e.Close()
	for _, tc := range []struct {
		what, question string
		mode           search.Mode // empty: lexical
		want           []string    // all that is found, best first
	}{
		{what: "a Chinese word inside a sentence", question: "图书馆", want: []string{"zh.txt"}},
		{what: "a Chinese phrase", question: `"古代的书籍"`, want: []string{"zh.txt"}},
		{what: "a Chinese phrase in another order", question: `"书籍古代"`},
		{what: "one ideograph", question: "历", want: []string{"zh.txt"}},
		{what: "Japanese kanji, which share their pairs with nothing else here", question: "読書会", want: []string{"ja.txt"}},
		{what: "katakana in half width", question: "ｶﾒﾗ", want: []string{"ja.txt"}},
		{what: "a Korean word with its particle left out", question: "도서관", want: []string{"ko.txt"}},
		{what: "Korean, decomposed", question: "\u1112\u1161\u11a8\u1100\u116d", want: []string{"ko.txt"}},
		{what: "a Thai word inside a sentence", question: "นักเรียน", want: []string{"th.txt"}},
		{what: "a Thai phrase", question: `"ห้องสมุด"`, want: []string{"th.txt"}},
		{what: "Arabic without the article", question: "مكتبة", want: []string{"ar.txt"}},
		{what: "Arabic with vowel signs", question: "الكُتُب", want: []string{"ar.txt"}},
		{what: "Hebrew", question: "ספרים", want: []string{"he.txt"}},
		{what: "Russian in another case", question: "библиотеки", want: []string{"ru.txt"}},
		{what: "Greek in capitals, without accents", question: "ΒΙΒΛΙΟΘΗΚΗ", want: []string{"el.txt"}},
		{what: "Turkish with a dotless i", question: "ırmak", want: []string{"tr.txt"}},
		{what: "Turkish with a dotted capital", question: "İZMİR", want: []string{"tr.txt"}},

		{what: "the last part of a German compound whose first part is a word too", question: "Rückstellung", want: []string{"de.txt"}},
		{what: "a German compound, in the singular", question: "Pensionsrückstellung", want: []string{"de.txt"}},
		{what: "umlauts spelled without their dots", question: "ruckstellungen", want: []string{"de.txt"}},
		{what: "a German plural", question: "Haus", want: []string{"de.txt"}},
		{what: "a German word that only begins a compound is another word", question: "Pension", want: []string{"pension.txt"}},
		{what: "French behind an elision", question: "homme élève", want: []string{"fr.txt"}},
		{what: "a French plural", question: "journal", want: []string{"fr.txt"}},
		{what: "Spanish with and without its tilde", question: "ninos montana", want: []string{"es.txt"}},
		{what: "accents make no difference", question: "naive", want: []string{"people.md"}},
		{what: "nor does their form", question: "nai\u0308ve", want: []string{"people.md"}},
		{what: "a word that two languages share", question: "cafe", want: []string{"people.md", "fr.txt"}},
		{what: "a résumé is no resume to a stemmer, but is to a reader", question: "resume", want: []string{"people.md"}},
		{what: "an English plural", question: "telescope planet", want: []string{"planets.txt"}},
		{what: "letter case", question: "BRONTË", want: []string{"people.md"}},

		{what: "an emoji", question: "👍", want: []string{"people.md"}},
		{what: "an emoji of another skin", question: "👍🏿", want: []string{"people.md"}},
		{what: "a flag", question: "🇩🇪", want: []string{"people.md"}},
		{what: "another flag", question: "🇫🇷"},
		{what: "a version whole", question: `"2026.4.10"`, want: []string{"code.md"}},
		{what: "a version by its parts, the whole first", question: "2026.4.10", want: []string{"code.md", "c.md"}},
		{what: "C++ is neither C nor C#", question: "C++", want: []string{"code.md"}},
		{what: "C# is neither C nor C++", question: "C#", want: []string{"csharp.md"}},
		{what: "C alone", question: "C", want: []string{"c.md"}},
		{what: "snake case, whole", question: "foo_bar", want: []string{"code.md"}},
		{what: "snake case, in part", question: "foo", want: []string{"code.md"}},
		{what: "snake case as two words", question: `"foo bar"`, want: []string{"code.md"}},
		{what: "camel case, in part", question: "response", want: []string{"code.md"}},
		{what: "camel case, run together", question: "parsehttpresponse", want: []string{"code.md"}},
		{what: "a flag of a program", question: "-- --dry-run", want: []string{"code.md"}},
		{what: "a name that begins with a dot", question: ".NET", want: []string{"code.md"}},
		{what: "an e-mail address", question: `"zoe.obrien@example.org"`, want: []string{"people.md"}},
		{what: "a web address", question: `"https://example.org/api/v2"`, want: []string{"csharp.md"}},
		{what: "full width letters", question: "abc123", want: []string{"wide.txt"}},
		{what: "ligatures", question: "final offer", want: []string{"wide.txt"}},
		{what: "a number with or without its commas", question: "1234567", want: []string{"wide.txt"}},

		{what: "nothing but function words", question: "to be or not to be", want: []string{"hamlet.txt", "*"}},
		{what: "function words as a phrase", question: `"to be, or not to be"`, want: []string{"hamlet.txt"}},
		{what: "a word that is nowhere", question: "Zebra"},
		{what: "punctuation alone asks for nothing", question: "?! …"},
		{what: "a long question", question: strings.Repeat("something unrelated altogether ", 400) + "telescopes", want: []string{"planets.txt"}},

		{what: "what is written, letter by letter", question: "書館では", mode: search.ModeSubstring, want: []string{"ja.txt"}},
		{what: "a pattern over another script", question: `\p{Thai}{20,}`, mode: search.ModeRegex, want: []string{"th.txt"}},
		{what: "by both, the text with the word comes first", question: "библиотека", mode: search.ModeHybrid, want: []string{"ru.txt", "*"}},
		{what: "by both, a version comes first", question: "2026.4.10", mode: search.ModeHybrid, want: []string{"code.md", "*"}},
		{what: "by both, planets", question: "planet seen through a telescope", mode: search.ModeHybrid, want: []string{"planets.txt", "*"}},
	} {
		mode := tc.mode
		if mode == "" {
			mode = search.ModeLexical
		}
		answer, err := e.Search(context.Background(), engine.SearchRequest{Query: tc.question, Mode: mode, Limit: 20})
		if err != nil {
			t.Errorf("%s: %q: %v", tc.what, tc.question, err)
			continue
		}
		var got []string
		for _, h := range answer.Hits {
			got = append(got, string(h.File))
		}
		want := tc.want
		if n := len(want); n > 0 && want[n-1] == "*" { // others may follow
			want = want[:n-1]
			got = got[:min(len(got), len(want))]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %.60q finds %v, want %v", tc.what, tc.question, got, tc.want)
		}
	}
}
