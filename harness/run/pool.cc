// run_pairs: the scheduling loop, with one lane per device and one poll for all.
#include "harness/run/pool.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <poll.h>
#include <set>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "harness/error/error.h"
#include "harness/run/memory_room.h"
#include "harness/run/scratch_root.h"
#include "harness/run/zygote_environment.h"
#include "harness/run/zygote_process.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;
using protocol::Ended;
using protocol::Ending;

constexpr int kPollMilliseconds = 100;
/// After a death, the next zygote first has to report an empty capture (the proof). A zygote that repeatedly
/// dies on the proof is itself broken. Deaths on pairs alone are the fault of the pairs, however many.
constexpr int kMaxFailedProofs = 3;
/// An outdated resident zygote declines and is replaced. If its successor declines, too, as during an
/// upgrade, the command starts a zygote of its own.
constexpr int kMaxDeclined = 2;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A child's current folder is its scratch folder.
void make_absolute(std::string& path) {
  if (!path.empty()) path = std::filesystem::absolute(path).string();
}

struct Running {
  Stage stage = Stage::kLoad;
  bool waits = false;  ///< for another pair to load its case; cleared by its first stage
  Clock::time_point begun = Clock::now();
};

/// The state of a device. `ready` is set once its zygote has said hello.
struct Lane {
  Device device = Device::kCpu;
  std::size_t proof = 0;  ///< its job number, after those of all jobs
  std::set<std::string> methods;
  std::deque<std::size_t> waiting;
  std::map<std::string, std::uint64_t> to_come;  ///< of `waiting`, by case
  std::map<std::size_t, Running> running;
  std::unique_ptr<ZygoteProcess> zygote;
  Clock::time_point started;
  protocol::Hello hello;
  bool ready = false;
  std::optional<double> first_gb;  ///< the zygote's own memory at its hello or soon after
  bool retires = false;            ///< it has grown: starts nothing more
  bool to_prove = false;           ///< its predecessor died: start with an empty capture
  int failed_proofs = 0;
  int declined = 0;

  bool finished() const { return waiting.empty() && running.empty(); }
};

