// Makes the case of an operator's samples from a case file text.
#include "harness/zoo/operator_samples.h"

#include <algorithm>
#include <array>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/zoo/case_path.h"

namespace assay {
namespace {

constexpr std::string_view kFew = "few";

std::vector<std::string> parts_of(std::string_view id) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t slash = id.find('/');
    parts.emplace_back(id.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    id.remove_prefix(slash + 1);
  }
}

bool is_family(const std::string& part) { return part == kOperatorFamily; }

}  // namespace

std::string id_of(const OperatorSamples& samples) {
  std::string id = std::string(kOperatorFamily) + "/" + samples.name + "/" + samples.dtype;
  return samples.samples == kFew ? id : id + "/" + samples.samples;
}

bool names_operator(std::string_view selector) { return is_family(parts_of(selector)[0]); }

OperatorSamples operator_samples_from(std::string_view selector) {
  const std::vector<std::string> parts = parts_of(selector);
  const bool counts = parts.size() == 3 || parts.size() == 4;
  if (!counts || !is_family(parts[0]) || !is_case_id(selector))
    throw InputError({.what = "names no operator of PyTorch's database",
                      .where = std::string(selector),
                      .expected = "op_db/NAME/DTYPE, or op_db/NAME/DTYPE/SAMPLE",
                      .next = Command{"ops", {"NAME"}}});
  return {parts[1], parts[2], parts.size() == 4 ? parts[3] : std::string(kFew)};
}

Case case_of_operator(const OperatorSamples& samples) {
  const std::string id = id_of(samples);
  const nlohmann::ordered_json source{
      {"case", id},
      {"factory", "assay_python.sources.operators:entry"},
      {"kwargs", {{"name", samples.name}, {"dtype", samples.dtype}, {"samples", samples.samples}}},
      {"replay", {{"policy", {"same_strides"}}}},  // the samples already vary the layout
      {"tiers", {"full"}}};
  // There is no file: the family stands for its path.
  Case test = read_case_text(source.dump(), std::string(kOperatorFamily)).at(0);
  test.family = kOperatorFamily;
  test.selector = id;
  test.sha256 = sha256_hex(id);
  return test;
}

}  // namespace assay
