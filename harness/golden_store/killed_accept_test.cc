// Accepting is atomic: killed before or after any of its system calls, the store holds old or new, never
// half.
#include <csignal>
#include <set>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"
#include "harness/testing/scratch_variable.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const PairId kPair{"seed/relu", MethodId::kMakeFx, Device::kCpu};

GraphFile capture(const std::string& op, const std::string& torch) {
  GraphFile file = parse_text("graph f\n%0 = input user \"0\" : f32[2]\n%1 = " + op +
                              "(self=%0) : f32[2]\noutput \"0\"=%1\n");
  file.header.case_id = kPair.case_id;
  file.header.method = "make_fx";
  file.header.device = "cpu";
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
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
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

/// Accepts `proposal` over a store that `prepare` has filled, killed at every point; after each, `whole` must
/// hold. How often it was killed.
template <typename Prepare, typename Whole>
int kill_everywhere(const GraphFile& proposal, Prepare prepare, Whole whole) {
  const ScratchVariable ci("CI", std::nullopt);
  const ScratchFolder before;
  fs::create_directory(before / "golden");
  prepare(before, GoldenStore(before / "golden"));
  for (int stop = 1;; ++stop) {
    const ScratchFolder scratch;
    const GoldenStore store(scratch / "golden");
    fs::copy(before / "golden", scratch / "golden", fs::copy_options::recursive);
    const fs::path pending = scratch.write("pending/p.json", write_graph_file(proposal));
    const Ended ended = killed_at(stop, [&] { store.accept(kPair, pending); });
    INFO("killed at stop " << stop);
    whole(store);
    if (ended == Ended::kByItself) return stop - 1;
  }
}

void accept(const ScratchFolder& scratch, const GoldenStore& store, const GraphFile& file) {
  store.accept(kPair, scratch.write("pending/before.json", write_graph_file(file)));
}

/// The operator of the golden that holds for `torch`; a file that is half there does not load.
std::string held(const GoldenStore& store, const std::string& torch) {
  const auto file = store.find(kPair, version_from_string(torch).value());
  return file ? to_string(load_graph_file(file->string()).graphs.at(0).nodes.at(1).target) : "none";
}

TEST_CASE("a first golden is there whole or not at all, wherever the accept is killed") {
  std::set<std::string> seen;
  const int kills = kill_everywhere(
      capture("relu", "2.15.0"), [](const auto&, const auto&) {},
      [&](const GoldenStore& store) { seen.insert(held(store, "2.15.0")); });
  CHECK(kills > 20);
  CHECK(seen == std::set<std::string>{"none", "relu"});
}

TEST_CASE("a golden that is replaced is the old one or the new one, wherever the accept is killed") {
  std::set<std::string> seen;
  const int kills = kill_everywhere(
      capture("tanh", "2.15.0"),
      [](const ScratchFolder& scratch, const GoldenStore& store) {
        accept(scratch, store, capture("relu", "2.15.0"));
      },
      [&](const GoldenStore& store) { seen.insert(held(store, "2.15.0")); });
  CHECK(kills > 20);
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
}

TEST_CASE(
    "where a golden is parted into three, every version keeps a golden, and its own but the accepted one") {
  std::set<std::string> seen;
  kill_everywhere(
      capture("tanh", "2.14.0"),
      [](const ScratchFolder& scratch, const GoldenStore& store) {
        accept(scratch, store, capture("relu", "2.11.0"));
        accept(scratch, store, capture("relu", "2.15.0"));
      },
      [&](const GoldenStore& store) {
        CHECK(held(store, "2.11.0") == "relu");
        CHECK(held(store, "2.15.0") == "relu");
        seen.insert(held(store, "2.14.0"));
      });
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
}

TEST_CASE(
    "where three goldens become one again, every version keeps its own, wherever the accept is killed") {
  std::set<std::string> seen;
  kill_everywhere(
      capture("relu", "2.14.0"),
      [](const ScratchFolder& scratch, const GoldenStore& store) {
        accept(scratch, store, capture("relu", "2.11.0"));
        accept(scratch, store, capture("tanh", "2.14.0"));
        accept(scratch, store, capture("relu", "2.15.0"));
      },
      [&](const GoldenStore& store) {
        CHECK(held(store, "2.11.0") == "relu");
        CHECK(held(store, "2.15.0") == "relu");
        seen.insert(held(store, "2.14.0"));
      });
  CHECK(seen == std::set<std::string>{"relu", "tanh"});
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
