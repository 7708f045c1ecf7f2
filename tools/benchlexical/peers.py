"""Index and ask one known BM25 implementation on tokens that Octavo analysed. See main.go.

    python peers.py {bm25s|tantivy} index FOLDER
    python peers.py {bm25s|tantivy} ask FOLDER LIMIT

FOLDER holds tokens.txt (a text a line) and queries.txt (a question a line), tokens divided by blanks.
Prints one JSON object: seconds and bytes of an index, or nanoseconds and ranking of each question.
"""

import json
import os
import shutil
import sys
import time

K1, B = 1.2, 0.75


def lines(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


class BM25S:
    """The default of the library: NumPy, one thread, Lucene's form of BM25."""

    def index(self, folder, place):
        import bm25s

        texts = [line.split() for line in lines(folder, "tokens.txt")]
        began = time.perf_counter()
        ranker = bm25s.BM25(method="lucene", k1=K1, b=B)
        ranker.index(texts, show_progress=False)
        ranker.save(place, show_progress=False)
        return time.perf_counter() - began

    def open(self, place):
        import bm25s

        self.ranker = bm25s.BM25.load(place)

    def ask(self, tokens, limit):
        limit = min(limit, self.ranker.scores["num_docs"])
        found, scores = self.ranker.retrieve([tokens], k=limit, show_progress=False, n_threads=0)
        return [int(i) for i, score in zip(found[0], scores[0]) if score > 0]


class Tantivy:
    """Its parameters are fixed at the same k1 and b; lengths of texts are kept in one byte."""

    def schema(self):
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_unsigned_field("line", stored=True)
        schema.add_text_field("body", tokenizer_name="whitespace", index_option="freq")
        return schema.build()

    def index(self, folder, place):
        import tantivy

        os.makedirs(place)
        began = time.perf_counter()
        writer = tantivy.Index(self.schema(), path=place).writer()
        for i, line in enumerate(lines(folder, "tokens.txt")):
            writer.add_document(tantivy.Document(line=i, body=line))
        writer.commit()
        writer.wait_merging_threads()
        return time.perf_counter() - began

    def open(self, place):
        import tantivy

        index = tantivy.Index.open(place)
        self.fields, self.searcher = index.schema, index.searcher()

    def ask(self, tokens, limit):
        from tantivy import Occur, Query

        any_of = Query.boolean_query(
            [(Occur.Should, Query.term_query(self.fields, "body", t, "freq")) for t in tokens]
        )
        hits = self.searcher.search(any_of, limit, count=False).hits
        return [self.searcher.doc(address)["line"][0] for _, address in hits]


def main():
    name, part, folder = sys.argv[1:4]
    peer = {"bm25s": BM25S, "tantivy": Tantivy}[name]()
    place = os.path.join(folder, name)
    out = {}
    if part == "index":
        shutil.rmtree(place, ignore_errors=True)
        out["seconds"] = peer.index(folder, place)
        out["bytes"] = sum(e.stat().st_size for e in os.scandir(place))
    else:
        limit = int(sys.argv[4])
        peer.open(place)
        out["nanoseconds"], out["rankings"] = [], []
        for line in lines(folder, "queries.txt"):
            tokens = line.split()
            began = time.perf_counter_ns()
            ranking = peer.ask(tokens, limit)
            out["nanoseconds"].append(time.perf_counter_ns() - began)
            out["rankings"].append(ranking)
    json.dump(out, sys.stdout)


main()
