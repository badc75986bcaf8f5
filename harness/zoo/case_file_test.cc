// Case files: defaults, families, and a message per breach.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"
#include "harness/zoo/case.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Case read_one(const std::string& text) {
  const auto cases = read_case_text(text, "/m/x.json");
  REQUIRE(cases.size() == 1);
  return cases[0];
}

/// A case file with an extra key, e.g. R"("train": 1)".
std::string with(const std::string& member) { return R"({"case": "a/b", "factory": "m:f", )" + member + "}"; }

Json worker(const std::string& member) { return *read_one(with(member)).expanded; }

std::string message(const std::string& text) {
  try {
    read_case_text(text, "x.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// The message for a breach without the next command, which is always the same.
std::string breach(const std::string& member) {
  const std::string text = message(with(member));
  return text.substr(0, text.find("\n  next: assay list cases x.json"));
}

TEST_CASE("a case of two keys has every default") {
  const Case test = read_one(R"({"case": "seed/mlp", "factory": "seed.py:mlp"})");
  CHECK(test.id == "seed/mlp");
  CHECK(test.methods.size() == all_methods().size());
  CHECK(test.devices == std::vector{Device::kCpu, Device::kCuda});
  CHECK(test.tiers == std::vector<Tier>{{"default"}});
  CHECK(test.policy.level == Level::kExact);
  CHECK(
      test.expanded->dump() ==
      R"({"assay_case":1,"case":"seed/mlp","factory":"seed.py:mlp","kwargs":{},"inputs":[],"train":true,"loss":null,"dynamic":{},)"
      R"("transform":null,"reference":null,"transform_keeps_graph":false,)"
      R"("methods":["symbolic_trace","make_fx","make_fx_real","make_fx_symbolic","make_fx_plain","make_fx_core_aten",)"
      R"("make_fx_grad","precompile","dispatch","native","native_composite","aot_joint","aot_joint_compile","aot","aot_min_cut",)"
      R"("export","export_strict","dynamo"],)"
      R"("devices":["cpu","cuda"],"tiers":["default"],"limits":{"seconds":120.0,"memory_gb":6.0},"compare":{"level":"exact","commutative":false,"fold":[],)"
      R"("device_index":"compare","parameter_names":"compare"},)"
      R"("replay":{"inputs":[],"alias":[],"flip_training":false,"policy":[]},"expect":{},"folder":"/m"})");
}

TEST_CASE("every input has every default") {
  CHECK(
      worker(
          R"("inputs": [{"shape": [2, 0]}, {"shape": [], "dtype": "int64", "low": -5, "high": 5}, {"same_as": 0}])")
          ["inputs"]
              .dump() ==
      R"([{"shape":[2,0],"dtype":"float32","requires_grad":false,"memory_format":null,"low":0,"high":10},)"
      R"({"shape":[],"dtype":"int64","requires_grad":false,"memory_format":null,"low":-5,"high":5},{"same_as":0}])");
  CHECK(
      worker(
          R"("inputs": {"x": {"shape": [1,2,3,4], "memory_format": "channels_last", "requires_grad": true}})")
          ["inputs"]
              .dump() ==
      R"({"x":{"shape":[1,2,3,4],"dtype":"float32","requires_grad":true,"memory_format":"channels_last","low":0,"high":10}})");
  CHECK(worker(R"("inputs": "../inputs.py:make")")["inputs"] == "../inputs.py:make");
}

TEST_CASE("each is laid over the other keys, key by key, one case each") {
  const auto cases = read_case_text(R"({"factory": "m:f", "kwargs": {"a": 1, "b": 2}, "train": false,
      "each": [{"case": "f/one"}, {"case": "f/two", "kwargs": {"a": 3}, "train": true}]})",
                                    "/m/x.json");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].id == "f/one");
  CHECK(cases[0].expanded->at("kwargs").dump() == R"({"a":1,"b":2})");
  CHECK(cases[0].expanded->at("train") == false);
  CHECK(cases[1].id == "f/two");
  CHECK(cases[1].expanded->at("kwargs").dump() == R"({"a":3})");  // shallow: b is gone
  CHECK(cases[1].expanded->at("train") == true);
}

