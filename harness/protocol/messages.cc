// The messages between the two programs: encoding and strict decoding.
#include "harness/protocol/messages.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/spec/replay_json.h"

namespace assay::protocol {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownBytes = 160;

constexpr std::array<std::pair<Ending, std::string_view>, 7> kEndings{{
    {Ending::kFinished, "finished"},
    {Ending::kRaised, "raised"},
    {Ending::kUnsupported, "unsupported"},
    {Ending::kNondeterministic, "nondeterministic"},
    {Ending::kDied, "died"},
    {Ending::kTimedOut, "timed_out"},
    {Ending::kOutOfMemory, "out_of_memory"},
}};

constexpr std::array<std::pair<Task, std::string_view>, 3> kTasks{{
    {Task::kCapture, "capture"},
    {Task::kReplay, "replay"},
    {Task::kLower, "lower"},
}};

/// Noise can be megabytes of anything: what a message shows of a line is short and printable.
std::string shown(std::string_view line) {
  std::string text;
  for (const unsigned char c : line.substr(0, kShownBytes)) {
    text += c >= 0x20 && c < 0x7f ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
  }
  if (line.size() > kShownBytes) text += fmt::format("... ({} bytes)", line.size());
  return text;
}

/// One decoded line; every question about it that has no good answer becomes a HarnessError that shows the
/// line.
class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {
    json_ = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json_.is_object()) fail("not a protocol message", "one JSON object on one line");
  }

  [[noreturn]] void fail(std::string what, std::string expected) const {
    throw HarnessError({.what = std::move(what),
                        .where = "protocol",
                        .expected = std::move(expected),
                        .found = shown(text_),
                        .next = "assay doctor"});
  }

  template <typename T>
  T get(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) fail(fmt::format("key '{}' is missing", key), kind<T>());
    if (!has_kind<T>(*found)) fail(fmt::format("key '{}' has the wrong type", key), kind<T>());
    return found->template get<T>();
  }
  template <typename T>
  T get(const char* key) const {
    return get<T>(json_, key);
  }

  template <typename T>
  T get_named(const char* key, std::optional<T> (*from_string)(std::string_view)) const {
    const auto value = from_string(get<std::string>(key));
    if (!value) fail(fmt::format("key '{}' has an unknown value", key), "a name of this protocol version");
    return *value;
  }

  std::vector<std::string> get_strings(const char* key) const {
    const auto list = get<Json>(key);
    std::vector<std::string> strings;
    for (const Json& entry : list) {
      if (!entry.is_string()) fail(fmt::format("key '{}' has the wrong type", key), "a list of strings");
      strings.push_back(entry.get<std::string>());
    }
    return strings;
  }

  /// A message has exactly these keys: a misspelt one would otherwise be lost in silence.
  void only(const Json& object, std::initializer_list<std::string_view> keys) const {
    for (const auto& item : object.items()) {
      bool known = false;
      for (const std::string_view key : keys) known = known || key == item.key();
      if (!known) fail(fmt::format("unknown key '{}'", shown(item.key())), "the keys of this message");
    }
  }
  void only(std::initializer_list<std::string_view> keys) const { only(json_, keys); }

  const Json& json() const { return json_; }

 private:
  template <typename T>
  static bool has_kind(const Json& value) {
    if constexpr (std::is_same_v<T, bool>)
      return value.is_boolean();
    else if constexpr (std::is_same_v<T, std::string>)
      return value.is_string();
    else if constexpr (std::is_same_v<T, double>)
      return value.is_number();
    else if constexpr (std::is_same_v<T, int>)
      return value.is_number_integer();
    else if constexpr (std::is_same_v<T, std::uint64_t>)
      return value.is_number_unsigned();
    else
      return value.is_array() || value.is_object();
  }
  template <typename T>
  static std::string kind() {
    if constexpr (std::is_same_v<T, bool>)
      return "true or false";
    else if constexpr (std::is_same_v<T, std::string>)
      return "a string";
    else if constexpr (std::is_same_v<T, double>)
      return "a number";
    else if constexpr (std::is_same_v<T, int>)
      return "an integer";
    else if constexpr (std::is_same_v<T, std::uint64_t>)
      return "an integer that is not negative";
    else
      return "a list or an object";
  }

  std::string_view text_;
  Json json_;
};

std::optional<Ending> ending_from_string(std::string_view name) {
  for (const auto& [ending, ending_name] : kEndings) {
    if (ending_name == name) return ending;
  }
  return std::nullopt;
}

std::optional<Task> task_from_string(std::string_view name) {
  for (const auto& [task, task_name] : kTasks) {
    if (task_name == name) return task;
  }
  return std::nullopt;
}

