// SlowDown: parses percentages.
#include "harness/bench/slow_down.h"

#include "harness/error/error.h"
#include "harness/zoo/project.h"

namespace assay::bench {

double share_from(const std::string& text, const std::string& flag) {
  std::size_t read = 0;
  double percent = -1;
  try {
    percent = std::stod(text, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || text.substr(read) != "%" || !(percent >= 0) || percent > 1000)
    throw InputError({.what = "not a share",
                      .where = flag,
                      .expected = "a number of per cent, such as 5%",
                      .found = text,
                      .next = Command{"bench", {"--help"}}});
  return percent / 100;
}

std::vector<SlowDown> slow_downs_from(const std::vector<std::string>& texts, const std::string& flag) {
  std::vector<SlowDown> all;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
      throw InputError({.what = "not a slow-down",
                        .where = flag,
                        .expected = "METHOD=SHARE, such as make_fx=10%",
                        .found = text,
                        .next = Command{"bench", {"--help"}}});
    for (const MethodId method : select_methods({text.substr(0, sign)}))
      all.push_back({method, share_from(text.substr(sign + 1), flag)});
  }
  return all;
}

}  // namespace assay::bench
