// Calls and answers as words.
#include "harness/resident/call.h"

#include <sstream>

#include <fmt/ranges.h>

namespace assay::resident {
namespace {

struct Encoder {
  std::string operator()(const Serve& call) const {
    return fmt::format("serve {}", fmt::join(call.methods, ","));
  }
  std::string operator()(const Describe&) const { return "describe"; }
  std::string operator()(const Serving& answer) const { return fmt::format("serving {}", answer.session); }
  std::string operator()(const Ended& answer) const { return fmt::format("ended {}", answer.status); }
  std::string operator()(const Description& answer) const {
    return fmt::format("resident {} {} {} {} {} {}", answer.process, answer.device, answer.idle_seconds,
                       answer.idle_limit, answer.sessions, answer.program);
  }
};

std::vector<std::string> parts(std::istream& words) {
  std::vector<std::string> result;
  words >> std::ws;
  for (std::string part; std::getline(words, part, ',');) result.push_back(part);
  return result;
}

}  // namespace

std::string encode(const Call& call) { return std::visit(Encoder{}, call); }
std::string encode(const Answer& answer) { return std::visit(Encoder{}, answer); }

std::optional<Call> decode_call(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string verb;
  words >> verb;
  if (verb == "serve") return Serve{parts(words)};
  if (verb == "describe") return Describe{};
  return std::nullopt;
}

std::optional<Answer> decode_answer(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string verb;
  words >> verb;
  if (Serving serving; verb == "serving" && words >> serving.session) return serving;
  if (Ended ended; verb == "ended" && words >> ended.status) return ended;
  if (Description state; verb == "resident" &&
                         words >> state.process >> state.device >> state.idle_seconds >> state.idle_limit >>
                             state.sessions >> std::ws &&
                         std::getline(words, state.program))
    return state;
  return std::nullopt;
}

}  // namespace assay::resident
