// Accepting is atomic: killed before or after any of its system calls, the store has the old or the new
// state.
#include <csignal>
#include <functional>
#include <map>
#include <set>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/files/read_file.h"
#include "harness/golden_store/case_goldens.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKilledCase = "seed/relu";
const PairId kKilledPair{kKilledCase, MethodId::kMakeFx, Device::kCpu};

GraphFile capture(const PairId& pair, const std::string& op, const std::string& torch) {
  const std::string device = pair.device == Device::kCuda ? " cuda" : "";
  GraphFile file = parse_text("graph f\n%0 = input user \"0\" : f32[2]" + device + "\n%1 = " + op +
                              "(self=%0) : f32[2]" + device + "\noutput \"0\"=%1\n");
  file.header.case_id = kKilledCase;
  file.header.method = to_string(pair.method);
  file.header.device = to_string(pair.device);
  file.header.torch = torch;
  file.header.python = "3.11.2";
  return file;
}

enum class Ended { kKilled, kByItself };

/// Runs `act` in a child and kills it at its `stop`-th entry into or return from a system call.
template <typename Act>
Ended killed_at(int stop, Act act) {
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
      _exit(2);  // nothing could be killed; exit 0 is required
    raise(SIGSTOP);
    try {
      act();
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  for (int at = 0; at < stop && !WIFEXITED(status); ++at) {
    if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) break;
    waitpid(child, &status, 0);
  }
  if (WIFEXITED(status)) {
    CHECK(WEXITSTATUS(status) == 0);
    return Ended::kByItself;
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  return Ended::kKilled;
}

/// The files below golden/, without temporary files, which the next accept ignores.
std::map<std::string, std::string> files_of(const GoldenStore& store) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(store.root()))
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with(".assay-"))
      files[entry.path().filename()] = read_file(entry.path()).value_or("");
  return files;
}

using Act = std::function<void(const ScratchFolder&, const GoldenStore&)>;
using Look = std::function<void(const GoldenStore&)>;

/// Kills `act` at every point, each time on a store filled by `prepare`. After each kill `whole` must hold,
/// and repeating `act` must leave the files of an undisturbed run. Returns the number of kills.
int kill_everywhere(const Act& prepare, const Act& act, const Look& whole) {
  const ScratchFolder before, done;
  for (const ScratchFolder* folder : {&before, &done}) {
    fs::create_directory(*folder / "golden");
    prepare(*folder, GoldenStore(*folder / "golden"));
  }
  act(done, GoldenStore(done / "golden"));
  for (int stop = 1;; ++stop) {
    const ScratchFolder scratch;
    const GoldenStore store(scratch / "golden");
    fs::copy(before / "golden", scratch / "golden", fs::copy_options::recursive);
    const Ended ended = killed_at(stop, [&] { act(scratch, store); });
    INFO("killed at stop " << stop);
    whole(store);
    act(scratch, store);
    CHECK(files_of(store) == files_of(GoldenStore(done / "golden")));
    if (ended == Ended::kByItself) return stop - 1;
  }
}

Act accepting(const PairId& pair, const std::string& op, const std::string& torch = "2.15.0") {
  return [=](const ScratchFolder& scratch, const GoldenStore& store) {
    store.accept(pair, scratch.write("pending/p.json", write_graph_file(capture(pair, op, torch))));
  };
}
Act accepting(const std::string& op, const std::string& torch) { return accepting(kKilledPair, op, torch); }

Act one_after_the_other(const std::vector<Act>& acts) {
  return [=](const ScratchFolder& scratch, const GoldenStore& store) {
    for (const Act& act : acts) act(scratch, store);
  };
}

/// The operator of the golden that holds for `torch`. A file cut in half does not load.
std::string held(const GoldenStore& store, const PairId& pair, const std::string& torch = "2.15.0") {
  const CaseGoldens goldens(store.root(), kKilledCase);
  const auto key = golden_holding(goldens.of(pair_name(pair)), version_from_string(torch).value());
  return key ? to_string(goldens.load(*key).graphs()->graphs.at(0).nodes.at(1).target) : "none";
}
std::string held(const GoldenStore& store, const std::string& torch) {
  return held(store, kKilledPair, torch);
}

TEST_CASE("a first golden is there whole or not at all, wherever the accept is killed") {
  std::set<std::string> seen;
  const int kills = kill_everywhere(one_after_the_other({}), accepting("relu", "2.15.0"),
                                    [&](const GoldenStore& store) { seen.insert(held(store, "2.15.0")); });
  CHECK(kills > 20);
  CHECK(seen == std::set<std::string>{"none", "relu"});
}

TEST_CASE("a golden that is replaced is the old one or the new one, wherever the accept is killed") {
  std::set<std::string> seen;
  const int kills = kill_everywhere(accepting("relu", "2.15.0"), accepting("tanh", "2.15.0"),
                                    [&](const GoldenStore& store) { seen.insert(held(store, "2.15.0")); });
  CHECK(kills > 20);
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
}

