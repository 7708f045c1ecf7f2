package main

import (
	"strings"
	"testing"
)

func TestALicenceIsKnownByItsOwnSentences(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"MIT, broken over lines", "Permission is hereby granted, free\n of charge, to any person obtaining a copy of", "MIT"},
		{"Apache's whole text", "   Apache License\n   Version 2.0, January 2004", "Apache-2.0"},
		{"three clauses", "Redistribution and use in source and binary forms are\n\n* Neither the name of the owner", "BSD-3-Clause"},
		{"two clauses", "Redistribution and use in source and binary forms are permitted", "BSD-2-Clause"},
		{"two licences in one file", "Apache License, Version 2.0\n\nPermission is hereby granted, free of charge, to any person obtaining a copy", "Apache-2.0 MIT"},
		{"a text of nobody's", "Do as you like.", ""},
	} {
		if got := strings.Join(licences(tc.text), " "); got != tc.want {
			t.Errorf("%s: licences = %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestTheCopyrightIsTheFirstLineThatClaimsOne(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"past the Apache text's sample", "Copyright [yyyy] [name of copyright owner]\n  Copyright 2016 The Authors\nCopyright 2020 Others", "Copyright 2016 The Authors"},
		{"no year", "Copyright (c) An Author", "Copyright (c) An Author"},
		{"quoted", "> Copyright © 2011 An Author", "Copyright © 2011 An Author"},
		{"a sentence about it", "Copyright notices must stay.", ""},
	} {
		if got := copyright(tc.text); got != tc.want {
			t.Errorf("%s: copyright = %q, want %q", tc.name, got, tc.want)
		}
	}
}
