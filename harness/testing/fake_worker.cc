// A worker without Python, controlled by files and case ids.
//
// It speaks the protocol and behaves as the id of a request's case, or the file `start` beside bin/, demands.
// Captures return `graph.CASE.json` or `graph.json` beside bin/, if present. Replays return the report
// `replay.json`, else a report that replays, and no report if that file is empty. They add the tallies of
// `tallies.json`, if present. Lowering returns `lowered.json`, else a reason. As a resident it has loaded
// itself and worker.json. It appends the path of each empty capture to the file `proofs`.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/resident/resident.h"
#include "harness/zoo/replay_json.h"

namespace {

using namespace assay;
using namespace assay::protocol;
namespace fs = std::filesystem;

void say(const FromWorker& message) { std::cout << encode(message) << std::flush; }

void hang() { std::this_thread::sleep_for(std::chrono::hours(1)); }

/// False: the start failed, as requested.
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
            .device = device_from_string(device).value(),
            .phantom = preloaded != nullptr ? "sm_90" : "",
            .import_seconds = 0});
  return true;
}

template <typename T>
T read_file(const fs::path& file) {
  return read_as<T>(JsonPlace(JsonSource::load(file, "")));
}

void replay(const fs::path& folder, Ended& ended) {
  say(StageEntered{.id = ended.id, .stage = Stage::kReplay});
  ended.stage = Stage::kCompare;
  const fs::path report = folder / "replay.json", tallies = folder / "tallies.json";
  std::string text;
  std::getline(std::ifstream(report), text);
  if (text == "crash") std::raise(SIGKILL);
  if (!fs::exists(report)) {
    ended.replay.emplace();
  } else if (!text.empty()) {
    ended.replay = read_file<ReplayReport>(report);
  }
  if (fs::exists(tallies)) ended.tallies = read_file<RunTallies>(tallies);
}

