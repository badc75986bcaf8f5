// Reading capture_pair's JSON.
#include "capture/zygote/answer.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "capture/zygote/raised.h"

namespace assay::zygote {
namespace {

using Json = nlohmann::json;
using protocol::Ending;

Ending ending_named(const std::string& name) {
  for (const Ending ending : {Ending::kFinished, Ending::kUnsupported, Ending::kNondeterministic}) {
    if (protocol::to_string(ending) == name) return ending;
  }
  throw std::invalid_argument("ending: one of finished, unsupported, nondeterministic; found: " + name);
}

}  // namespace

MemoryChanged read_answer(const std::string& json, protocol::Ended& ended) {
  MemoryChanged changed;
  try {
    const Json answer = Json::parse(json);
    const Json measures = answer.value("measures", Json::object());
    ended.ending = ending_named(answer.at("ending").get<std::string>());
    ended.message = bounded(answer.value("message", ""), kMessageBytes);
    ended.measures.eager_seconds = measures.value("eager_seconds", 0.0);
    ended.measures.capture_seconds = measures.value("capture_seconds", 0.0);
    ended.measures.write_seconds = measures.value("write_seconds", 0.0);
    ended.measures.nodes = measures.value("nodes", std::uint64_t{0});
    ended.measures.edges = measures.value("edges", std::uint64_t{0});
    changed.forgotten_peak = measures.value("forgotten_peak", std::uint64_t{0});
    changed.released = measures.value("released", std::uint64_t{0});
    ended.measures.eager_bytes = measures.value("eager_bytes", std::uint64_t{0});
    ended.measures.capture_bytes = measures.value("capture_bytes", std::uint64_t{0});
    ended.lowering_failure = bounded(answer.value("lowering_failure", ""), kMessageBytes);
    const Json replay = answer.value("replay", Json());
    if (!replay.is_null()) ended.replay = protocol::decode_replay_report(replay.dump());
    const Json tallies = answer.value("tallies", Json());
    if (!tallies.is_null()) ended.tallies = protocol::decode_run_tallies(tallies.dump());
  } catch (const std::exception& error) {
    ended.ending = Ending::kRaised;
    ended.exception = "BadAnswer";
    ended.message = bounded(error.what(), kMessageBytes);
  }
  return changed;
}

}  // namespace assay::zygote
