// RunHead: writing, reading and comparing.
#include "harness/results/run_head.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/files/read_file.h"
#include "harness/results/pair_json.h"
#include "harness/words/quantity.h"
#include "harness/zoo/case_path.h"

namespace assay {

template <>
inline constexpr Named<ShardBy> kNamed<ShardBy>{"way to make shards", shard_by_from_string};

template <>
inline constexpr auto kMembers<Shard> =
    std::tuple{Member{"index", &Shard::index}, Member{"count", &Shard::count}};

/// The keys of a listed pair after its pair.
template <>
inline constexpr auto kMembers<ListedPair> =
    std::tuple{Member{"family", &ListedPair::family}, Member{"tiers", &ListedPair::tiers},
               Member{"shard", &ListedPair::shard}};

template <>
inline constexpr auto kMembers<CasePlace> =
    std::tuple{Member{"file", &CasePlace::file}, Member{"line", &CasePlace::line}};

/// The keys of a head before its pairs.
template <>
inline constexpr auto kMembers<RunHead> = std::tuple{
    Member{"command", &RunHead::command}, Member{"torch", &RunHead::torch},
    Member{"python", &RunHead::python},   Member{"cuda", &RunHead::cuda},
    Member{"project", &RunHead::project}, Member{"results", &RunHead::results},
    Member{"digest", &RunHead::digest},   Member{"replay", &RunHead::replay},
    Member{"seconds", &RunHead::seconds}, Member{"memory_gb", &RunHead::memory_gb},
    Member{"shard", &RunHead::shard},     Member{"by", &RunHead::by},
};

namespace {

constexpr const char* kVersionKey = "assay_run";
constexpr int kVersion = 1;
/// Older heads lack this key.
constexpr const char* kPlaces = "places";

std::vector<std::string> keys_with(std::vector<std::string> first, const std::vector<std::string>& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

void require_index(const JsonPlace& place, int index, int count) {
  if (index < 1 || index > count) place.fail("no such shard", fmt::format("1 to {}", count));
}

ListedPair listed_from(const JsonPlace& place, int count) {
  place.require_keys(keys_with(keys_of<PairId>(), keys_of<ListedPair>()));
  ListedPair listed;
  read_members(place, listed.pair);
  if (!is_case_id(listed.pair.case_id)) place.need("case").fail("not a case id", std::string(kCaseIdForm));
  read_members(place, listed);
  require_index(place.need("shard"), listed.shard, count);
  return listed;
}

/// An entry per line, under a key.
std::string list_text(const char* key, const std::vector<OrderedJson>& entries) {
  std::string text = fmt::format("\n \"{}\": [", key);
  const char* separator = "\n  ";
  for (const OrderedJson& entry : entries) {
    // Paths may contain any bytes.
    text += separator + entry.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    separator = ",\n  ";
  }
  return text + "\n ]";
}

std::pair<std::string, CasePlace> placed_case_from(const JsonPlace& place) {
  place.require_keys(keys_with({"case"}, keys_of<CasePlace>()));
  std::pair<std::string, CasePlace> placed{read_as<std::string>(place.need("case")), {}};
  read_members(place, placed.second);
  if (const std::string& file = placed.second.file; !file.empty() && !stays_below(file))
    place.need("file").fail("not a file of the sources", "a path below their root");
  if (placed.second.line < 1) place.need("line").fail("no line of a file", "1 or more");
  return placed;
}

std::string text_of(const ListedPair& listed) {
  return fmt::format("{} in shard {}", to_string(listed.pair), listed.shard);
}

/// The first difference between two lists.
ErrorParts list_difference(const std::vector<ListedPair>& expected, const std::vector<ListedPair>& found) {
  const auto [left, right] = std::ranges::mismatch(expected, found);
  const auto told = [](const auto& list, const auto& at) {
    return counted(list.size(), "pair") + (at == list.end() ? ", no more" : ", " + text_of(*at));
  };
  return {.what = "another list of pairs", .expected = told(expected, left), .found = told(found, right)};
}

std::string options_of(const RunHead& head) {
  return fmt::format("{}, --timeout {:g}, --memory {:g}", head.replay ? "replayed" : "--no-replay",
                     head.seconds, head.memory_gb);
}

}  // namespace

std::string to_string(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

std::string shard_command(const RunHead& head, int index) {
  if (head.shard.count == 1) return head.command;
  return fmt::format("{} --shard {}", head.command, to_string(Shard{index, head.shard.count}));
}

std::optional<ErrorParts> difference(const RunHead& expected, const RunHead& found) {
  const auto part = [](const char* what, const std::string& left, const std::string& right) {
    return left == right ? std::nullopt
                         : std::optional(ErrorParts{.what = what, .expected = left, .found = right});
  };
  const auto count_text = [](const RunHead& head) {
    return fmt::format("{}, by {}", counted(static_cast<std::uint64_t>(head.shard.count), "shard"),
                       to_string(head.by));
  };
  const bool both_on_cuda = !expected.cuda.empty() && !found.cuda.empty();  // else their lists differ
  for (const auto& differs :
       {part("another torch", expected.torch, found.torch),
        part("another Python", expected.python, found.python),
        both_on_cuda ? part("another cuda device", expected.cuda, found.cuda) : std::nullopt,
        part("run with other options", options_of(expected), options_of(found)),
        part("other shards", count_text(expected), count_text(found))}) {
    if (differs) return differs;
  }
  if (expected.pairs != found.pairs) return list_difference(expected.pairs, found.pairs);
  return part("another project: case files, Python of the models or goldens", expected.digest, found.digest);
}

PairResult missing_record(const ListedPair& listed, const std::string& why, const std::string& next) {
  PairResult record;
  record.pair = listed.pair;
  record.family = listed.family;
  record.tiers = listed.tiers;
  record.verdict = Verdict::kMissing;
  record.explanation = why;
  record.next = next;
  return record;
}

std::optional<RunHead> read_head(const std::filesystem::path& results_folder) {
  const std::filesystem::path file = results_folder / "run.json";
  const std::optional<std::string> text = read_file(file);
  if (!text) return std::nullopt;
  return decode_head(*text, file.string());
}

std::string encode_head(const RunHead& head) {
  OrderedJson json{{kVersionKey, kVersion}};
  write_members(head, json);
  std::vector<OrderedJson> places, pairs;
  for (const auto& [id, place] : head.places) {
    places.push_back({{"case", id}});
    write_members(place, places.back());
  }
  for (const ListedPair& listed : head.pairs) {
    pairs.push_back(json_of(listed.pair));
    write_members(listed, pairs.back());
  }
  std::string text = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  text.back() = ',';
  return text + list_text("pairs", pairs) + "," + list_text(kPlaces, places) + "}\n";
}

RunHead decode_head(const std::string& text, const std::string& where) {
  const JsonPlace place(JsonSource::parse(text, where, Command{"check", {"--results", "DIR"}}));
  place.require_keys(keys_with({kVersionKey, "pairs", kPlaces}, keys_of<RunHead>()));
  if (place.need(kVersionKey).integer(0) != kVersion)
    place.need(kVersionKey).fail("a version of run.json that is not known", std::to_string(kVersion));
  RunHead head;
  read_members(place, head);
  require_index(place.need("shard"), head.shard.index, head.shard.count);
  for (const JsonPlace& item : place.need("pairs").items())
    head.pairs.push_back(listed_from(item, head.shard.count));
  if (place.has(kPlaces))
    for (const JsonPlace& item : place.need(kPlaces).items()) head.places.insert(placed_case_from(item));
  return head;
}

}  // namespace assay