/// Texts of exceptions are whatever a model put there: invalid UTF-8 is replaced, never a reason to lose a
/// message.
std::string one_line(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// JSON has no infinities; a figure that is not finite was not measured.
double finite(double value) { return std::isfinite(value) ? value : 0; }

Json to_json(const Hello& hello) {
  return {{"type", "hello"},
          {"protocol", hello.version},
          {"torch", hello.torch},
          {"python", hello.python},
          {"device", hello.device},
          {"phantom", hello.phantom},
          {"import_seconds", finite(hello.import_seconds)}};
}

Json to_json(const StageEntered& entered) {
  return {{"type", "stage"}, {"id", entered.id}, {"stage", to_string(entered.stage)}};
}

Json to_json(const Measures& measures) {
  return {{"eager_seconds", finite(measures.eager_seconds)},
          {"capture_seconds", finite(measures.capture_seconds)},
          {"write_seconds", finite(measures.write_seconds)},
          {"child_seconds", finite(measures.child_seconds)},
          {"peak_bytes", measures.peak_bytes},
          {"nodes", measures.nodes},
          {"edges", measures.edges},
          {"eager_bytes", measures.eager_bytes},
          {"capture_bytes", measures.capture_bytes}};
}

Json to_json(const Ended& ended) {
  return {{"type", "ended"},
          {"id", ended.id},
          {"ending", to_string(ended.ending)},
          {"stage", to_string(ended.stage)},
          {"exception", ended.exception},
          {"message", ended.message},
          {"traceback", ended.traceback},
          {"exit_code", ended.exit_code},
          {"signal", ended.signal},
          {"measures", to_json(ended.measures)},
          {"new_modules", ended.new_modules},
          {"replay", ended.replay ? assay::to_json(*ended.replay) : Json(nullptr)},
          {"tallies", ended.tallies ? to_json(*ended.tallies) : Json(nullptr)},
          {"lowering_failure", ended.lowering_failure}};
}

/// Read before any other key: another version may have other keys, and the answer to that is a rebuilt
/// worker.
void require_version(const Line& line) {
  const int version = line.get<int>("protocol");
  if (version == kVersion) return;
  throw HarnessError({.what = "the worker was built from another version of Assay",
                      .where = "protocol",
                      .expected = fmt::format("protocol version {}", kVersion),
                      .found = fmt::format("protocol version {}", version),
                      .next = "ci/worker.sh --python /path/to/venv/bin/python"});
}

Hello hello_from(const Line& line) {
  require_version(line);
  line.only({"type", "protocol", "torch", "python", "device", "phantom", "import_seconds"});
  return {.version = kVersion,
          .torch = line.get<std::string>("torch"),
          .python = line.get<std::string>("python"),
          .device = line.get<std::string>("device"),
          .phantom = line.get<std::string>("phantom"),
          .import_seconds = line.get<double>("import_seconds")};
}

StageEntered stage_from(const Line& line) {
  line.only({"type", "id", "stage"});
  return {.id = line.get<std::uint64_t>("id"), .stage = line.get_named("stage", stage_from_string)};
}

Measures measures_from(const Line& line) {
  const auto object = line.get<Json>("measures");
  line.only(object, {"eager_seconds", "capture_seconds", "write_seconds", "child_seconds", "peak_bytes",
                     "nodes", "edges", "eager_bytes", "capture_bytes"});
  return {.eager_seconds = line.get<double>(object, "eager_seconds"),
          .capture_seconds = line.get<double>(object, "capture_seconds"),
          .write_seconds = line.get<double>(object, "write_seconds"),
          .child_seconds = line.get<double>(object, "child_seconds"),
          .peak_bytes = line.get<std::uint64_t>(object, "peak_bytes"),
          .nodes = line.get<std::uint64_t>(object, "nodes"),
          .edges = line.get<std::uint64_t>(object, "edges"),
          .eager_bytes = line.get<std::uint64_t>(object, "eager_bytes"),
          .capture_bytes = line.get<std::uint64_t>(object, "capture_bytes")};
}

/// Strict in the same words wherever it is read; here what is wrong is a mistake of a worker.
template <typename Read>
auto part_from(const char* key, const std::string& text, Read read) {
  try {
    return read(JsonPlace(JsonSource::parse(text, key, "assay doctor", Lines::kOne)));
  } catch (const InputError& error) {
    ErrorParts parts = error.parts();
    parts.where = "protocol: " + parts.where;
    parts.found = shown(parts.found);
    throw HarnessError(std::move(parts));
  }
}

ReplayReport report_from(const std::string& text) { return part_from("replay", text, replay_report_from); }
RunTallies tallies_from(const std::string& text) { return part_from("tallies", text, run_tallies_from); }

/// null and a report are the two things such a key can be; a missing one would be a lost report.
template <typename Part>
std::optional<Part> optional_from(const Line& line, const char* key, Part (*read)(const std::string&)) {
  const auto found = line.json().find(key);
  if (found == line.json().end()) line.fail(fmt::format("key '{}' is missing", key), "null or a report");
  if (found->is_null()) return std::nullopt;
  return read(found->dump());
}

Ended ended_from(const Line& line) {
  line.only({"type", "id", "ending", "stage", "exception", "message", "traceback", "exit_code", "signal",
             "measures", "new_modules", "replay", "tallies", "lowering_failure"});
  return {.id = line.get<std::uint64_t>("id"),
          .ending = line.get_named("ending", ending_from_string),
          .stage = line.get_named("stage", stage_from_string),
          .exception = line.get<std::string>("exception"),
          .message = line.get<std::string>("message"),
          .traceback = line.get<std::string>("traceback"),
          .exit_code = line.get<int>("exit_code"),
          .signal = line.get<int>("signal"),
          .measures = measures_from(line),
          .new_modules = line.get_strings("new_modules"),
          .replay = optional_from(line, "replay", report_from),
          .tallies = optional_from(line, "tallies", tallies_from),
          .lowering_failure = line.get<std::string>("lowering_failure")};
}

}  // namespace

