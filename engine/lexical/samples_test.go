package lexical

// englishProse is prose with an ordinary share of names and numbers.
const englishProse = `The committee met twice in the spring of 2025 to review how the archive had been kept. Its members
found that most of the older records could still be read, although the paper had yellowed and several
boxes had been stored too close to a heating pipe. "We shouldn't wait another ten years," said Dr. Hale,
who has run the reading room since 1998; the company's offer to pay for new shelves was accepted on the spot.
A second report, due in October, will deal with the photographs: about 14,000 prints and negatives, of which
fewer than a third have ever been catalogued. Visitors who want to see them must for now write in advance.
`
