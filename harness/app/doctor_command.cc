// assay doctor: the state of the installation, missing parts, and next commands.
#include <chrono>
#include <iostream>

#include <fmt/format.h>

#include "harness/app/session.h"
#include "harness/app/workers.h"
#include "harness/error/error.h"
#include "harness/run/gpu.h"
#include "harness/run/pool.h"
#include "harness/run/private_names.h"
#include "harness/run/residents.h"
#include "harness/words/quantity.h"

namespace assay {

namespace {

// A line for a check. A failed check has a next command.
bool say(bool good, const std::string& what, const std::string& next = "") {
  std::cout << (good ? "ok      " : "MISSING ") << what << "\n";
  if (!good && !next.empty()) std::cout << "        next: " << next << "\n";
  return good;
}

bool examine_worker(const Worker& worker, Gpu gpu) {
  bool good = say(std::filesystem::exists(worker.program()),
                  fmt::format("worker {}: torch {}, Python {}", worker.name, worker.torch, worker.python),
                  fmt::format("ci/worker.sh --torch {}", worker.torch));
  good &= say(std::filesystem::exists(worker.python_executable),
              "  its Python environment: " + worker.python_executable.string(),
              fmt::format("ci/worker.sh --torch {}", worker.torch));
  if (gpu == Gpu::kAbsent) {
    good &= say(std::filesystem::exists(worker.phantom_library()), "  its phantom CUDA library",
                fmt::format("ci/worker.sh --torch {}", worker.torch));
  }
  return good;
}

bool examine_private_names(const Worker& worker) {
  try {
    const PrivateNames names = private_names_of(worker);
    const std::string known = counted(names.count, "private name") + " of PyTorch";
    if (names.missing.empty()) return say(true, "  the " + known + " that it needs");
    say(false, fmt::format("  {} of the {} that it needs", names.missing.size(), known));
    for (const std::string& line : lines_of(names)) std::cout << "          " << line << "\n";
    return false;
  } catch (const Error& error) {
    return say(false, error.what());
  }
}

std::string worker_name(const std::string& program, const std::vector<Worker>& workers) {
  std::error_code none;
  for (const Worker& worker : workers) {
    if (std::filesystem::canonical(worker.program(), none) == program) return worker.name;
  }
  return program;
}

bool examine_residents(const Session& session, const std::vector<Worker>& workers) {
  const std::string reason = reason_not_to_stay(session);
  if (!reason.empty()) return say(true, "no worker process stays after a command: " + reason);
  try {
    const std::filesystem::path path = ResidentFolder::usual_path();
    const auto residents = residents_in(ResidentFolder(path), std::chrono::seconds(1));
    say(true, fmt::format("worker processes that stay for the next command: {}, in {}", residents.size(),
                          path.string()));
    for (const resident::Description& resident : residents) {
      say(true, fmt::format("  process {}: worker {} on {}, {}, idle for {} of {} s", resident.process,
                            worker_name(resident.program, workers), resident.device,
                            counted(static_cast<std::uint64_t>(resident.sessions), "command"),
                            resident.idle_seconds, resident.idle_limit));
    }
    return true;
  } catch (const HarnessError& error) {
    return say(false, error.what());
  }
}

bool examine_project(const Session& session) {
  try {
    const Project project = session.find();
    if (!project.exists)
      return say(true, "no project in " + project.root.string() + ": FILE.py:CALLABLE needs none");
    const std::size_t cases = all_cases(project).size();
    return say(true, fmt::format("project {}: {}", project.root.string(), counted(cases, "case")));
  } catch (const Error& error) {
    return say(false, error.what(), "assay init FILE.py:CALLABLE -o models/NAME.json, or --project DIR");
  }
}

}  // namespace

void add_doctor(Subcommand app, Session& session) {
  Subcommand command =
      app.add_subcommand("doctor", "Check workers, device and project, and print missing parts");
  command.footer("Example: assay doctor");
  command.callback([&session] {
    const Gpu gpu = find_gpu();
    std::cout << "assay   " << session.program.string() << "\n"
              << "device  cuda is " << (gpu == Gpu::kPresent ? "a real GPU" : "the phantom: no GPU was found")
              << "\n";
    const std::vector<Worker> workers = all_workers(session.workers_root());
    bool good =
        say(!workers.empty(), counted(workers.size(), "worker") + " in " + session.workers_root().string(),
            "ci/zoo.sh");
    for (const Worker& worker : workers) {
      const bool whole = examine_worker(worker, gpu);
      good &= whole && examine_private_names(worker);
    }
    if (!workers.empty()) {
      try {
        say(true, "commands use worker " + chosen_worker(session).name);
      } catch (const Error& error) {
        good = say(false, error.what());
      }
    }
    good &= examine_residents(session, workers);
    good &= examine_project(session);
    session.status = good ? ExitStatus::kGreen : ExitStatus::kHarness;
  });
}

}  // namespace assay
