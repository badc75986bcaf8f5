// nearest and globs: names as people type them.
#include "harness/words/nearest.h"

#include <catch2/catch.hpp>

#include "harness/words/glob.h"

namespace assay {
namespace {

using Names = std::vector<std::string>;

const Names kIds{"seed/mlp", "seed/lstm", "torchvision/resnet18", "torchvision/resnet34", "timm/vit_tiny"};

TEST_CASE("a slip of the finger is near") {
  CHECK(nearest("shpae", {"dtype", "shape", "low"}) == Names{"shape"});
  CHECK(nearest("Seed/MLP", kIds) == Names{"seed/mlp"});
  CHECK(nearest("torchvision/resnet81", kIds) == Names{"torchvision/resnet18", "torchvision/resnet34"});
}

TEST_CASE("the last component of an id is enough") {
  CHECK(nearest("lstn", kIds) == Names{"seed/lstm"});
  CHECK(nearest("resnet", kIds) == Names{"torchvision/resnet18", "torchvision/resnet34"});
}

TEST_CASE("at most three names, nearest first, each once") {
  CHECK(nearest("abcd", {"abxx", "abce", "abcd1", "abcdx", "abcd1"}) == Names{"abcd1", "abcdx", "abce"});
}

TEST_CASE("what is not near is not offered") {
  CHECK(nearest("xyzzy", kIds).empty());
  CHECK(nearest("", {"a", "bb"}) == Names{"a"});
  CHECK(nearest("mlp", {}).empty());
  CHECK(nearest(std::string(100000, 'a'), {std::string(100000, 'b')}).empty());
}

TEST_CASE("the end of a message names what is near, or nothing") {
  CHECK(did_you_mean("lstn", kIds) == "; did you mean 'seed/lstm'?");
  CHECK(did_you_mean("resnet", kIds) == "; did you mean 'torchvision/resnet18', 'torchvision/resnet34'?");
  CHECK(did_you_mean("xyzzy", kIds).empty());
}

TEST_CASE("a star also matches slashes") {
  CHECK(glob_matches("seed*", "seed/mlp"));
  CHECK(glob_matches("*/resnet*", "torchvision/resnet18"));
  CHECK(glob_matches("*", ""));
  CHECK(glob_matches("a*b*c", "a/xb/b-c"));
  CHECK_FALSE(glob_matches("seed*", "torch/seed"));
  CHECK_FALSE(glob_matches("a*b*c", "a/xb/b-d"));
}

TEST_CASE("a question mark is one character and brackets are one of a set") {
  CHECK(glob_matches("resnet1?", "resnet18"));
  CHECK_FALSE(glob_matches("resnet1?", "resnet1"));
  CHECK(glob_matches("resnet[13]*", "resnet34"));
  CHECK_FALSE(glob_matches("resnet[13]*", "resnet50"));
  CHECK(glob_matches("v[0-9]", "v7"));
  CHECK_FALSE(glob_matches("v[0-9]", "vx"));
  CHECK(glob_matches("v[!0-9]", "vx"));
  CHECK_FALSE(glob_matches("v[!0-9]", "v7"));
}

TEST_CASE("an unclosed bracket is a plain character, and no pattern runs off its end") {
  CHECK(glob_matches("a[b", "a[b"));
  CHECK_FALSE(glob_matches("a[b", "ab"));
  CHECK_FALSE(glob_matches("[", ""));
  CHECK_FALSE(glob_matches("[!", "x"));
  CHECK_FALSE(glob_matches("", "x"));
}

TEST_CASE("a name with brackets selects itself, and what it matches as a glob") {
  CHECK_FALSE(glob_matches("a[b]", "a[b]"));
  CHECK(selects("a[b]", "a[b]"));
  CHECK(selects("a[b]", "ab"));
  CHECK_FALSE(selects("a[b]", "ac"));
}

TEST_CASE("a glob is told from a name") {
  CHECK(is_glob("seed*"));
  CHECK_FALSE(is_glob("seed/mlp"));
}

}  // namespace
}  // namespace assay