TEST_CASE("selections are kept in the order of their tables") {
  const Case test =
      read_one(with(R"("methods": ["aot", "make_fx"], "devices": ["cuda"], "tiers": ["smoke", "t_2"],
      "limits": {"seconds": 0.5}, "compare": {"level": "shapes"})"));
  CHECK(test.methods == std::vector{MethodId::kMakeFx, MethodId::kAot});
  CHECK(test.devices == std::vector{Device::kCuda});
  CHECK(test.tiers == std::vector<Tier>{{"smoke"}, {"t_2"}});
  CHECK(test.limits.seconds == 0.5);
  CHECK(test.limits.memory_gb == 6);
  CHECK(test.policy.level == Level::kShapes);
  CHECK(policies_on(test.policy).empty());
}

TEST_CASE("a tier may have some of a case's methods alone") {
  const Case test = read_one(
      with(R"("methods": ["aot", "make_fx", "native"], "tiers": ["t_2", {"smoke": ["native", "aot"]}])"));
  CHECK(test.tiers == std::vector<Tier>{{"t_2"}, {"smoke", {MethodId::kNative, MethodId::kAot}}});
  CHECK(test.expanded->at("tiers").dump() == R"(["t_2",{"smoke":["native","aot"]}])");
  CHECK(breach(R"("methods": ["aot"], "tiers": [{"smoke": ["native"]}])")
            .starts_with("x.json:1: tiers[0].smoke: the case does not run the method 'native'\n"));
  CHECK(breach(R"("tiers": [{"smoke": []}])").starts_with("x.json:1: tiers[0].smoke: an empty list\n"));
  CHECK(breach(R"("tiers": [{"smoke": ["aot"], "full": ["aot"]}])")
            .starts_with("x.json:1: tiers[0]: not a tier\n"));
}

TEST_CASE("policies are written as on the command line, or as JSON") {
  const Case test = read_one(
      with(R"("compare": {"commutative": true, "fold": ["alias", "detach"], "device_index": "ignore"})"));
  CHECK(test.policy.level == Level::kExact);
  CHECK(policies_on(test.policy) ==
        std::vector<std::string>{"commutative=true", "fold=alias,detach", "device_index=ignore"});
  CHECK(
      test.expanded->at("compare").dump() ==
      R"({"level":"exact","commutative":true,"fold":["alias","detach"],"device_index":"ignore","parameter_names":"compare"})");
  CHECK(breach(R"("compare": {"fold": "clone"})")
            .starts_with(
                "x.json:1: compare.fold: unknown value of a policy\n  expected: alias, detach or several"));
  CHECK(breach(R"("compare": {"strides": "ignore"})").starts_with("x.json:1: compare.strides: unknown key"));
}

TEST_CASE("an unknown key is told with file, line, path and the nearest key") {
  CHECK(message("{\"case\": \"a\",\n \"factory\": \"m:f\",\n \"inputs\": [\n  {\"shpae\": [2]}]}") ==
        "x.json:4: inputs[0].shpae: unknown key 'shpae'; did you mean 'shape'?\n"
        "  expected: one of 'shape', 'dtype', 'requires_grad', 'memory_format', 'low', 'high', 'same_as'\n"
        "  found: 'shpae'\n"
        "  next: assay list cases x.json");
  CHECK(breach(R"("trian": true)")
            .starts_with("x.json:1: trian: unknown key 'trian'; did you mean 'train'?\n"));
  CHECK(breach(R"("xyzzy": true)").starts_with("x.json:1: xyzzy: unknown key 'xyzzy'\n"));
}

TEST_CASE("what is missing is told where it should have been") {
  CHECK(message("{\"factory\": \"m:f\"}") ==
        "x.json:1: the key 'case' is missing\n  expected: 'case': an id such as 'seed/mlp'\n  next: assay "
        "list cases x.json");
  CHECK(message("{\"case\": \"a\"}").starts_with("x.json:1: the key 'factory' is missing\n"));
  CHECK(message("{\"factory\": \"m:f\",\n \"each\": [{\"case\": \"a\"},\n  {\"train\": true}]}")
            .starts_with("x.json:3: each[1]: the key 'case' is missing\n"));
}

TEST_CASE("a file without a case is an error, never an empty family") {
  CHECK(message(R"({"factory": "m:f", "each": []})")
            .starts_with("x.json:1: each: an empty list\n  expected: at least one entry\n"));
  CHECK(message("[]").starts_with("x.json:1: not an object\n"));
  CHECK(message("").starts_with("x.json:1: not JSON: "));
}

TEST_CASE("a truncated case file is told with its line") {
  CHECK(message("{\"case\": \"a\",\n \"factory\": \"m:f")
            .starts_with("x.json:2: not JSON: syntax error while parsing value"));
}

TEST_CASE("two equal ids in a family are an error") {
  CHECK(message("{\"factory\": \"m:f\", \"each\": [{\"case\": \"a\"},\n {\"case\": \"a\"}]}") ==
        "x.json:2: each[1].case: the id 'a' stands twice in this file\n  expected: an id that each[0].case "
        "does not have\n  found: \"a\"\n"
        "  next: assay list cases x.json");
}

TEST_CASE("a case id is a path that stays where it is put") {
  for (const char* id : {"a", "A/b-c_d.e/9", "..a", "a..b"})
    CHECK(read_one(R"({"factory": "m:f", "case": ")" + std::string(id) + "\"}").id == id);
  for (const char* id :
       {"", "/a", "-a", "a/", "a//b", "..", "a/../b", "./a", "a b", "a@b", "a\\\\b", "\\u00e9", "a\\n"}) {
    INFO(id);
    CHECK(message(R"({"factory": "m:f", "case": ")" + std::string(id) + "\"}")
              .starts_with("x.json:1: case: not a case id\n"));
  }
}

