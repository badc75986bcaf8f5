// A worker without Python: speaks the protocol and does what a request's method, or the file `start` beside
// its bin/, tells it to. Where there is a file `graph.json` beside bin/, it is what every capture gives; a
// replay gives the report in `replay.json`, else one that replays, and none where that file is empty; with it
// come the tallies in `tallies.json`, if it is there, and where the request asks for a lowered file it is
// `lowered.json`, or there is a reason why not.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <unistd.h>

#include "harness/protocol/messages.h"

namespace {

using namespace assay;
using namespace assay::protocol;

void say(const FromWorker& message) { std::cout << encode(message) << std::flush; }

void hang() { std::this_thread::sleep_for(std::chrono::hours(1)); }

/// False: the start itself went wrong, as told.
bool start(const std::string& how, const std::string& device) {
  if (how == "import_error") {
    std::cerr << "ModuleNotFoundError: No module named 'torch'\n";
    return false;
  }
  if (how == "mute") hang();
  const char* preloaded = std::getenv("LD_PRELOAD");
  say(Hello{.version = how == "other_version" ? kVersion + 1 : kVersion,
            .torch = "2.15.0",
            .python = "3.11.2",
            .device = device,
            .phantom = preloaded != nullptr ? "sm_90" : "",
            .import_seconds = 0});
  return true;
}

void replay(const CaptureRequest& request, const std::filesystem::path& file, Ended& ended) {
  say(StageEntered{.id = request.id, .stage = Stage::kReplay});
  ended.stage = Stage::kCompare;
  std::string report;
  std::getline(std::ifstream(file), report);
  if (report == "crash") std::raise(SIGKILL);
  if (!std::filesystem::exists(file)) {
    ended.replay.emplace();
  } else if (!report.empty()) {
    ended.replay = decode_replay_report(report);
  }
  std::string tallies;
  if (std::getline(std::ifstream(file.parent_path() / "tallies.json"), tallies))
    ended.tallies = decode_run_tallies(tallies);
  if (ended.replay && request.task == Task::kReplay)
    ended.replay->runs.emplace_back().name = request.source_path + " seed " + std::to_string(request.seed);
}

void lower(const CaptureRequest& request, const std::filesystem::path& file, Ended& ended) {
  if (!std::filesystem::exists(file)) {
    ended.lowering_failure = "told not to";
    return;
  }
  std::filesystem::create_directories(std::filesystem::path(request.lowered_path).parent_path());
  std::filesystem::copy_file(file, request.lowered_path);
}

void answer(const CaptureRequest& request, const std::filesystem::path& graph) {
  Ended ended;
  ended.id = request.id;
  ended.ending = Ending::kFinished;
  ended.stage = Stage::kWrite;
  say(StageEntered{.id = request.id, .stage = Stage::kCapture});
  if (request.method == "die") std::raise(SIGKILL);
  if (request.method == "exit") std::_Exit(3);
  if (request.method == "hang") hang();
  if (request.method == "noise") std::cout << "Hello from a model\n" << std::flush;
  if (request.method == "another") ended.id += 1000;
  if (request.method == "torn") {
    const std::string line = encode(ended);
    std::cout << line.substr(0, line.size() / 2) << std::flush;
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would exit instead
    std::raise(SIGSEGV);
  }
  if (request.method == "raise") {
    ended.ending = Ending::kRaised;
    ended.stage = Stage::kCapture;
    ended.exception = "TraceError";
  }
  if (request.method == "scribble") {
    const std::string text = "scribbled";
    for (int fd = 3; fd < 256; ++fd) ended.message += write(fd, text.data(), text.size()) > 0 ? "x" : "";
  }
  if (!request.graph_path.empty() && std::filesystem::exists(graph))
    std::filesystem::copy_file(graph, request.graph_path, std::filesystem::copy_options::overwrite_existing);
  if (!request.lowered_path.empty()) lower(request, graph.parent_path() / "lowered.json", ended);
  if (request.method == "paths") ended.message = request.graph_path;
  if (request.method == "scratch") {
    ended.message = request.scratch;
    std::ofstream(request.scratch + "/left_behind") << "x";
  }
  if (ended.ending == Ending::kFinished && (request.replay || request.task == Task::kReplay))
    replay(request, graph.parent_path() / "replay.json", ended);
  say(ended);
}

}  // namespace

int main(int, char** argv) {
  std::string how, line;
  const std::filesystem::path folder = std::filesystem::path(argv[0]).parent_path().parent_path();
  std::ifstream(folder / "start") >> how;
  if (!start(how, argv[3])) return 1;
  while (std::getline(std::cin, line)) answer(decode_request(line), folder / "graph.json");
  return 0;
}
