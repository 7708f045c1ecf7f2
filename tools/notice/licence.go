package main

import "strings"

// licences names the licences in a text, by SPDX identifier, by sentences that only they have.
func licences(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(sentence string) bool { return strings.Contains(text, sentence) }
	var kinds []string
	for _, l := range []struct {
		id    string
		holds bool
	}{
		{"Apache-2.0", has("Apache License Version 2.0") || has("Apache License, Version 2.0")},
		{"MIT", has("Permission is hereby granted, free of charge, to any person obtaining a copy")},
		{"BSD-3-Clause", has("Redistribution and use in source and binary forms") && has("the name of")},
		{"BSD-2-Clause", has("Redistribution and use in source and binary forms") && !has("the name of")},
		{"ISC", has("Permission to use, copy, modify, and/or distribute this software for any purpose")},
		{"MPL-2.0", has("Mozilla Public License Version 2.0")},
	} {
		if l.holds {
			kinds = append(kinds, l.id)
		}
	}
	return kinds
}

// copyright is the first line that claims one: the sample inside the Apache text names nobody.
func copyright(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimLeft(line, " \t>*#"))
		claim, begins := strings.CutPrefix(line, "Copyright ")
		if begins && (strings.HasPrefix(strings.ToLower(claim), "(c)") || strings.HasPrefix(claim, "©") || strings.IndexAny(claim, "0123456789") == 0) {
			return line
		}
	}
	return ""
}
