// libFuzzer target for case files: accepted cases have valid ids and expand to the same text again. Built by
// the preset `fuzz`. ASSAY_FUZZ_TWIN makes a twin that reads beyond the end, a seeded defect that the run
// must find.
#include <nlohmann/json.hpp>

#include "harness/testing/round_trip_fuzz.h"
#include "harness/zoo/case.h"
#include "harness/zoo/case_path.h"

namespace assay {
namespace {

std::vector<Case> read(std::string_view text) { return read_case_text(std::string(text), "fuzz/case.json"); }

std::string expanded(const std::vector<Case>& cases) {
  std::string all;
  for (const Case& test : cases) {
    if (!is_case_id(test.id)) throw std::logic_error("an id that is none: " + test.id);
    all += test.id + ' ' + test.expanded->dump() + '\n';
  }
  return all;
}

}  // namespace
}  // namespace assay

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string first;
  try {
    first = assay::expanded(assay::read(text));
  } catch (const assay::Error&) {
    return 0;
  }
  if (first != assay::expanded(assay::read(text)) || !assay::test::is_whole(first)) std::abort();
  return 0;
}
