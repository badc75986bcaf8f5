// JsonSource: lines, paths, and text that is not JSON.
#include "harness/strict_json/json_source.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

JsonPlace parse(const std::string& text) { return JsonPlace(JsonSource::parse(text, "x.json", "fix it")); }

template <typename Act>
std::string message(Act act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("a message has file, line, path, expected, found and next") {
  const JsonPlace root = parse("{\n \"a\": [1,\n  {\"b\":\n   7\n  }]}");
  CHECK(message([&] { root["a"].items()[1]["b"].text(); }) ==
        "x.json:3: a[1].b: not a string\n  expected: a string\n  found: 7\n  next: fix it");
}

TEST_CASE("a number that ends its line is on that line, not the next") {
  const JsonPlace root = parse("[1\n,2\n\n,3\n]");
  CHECK(message([&] { root.items()[0].text(); }).starts_with("x.json:1: [0]:"));
  CHECK(message([&] { root.items()[1].text(); }).starts_with("x.json:2: [1]:"));
  CHECK(message([&] { root.items()[2].text(); }).starts_with("x.json:4: [2]:"));
}

TEST_CASE("a duplicate key is an error that names both lines") {
  CHECK(message([] { parse("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"); }) ==
        "x.json:3: the key 'a' stands twice\n  expected: each key once\n  found: the first one on line 1\n  "
        "next: fix it");
}

TEST_CASE("an unknown key is told with the nearest known one") {
  CHECK(message([] {
          parse("{\"shpae\": 1}").require_keys({"dtype", "shape"});
        }) ==
        "x.json:1: shpae: unknown key 'shpae'; did you mean 'shape'?\n  expected: one of 'dtype', 'shape'\n  "
        "found: 'shpae'\n  next: fix it");
  CHECK(message([] { parse("{\"shape\": 1}").require_keys({"dtype", "shape"}); }) == "no error");
}

TEST_CASE("a truncated text, an empty one and a second root are errors with the line") {
  CHECK(message([] {
          parse("{\"a\":\n [1,");
        }).starts_with("x.json:2: not JSON: syntax error while parsing value"));
  CHECK(message([] { parse(""); }).find("found: the end of the file") != std::string::npos);
  CHECK(message([] { parse("{}\n{}"); }).starts_with("x.json:2: not JSON: "));
  CHECK(message([] { parse("{} x"); }).starts_with("x.json:1: not JSON: "));
  CHECK(message([] { parse("{\"a\": 1e999}"); }).starts_with("x.json:1: not JSON: "));
  CHECK(message([] { parse("\"\xff\""); }).starts_with("x.json:1: not JSON: "));
}

TEST_CASE("nesting is read to depth 64 and refused beyond") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(message([&] { parse(nested(64)); }) == "no error");
  CHECK(message([&] { parse(nested(65)); }) ==
        "x.json:1: nested too deeply\n  expected: at most 64 levels\n  found: more\n  next: fix it");
  CHECK(message([&] { parse(std::string(1000000, '[')); }).starts_with("x.json:1: nested too deeply"));
}

TEST_CASE("numbers are read strictly") {
  const JsonPlace root =
      parse("{\"i\": 3, \"n\": -1, \"f\": 3.0, \"z\": 0, \"big\": 18446744073709551615, \"t\": true}");
  CHECK(root["i"].integer(0) == 3);
  CHECK(root["n"].integer(-1) == -1);
  CHECK(root["i"].positive_number() == 3.0);
  CHECK(message([&] { root["n"].integer(0); }) ==
        "x.json:1: n: too small\n  expected: a whole number, 0 or more\n  found: -1\n  next: fix it");
  CHECK(message([&] { root["f"].integer(0); }).find("n: not a whole number") == std::string::npos);
  CHECK(message([&] { root["f"].integer(0); }).starts_with("x.json:1: f: not a whole number"));
  CHECK(message([&] { root["t"].integer(0); }).starts_with("x.json:1: t: not a whole number"));
  CHECK(message([&] { root["big"].integer(0); }).starts_with("x.json:1: big: too large"));
  CHECK(message([&] { root["z"].positive_number(); }).starts_with("x.json:1: z: not positive"));
}

TEST_CASE("a long value is cut in a message, never inside a character") {
  std::string text = "[\"";
  for (int i = 0; i < 100; ++i) text += "\xc3\xa9";
  const std::string told = message([&] { parse(text + "\"]").items()[0].boolean(); });
  CHECK(told.find("\xc3\xa9...") != std::string::npos);
  CHECK(told.size() < 200);
}

TEST_CASE("an absent file and a folder are errors that say so") {
  const ScratchFolder scratch;
  CHECK(message_of<InputError>(scratch, [&] { JsonSource::load(scratch / "x.json", "look"); }) ==
        "SCRATCH/x.json: no such file\n  expected: a JSON file\n  found: nothing\n  next: look");
  CHECK(message_of<InputError>(scratch, [&] { JsonSource::load(scratch.root(), "look"); }) ==
        "SCRATCH: not a file\n  expected: a JSON file\n  found: a folder or device\n  next: look");
}

TEST_CASE("a text that is one line of a file is told by that file's line") {
  const JsonPlace root(JsonSource::parse("{\"a\": 1}", "y.jsonl:7", "next", Lines::kOne));
  CHECK(message([&] { root["a"].text(); }).starts_with("y.jsonl:7: a: not a string"));
}

}  // namespace
}  // namespace assay
