// capability_json: features and their cells as JSON.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "reports/capability_sheet/capability_sheet.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json cell_json(const Feature& feature, MethodId id, Device device, const DeclaredOutcome& cell) {
  Json expressed = nullptr;
  if (feature.proves) expressed = expresses(to_string(id), *feature.proves);
  return {{"method", to_string(id)},     {"device", to_string(device)}, {"outcome", to_string(cell.outcome)},
          {"exception", cell.exception}, {"message", cell.message},     {"reason", cell.reason},
          {"expresses", expressed}};
}

}  // namespace

std::string capability_json(const CapabilitySheet& sheet) {
  Json features = Json::array();
  for (const CapabilityRow& row : sheet.rows) {
    Json cells = Json::array();
    for (const auto& [place, cell] : row.cells) {
      const auto& [id, device] = place;
      if (std::ranges::count(sheet.methods, id) > 0)
        cells.push_back(cell_json(row.feature, id, device, cell));
    }
    features.push_back({{"feature", row.feature.id},
                        {"group", row.feature.group},
                        {"means", row.feature.means},
                        {"probe", row.feature.probe},
                        {"issue", row.feature.issue},
                        {"unlike", row.feature.unlike},
                        {"twin", row.feature.twin},
                        {"unprobed", row.feature.unprobed},
                        {"cells", cells}});
  }
  return features.dump(1) + "\n";
}

}  // namespace assay
