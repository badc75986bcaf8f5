// assay verdict: the verdict of a pair in a results folder, for CTest.
#include <iostream>
#include <optional>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/results/results_folder.h"
#include "reports/console/printable.h"

namespace assay {

namespace {

constexpr int kSkippedStatus = 77;  // the SKIP_RETURN_CODE of CTest

struct VerdictOptions {
  std::string test, method, device, results;
};

}  // namespace

void add_verdict(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("verdict", "One recorded pair: exit 0 green, 1 not, 77 skipped");
  command.footer(
      "Example: assay verdict seed/linear_relu --method make_fx --device cpu --results build/results");
  command.hide();  // for CTest, not for people
  const auto options = std::make_shared<VerdictOptions>();
  options->results = default_results();
  command.add_option("case", options->test).required();
  command.add_option("--method", options->method).required();
  command.add_option("--device", options->device).required();
  command.add_option("--results", options->results);
  command.callback([options, &session] {
    const std::optional<MethodId> method = method_from_string(options->method);
    const std::optional<Device> device = device_from_string(options->device);
    const std::optional<PairResult> found =
        method && device ? read_record(options->results, {options->test, *method, *device}) : std::nullopt;
    if (!found) {
      throw InputError(
          {.what = "no record of " + options->test + " " + options->method + " " + options->device,
           .where = options->results,
           .next =
               Command{"check", {options->test, "--methods", options->method, "--device", options->device}}});
    }
    std::cout << printable(one_line(*found) + "\n" + found->explanation);
    const bool skipped = found->verdict == Verdict::kSkipped;
    session.status = skipped                    ? static_cast<ExitStatus>(kSkippedStatus)
                     : is_green(found->verdict) ? ExitStatus::kGreen
                                                : ExitStatus::kRed;
  });
}

}  // namespace assay
