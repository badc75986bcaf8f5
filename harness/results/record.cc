// Writes and reads a record of results.jsonl.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "harness/diff/set_count_json.h"
#include "harness/error/error.h"
#include "harness/results/coverage_json.h"
#include "harness/results/pair_json.h"
#include "harness/results/results_folder.h"
#include "harness/zoo/case_path.h"
#include "harness/zoo/named.h"
#include "harness/zoo/replay_json.h"

namespace assay {

template <>
struct JsonForm<SetCount> {
  static OrderedJson write(const SetCount& count) { return as_json(count); }
  static SetCount read(const JsonPlace& place) {
    place.require_keys({"matched", "missing", "extra", "changed"});
    SetCount count;
    for (const auto& [key, member] : kSetCountKeys) count.*member = read_as<std::size_t>(place.need(key));
    return count;
  }
};

OrderedJson pair_json(const PairId& pair) { return json_of(pair); }

template <>
inline constexpr auto kMembers<NamedCause> =
    std::tuple{Member{"id", &NamedCause::id}, Member{"what", &NamedCause::what}};

template <>
inline constexpr auto kMembers<Repetition> =
    std::tuple{Member{"runs", &Repetition::runs}, Member{"otherwise", &Repetition::otherwise},
               Member{"how", &Repetition::how}};

template <>
inline constexpr auto kMembers<Aftermath> =
    std::tuple{Member{"left_behind", &Aftermath::left_behind}, Member{"second_time", &Aftermath::second_time},
               Member{"other_program", &Aftermath::other_program}, Member{"peer", &Aftermath::peer}};

template <>
inline constexpr Named<BreakSide> kNamed<BreakSide>{
    "side of a graph", [](std::string_view name) { return kBreakSideNames.find(name); }};

template <>
inline constexpr auto kMembers<BreakPlace> =
    std::tuple{Member{"graph", &BreakPlace::graph}, Member{"side", &BreakPlace::side},
               Member{"reason", &BreakPlace::reason}, Member{"source", &BreakPlace::source}};

template <>
inline constexpr auto kMembers<Command> =
    std::tuple{Member{"options", &Command::options}, Member{"verb", &Command::verb},
               Member{"arguments", &Command::arguments}};

template <>
inline constexpr auto kMembers<ShellLine::Word> = std::tuple{Member{"word", &ShellLine::Word::text}};

/// A part of a line: {"text"}, {"word"}, or a command.
template <>
struct JsonForm<ShellLine::Part> {
  static OrderedJson write(const ShellLine::Part& part) {
    if (const auto* text = std::get_if<std::string>(&part)) return {{"text", *text}};
    if (const auto* word = std::get_if<ShellLine::Word>(&part)) return json_of(*word);
    return json_of(std::get<Command>(part));
  }
  static ShellLine::Part read(const JsonPlace& place) {
    if (place.has("verb")) return read_as<Command>(place);
    if (place.has("word")) return read_as<ShellLine::Word>(place);
    place.require_keys({"text"});
    return place.need("text").text();
  }
};

/// The line as text. Its parts are in kNextParts.
template <>
struct JsonForm<ShellLine> {
  static OrderedJson write(const ShellLine& line) { return line.text(); }
  static ShellLine read(const JsonPlace& place) { return place.text(); }
};

/// The keys that every record has after its pair.
template <>
inline constexpr auto kMembers<PairResult> = std::tuple{
    Member{"family", &PairResult::family},
    Member{"tiers", &PairResult::tiers},
    Member{"outcome", &PairResult::outcome},
    Member{"stage", &PairResult::stage},
    Member{"verdict", &PairResult::verdict},
    Member{"nodes", &PairResult::nodes},
    Member{"edges", &PairResult::edges},
    Member{"node_agreement", &PairResult::node_agreement},
    Member{"edge_agreement", &PairResult::edge_agreement},
    Member{"not_yet_verified", &PairResult::not_yet_verified},
    Member{"reason", &PairResult::reason},
    Member{"exception", &PairResult::exception},
    Member{"message", &PairResult::message},
    Member{"torch", &PairResult::torch},
    Member{"python", &PairResult::python},
    Member{"phantom", &PairResult::phantom},
    Member{"explanation", &PairResult::explanation},
    Member{"golden", &PairResult::golden},
    Member{"pending", &PairResult::pending},
    Member{"graph", &PairResult::graph},
    Member{"golden_root", &PairResult::golden_root},
    Member{"next", &PairResult::next},
    Member{"replay", &PairResult::replay},
    Member{"coverage", &PairResult::coverage},
    Member{"cost", &PairResult::cost},
};

namespace {

/// Older records lack this key. Runs of days can still be resumed.
constexpr const char* kCauses = "causes";
/// For a pair that was run more than once.
constexpr const char* kRepetition = "repetition";
/// For a pair whose capture was observed.
constexpr const char* kAftermath = "aftermath";

/// For a capture with graph breaks.
constexpr const char* kBreaks = "breaks";
/// The parts of the next line, unless it is only text.
constexpr const char* kNextParts = "next_parts";
/// For a failure with a known place.
constexpr const char* kRaisedAt = "raised_at";

bool is_made_of_words(const ShellLine& line) {
  return std::ranges::any_of(
      line.parts(), [](const ShellLine::Part& part) { return !std::holds_alternative<std::string>(part); });
}

void require_figures(const PairResult& result) {
  const auto require = [&]<typename Value>(const Member<Cost, Value>& member) {
    const Value value = result.cost.*member.value;
    if (std::isfinite(static_cast<double>(value))) return;
    throw HarnessError({"a duration that is no number", to_string(result.pair) + ": " + member.key,
                        "a finite number of seconds", std::to_string(value), ""});
  };
  std::apply([&](const auto&... member) { (require(member), ...); }, kMembers<Cost>);
}

std::vector<std::string> record_keys() {
  std::vector<std::string> keys = keys_of<PairId>();
  std::ranges::move(keys_of<PairResult>(), std::back_inserter(keys));
  keys.emplace_back(kCauses);
  keys.emplace_back(kRepetition);
  keys.emplace_back(kAftermath);
  keys.emplace_back(kBreaks);
  keys.emplace_back(kRaisedAt);
  keys.emplace_back(kNextParts);
  return keys;
}

/// A path that commands read or remove must be below the results folder.
void require_below(const JsonPlace& record, const char* key, const std::string& path) {
  if (!path.empty() && !stays_below(path))
    record.need(key).fail("not a path below the results folder", "such as graphs/CASE/METHOD@DEVICE.json");
}

}  // namespace

std::string encode_record(const PairResult& result) {
  require_figures(result);
  OrderedJson json = json_of(result.pair);
  write_members(result, json);
  json[kCauses] = json_of(result.causes);
  if (result.repetition) json[kRepetition] = json_of(*result.repetition);
  if (result.aftermath) json[kAftermath] = json_of(*result.aftermath);
  if (!result.breaks.empty()) json[kBreaks] = json_of(result.breaks);
  if (!result.raised_at.empty()) json[kRaisedAt] = result.raised_at;
  if (is_made_of_words(result.next)) json[kNextParts] = json_of(result.next.parts());
  // Messages of a child may contain any bytes.
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

PairResult decode_record(const std::string& line, const std::string& where) {
  const JsonPlace record(JsonSource::parse(line, where, Command{"check", {"--results", "DIR"}}, Lines::kOne));
  record.require_keys(record_keys());
  PairResult result;
  read_members(record, result.pair);
  if (!is_case_id(result.pair.case_id))  // it becomes a path
    record.need("case").fail("not a case id", std::string(kCaseIdForm));
  read_members(record, result);
  require_below(record, "graph", result.graph);
  require_below(record, "pending", result.pending);
  if (record.has(kCauses)) result.causes = read_as<std::vector<NamedCause>>(record.need(kCauses));
  if (record.has(kRepetition)) result.repetition = read_as<Repetition>(record.need(kRepetition));
  if (record.has(kAftermath)) result.aftermath = read_as<Aftermath>(record.need(kAftermath));
  if (record.has(kBreaks)) result.breaks = read_as<std::vector<BreakPlace>>(record.need(kBreaks));
  if (record.has(kRaisedAt)) result.raised_at = record.need(kRaisedAt).text();
  if (record.has(kNextParts))
    result.next = ShellLine(read_as<std::vector<ShellLine::Part>>(record.need(kNextParts)));
  return result;
}

}  // namespace assay