TEST_CASE("a REF names a module or a file, and a callable") {
  for (const char* ref : {"m:f", "a.b_c:D.e", "x.py:f", "../dir with space/x.py:f", "/abs/x.py:f"})
    CHECK(worker(R"("loss": ")" + std::string(ref) + "\"")["loss"] == ref);
  for (const char* ref : {"mean", "m", "m:", ":f", "m:f()", "a-b:f", ".py:f", "dir/x:f", "m:f g"}) {
    INFO(ref);
    CHECK(breach(R"("loss": ")" + std::string(ref) + "\"")
              .starts_with("x.json:1: loss: not a reference to a callable\n  expected: "
                           "package.module:callable or path/to/file.py:callable\n"));
  }
}

TEST_CASE("each breach of an input has its message") {
  const auto input = [](const std::string& entry) {
    return breach(R"("inputs": [{"shape": [4]}, )" + entry + "]");
  };
  CHECK(input(R"({"shape": [4], "dtype": "float31"})") ==
        "x.json:1: inputs[1].dtype: unknown dtype\n  expected: a PyTorch dtype without its prefix, such as "
        "'float32' or 'int64'\n  found: \"float31\"");
  CHECK(input(R"({"shape": [4, -1]})") ==
        "x.json:1: inputs[1].shape[1]: too small\n  expected: a whole number, 0 or more\n  found: -1");
  CHECK(input(R"({"shape": [4, 2.0]})").starts_with("x.json:1: inputs[1].shape[1]: not a whole number\n"));
  CHECK(input(R"({"shape": 4})").starts_with("x.json:1: inputs[1].shape: not a list\n"));
  CHECK(input(R"({"dtype": "int64"})").starts_with("x.json:1: inputs[1]: the key 'shape' is missing\n"));
  CHECK(input(R"({"same_as": 1})") ==
        "x.json:1: inputs[1].same_as: not an earlier input\n  expected: an index from 0 to 0\n  found: 1");
  CHECK(input(R"({"same_as": 0, "dtype": "int64"})")
            .starts_with("x.json:1: inputs[1].dtype: unknown key 'dtype'\n"));
  CHECK(input(R"({"shape": [4], "dtype": "int64", "low": 10})") ==
        "x.json:1: inputs[1]: no number lies between low and high\n  expected: low < high (defaults: 0 and "
        "10)\n"
        "  found: {\"shape\":[4],\"dtype\":\"int64\",\"low\":10}");
  CHECK(
      input(R"({"shape": [4], "low": 1})").starts_with("x.json:1: inputs[1].low: bounds are for integers\n"));
  CHECK(input(R"({"shape": [4], "memory_format": "channels_first"})")
            .starts_with("x.json:1: inputs[1].memory_format: unknown memory format\n"));
  CHECK(input(R"({"shape": [4], "memory_format": "channels_last"})")
            .starts_with("x.json:1: inputs[1].memory_format: does not fit the shape\n"));
  CHECK(input(R"({"shape": [4], "dtype": "int64", "requires_grad": true})")
            .starts_with("x.json:1: inputs[1].requires_grad: int64 has no gradient\n"));
  CHECK(breach(R"("inputs": [{"same_as": 0}])").find("this is the first input") != std::string::npos);
  CHECK(
      breach(R"("inputs": {"1x": {"shape": []}})").starts_with("x.json:1: inputs.1x: '1x' is no keyword\n"));
  CHECK(breach(R"("inputs": 3)").starts_with("x.json:1: inputs: not inputs\n"));
}

