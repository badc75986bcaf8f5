// Globs by fnmatch(3).
#include "harness/words/glob.h"

#include <fnmatch.h>
#include <string>

namespace assay {

bool is_glob(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

bool glob_matches(std::string_view pattern, std::string_view text) {
  return fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), FNM_NOESCAPE) == 0;
}

bool selects(std::string_view selector, std::string_view name) {
  return selector == name || glob_matches(selector, name);
}

}  // namespace assay