std::string_view to_string(Ending ending) {
  for (const auto& [value, name] : kEndings) {
    if (value == ending) return name;
  }
  return "?";
}

std::string_view to_string(Task task) {
  for (const auto& [value, name] : kTasks) {
    if (value == task) return name;
  }
  return "?";
}

std::string encode(const CaptureRequest& message) {
  return one_line({{"type", "request"},
                   {"protocol", kVersion},
                   {"id", message.id},
                   {"task", to_string(message.task)},
                   {"case_json", message.case_json},
                   {"method", message.method},
                   {"device", message.device},
                   {"graph_path", message.graph_path},
                   {"source_path", message.source_path},
                   {"scratch", message.scratch},
                   {"seconds", finite(message.seconds)},
                   {"memory_gb", finite(message.memory_gb)},
                   {"measure", message.measure},
                   {"replay", message.replay},
                   {"seed", message.seed},
                   {"untransformed_path", message.untransformed_path},
                   {"lowered_path", message.lowered_path}});
}

std::string encode(const FromWorker& message) {
  return one_line(std::visit([](const auto& alternative) { return to_json(alternative); }, message));
}

std::string encode(const ReplayReport& report) {
  return assay::to_json(report).dump(-1, ' ', false, Json::error_handler_t::replace);
}

ReplayReport decode_replay_report(std::string_view text) { return report_from(std::string(text)); }

std::string encode(const RunTallies& tallies) { return to_json(tallies).dump(); }

RunTallies decode_run_tallies(std::string_view text) { return tallies_from(std::string(text)); }

CaptureRequest decode_request(std::string_view text) {
  const Line line(text);
  if (line.get<std::string>("type") != "request") line.fail("unknown message type", "request");
  require_version(line);
  line.only({"type", "protocol", "id", "task", "case_json", "method", "device", "graph_path", "source_path",
             "scratch", "seconds", "memory_gb", "measure", "replay", "seed", "untransformed_path",
             "lowered_path"});
  return {.id = line.get<std::uint64_t>("id"),
          .task = line.get_named("task", task_from_string),
          .case_json = line.get<std::string>("case_json"),
          .method = line.get<std::string>("method"),
          .device = line.get<std::string>("device"),
          .graph_path = line.get<std::string>("graph_path"),
          .source_path = line.get<std::string>("source_path"),
          .scratch = line.get<std::string>("scratch"),
          .seconds = line.get<double>("seconds"),
          .memory_gb = line.get<double>("memory_gb"),
          .measure = line.get<bool>("measure"),
          .replay = line.get<bool>("replay"),
          .seed = line.get<std::uint64_t>("seed"),
          .untransformed_path = line.get<std::string>("untransformed_path"),
          .lowered_path = line.get<std::string>("lowered_path")};
}

FromWorker decode_from_worker(std::string_view text) {
  const Line line(text);
  const auto type = line.get<std::string>("type");
  if (type == "hello") return hello_from(line);
  if (type == "stage") return stage_from(line);
  if (type == "ended") return ended_from(line);
  line.fail("unknown message type", "one of: hello, stage, ended");
}

}  // namespace assay::protocol