TEST_CASE("dynamic names inputs and their dimensions") {
  const std::string inputs = R"("inputs": [{"shape": [4, 3]}, {"same_as": 0}], )";
  CHECK(worker(inputs + R"("dynamic": {"1": [0, 1]})")["dynamic"].dump() == R"({"1":[0,1]})");
  CHECK(worker(R"("inputs": "m:f", "dynamic": {"any": [7]})")["dynamic"].dump() == R"({"any":[7]})");
  CHECK(breach(inputs + R"("dynamic": {"2": [0]})") ==
        "x.json:1: dynamic.2: no input is named '2'; did you mean '0', '1'?\n  expected: one of '0', '1'\n  "
        "found: [0]");
  CHECK(breach(inputs + R"("dynamic": {"1": [2]})") ==
        "x.json:1: dynamic.1[0]: no such dimension\n  expected: a dimension below 2\n  found: 2");
  CHECK(breach(inputs + R"("dynamic": {"1": [0, 0]})").starts_with("x.json:1: dynamic.1[1]: named twice\n"));
  CHECK(breach(inputs + R"("dynamic": {"1": []})").starts_with("x.json:1: dynamic.1: an empty list\n"));
}

TEST_CASE("replay has further inputs and groups that are one tensor") {
  const std::string inputs = R"("inputs": [{"shape": [4]}, {"shape": [4]}], )";
  CHECK(worker(inputs + R"("replay": {"inputs": ["m:g"], "alias": [[0, 1]]})")["replay"].dump() ==
        R"({"inputs":["m:g"],"alias":[[0,1]],"flip_training":false,"policy":[]})");
  CHECK(worker(R"("replay": {"flip_training": true})")["replay"]["flip_training"] == true);
  CHECK(worker(R"("replay": {"policy": ["kept_precision", "draw_order"]})")["replay"]["policy"].dump() ==
        R"(["kept_precision","draw_order"])");
  CHECK(breach(R"("replay": {"policy": ["kept_precison"]})")
            .starts_with("x.json:1: replay.policy[0]: unknown policy 'kept_precison'; did you mean "
                         "'kept_precision'?\n"));
  CHECK(breach(R"("replay": {"policy": ["draw_order", "draw_order"]})")
            .starts_with("x.json:1: replay.policy[1]: named twice\n"));
  CHECK(breach(R"("replay": {"flip_training": "yes"})")
            .starts_with("x.json:1: replay.flip_training: not a boolean\n"));
  CHECK(breach(inputs + R"("replay": {"alias": [[0, 2]]})")
            .starts_with("x.json:1: replay.alias[0][1]: no such input\n"));
  CHECK(breach(inputs + R"("replay": {"alias": [[0]]})")
            .starts_with("x.json:1: replay.alias[0]: not a group\n"));
}

