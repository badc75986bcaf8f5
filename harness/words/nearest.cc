// nearest: optimal string alignment distance with a threshold.
#include "harness/words/nearest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

namespace assay {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::size_t edit_distance(const std::string& left, const std::string& right) {
  const std::size_t columns = right.size() + 1;
  std::vector<std::size_t> before(columns), last(columns), now(columns);
  for (std::size_t j = 0; j < columns; ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j < columns; ++j) {
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last[right.size()];
}

/// Low is near. A name that contains `wanted` counts as one edit: "resnet" finds every resnet, after exact
/// neighbours.
std::size_t score(const std::string& wanted, const std::string& name) {
  const std::size_t slash = name.rfind('/');
  std::size_t best = edit_distance(wanted, name);
  if (slash != std::string::npos) best = std::min(best, edit_distance(wanted, name.substr(slash + 1)));
  if (wanted.size() >= 3 && name.find(wanted) != std::string::npos) best = std::min<std::size_t>(best, 1);
  return best;
}

}  // namespace

std::vector<std::string> nearest(const std::string& wanted, const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3,
                        kLongest = 200;  // longer text is no typing error, and the distance is quadratic
  if (wanted.size() > kLongest) return {};
  const std::size_t limit = std::max<std::size_t>(1, wanted.size() / 3);
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const std::string& name : names) {
    const std::size_t distance = score(lower(wanted), lower(name));
    if (distance <= limit) scored.emplace_back(distance, name);
  }
  std::ranges::sort(scored);
  scored.erase(std::unique(scored.begin(), scored.end()), scored.end());
  std::vector<std::string> result;
  for (const auto& [distance, name] : scored) {
    if (result.size() == kMost) break;
    result.push_back(name);
  }
  return result;
}

std::string did_you_mean(const std::string& wanted, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : nearest(wanted, names))
    text += (text.empty() ? "; did you mean '" : ", '") + name + "'";
  return text.empty() ? text : text + "?";
}

}  // namespace assay
