// Reads the data file and assigns its entries to cases.
#include "harness/zoo/operator_expectations.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/strict_json/json_source.h"
#include "harness/words/glob.h"

namespace assay::operators {
namespace {

std::vector<std::string> names_in(const JsonPlace& list) {
  std::vector<std::string> names;
  list.require_nonempty_list();
  for (const JsonPlace& name : list.items()) names.push_back(name.nonempty_text());
  return names;
}

std::vector<DTypeClass> classes_in(const JsonPlace& entry) {
  if (!entry.has("dtypes")) return {kClasses.begin(), kClasses.end()};
  std::vector<DTypeClass> classes;
  for (const JsonPlace& name : entry["dtypes"].items()) {
    const auto found = kClassNames.find(name.text());
    if (!found) name.fail("not a class of dtypes", "floating, integer, bool or complex");
    classes.push_back(*found);
  }
  return classes;
}

/// Each entry must name PyTorch versions: an unbounded entry would never be found outdated. Places become
/// FILE:LINE.
ExpectationsByMethod expect_in(const JsonPlace& methods, const SharedCauses& causes,
                               const std::string& file) {
  ExpectationsByMethod expect = read_expect(methods, causes);
  for (const auto& [method, entries] : methods.members()) {
    const std::vector<JsonPlace> items = entries.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].json().is_object() || !items[i].has("torch"))
        items[i].fail_missing("no PyTorch version", "a key such as \"torch\": \">=2.15\"");
      const std::string written = fmt::format("expect.{}[{}]", method, i);
      for (auto& [id, of_method] : expect)
        for (Expectation& each : of_method)
          if (each.place == written) each.place = fmt::format("{}:{}", file, items[i].line());
    }
  }
  return expect;
}

bool is_of(const OperatorExpectation& expectation, const OperatorSamples& samples) {
  const auto dtype = dtype_from_string(samples.dtype);
  const bool in_class = dtype && std::ranges::count(expectation.classes, class_of(*dtype)) > 0;
  return in_class && std::ranges::any_of(expectation.operators, [&](const std::string& name) {
           return selects(name, samples.name);
         });
}

}  // namespace

std::vector<OperatorExpectation> operator_expectations_from(const std::filesystem::path& file) {
  const auto source = JsonSource::load(file, Command{"ops", {"--help"}});
  const JsonPlace root(source);
  root.require_keys({"assay_operators", "expect"});
  if (root.need("assay_operators").integer(1) != 1) root["assay_operators"].fail("an unknown version", "1");
  const SharedCauses causes = SharedCauses::beside(file);
  std::vector<OperatorExpectation> all;
  for (const JsonPlace& entry : root.need("expect").items()) {
    entry.require_keys({"operators", "dtypes", "expect"});
    all.push_back({names_in(entry.need("operators")), classes_in(entry),
                   expect_in(entry.need("expect"), causes, file.string())});
  }
  return all;
}

void expect_of_operators(const std::vector<OperatorExpectation>& expectations, std::vector<Case>& cases) {
  for (Case& test : cases) {
    const OperatorSamples samples = operator_samples_from(test.id);
    for (const OperatorExpectation& each : expectations)
      if (is_of(each, samples)) append_of_file(test.expect, each.expect);
  }
}

}  // namespace assay::operators
