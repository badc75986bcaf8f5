// own_capabilities: features.json and the cases of the tree.
#include "harness/methods/own_capabilities.h"

#include "harness/zoo/project.h"

namespace assay {

std::vector<CapabilityRow> own_capabilities(const std::filesystem::path& tree, const Setting& setting,
                                            const std::vector<std::string>& features) {
  const std::vector<Feature> known = features_from(tree / "harness" / "methods" / "features.json");
  return capability_table(select_features(known, features), all_cases({tree}), setting);
}

}  // namespace assay