TEST_CASE("a transform comes with its reference and with what it changes, method by method") {
  const Case test = read_one(
      R"({"case": "a", "factory": "m:f", "transform": "p.py:pass", "reference": "m:other",
          "changes": {"symbolic_trace": ["extra fn:torch.relu"], "make_fx": []}})");
  CHECK(test.transform == "p.py:pass");
  CHECK(test.changes == std::map<MethodId, std::vector<std::string>>{
                            {MethodId::kSymbolicTrace, {"extra fn:torch.relu"}}, {MethodId::kMakeFx, {}}});
  CHECK(breach(R"("reference": "m:other")") ==
        "x.json:1: reference: there is no transform\n  expected: a case with 'transform', or no "
        "'reference'\n  found: \"m:other\"");
  CHECK(breach(R"("changes": {})").starts_with("x.json:1: changes: there is no transform\n"));
  CHECK(breach(R"("transform_keeps_graph": true)")
            .starts_with("x.json:1: transform_keeps_graph: there is no transform\n"));
  CHECK(breach(R"("transform": "p:q", "transform_keeps_graph": "yes")")
            .starts_with("x.json:1: transform_keeps_graph: "));
  CHECK(breach(R"("transform": "p:q", "changes": {"make_fy": []})")
            .starts_with("x.json:1: changes.make_fy: unknown method 'make_fy'; did you mean 'make_fx'?\n"));
  CHECK(breach(R"("transform": "p:q", "methods": ["aot"], "changes": {"make_fx": []})")
            .starts_with("x.json:1: changes: the case does not run the method 'make_fx'\n"));
  CHECK(breach(R"("transform": "p:q", "changes": {"make_fx": [""]})")
            .starts_with("x.json:1: changes.make_fx[0]: "));
}

TEST_CASE("names in selections are checked, and told with the nearest") {
  CHECK(breach(R"("methods": ["make_fy"])")
            .starts_with("x.json:1: methods[0]: unknown method 'make_fy'; did you mean 'make_fx'"));
  CHECK(breach(R"("methods": [])").starts_with("x.json:1: methods: an empty list\n"));
  CHECK(breach(R"("devices": ["cpu", "cpu"])") ==
        "x.json:1: devices[1]: named twice\n  expected: each device once\n  found: \"cpu\"");
  CHECK(breach(R"("devices": ["gpu"])") ==
        "x.json:1: devices[0]: unknown device 'gpu'; did you mean 'cpu'?\n  expected: one of 'cpu', 'cuda'\n "
        " found: \"gpu\"");
  CHECK(breach(R"("tiers": ["Smoke"])").starts_with("x.json:1: tiers[0]: not a tier\n"));
  CHECK(breach(R"("tiers": [])").starts_with("x.json:1: tiers: an empty list\n"));
  CHECK(breach(R"("limits": {"seconds": 0})").starts_with("x.json:1: limits.seconds: not positive\n"));
  CHECK(breach(R"("limits": {"memory": 1})")
            .starts_with("x.json:1: limits.memory: unknown key 'memory'; did you mean 'memory_gb'?\n"));
  CHECK(breach(R"("compare": {"level": "fuzzy"})") ==
        "x.json:1: compare.level: unknown level\n  expected: 'structure', 'shapes' or 'exact'\n  found: "
        "\"fuzzy\"");
  CHECK(breach(R"("train": 1)") == "x.json:1: train: not a boolean\n  expected: true or false\n  found: 1");
  CHECK(breach(R"("kwargs": [])").starts_with("x.json:1: kwargs: not an object\n"));
  CHECK(breach(R"("assay_case": 2)") ==
        "x.json:1: assay_case: a case file of another version\n  expected: 1\n  found: 2");
}

TEST_CASE("an expectation is read with all of its parts") {
  const Case test = read_one(with(
      R"("expect": {"make_fx": [{"outcome": "raises", "exception": "GuardError", "message": "u0", "reason": "data",
      "device": "cuda:phantom", "torch": ">=2.11"}, {"outcome": "skipped", "reason": "slow"}]})"));
  const auto& entries = test.expect.at(MethodId::kMakeFx);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].outcome == Outcome::kRaises);
  CHECK(entries[0].exception == "GuardError");
  CHECK(entries[0].message == "u0");
  CHECK(entries[0].reason == "data");
  CHECK(entries[0].device == ExpectDevice::kCudaPhantom);
  CHECK(entries[0].torch.text() == ">=2.11");
  CHECK(entries[1].outcome == Outcome::kSkipped);
}

