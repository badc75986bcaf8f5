// assay list: cases, methods or workers, as a table or JSON. See list_capabilities.cc for capabilities.
#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/session.h"
#include "harness/check/check_plan.h"
#include "harness/run/worker.h"
#include "reports/console/columns.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  std::vector<std::string> cases, tiers;
  bool json = false;
};

Json case_object(const Case& test) {
  Json methods = Json::array(), devices = Json::array();
  Json tiers = Json::array(), checked = Json::array();
  for (const Tier& tier : test.tiers) tiers.push_back(tier.name);
  for (const MethodId id : test.methods) {
    methods.push_back(to_string(id));
    if (is_in_tier(test, id, kDefaultTier)) checked.push_back(to_string(id));
  }
  for (const Device device : test.devices) devices.push_back(to_string(device));
  return {{"id", test.id},
          {"family", test.family},
          {"file", test.file.string()},
          {"tiers", tiers},
          {"checked_by_default", !checked.empty()},
          {"methods", methods},
          {"methods_checked_by_default", checked},
          {"devices", devices},
          {"expanded", *test.expanded}};
}

std::string join(const Json& items) {
  std::string text;
  for (const Json& item : items) text += (text.empty() ? "" : ",") + item.get<std::string>();
  return text;
}

std::string as_table(const Json& rows, const std::vector<std::string>& columns) {
  std::vector<Row> table(1);
  for (const std::string& column : columns) table.front().push_back({column});
  for (const Json& row : rows) {
    Row& cells = table.emplace_back();
    for (const std::string& column : columns) {
      const Json& value = row.at(column);
      cells.push_back({value.is_array()    ? join(value)
                       : value.is_string() ? value.get<std::string>()
                                           : value.dump()});
    }
  }
  return aligned_columns(table, {}, Color::kOff);
}

void print(const Json& rows, const std::vector<std::string>& columns, const ListOptions& options) {
  std::cout << (options.json ? rows.dump(1) + "\n" : as_table(rows, columns));
}

void list_cases(const Session& session, const ListOptions& options) {
  Json rows = Json::array();
  for (const Case& test : in_tiers(select_cases(session.find(), options.cases), options.tiers))
    rows.push_back(case_object(test));
  print(rows, {"id", "tiers", "devices", "methods"}, options);
}

void list_methods(const ListOptions& options) {
  Json rows = Json::array();
  for (const Method& method : all_methods()) {
    Json expressed = Json::array(), graphs = Json::array(), keys = Json::array({"train"});
    for (const std::string_view key : method.options) keys.push_back(key);
    for (const Need need : method.expressed) expressed.push_back(to_string(need));
    for (const std::string_view graph : method.graphs) graphs.push_back(graph);
    rows.push_back({{"id", method.name},
                    {"graphs", graphs},
                    {"expresses", expressed},
                    {"options", keys},
                    {"torch", method.torch},
                    {"on_phantom", method.on_phantom()},
                    {"reference", method.assay_reason},
                    {"summary", method.summary}});
  }
  print(rows, {"id", "graphs", "expresses", "options", "torch", "summary", "reference"}, options);
}

void list_workers(const Session& session, const ListOptions& options) {
  Json rows = Json::array();
  for (const Worker& worker : all_workers(session.workers_root())) {
    rows.push_back({{"id", worker.name},
                    {"torch", worker.torch},
                    {"python", worker.python},
                    {"executable", worker.python_executable.string()}});
  }
  print(rows, {"id", "torch", "python", "executable"}, options);
}

}  // namespace

void add_list(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("list", "List cases, methods, capabilities or workers");
  command.footer("Example: assay list cases 'seed*' --json");
  command.require_subcommand();
  const auto options = std::make_shared<ListOptions>();
  Subcommand cases = command.add_subcommand("cases", "Cases of the project, families expanded");
  cases.add_option("case", options->cases, "Ids, globs, case files");
  cases.add_option("--tier", options->tiers, "Only cases with pairs of this tier").value("TIER");
  Subcommand methods = command.add_subcommand("methods", "Capture methods and what their graphs can express");
  Subcommand workers = command.add_subcommand("workers", "Workers built here");
  cases.footer("Example: assay list cases 'seed*' --json");
  methods.footer("Example: assay list methods --json");
  workers.footer("Example: assay list workers --json");
  for (Subcommand sub : {cases, methods, workers})
    sub.add_flag("--json", options->json, "Print JSON, an array of objects");
  add_list_capabilities(command, session);
  cases.callback([options, &session] { list_cases(session, *options); });
  methods.callback([options] { list_methods(*options); });
  workers.callback([options, &session] { list_workers(session, *options); });
}

}  // namespace assay