void await(const fs::path& file) {
  while (!fs::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// Keeps another 64 MiB of written memory.
void grow() {
  static std::vector<std::vector<char>> kept;
  kept.emplace_back(std::size_t{64} << 20, 'x');
}

/// Starts a process in its own session that nobody waits for. Returns its id.
pid_t leave_daemon() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  if (fork() == 0) {
    setsid();
    const pid_t daemon = fork();
    if (daemon != 0 && write(ends[1], &daemon, sizeof daemon) != sizeof daemon) std::_Exit(1);
    if (daemon != 0) std::_Exit(0);
    close_range(0, ~0U, 0);
    hang();
  }
  pid_t daemon = -1;
  if (read(ends[0], &daemon, sizeof daemon) != sizeof daemon) throw std::runtime_error("no daemon");
  for (const int end : ends) close(end);
  return daemon;
}

/// The number of calls over all processes.
std::uintmax_t times_asked(const fs::path& file) {
  std::ofstream(file, std::ios::app) << 'x';
  return fs::file_size(file);
}

void raise_in_capture(Ended& ended) {
  ended.ending = Ending::kRaised;
  ended.stage = Stage::kCapture;
  ended.exception = "TraceError";
}

/// The failure or message of a case, by its id.
void misbehave(const Request& request, const std::string& how, const fs::path& folder, Ended& ended) {
  if (how == "die") std::raise(SIGKILL);
  if (how == "exit") std::_Exit(3);
  if (how == "daemon") ended.message = std::to_string(leave_daemon());
  if (how == "crash") {
    ended.ending = Ending::kDied;
    ended.stage = Stage::kCapture;
    ended.signal = SIGSEGV;
  }
  if (how.starts_with("dies_at_") || how.starts_with("raises_at_")) {
    ended.ending = how.starts_with("dies") ? Ending::kDied : Ending::kRaised;
    ended.stage = stage_from_string(how.substr(how.rfind('_') + 1)).value();
    ended.signal = how.starts_with("dies") ? SIGSEGV : 0;
  }
  if (how == "hang") hang();
  while (how == "flood") say(StageEntered{.id = ended.id, .stage = Stage::kCapture});
  if (how == "noise") std::cout << "Hello from a model\n" << std::flush;
  if (how == "another") ended.id += 1000;
  if (how == "torn") {
    const std::string line = encode(ended);
    std::cout << line.substr(0, line.size() / 2) << std::flush;
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would exit instead
    std::raise(SIGSEGV);
  }
  if (how == "raise") raise_in_capture(ended);
  if (how == "now_and_then" && times_asked(folder / "asked") % 3 == 0) raise_in_capture(ended);
  if (how == "unforked") {
    ended.ending = fs::exists(folder / "processes") ? Ending::kFinished : Ending::kNotRun;
    ended.message = ended.ending == Ending::kNotRun ? "no process could be forked for this pair" : "";
  }
  if (how == "inject") {
    ended.ending = Ending::kRaised;
    ended.stage = Stage::kCapture;
    ended.exception = "::error::injected";
    ended.message =
        "::add-mask::injected\n  ::warning::injected\nsee ##[add-mask]injected\r::notice::injected";
    ended.traceback = ended.message;
  }
  if (how == "scribble") {
    const std::string text = "scribbled";
    for (int fd = 3; fd < 256; ++fd) ended.message += write(fd, text.data(), text.size()) > 0 ? "x" : "";
  }
  if (how == "wait") await(folder / "go");
  if (how == "grow") grow();
  if (how == "grow" || how == "process") ended.message = std::to_string(getpid());
  if (how == "further") ended.message = std::to_string(request.further);
  if (how == "paths") ended.message = *graph_written_by(request.task);
  if (how == "scratch") {
    ended.message = request.scratch;
    std::ofstream(request.scratch + "/left_behind") << "x";
  }
}

/// Replaces the graph by another kind of file, as a model may.
void put_in_its_place(const fs::path& graph, const std::string& how) {
  if (!how.starts_with("leaves_")) return;
  fs::remove_all(graph);
  if (how == "leaves_text") std::ofstream(graph) << "text";
  if (how == "leaves_folder") fs::create_directories(graph / "below");
  if (how == "leaves_loop") fs::create_symlink(graph.filename(), graph);
  if (how == "leaves_endless") fs::create_symlink("/dev/zero", graph);
  if (how == "leaves_fifo" && mkfifo(graph.c_str(), 0600) != 0) throw std::runtime_error("no FIFO");
  if (how == "leaves_file_for_folder") {
    fs::remove_all(graph.parent_path());
    std::ofstream(graph.parent_path()) << "text";
  }
}

/// Dies on any request, like a zygote that cannot fork.
void perform(const Nothing&, const fs::path& folder, Ended&) {
  if (fs::exists(folder / "broken")) std::raise(SIGKILL);
}

/// The second capture is `again.json` if present, else the first. Side effects are the lines of
/// `left_behind`.
void watch(const Capture& task, const fs::path& folder, Ended& ended) {
  const fs::path again = folder / "again.json";
  const fs::path second = fs::exists(again) ? again : fs::path(task.graph_path);
  if (fs::exists(second)) fs::copy_file(second, task.again_path, fs::copy_options::overwrite_existing);
  std::ifstream left(folder / "left_behind");
  for (std::string line; std::getline(left, line);) ended.left_behind.push_back(line);
}

void perform(const Capture& task, const fs::path& folder, Ended& ended) {
  const auto how = task.subject.test.at("case").get<std::string>();
  const bool drifts = how == "drifts" && times_asked(folder / "asked") > 1;
  const fs::path own = folder / ("graph." + how + (drifts ? ".later.json" : ".json"));
  const fs::path graph = fs::exists(own) ? own : folder / "graph.json";
  if (!task.graph_path.empty() && fs::exists(graph))
    fs::copy_file(graph, task.graph_path, fs::copy_options::overwrite_existing);
  if (!task.graph_path.empty()) put_in_its_place(task.graph_path, how);
  if (!task.again_path.empty()) watch(task, folder, ended);
  if (!task.lowered_path.empty()) {
    const fs::path of_method = folder / ("lowered." + std::string(to_string(task.subject.method)) + ".json");
    const fs::path lowered = fs::exists(of_method) ? of_method : folder / "lowered.json";
    if (fs::exists(lowered)) {
      fs::create_directories(fs::path(task.lowered_path).parent_path());
      fs::copy_file(lowered, task.lowered_path, fs::copy_options::overwrite_existing);
    } else {
      ended.lowering_failure = "told not to";
    }
  }
  if (task.replay && ended.ending == Ending::kFinished) replay(folder, ended);
}

void perform(const Replay& task, const fs::path& folder, Ended& ended) {
  replay(folder, ended);
  if (ended.replay)
    ended.replay->runs.emplace_back().name = task.source_path + " seed " + std::to_string(task.seed);
}

void perform(const Lower& task, const fs::path& folder, Ended&) {
  if (fs::exists(folder / "graph.json"))
    fs::copy_file(folder / "graph.json", task.graph_path, fs::copy_options::overwrite_existing);
}

/// The costs in `overhead.json`, with captures slowed down as requested.
void perform(const Measure& task, const fs::path& folder, Ended& ended) {
  if (ended.ending != Ending::kFinished) return;
  ended.overhead = read_file<OverheadSample>(folder / "overhead.json");
  for (CaptureSpent* capture : {&ended.overhead->cold, &ended.overhead->warm}) {
    capture->whole.wall_seconds *= 1 + task.slow_down;
    capture->whole.cpu_seconds *= 1 + task.slow_down;
  }
}

void answer(const Request& request, const fs::path& folder) {
  Ended ended{.id = request.id, .ending = Ending::kFinished, .stage = Stage::kWrite};
  say(StageEntered{.id = request.id, .stage = Stage::kCapture});
  const Subject* subject = subject_of(request.task);
  if (subject != nullptr) {
    std::string how = subject->test.at("case").get<std::string>();
    std::ifstream(folder / "how") >> how;  // optional; for cases whose ids are not chosen by the test
    misbehave(request, how, folder, ended);
  }
  if (subject == nullptr) std::ofstream(folder / "proofs", std::ios::app) << request.scratch << "\n";
  std::visit([&](const auto& task) { perform(task, folder, ended); }, request.task);
  say(ended);
}

int serve(const std::string& how, const std::string& device, const fs::path& folder) {
  if (!start(how, device)) return 1;
  for (std::string line; std::getline(std::cin, line);) answer(decode_request(line), folder);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const resident::LoadedFiles files;
  std::string how;
  const fs::path folder = fs::path(argv[0]).parent_path().parent_path();
  std::ifstream(folder / "start") >> how;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 7 && words[3] == "--resident" && how.empty()) {
    Descriptor listener(fcntl(0, F_DUPFD_CLOEXEC, 3));
    dup2(Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)).get(),
         0);  // otherwise it would listen as long as it runs
    resident::Resident resident(std::move(listener), files,
                                {.socket = words[4],
                                 .idle = std::chrono::seconds(std::stoi(words[6])),
                                 .device = words[2],
                                 .import = [](const auto&) { return false; },
                                 .loaded = [&] { return std::vector{folder / "worker.json"}; },
                                 .fork = fork});
    if (resident.run() == resident::Role::kSession) serve(how, words[2], folder);
    return 0;
  }
  return serve(how, words[2], folder);
}
