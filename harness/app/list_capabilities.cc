// assay list capabilities: the result of each capture method for each feature, as declared by Assay's own
// cases.
#include <iostream>
#include <unistd.h>

#include "harness/app/session.h"
#include "harness/app/workers.h"
#include "harness/check/check_plan.h"
#include "harness/error/error.h"
#include "harness/methods/own_capabilities.h"
#include "harness/run/gpu.h"
#include "reports/capability_sheet/capability_sheet.h"

namespace assay {

namespace {

struct CapabilityOptions {
  std::vector<std::string> methods, features;
  std::string format = "text";
  bool json = false;
};

Version version_of(const Session& session) {
  if (!session.torch.empty()) {
    const auto version = version_from_string(session.torch);
    if (!version)
      throw InputError({"not a version of PyTorch", "--torch", "MAJOR.MINOR.PATCH such as 2.15.0",
                        session.torch, Command{"list", {"workers"}}});
    return *version;
  }
  if (all_workers(session.workers_root()).empty()) return kLaterThanAny;
  return torch_of(chosen_worker(session));
}

void list_capabilities(const Session& session, const CapabilityOptions& options) {
  const Setting setting{version_of(session), find_gpu() == Gpu::kAbsent};
  const CapabilitySheet sheet{setting, select_methods(options.methods),
                              own_capabilities(session.own_tree(), setting, options.features)};
  const Color color = session.color_on(STDOUT_FILENO);
  const bool detailed = !options.methods.empty() || !options.features.empty();
  if (options.json || options.format == "json") {
    std::cout << capability_json(sheet);
  } else if (options.format == "markdown") {
    std::cout << capability_markdown(sheet);
  } else {
    std::cout << (detailed ? capability_details(sheet, color) : capability_text(sheet, color));
  }
}

}  // namespace

void add_list_capabilities(Subcommand list, Session& session) {
  Subcommand command =
      list.add_subcommand("capabilities", "Which method captures which feature of a program");
  command.footer("Example: assay list capabilities --feature numpy");
  const auto options = std::make_shared<CapabilityOptions>();
  command.add_option("--methods,--method", options->methods, "Only these methods, with reasons")
      .value("METHOD")
      .comma_separated();
  command
      .add_option("--features,--feature", options->features,
                  "Only these features (ids or globs), with reasons")
      .value("FEATURE")
      .comma_separated();
  command.add_option("--format", options->format, "Output format").one_of({"text", "markdown", "json"});
  command.add_flag("--json", options->json, "Same as --format json");
  command.callback([options, &session] { list_capabilities(session, *options); });
}

}  // namespace assay