TEST_CASE(
    "where a golden is parted into three, every version keeps a golden, and its own but the accepted one") {
  std::set<std::string> seen;
  kill_everywhere(one_after_the_other({accepting("relu", "2.11.0"), accepting("relu", "2.15.0")}),
                  accepting("tanh", "2.14.0"), [&](const GoldenStore& store) {
                    CHECK(held(store, "2.11.0") == "relu");
                    CHECK(held(store, "2.15.0") == "relu");
                    seen.insert(held(store, "2.14.0"));
                  });
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
}

TEST_CASE(
    "where three goldens become one again, every version keeps its own, wherever the accept is killed") {
  std::set<std::string> seen;
  kill_everywhere(one_after_the_other({accepting("relu", "2.11.0"), accepting("tanh", "2.14.0"),
                                       accepting("relu", "2.15.0")}),
                  accepting("relu", "2.14.0"), [&](const GoldenStore& store) {
                    CHECK(held(store, "2.11.0") == "relu");
                    CHECK(held(store, "2.15.0") == "relu");
                    seen.insert(held(store, "2.14.0"));
                  });
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
}

/// In order of their names: a shared golden is named after the first.
const std::vector<PairId> kPairs{{kKilledCase, MethodId::kAot, Device::kCpu},
                                 {kKilledCase, MethodId::kAot, Device::kCuda},
                                 {kKilledCase, MethodId::kMakeFx, Device::kCpu},
                                 {kKilledCase, MethodId::kMakeFx, Device::kCuda}};

/// All pairs hold relu, except that `pair` holds `op`.
Act all_but(const PairId& pair, const std::string& op) {
  std::vector<Act> acts;
  for (const PairId& each : kPairs) acts.push_back(accepting(each, each == pair ? op : "relu"));
  return one_after_the_other(acts);
}

/// `pair` always holds `from` or `to`, and both are seen. The others hold relu.
void check_one_changes(const PairId& pair, const std::string& from, const std::string& to) {
  std::set<std::string> seen;
  kill_everywhere(all_but(pair, from), accepting(pair, to), [&](const GoldenStore& store) {
    for (const PairId& each : kPairs)
      if (each != pair) CHECK(held(store, each) == "relu");
    seen.insert(held(store, pair));
  });
  CHECK(seen == std::set<std::string>{from, to});
}

TEST_CASE(
    "where the first or the last leaves a golden that four share, every pair keeps a golden, and its own") {
  for (const PairId& pair : {kPairs.front(), kPairs.back()}) check_one_changes(pair, "relu", "tanh");
}

TEST_CASE(
    "where a new first or a new last joins a golden that three share, every pair keeps a golden, and its "
    "own") {
  for (const PairId& pair : {kPairs.front(), kPairs.back()}) check_one_changes(pair, "tanh", "relu");
}

TEST_CASE("a pair that goes from one shared golden to another leaves both to the others at any time") {
  const PairId& pair = kPairs.front();  // both shared texts change their names
  const auto own = [](const PairId& each) { return each.device == Device::kCpu ? "relu" : "tanh"; };
  std::vector<Act> acts;
  for (const PairId& each : kPairs) acts.push_back(accepting(each, own(each)));
  std::set<std::string> seen;
  kill_everywhere(one_after_the_other(acts), accepting(pair, "tanh"), [&](const GoldenStore& store) {
    for (const PairId& each : kPairs)
      if (each != pair) CHECK(held(store, each) == own(each));
    seen.insert(held(store, pair));
  });
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
}

TEST_CASE("of two that accept at once neither loses what the other has written") {
  const ScratchFolder scratch;
  const GoldenStore store(scratch / "golden");
  std::vector<fs::path> proposals;
  for (const PairId& pair : kPairs)
    proposals.push_back(scratch.write("pending/" + pair_name(pair) + ".json",
                                      write_graph_file(capture(pair, "relu", "2.15.0"))));
  std::vector<std::thread> writers;
  for (std::size_t k = 0; k < kPairs.size(); ++k)
    writers.emplace_back([&, k] {
      for (int turn = 0; turn < 10; ++turn) store.accept(kPairs[k], proposals[k]);
    });
  for (std::thread& writer : writers) writer.join();
  for (const PairId& pair : kPairs) CHECK(held(store, pair) == "relu");
}

TEST_CASE("without its turn a writer loses what another has written since it read") {
  const ScratchFolder scratch;
  const GoldenStore store(scratch / "golden");
  CaseGoldens late(store.root(), kKilledCase);
  accepting(kPairs[0], "relu")(scratch, store);
  late.put({pair_name(kPairs[1])}, GoldenBody::of(capture(kPairs[1], "tanh", "2.15.0")), {});
  late.write();
  CHECK(held(store, kPairs[0]) == "none");
}

TEST_CASE("a writer that is not atomic is found out by the same kills") {
  std::set<std::string> seen;
  for (int stop = 1;; ++stop) {
    const ScratchFolder scratch;
    const fs::path file = scratch.write("g.json", "old");
    const Ended ended = killed_at(stop, [&] { std::ofstream(file) << "new"; });
    seen.insert(scratch.read("g.json"));
    if (ended == Ended::kByItself) break;
  }
  CHECK(seen.contains(""));  // neither old nor new
}

}  // namespace
}  // namespace assay
