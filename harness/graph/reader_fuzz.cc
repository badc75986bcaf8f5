// The graph-file readers under libFuzzer: any bytes are refused by an InputError or read as a model that
// round-trips. Built by the preset `fuzz`; ASSAY_FUZZ_TWIN makes the twin that reads beyond an end, which the
// run must notice.
#include <cstdlib>
#include <iostream>

#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

#ifdef ASSAY_FUZZ_TWIN
constexpr std::size_t kBeyond = 1;
#else
constexpr std::size_t kBeyond = 0;
#endif

/// Touches all nodes; the twin one more. The copy has no spare room, so that the sanitizer must notice.
std::size_t outputs_of(const GraphFile& file) {
  std::size_t outputs = 0;
  for (const Graph& graph : file.graphs) {
    const std::vector<Node> nodes(graph.nodes);
    const std::size_t end = nodes.empty() ? 0 : nodes.size() + kBeyond;
    for (std::size_t id = 0; id < end; ++id) outputs += nodes.data()[id].outputs.size();
  }
  return outputs;
}

template <typename Read, typename Write>
void round_trip(std::string_view what, std::string_view text, Read read, Write write) {
  GraphFile file;
  try {
    file = read(text);
  } catch (const InputError&) {
    return;
  }
  const std::string once = write(file);
  const std::string twice = write(read(once));  // an InputError from here ends the run: we wrote that
  if (once == twice && outputs_of(file) <= once.size()) return;
  std::cerr << what << " does not round-trip\n--- once\n" << once << "\n--- twice\n" << twice << '\n';
  std::abort();
}

}  // namespace
}  // namespace assay

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  round_trip(
      "JSON", text, [](std::string_view in) { return read_graph_file(in, "fuzz"); }, write_graph_file);
  round_trip(
      "text", text, [](std::string_view in) { return parse_text(in, "fuzz"); }, print_text);
  return 0;
}
