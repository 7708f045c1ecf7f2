"""Writes the reference numbers that the tests of this folder compare with.

Needs: pip install onnxruntime==1.32.0 tokenizers==0.23.3 numpy safetensors
Run in this folder:
  python golden.py SHARED BGE.onnx BGE-tokenizer.json POTION.safetensors POTION-tokenizer.json

  bge.golden, potion.golden   fp32 vectors of the first 1000 characters of 200 Cranfield documents, as int16
  tokens.json                 texts of our own with their ids under both vocabularies
"""
import json
import sys

import numpy as np
import onnxruntime
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from texts import TEXTS

shared, bge, bge_tokenizer, potion, potion_tokenizer = sys.argv[1:]


def tokenizer(path):
    t = Tokenizer.from_file(path)
    t.no_padding()
    t.no_truncation()
    return t


bge_tokens, potion_tokens = tokenizer(bge_tokenizer), tokenizer(potion_tokenizer)

documents = []
with open(f"{shared}/ir/cranfield/corpus.jsonl") as f:
    for line in list(f)[:200]:
        d = json.loads(line)
        documents.append((d["title"] + "\n" + d["text"])[:1000])


def write(path, vectors):
    """Unit vectors as little-endian int16, 32767 for one."""
    np.round(np.array(vectors) * 32767).astype("<i2").tofile(path)


session = onnxruntime.InferenceSession(bge, providers=["CPUExecutionProvider"])
vectors = []
for text in documents:
    ids = np.array([bge_tokens.encode(text).ids])
    states = session.run(None, {
        "input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids),
    })[0]
    vectors.append(states[0, 0] / np.linalg.norm(states[0, 0]))
write("bge.golden", vectors)

table = load_file(potion)["embeddings"].astype(np.float32)
unknown = potion_tokens.token_to_id("[UNK]")
vectors = []
for text in documents:
    ids = [i for i in potion_tokens.encode(text, add_special_tokens=False).ids if i != unknown]
    mean = table[ids].mean(0)
    vectors.append(mean / np.linalg.norm(mean))
write("potion.golden", vectors)

with open("tokens.json", "w") as f:
    rows = [{
        "text": text,
        "bge": bge_tokens.encode(text, add_special_tokens=False).ids,
        "potion": potion_tokens.encode(text, add_special_tokens=False).ids,
    } for text in TEXTS]
    f.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