class Pool {
 public:
  Pool(const Worker& worker, const std::vector<Job>& jobs, const PoolOptions& options)
      : worker_(worker), jobs_(jobs), options_(options) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      Lane& lane = lane_of(jobs[i].pair.device);
      lane.waiting.push_back(i);
      const protocol::Subject* subject = protocol::subject_of(jobs[i].request.task);
      if (subject == nullptr) continue;
      lane.methods.insert(std::string(to_string(subject->method)));
      ++lane.to_come[jobs[i].pair.case_id];
    }
  }

  RunEnd run() {
    while (!stopped_ && !std::ranges::all_of(lanes_, [](const Lane& lane) { return lane.finished(); })) {
      if (options_.interrupted != nullptr && *options_.interrupted) return RunEnd::kInterrupted;
      recycle_zygotes();
      start_zygotes();
      begin_pairs();
      wait();
      for (Lane& lane : lanes_) {
        if (lane.zygote && !stopped_) serve(lane);
      }
    }
    return stopped_ ? RunEnd::kStopped : RunEnd::kAllDone;
  }

 private:
  /// A job, or the proof of a lane. Proofs have the numbers after the jobs, one per lane, and are not
  /// reported.
  const Job& job(std::size_t index) const { return is_proof(index) ? proof_ : jobs_[index]; }
  bool is_proof(std::size_t index) const { return index >= jobs_.size(); }
  static bool proves(const Lane& lane) { return lane.running.contains(lane.proof); }

  Lane& lane_of(Device device) {
    for (Lane& lane : lanes_) {
      if (lane.device == device) return lane;
    }
    Lane& lane = lanes_.emplace_back();
    lane.device = device;
    lane.proof = jobs_.size() + lanes_.size() - 1;
    return lane;
  }

  /// Children inherit the memory of a zygote, above their own limits. Without recycling, long runs would pay
  /// for memory left by their first pairs.
  void recycle_zygotes() {
    for (Lane& lane : lanes_) {
      if (!lane.retires || !lane.running.empty()) continue;
      if (options_.on_recycled) options_.on_recycled(lane.device);
      lane.zygote.reset();
      lane.ready = false;
      lane.retires = false;
    }
  }

  void watch_growth(Lane& lane) const {
    if (stopped_ || lane.waiting.empty()) return;
    const std::optional<double> now = lane.zygote->own_memory_gb();
    if (!lane.first_gb) lane.first_gb = now;
    lane.retires = now && *now - *lane.first_gb > options_.growth_gb;
  }

  void start_zygotes() {
    for (Lane& lane : lanes_) {
      if (lane.zygote || lane.finished()) continue;
      const auto environment =
          zygote_environment(worker_, lane.device, options_.gpu, own_environment(), options_.preload);
      lane.zygote = std::make_unique<ZygoteProcess>(
          ZygoteStart{worker_, lane.device, environment, {lane.methods.begin(), lane.methods.end()}},
          lane.declined < kMaxDeclined ? options_.residence : Residence{});
      lane.started = Clock::now();
      lane.ready = false;
    }
  }

  std::size_t running() const {
    std::size_t count = 0;
    for (const Lane& lane : lanes_) count += lane.running.size();
    return count;
  }

  /// Starts no pair while a zygote imports, since imports would distort the timings of pairs.
  void begin_pairs() {
    for (const Lane& lane : lanes_) {
      if (lane.zygote && !lane.ready) return;
    }
    for (Lane& lane : lanes_) {
      if (lane.zygote && std::exchange(lane.to_prove, false)) send(lane, lane.proof);
    }
    while (running() < static_cast<std::size_t>(std::max(1, options_.parallel))) {
      Lane* next = nullptr;
      for (Lane& lane : lanes_) {
        if (lane.zygote && !lane.retires && !proves(lane) && !lane.waiting.empty() &&
            (next == nullptr || lane.waiting.front() < next->waiting.front()))
          next = &lane;
      }
      if (next == nullptr || !has_memory_for(next->waiting.front())) return;
      begin(*next);
    }
  }

  bool has_memory_for(std::size_t index) {
    double taken = 0;
    for (const Lane& lane : lanes_) {
      for (const auto& [other, running] : lane.running) taken += job(other).request.memory_gb;
    }
    const Job& asking = jobs_[index];
    if (taken <= 0 || has_room(asking.request.memory_gb, taken, options_.available_gb())) return true;
    if (held_ != index && options_.on_held) options_.on_held(asking, running());
    held_ = index;
    return false;
  }

  void begin(Lane& lane) {
    const std::size_t index = lane.waiting.front();
    lane.waiting.pop_front();
    send(lane, index);
  }

  void send(Lane& lane, std::size_t index) {
    protocol::Request request = job(index).request;
    request.id = index;
    if (protocol::subject_of(request.task) != nullptr)
      request.further = --lane.to_come[job(index).pair.case_id];
    if (request.scratch.empty()) request.scratch = scratch_.make(index).string();
    make_absolute(request.scratch);
    for (std::string* path : protocol::paths_of(request.task)) make_absolute(*path);
    lane.running.emplace(index, Running{.waits = is_being_loaded(lane, job(index).pair.case_id)});
    lane.zygote->send(request);
  }

  bool is_being_loaded(const Lane& lane, const std::string& case_id) const {
    return std::ranges::any_of(lane.running, [&](const auto& other) {
      return other.second.stage == Stage::kLoad && job(other.first).pair.case_id == case_id;
    });
  }

  void wait() const {
    std::vector<pollfd> descriptors;
    for (const Lane& lane : lanes_) {
      if (!lane.zygote) continue;
      descriptors.push_back({.fd = lane.zygote->replies_fd(), .events = POLLIN, .revents = 0});
      if (lane.zygote->has_unsent()) {
        descriptors.push_back({.fd = lane.zygote->requests_fd(), .events = POLLOUT, .revents = 0});
      }
    }
    poll(descriptors.data(), descriptors.size(), kPollMilliseconds);
  }

  void serve(Lane& lane) {
    lane.zygote->pump();
    while (!stopped_) {
      auto message = take(lane);
      if (!message) break;
      std::visit([&](auto& alternative) { handle(lane, std::move(alternative)); }, *message);
    }
    if (stopped_ || !lane.zygote) return;
    if (lane.zygote->closed()) {
      lost(lane, "");
    } else {
      check_deadlines(lane);
    }
  }

  /// The next valid message. Without a message the lane may be lost. Catches only errors in worker messages:
  /// an exception from a callback ends the run.
  std::optional<protocol::FromWorker> take(Lane& lane) {
    std::string nonsense;
    try {
      auto message = lane.zygote->take();
      if (message) std::visit([&](const auto& alternative) { require_running(lane, alternative); }, *message);
      return message;
    } catch (const HarnessError& error) {
      // Before the hello, a bad line means a broken or foreign worker. Later it is blamed on the running
      // pairs.
      if (!lane.ready) throw;
      nonsense = error.parts().what + ", found: " + error.parts().found;
    }
    lost(lane, nonsense);
    return std::nullopt;
  }

  static void require_running(const Lane&, const protocol::Hello&) {}
  template <typename AboutPair>
  static void require_running(const Lane& lane, const AboutPair& message) {
    if (lane.running.contains(message.id)) return;
    throw HarnessError({.what = "a message about a pair that does not run",
                        .where = "protocol",
                        .expected = "the id of a running pair",
                        .found = std::to_string(message.id),
                        .next = Command{"doctor"}});
  }

  void handle(Lane& lane, const protocol::Hello& hello) {
    lane.hello = hello;
    lane.ready = true;
    lane.first_gb = lane.zygote->own_memory_gb();
  }

  void handle(Lane& lane, const protocol::StageEntered& entered) {
    Running& running = lane.running.at(entered.id);
    if (running.waits) running = {.begun = Clock::now()};
    running.stage = entered.stage;
    if (options_.on_stage && !is_proof(entered.id)) options_.on_stage(jobs_[entered.id], entered.stage);
  }

  void handle(Lane& lane, Ended ended) {
    lane.failed_proofs = 0;
    end(lane, std::move(ended));
    watch_growth(lane);
  }

  void end(Lane& lane, Ended ended) {
    const Job& over = job(ended.id);
    ended.cost.pair_seconds = seconds_since(lane.running.at(ended.id).begun);
    lane.running.erase(ended.id);
    for (auto& [index, other] : lane.running) {  // pairs that waited for this load start only now
      if (other.waits && job(index).pair.case_id == over.pair.case_id) other.begun = Clock::now();
    }
    const bool is_told = options_.on_ended && !is_proof(ended.id);
    if (is_told && options_.on_ended({over, ended, lane.hello}) == Proceed::kStop) stopped_ = true;
    if (over.request.scratch.empty()) scratch_.remove(ended.id);
  }

  /// The zygote of the lane died or sends nonsense. `reason` explains a case that its exit status does not.
  void lost(Lane& lane, const std::string& reason) {
    if (!lane.ready && lane.zygote->closed() && lane.zygote->declined()) {
      lane.zygote.reset();
      ++lane.declined;
      return;
    }
    lane.zygote->kill();  // an exiting process keeps its status
    const std::string ending = lane.zygote->ending();
    const std::string printed = lane.zygote->stderr_tail();
    if (!lane.ready) cannot_start(lane, ending, printed);
    lane.zygote.reset();
    lane.ready = false;
    lane.retires = false;
    lane.to_prove = true;
    const bool was_proof = proves(lane);
    const auto in_flight = lane.running;
    for (const auto& [index, running] : in_flight) {
      if (stopped_) return;
      end(lane, {.id = index,
                 .ending = Ending::kDied,
                 .stage = running.stage,
                 .message = "the worker process " + (reason.empty() ? ending : "was ended: " + reason) +
                            " while this pair ran",
                 .traceback = printed,
                 .cost = {.child_seconds = seconds_since(running.begun)}});
    }
    if (was_proof && ++lane.failed_proofs >= kMaxFailedProofs)
      cannot_start(lane, ending + " of an empty capture", printed);
  }

  [[noreturn]] void cannot_start(const Lane& lane, const std::string& ending,
                                 const std::string& printed) const {
    throw HarnessError({.what = fmt::format("worker '{}' cannot serve device {}: it {}", worker_.name,
                                            to_string(lane.device), ending),
                        .where = worker_.program().string(),
                        .expected = "a hello after its imports",
                        .found = printed.empty() ? "nothing on its stderr" : printed,
                        .next = Command{"doctor"}});
  }

  /// Handles a zygote that does not answer. Otherwise the zygote itself enforces the limits of its pairs.
  void check_deadlines(Lane& lane) {
    if (!lane.ready && seconds_since(lane.started) > options_.start_seconds) {
      lane.zygote->kill();
      cannot_start(lane, fmt::format("gave no hello in {} s", options_.start_seconds),
                   lane.zygote->stderr_tail());
    }
    for (const auto& [index, running] : lane.running) {
      const double limit = job(index).request.seconds;
      if (seconds_since(running.begun) <= limit + options_.grace_seconds) continue;
      time_out(lane, index, running, limit);
      return;
    }
  }

  void time_out(Lane& lane, std::size_t index, Running running, double limit) {
    end(lane,
        {.id = index,
         .ending = Ending::kTimedOut,
         .stage = running.stage,
         .message = fmt::format("still running {} s after its limit of {} s, and the worker did not end it",
                                options_.grace_seconds, limit),
         .cost = {.child_seconds = seconds_since(running.begun)}});
    if (!stopped_) lost(lane, "it did not end another pair that was over its time limit");
  }

  const Worker& worker_;
  const std::vector<Job>& jobs_;
  const PoolOptions& options_;
  Job proof_;            // the empty capture of a new zygote after a death
  ScratchRoot scratch_;  // outlives the zygotes, whose children write in it
  std::deque<Lane> lanes_;
  std::optional<std::size_t> held_;  // the last pair that waited for memory
  bool stopped_ = false;
};

}  // namespace

RunEnd run_pairs(const Worker& worker, const std::vector<Job>& jobs, const PoolOptions& options) {
  return Pool(worker, jobs, options).run();
}

}  // namespace assay
