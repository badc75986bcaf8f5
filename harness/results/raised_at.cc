// The frames of a traceback as the worker writes them (capture/zygote/raised.cc): "FILE:LINE in FUNCTION".
#include "harness/results/raised_at.h"

#include <algorithm>

namespace assay::operators {
namespace {

constexpr std::string_view kPackage = "-packages/torch/";

/// Whether the line is "FILE:LINE in FUNCTION": a warning, too, has the place that it is of.
bool is_frame(std::string_view line) {
  const std::string_view place = line.substr(0, line.find(" in "));
  const std::size_t number = place.rfind(':') + 1;
  return place.size() < line.size() && !line.starts_with(' ') && number > 0 && number < place.size() &&
         std::ranges::all_of(place.substr(number), [](char c) { return c >= '0' && c <= '9'; });
}

/// Of "VENV/site-packages/torch/x.py:7 in f"; empty where the line is no frame in PyTorch.
std::string_view place_of_frame(std::string_view line) {
  const std::size_t package = line.find(kPackage);
  if (!is_frame(line) || package == std::string_view::npos) return "";
  return line.substr(line.find("torch/", package));
}

std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

}  // namespace

std::string raised_at(std::string_view traceback) {
  std::string_view innermost;
  while (!traceback.empty()) {
    const std::string_view line = next_line(traceback);
    if (line.starts_with("caused by ")) break;
    const std::string_view place = place_of_frame(line);
    if (!place.empty()) innermost = place;
  }
  return std::string(innermost);
}

}  // namespace assay::operators
