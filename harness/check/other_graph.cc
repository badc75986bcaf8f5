// other_graph: the difference between two files, in a line.
#include "harness/check/other_graph.h"

#include "harness/diff/diff.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/words/same_reason.h"
#include "harness/words/utf8.h"
#include "reports/diff_text/print_diff.h"

namespace assay {

std::string told_line(std::string_view text) {
  constexpr std::size_t kMostBytes = 200;
  return shortened(first_line_of(text), kMostBytes);
}

std::optional<Otherwise> other_graph(const std::filesystem::path& first, const std::filesystem::path& now,
                                     const Policy& policy) {
  try {
    const DiffResult found =
        diff(load_captured_file(first.string()), load_captured_file(now.string()), policy);
    if (found.equal) return std::nullopt;
    return Otherwise{told_line("captures another graph: " + print_diff(found, 1)), true};
  } catch (const InputError& error) {
    return Otherwise{told_line(std::string("leaves a graph that cannot be read: ") + error.what())};
  }
}

}  // namespace assay
