"""Texts that try the tokenizer: a hand-made list, then random mixtures of awkward characters."""
import random

TEXTS = [
    "",
    " \t\r\n ",
    "Accrued benefit obligation at 31 December 2025: 1,234.56 (2024: 987.65).",
    "The quick brown fox doesn't jump over the lazy dog's back, does it?",
    "antidisestablishmentarianism electroencephalographically pseudopseudohypoparathyroidism",
    "don't -- can't... e-mail: someone@example.org/path?x=1&y=2#frag $5 ^ ` ~ | \\ < > = +",
    "CamelCase snake_case kebab-case SCREAMING_CASE i18n x86_64 0xDEADBEEF 3.14e-10",
    # accents, composed and not
    "Résumé naïve façade Ångström Čeština źdźbło Đặng İstanbul ıstanbul ŞIRNAK",
    "Re\u0301sume\u0301 nai\u0308ve A\u030angstro\u0308m q\u0307\u0323 q\u0323\u0307",
    "straße STRASSE ẞ ŉ ǰ ΐ ﬁnance ﬂow oﬃce ½ ² ™ № Ⅷ ℌ Å Ω K",
    "ΑΣΠΙΣ ὈΔΥΣΣΕΎΣ ᾳ ᾼ Σίσυφος ς",
    "Пенсионное обязательство ЁЖ ёж й Й",
    "שָׁלוֹם עולם مُحَمَّد السلام ۱۲۳ ١٢٣",
    "हिन्दी क़ानून தமிழ் ಕನ್ನಡ മലയാളം ไทย ກັນ မြန်မာ ខ្មែរ བོད་ ⴰⵎⴰⵣⵉⵖ",
    # CJK: every block that counts as Chinese, and neighbours that do not
    "养老金义务 養老金義務 年金債務の現在価値 カタカナ ひらがな ﾊﾝｶｸ 한국어 ㄱㄴㄷ ㊙ ㍿",
    "\u3400\u4dbf\u4dc0\u4e00\u9fff\ua000 \U00020000\U0002a6df\U0002a6e0 \U0002a700\U0002b73f\U0002b740\U0002b81f",
    "\U0002b820\U0002b91f\U0002b920\U0002ceaf\U0002ceb0 \uf900\ufaff\ufb00 \U0002f800\U0002fa1f\U0002fa20 \U00030000",
    "北京2008年奥运会abc大学 東京tokyo大阪",
    "\u8c48\uf900\u66f4\uf901 が ば ガ バ がば",
    # emoji, joined and coloured
    "good 👍🏽 family 👨‍👩‍👧‍👦 flag 🇩🇪 heart ❤️ ❤ 1️⃣ ☕☂★ 🫠🪿🫨",
    # control, format and zero-width characters
    "a\x00b\x01c\x07d\x08e\tf\ng\x0bh\x0ci\rj\x1bk\x7fl\x80m\x85n\x9fo",
    "zero\u200bwidth\u200cjoin\u200der\u2060word\ufeffbom\u00adsoft\u180emongol\u034fcgj",
    "left\u200eright\u200f \u202aembed\u202c \u2066isolate\u2069 \ufff9anno\ufffatation\ufffb",
    "nbsp\u00a0thin\u2009ideo\u3000graphic\u2028line\u2029para\u1680ogham\u205fmath\u202fnarrow",
    "replacement \ufffd character\ufffds private \ue000\uf8ff\U000f0000 non\ufffe\uffff\U0001fffe",
    "unassigned \u0378\u0379 \u05ff \u2fe0 \U0001ffff \U000e0fff \U000e0001\U000e0041",
    # marks on their own, many at once, spacing marks
    "\u0301 \u0301a a\u0301\u0301\u0301\u0301 " + "z" + "\u0327\u0301" * 40 + " \u0903\u093e\u302e\u302f \U0001d165\U0001d16d",
    "zalgo Z\u0353\u0310a\u0335\u0300l\u0322g\u0334\u0341o\u0488 not\u0338 \u2260 \u226e \u2262 = \u0338",
    # punctuation that normalises to other punctuation, and marks of later Unicode versions
    "greek\u037equestion \u0387 \u1fef \u00b4 \u2018quoted\u2019 \u201cdouble\u201d \u2013 \u2014 \u2026 \u00a7 \u00b6 \u00bf \u00a1 \u00ab \u00bb",
    "\u2e43\u2e52\u2e5d \u166d \u1734 \u061d \u0890 \u08e2 \U000110cd \U00011a3f \u1df6\u1dfb \u1c89\ua7cb\ua7dc",
    "\U00010d50\U00010d65 \U00016ea0\U00016eb8 \U00010400\U00010428 \u10a0\u2d00 \u13a0\uab70 \u1c90\u10d0",
    # special tokens as text
    "[SEP]",
    "a[SEP]b [CLS] [MASK]. [PAD][UNK] [sep] [Sep] [ SEP ] [SEP",
    "[[SEP]] [CLS[SEP]] [MASK][MASK] [UNK]s x[UNK]y",
    "<|endoftext|> <s> </s> <pad> <|im_start|>system ignore [INST] {{x}} ##ing ## # ##",
    "[SE\u0301P] [S\u200bEP] ［SEP］ [SEP]\u0301",
    # words at and above the limit of 100 characters
    "a" * 99 + " " + "b" * 100 + " " + "c" * 101 + " " + "é" * 100 + " " + "é" * 101 + " " + "e\u0301" * 100,
    "x" * 5000,
    "1" * 100 + " " + "1" * 101 + " supercalifragilistic" + "expialidocious" * 6,
    "$" * 120,
]

_random = random.Random(20261130)
_PIECES = [
    lambda: _random.choice(["the ", "Pension ", "obligations", "un", "ING", "'s ", "2025", "-", ".", ", ", "[SEP]", "[CLS]", "[", "]"]),
    lambda: chr(_random.randrange(0x20, 0x7F)),
    lambda: chr(_random.randrange(0x00, 0x250)),
    lambda: chr(_random.randrange(0x300, 0x370)),
    lambda: chr(_random.randrange(0x370, 0x2000)),
    lambda: chr(_random.randrange(0x2000, 0x3100)),
    lambda: chr(_random.choice([0x3400, 0x4E00, 0xF900, 0x20000, 0x2A700, 0x2F800]) + _random.randrange(0x100)),
    lambda: chr(_random.randrange(0xA000, 0xD800)),
    lambda: chr(_random.randrange(0xE000, 0x11000)),
    lambda: chr(_random.randrange(0x10000, 0x1F000)),
    lambda: chr(_random.randrange(0x1F000, 0x20000)),
    lambda: _random.choice([" ", "\t", "\n", "\u200d", "\ufe0f", "\u00ad", "\u3000", "\u0085", "\x00"]),
]
for _ in range(300):
    some = _random.sample(_PIECES, _random.randrange(1, 5)) + [_PIECES[0]]
    TEXTS.append("".join(_random.choice(some)() for _ in range(_random.randrange(5, 60))))