TEST_CASE("an expectation may name methods by a glob, what a method's own name says comes first") {
  const Case test = read_one(with(R"("expect": {"aot*": [{"outcome": "skipped", "reason": "shared"}],
                         "aot": [{"outcome": "diverges", "reason": "own"}]})"));
  REQUIRE(test.expect.at(MethodId::kAot).size() == 2);
  CHECK(test.expect.at(MethodId::kAot)[0].reason == "own");
  CHECK(test.expect.at(MethodId::kAotMinCut)[0].reason == "shared");
  CHECK(test.expect.count(MethodId::kDispatch) == 0);
}

TEST_CASE("each breach of an expectation has its message") {
  const auto entry = [](const std::string& text) { return breach(R"("expect": {"aot": [)" + text + "]}"); };
  CHECK(breach(R"("expect": {"aot_jiont": []})")
            .starts_with(
                "x.json:1: expect.aot_jiont: unknown method 'aot_jiont'; did you mean 'aot_joint'?\n"));
  CHECK(
      breach(R"("expect": {"tvm*": []})")
          .starts_with(
              "x.json:1: expect.tvm*: no method matches 'tvm*'\n  expected: a glob over 'symbolic_trace', "));
  CHECK(breach(R"("expect": {"aot": []})").starts_with("x.json:1: expect.aot: an empty list\n"));
  CHECK(entry(R"({"outcome": "raises", "exception": "E"})")
            .starts_with("x.json:1: expect.aot[0]: the key 'reason' is missing\n"));
  CHECK(entry(R"({"outcome": "raises", "exception": "E", "reason": " "})")
            .starts_with("x.json:1: expect.aot[0].reason: empty\n"));
  CHECK(entry(R"({"outcome": "raises", "reason": "r"})") ==
        "x.json:1: expect.aot[0]: the key 'exception' is missing\n  expected: 'exception': the exception's "
        "class name, such as 'TraceError'");
  CHECK(
      entry(R"({"outcome": "rises", "reason": "r"})")
          .starts_with("x.json:1: expect.aot[0].outcome: unknown outcome 'rises'; did you mean 'raises'?\n"));
  CHECK(entry(R"({"outcome": "crashes", "exception": "E", "reason": "r"})") ==
        "x.json:1: expect.aot[0].exception: 'crashes' ends without a Python exception\n  expected: no "
        "'exception'\n  found: \"E\"");
  CHECK(entry(R"({"outcome": "captured", "message": "m", "reason": "r"})")
            .starts_with("x.json:1: expect.aot[0].message: 'captured' has no message\n"));
  CHECK(entry(R"({"outcome": "crashes", "reason": "r", "torch": "2.11"})") ==
        "x.json:1: expect.aot[0].torch: not a range of versions\n  expected: comparisons such as "
        "'>=2.11,<2.14'\n  found: \"2.11\"");
  CHECK(entry(R"({"outcome": "crashes", "reason": "r", "device": "cuda:1"})")
            .starts_with("x.json:1: expect.aot[0].device: unknown device\n"));
}

TEST_CASE("the sha256 is that of the file's bytes and the family is its folder below models") {
  const ScratchFolder scratch;
  scratch.write("models/seed/deep/x.json", R"({"case": "a", "factory": "m:f"})");
  const Case inside = read_case_file(scratch / "models/seed/deep/x.json", scratch / "models").at(0);
  CHECK(inside.family == "seed/deep");
  CHECK(inside.sha256 == "dd688c543e7d0753953b8a2f24d4e1b7624b2125daa00ad8a1ca2a2cd45304d3");
  CHECK(inside.expanded->at("folder") == (scratch / "models/seed/deep").string());
  CHECK(read_case_file(scratch / "models/seed/deep/x.json", {}).at(0).family == ".");
  CHECK(read_case_file(scratch / "models/seed/deep/x.json", scratch / "models/seed/deep").at(0).family ==
        ".");
}

}  // namespace
}  // namespace assay
