"""Computes with trec_eval, through its Python binding, the numbers that TestMeasuresEqualTrecEval
expects, and writes the synthetic runs that they are computed from.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install pytrec_eval-terrier==0.5.11
    /tmp/venv/bin/python golden.py [folder of the Cranfield collection]

With a folder, that holds corpus.jsonl, queries.jsonl and qrels.tsv, cranfield.tsv is written as
well: means over runs that the test makes again from the collection by the same rules.
"""
import json
import math
import pathlib
import random
import re
import struct
import sys

import pytrec_eval

HERE = pathlib.Path(__file__).parent
MEASURES = {  # ours: trec_eval's, asked for, and answered
    "ndcg": ("ndcg", "ndcg"),
    "ndcg@5": ("ndcg_cut.5", "ndcg_cut_5"),
    "ndcg@10": ("ndcg_cut.10", "ndcg_cut_10"),
    "recall@5": ("recall.5", "recall_5"),
    "recall@20": ("recall.20", "recall_20"),
    "p@1": ("P.1", "P_1"),
    "p@5": ("P.5", "P_5"),
    "mrr": ("recip_rank", "recip_rank"),
    "map": ("map", "map"),
    "map@10": ("map_cut.10", "map_cut_10"),
    "success@1": ("success.1", "success_1"),
    "success@5": ("success.5", "success_5"),
}


def float32(score):
    return struct.unpack("f", struct.pack("f", score))[0]


def cut(run, depth):
    """The run that trec_eval sees when it looks at depth ranks."""
    def order(hits):
        return sorted(hits.items(), key=lambda hit: (float32(hit[1]), hit[0].encode()), reverse=True)
    return {query: dict(order(hits)[:depth]) for query, hits in run.items()}


def evaluate(qrels, run):
    """{measure: {query: value}} over all judged queries; a query that the run lacks has 0."""
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {asked for asked, _ in MEASURES.values()})
    by_query = evaluator.evaluate(run)
    values = {ours: {q: by_query.get(q, {}).get(theirs, 0.0) for q in qrels} for ours, (_, theirs) in MEASURES.items()}
    shallow = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(cut(run, 10))
    values["mrr@10"] = {q: shallow.get(q, {}).get("recip_rank", 0.0) for q in qrels}
    return values


def write_golden(path, qrels, runs, by_query):
    with open(path, "w") as out:
        for name, run in runs.items():
            for measure, values in evaluate(qrels, run).items():
                rows = dict(values) if by_query else {}
                rows["all"] = sum(values.values()) / len(values)
                for query, value in rows.items():
                    out.write(f"{name}\t{measure}\t{query}\t{value:.12f}\n")


def synthetic():
    draw = random.Random(4)
    documents = [f"d{i}" for i in range(60)]
    qrels = {f"q{i}": {d: draw.choice([-1, 0, 1, 1, 2, 3]) for d in draw.sample(documents, draw.randint(1, 25))} for i in range(40)}
    qrels["q3"] = {"d1": 0, "d2": -1}  # no relevant document
    runs = {}
    for name, score in {
        "ties": lambda: draw.randint(0, 4),                  # many equal scores
        "near": lambda: 1 + draw.randint(0, 4) * 1e-9,       # different in 64 bits, equal in 32
        "gaps": lambda: draw.uniform(-3, 3),                 # negative scores, queries left out
    }.items():
        runs[name] = {
            q: {d: float(score()) for d in draw.sample(documents + ["unjudged1", "unjudged2"], draw.randint(1, 40))}
            for q in qrels if name != "gaps" or draw.random() < .8
        }
    runs["gaps"]["unjudged-query"] = {"d1": 1.0}
    with open(HERE / "qrels.txt", "w") as out:
        for q, judged in qrels.items():
            for d, grade in judged.items():
                out.write(f"{q} 0 {d} {grade}\n")
    for name, run in runs.items():
        with open(HERE / f"{name}.run", "w") as out:
            for q, hits in run.items():
                for rank, (d, score) in enumerate(hits.items()):
                    out.write(f"{q} Q0 {d} {rank} {score!r} {name}\n")
    write_golden(HERE / "synthetic.tsv", qrels, runs, by_query=True)


def words(text):
    return set(re.findall("[a-z0-9]+", text.lower()))


def cranfield(folder):
    read = lambda name: [json.loads(line) for line in open(folder / name)]
    texts = {d["_id"]: words(d["title"] + " " + d["text"]) for d in read("corpus.jsonl")}
    qrels = {}
    for line in open(folder / "qrels.tsv").read().splitlines()[1:]:
        q, d, grade = line.split("\t")
        qrels.setdefault(q, {})[d] = int(grade)
    runs = {"words": {}, "share": {}, "noise": {}}
    for q in read("queries.jsonl"):
        query, asked = q["_id"], words(q["text"])
        shared = {d: float(len(asked & text)) for d, text in texts.items() if asked & text}
        runs["words"][query] = shared
        runs["share"][query] = {d: n / math.sqrt(len(texts[d])) for d, n in shared.items() if int(d) % 7}
        if int(query) % 10:
            runs["noise"][query] = shared | {f"unjudged{i}": float(i) for i in range(10)}
    write_golden(HERE / "cranfield.tsv", qrels, {name: cut(run, 100) for name, run in runs.items()}, by_query=False)


synthetic()
if len(sys.argv) > 1:
    cranfield(pathlib.Path(sys.argv[1]))
