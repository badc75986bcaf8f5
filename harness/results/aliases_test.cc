// The alias table: equal names, and near misses.
#include "harness/results/aliases.h"

#include <set>

#include <catch2/catch.hpp>

namespace assay {
namespace {

std::string under(const char* name) { return stands_for(Name(name)).str(); }

}  // namespace

TEST_CASE("an operator with a row has the row's name and keeps its overload") {
  CHECK(under("aten._unsafe_view.default") == "aten.view.default");
  CHECK(under("aten._native_batch_norm_legit_functional.default") == "aten.native_batch_norm.default");
  CHECK(under("aten.split.Tensor") == "aten.unsafe_split.Tensor");
}

TEST_CASE("an in-place operator stands for its functional form, and then for what that stands for") {
  CHECK(under("aten.add_.Tensor") == "aten.add.Tensor");
  CHECK(under("mine.scale_.default") == "mine.scale.default");
  CHECK(under("aten._unsafe_index_put_.default") == "aten.index_put.default");
}

TEST_CASE("what only looks like a row stays itself") {
  for (const char* name :
       {"aten.view_as_real.default", "aten.native_batch_norm_backward.default", "other._unsafe_view.default",
        "aten.__ior__.Tensor", "input parameter", "fn:torch.relu", "_"})
    CHECK(under(name) == name);
}

TEST_CASE("no row leads to another, and none is there twice") {
  std::set<std::string_view> names;
  REQUIRE_FALSE(operator_aliases().empty());
  for (const OperatorAlias& alias : operator_aliases()) CHECK(names.insert(alias.name).second);
  for (const OperatorAlias& alias : operator_aliases()) CHECK_FALSE(names.contains(alias.stands_for));
}

TEST_CASE("the printed table has the rule and every row") {
  const std::string text = print_operator_aliases();
  CHECK_THAT(text, Catch::StartsWith("operators counted as one:\n  NAME_ = NAME  "));
  CHECK_THAT(text, Catch::Contains("\n  aten._unsafe_view = aten.view  a view of a tensor"));
  CHECK(static_cast<std::size_t>(std::ranges::count(text, '\n')) == operator_aliases().size() + 2);
}

}  // namespace assay
