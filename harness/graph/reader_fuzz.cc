// The graph-file readers under libFuzzer: JSON, the text form and the head of a golden. Built by the preset
// `fuzz`. ASSAY_FUZZ_TWIN builds a twin that reads past an end, which the run must detect.
#include "harness/graph/golden_text.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/round_trip_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  test::round_trip(
      "JSON", text, [](std::string_view in) { return read_graph_file(in, "fuzz"); }, write_graph_file);
  test::round_trip(
      "text", text, [](std::string_view in) { return parse_text(in, "fuzz"); }, print_text);
  test::round_trip(
      "golden", text, [](std::string_view in) { return read_golden_text(in, "fuzz"); }, write_golden_text);
  return 0;
}
