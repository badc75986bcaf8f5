// Usual arguments: read from their table once.
#include "harness/golden_store/usual_arguments.h"

#include <algorithm>

#include "harness/golden_store/usual_arguments_table.h"

namespace assay {
namespace {

KnownArguments read_table() {
  KnownArguments usual;
  const std::string name = "usual_arguments.json";
  const JsonPlace root(JsonSource::parse(std::string(kUsualArgumentsTable), name, "git checkout " + name));
  for (const auto& [target, item] : root.members()) usual[target] = arguments_from(item);
  return usual;
}

}  // namespace

const KnownArguments& usual_arguments() {
  static const KnownArguments usual = read_table();
  return usual;
}

OrderedJson arguments_to_json(const TargetArguments& arguments) {
  OrderedJson json = OrderedJson::array();
  for (const std::string& name : arguments.names) {
    const auto text = arguments.defaults.find(name);
    json.push_back(text == arguments.defaults.end() ? OrderedJson(name)
                                                    : OrderedJson::array({name, text->second}));
  }
  return json;
}

TargetArguments arguments_from(const JsonPlace& place) {
  TargetArguments arguments;
  for (const JsonPlace& item : place.items()) {
    const bool defaulted = item.json().is_array();
    const std::vector<JsonPlace> parts = defaulted ? item.items() : std::vector{item};
    if (defaulted && parts.size() != 2) item.fail("not an argument", "NAME, or [NAME, DEFAULT]");
    const std::string& name = parts[0].text();
    if (std::ranges::find(arguments.names, name) != arguments.names.end())
      item.fail("argument is given twice", "names that differ");
    arguments.names.push_back(name);
    if (defaulted) arguments.defaults[name] = parts[1].text();
  }
  return arguments;
}

}  // namespace assay
