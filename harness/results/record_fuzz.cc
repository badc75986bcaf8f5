// libFuzzer target for a line of results.jsonl and for run.json. Built by the preset `fuzz`. ASSAY_FUZZ_TWIN
// makes a twin that reads beyond the end, a seeded defect that the run must find.
#include "harness/results/results_folder.h"
#include "harness/results/run_head.h"
#include "harness/testing/round_trip_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  test::round_trip(
      "record", text, [](std::string_view in) { return decode_record(std::string(in), "fuzz"); },
      encode_record);
  test::round_trip(
      "head", text, [](std::string_view in) { return decode_head(std::string(in), "fuzz"); }, encode_head);
  return 0;
}
