// The messages between the two programs: encoding and strict decoding.
#include "harness/protocol/messages.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "harness/error/error.h"
#include "harness/words/enumerators.h"
#include "harness/zoo/named.h"
#include "harness/zoo/replay_json.h"

namespace assay {

using protocol::Capture, protocol::Ended, protocol::Hello, protocol::Lower, protocol::Measure,
    protocol::Nothing, protocol::Replay, protocol::Request, protocol::StageEntered, protocol::Subject,
    protocol::Watched;

template <>
inline constexpr Named<protocol::Ending> kNamed<protocol::Ending>{"ending", protocol::ending_from_string};

template <>
inline constexpr auto kMembers<Subject> = std::tuple{
    Member{"case", &Subject::test}, Member{"method", &Subject::method}, Member{"device", &Subject::device}};

template <>
inline constexpr const char* kTag<Nothing> = "nothing";
template <>
inline constexpr auto kMembers<Nothing> = std::tuple{};

template <>
inline constexpr const char* kTag<Capture> = "capture";
template <>
inline constexpr auto kMembers<Capture> = std::tuple{
    Member{"subject", &Capture::subject},
    Member{"graph_path", &Capture::graph_path},
    Member{"untransformed_path", &Capture::untransformed_path},
    Member{"lowered_path", &Capture::lowered_path},
    Member{"again_path", &Capture::again_path},
    Member{"measure", &Capture::measure},
    Member{"replay", &Capture::replay},
};

template <>
inline constexpr const char* kTag<Replay> = "replay";
template <>
inline constexpr auto kMembers<Replay> =
    std::tuple{Member{"subject", &Replay::subject}, Member{"source_path", &Replay::source_path},
               Member{"seed", &Replay::seed}};

template <>
inline constexpr const char* kTag<Lower> = "lower";
template <>
inline constexpr auto kMembers<Lower> =
    std::tuple{Member{"subject", &Lower::subject}, Member{"source_path", &Lower::source_path},
               Member{"graph_path", &Lower::graph_path}};

template <>
inline constexpr const char* kTag<Measure> = "measure";
template <>
inline constexpr auto kMembers<Measure> =
    std::tuple{Member{"subject", &Measure::subject}, Member{"memory", &Measure::memory},
               Member{"slow_down", &Measure::slow_down}};

template <>
inline constexpr const char* kTag<Request> = "request";
template <>
inline constexpr auto kMembers<Request> = std::tuple{
    Member{"protocol", &Request::version},    Member{"id", &Request::id},
    Member{"scratch", &Request::scratch},     Member{"seconds", &Request::seconds},
    Member{"memory_gb", &Request::memory_gb}, Member{"further", &Request::further},
    Member{"task", &Request::task},
};

template <>
inline constexpr const char* kTag<Hello> = "hello";
template <>
inline constexpr auto kMembers<Hello> = std::tuple{
    Member{"protocol", &Hello::version}, Member{"torch", &Hello::torch},
    Member{"python", &Hello::python},    Member{"device", &Hello::device},
    Member{"phantom", &Hello::phantom},  Member{"import_seconds", &Hello::import_seconds},
};

template <>
inline constexpr const char* kTag<StageEntered> = "stage";
template <>
inline constexpr auto kMembers<StageEntered> =
    std::tuple{Member{"id", &StageEntered::id}, Member{"stage", &StageEntered::stage}};

template <>
inline constexpr auto kMembers<Ended> = std::tuple{
    Member{"id", &Ended::id},
    Member{"ending", &Ended::ending},
    Member{"stage", &Ended::stage},
    Member{"exception", &Ended::exception},
    Member{"message", &Ended::message},
    Member{"traceback", &Ended::traceback},
    Member{"raised_at", &Ended::raised_at},
    Member{"exit_code", &Ended::exit_code},
    Member{"signal", &Ended::signal},
    Member{"nodes", &Ended::nodes},
    Member{"edges", &Ended::edges},
    Member{"cost", &Ended::cost},
    Member{"new_modules", &Ended::new_modules},
    Member{"replay", &Ended::replay},
    Member{"tallies", &Ended::tallies},
    Member{"overhead", &Ended::overhead},
    Member{"lowering_failure", &Ended::lowering_failure},
    Member{"left_behind", &Ended::left_behind},
    Member{"again_failure", &Ended::again_failure},
};

template <>
inline constexpr auto kMembers<Watched> =
    std::tuple{Member{"child_seconds", &Watched::child_seconds}, Member{"peak_bytes", &Watched::peak_bytes}};

namespace protocol {
namespace {

/// `Ended` on the wire: the child's message and its zygote's measurements.
struct EndedLine {
  Watched watched;
  Ended said;
};

}  // namespace
}  // namespace protocol

template <>
inline constexpr const char* kTag<protocol::EndedLine> = "ended";
template <>
inline constexpr auto kMembers<protocol::EndedLine> =
    std::tuple{Member{"watched", &protocol::EndedLine::watched}, Member{"said", &protocol::EndedLine::said}};

namespace protocol {
namespace {

constexpr std::size_t kShownBytes = 160;

constexpr auto kEndings = enumerators<Ending>({"finished", "raised", "unsupported", "nondeterministic",
                                               "died", "timed_out", "out_of_memory", "not_run"});

/// Noise can be megabytes of any bytes. Errors show a short, printable part.
std::string shown(std::string_view line) {
  std::string text;
  for (const unsigned char c : line.substr(0, kShownBytes)) {
    text += c >= 0x20 && c < 0x7f ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
  }
  if (line.size() > kShownBytes) text += fmt::format("... ({} bytes)", line.size());
  return text;
}

/// Texts of exceptions may be invalid UTF-8. Replacing it saves the message.
std::string text_of(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

JsonPlace parsed(std::string_view line) {
  std::shared_ptr<const JsonSource> source;
  try {
    source = JsonSource::parse(std::string(line), "protocol", Command{"doctor"}, Lines::kOne);
  } catch (const InputError&) {
    // Details of the JSON error do not help.
  }
  if (source && source->root.is_object()) return JsonPlace(source);
  throw HarnessError({.what = "not a protocol message",
                      .where = "protocol",
                      .expected = "one JSON object on one line",
                      .found = shown(line),
                      .next = Command{"doctor"}});
}

/// Read before any other key: another version may have other keys, and then the worker must be rebuilt.
void require_version(const JsonPlace& message) {
  if (!message.has("protocol")) return;
  const int version = read_as<int>(message["protocol"]);
  if (version == kVersion) return;
  throw HarnessError({.what = "the worker was built from another version of Assay",
                      .where = "protocol",
                      .expected = fmt::format("protocol version {}", kVersion),
                      .found = fmt::format("protocol version {}", version),
                      .next = "ci/worker.sh --python /path/to/venv/bin/python"});
}

/// Decodes the line as any of `Messages`. Errors in it are mistakes of the other program.
template <typename... Messages>
std::variant<Messages...> decode(std::string_view line) {
  const JsonPlace message = parsed(line);
  try {
    require_version(message);
    return read_as<std::variant<Messages...>>(message);
  } catch (const InputError& error) {
    ErrorParts parts = error.parts();
    parts.found = shown(parts.found.empty() ? line : parts.found);
    throw HarnessError(std::move(parts));
  }
}

}  // namespace

std::string_view to_string(Ending ending) { return kEndings[ending]; }

std::optional<Ending> ending_from_string(std::string_view name) { return kEndings.find(name); }

const Subject* subject_of(const Task& task) {
  const auto ask = [](const auto& of) -> const Subject* {
    if constexpr (requires { of.subject; })
      return &of.subject;
    else
      return nullptr;
  };
  return std::visit(ask, task);
}

const std::string* graph_written_by(const Task& task) {
  const auto ask = [](const auto& of) -> const std::string* {
    if constexpr (requires { of.graph_path; })
      return &of.graph_path;
    else
      return nullptr;
  };
  return std::visit(ask, task);
}

std::vector<std::string*> paths_of(Task& task) {
  std::vector<std::string*> paths;
  const auto add = [&](auto& of) {
    if constexpr (requires { of.graph_path; }) paths.push_back(&of.graph_path);
    if constexpr (requires { of.source_path; }) paths.push_back(&of.source_path);
    if constexpr (requires { of.lowered_path; }) paths.push_back(&of.lowered_path);
    if constexpr (requires { of.again_path; }) paths.push_back(&of.again_path);
    if constexpr (requires { of.untransformed_path; }) paths.push_back(&of.untransformed_path);
  };
  std::visit(add, task);
  return paths;
}

std::string encode(const Request& request) { return text_of(tagged(request)) + "\n"; }

std::string encode(const FromWorker& message) {
  if (const auto* ended = std::get_if<Ended>(&message))
    return ended_line(last_words(*ended), {ended->cost.child_seconds, ended->cost.peak_bytes});
  if (const auto* hello = std::get_if<Hello>(&message)) return text_of(tagged(*hello)) + "\n";
  return text_of(tagged(std::get<StageEntered>(message))) + "\n";
}

Request decode_request(std::string_view line) { return std::get<Request>(decode<Request>(line)); }

FromWorker decode_from_worker(std::string_view line) {
  auto message = decode<Hello, StageEntered, EndedLine>(line);
  if (auto* hello = std::get_if<Hello>(&message)) return std::move(*hello);
  if (auto* entered = std::get_if<StageEntered>(&message)) return *entered;
  auto& [watched, ended] = std::get<EndedLine>(message);
  ended.cost.child_seconds = std::max(ended.cost.child_seconds, watched.child_seconds);
  ended.cost.peak_bytes = std::max(ended.cost.peak_bytes, watched.peak_bytes);
  return std::move(ended);
}

std::string last_words(const Ended& ended) { return text_of(json_of(ended)); }

std::string ended_line(std::string_view last_words, const Watched& watched) {
  return fmt::format(R"({{"type":"ended","watched":{},"said":{}}})", text_of(json_of(watched)), last_words) +
         "\n";
}

}  // namespace protocol
}  // namespace assay
