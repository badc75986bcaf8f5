// assay fuzz: silent errors found by generated programs.
#include <memory>

#include "harness/app/fuzz_run.h"
#include "harness/check/check_plan.h"

namespace assay {
namespace {

/// As typed.
struct FuzzLine {
  std::vector<std::string> methods;
  std::string space = "enumerate", device = "cpu";
  FuzzOptions options;
};

/// The methods that differ most in how they capture.
const std::vector<MethodId> kUsualMethods{
    MethodId::kSymbolicTrace, MethodId::kMakeFx,   MethodId::kMakeFxGrad, MethodId::kNative,
    MethodId::kDispatch,      MethodId::kAotJoint, MethodId::kAotMinCut,  MethodId::kAotJointCompile,
    MethodId::kExport,        MethodId::kDynamo};

void add_options(Command command, FuzzLine& line) {
  FuzzOptions& options = line.options;
  command
      .add_option(
          "--space", line.space,
          "enumerate: short programs of writes through aliases, each once; regions, random, float: drawn")
      .one_of({"enumerate", "regions", "random", "float"});
  command.add_option("--count", options.count, "Programs").positive();
  command.add_option("--seed", options.seed, "Of the order, or of what is drawn");
  command
      .add_option("--seconds", options.seconds,
                  "Begin no further program after that; what was found is still shrunk")
      .positive();
  command.add_option("--program", options.program, "One program by its numbers, as a finding names it");
  command.add_option("--methods,--method", line.methods, "Capture methods").comma_separated();
  command.add_option("--device", line.device, "cpu, cuda or all");
  command
      .add_option("--torch", options.versions,
                  "Versions of PyTorch, a worker each: programs run on the first, findings on all")
      .comma_separated();
  command.add_option("--results", options.results,
                     "Results folder; build/fuzz, of one program build/fuzz-program, when not given");
  command.add_flag("--resume", options.resume, "Go on with an interrupted run");
  command.add_option("--shard", options.shards.shard, "I/N: the I-th of N parts of the programs");
  command.add_option("-j,--jobs", options.parallel, "Pairs at a time; the cores when not given").positive();
  command.add_option("--timeout", options.plan.seconds, "Seconds per pair").positive();
  command.add_option("--memory", options.plan.memory_gb, "GB per pair").positive();
  command.add_flag("!--no-shrink", options.shrink, "Leave programs of findings as they were generated");
}

}  // namespace

void add_fuzz(Command app, Session& session) {
  Command command =
      app.add_subcommand("fuzz", "Look for silent errors of capture methods with generated programs");
  command.footer("Example: assay fuzz --count 50 --seed 3 --methods make_fx,aot_joint --results build/fuzz");
  const auto line = std::make_shared<FuzzLine>();
  add_options(command, *line);
  command.callback([line, &session] {
    FuzzOptions& options = line->options;
    options.space = *fuzz::kSpaceNames.find(line->space);
    options.plan.methods = line->methods.empty() ? kUsualMethods : select_methods(line->methods);
    options.plan.devices = devices_from(line->device);
    if (options.results.empty())
      options.results = options.program.empty() ? "build/fuzz" : "build/fuzz-program";
    session.status = run_fuzz(session, options);
  });
}

}  // namespace assay
