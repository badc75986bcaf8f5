// GoldenStore: find, judge, accept.
#include "harness/golden_store/golden_store.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/durable_write.h"
#include "harness/golden_store/placement.h"
#include "harness/golden_store/verified.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// Copies constants above 4 KiB, which are files beside the graph file.
void copy_constants(const GoldenBody& body, const fs::path& from, const fs::path& to) {
  for (const std::string& sha256 : body.constant_files()) {
    const fs::path source = from / (sha256 + ".bin"), target = to / (sha256 + ".bin");
    const std::string bytes = read_file(source).value_or("");
    if (const std::string found = sha256_hex(bytes); found != sha256)
      throw InputError({"not the constant its name says", source.string(), "bytes with that SHA-256",
                        "SHA-256 " + found, Command{"check"} + ", to capture it again"});
    if (!fs::exists(target)) durable_write(target, bytes);
  }
}

void require_nodes(const GraphFile& file, const fs::path& source) {
  if (size_of(file).nodes == 0)
    throw InputError({"an empty capture", source.string(), "a graph with nodes", "none",
                      Command{"check"} + ", to capture it again"});
}

GraphFile load_proposal(const PairId& pair, const fs::path& pending) {
  GraphFile proposal = load_captured_file(pending.string());
  require_nodes(proposal, pending);
  const Header& header = proposal.header;
  const std::string found = header.case_id + " " + header.method + " " + header.device;
  if (found != to_string(pair))
    throw InputError({"a proposal of another pair", pending.string(), to_string(pair), found,
                      Command{"check", {pair.case_id}}});
  return proposal;
}

/// A readable golden, and whether its graph equals a proposal.
struct HeldGolden {
  GoldenBody body;
  bool equal;
};

HeldGolden load_held(const CaseGoldens& goldens, const GoldenKey& key, const GraphFile& proposal) {
  GoldenBody body = goldens.load(key);
  const bool equal = body.compare(proposal, {}).equal;
  return {std::move(body), equal};
}

/// The golden that `proposal` may replace. Empty without a golden, or if it is broken and may be replaced.
std::optional<HeldGolden> load_replaced(const CaseGoldens& goldens, const std::optional<GoldenKey>& key,
                                        const GraphFile& proposal, WhereBroken broken) {
  if (!key) return std::nullopt;
  try {
    return load_held(goldens, *key, proposal);
  } catch (const InputError&) {
    if (broken == WhereBroken::kRefuse) throw;
    return std::nullopt;
  }
}

[[noreturn]] void refuse_broken(const PairId& pair, const ErrorParts& why) {
  throw InputError({"the golden is broken, and is not replaced unasked", why.where,
                    "a golden as it was accepted", why.what + (why.found.empty() ? "" : ": " + why.found),
                    (why.next.empty() ? ShellLine() : why.next + "  # or: ") + replace_broken_command(pair)});
}

/// The versions for which `held` still holds: another golden may have taken over some of its entries.
std::vector<VerifiedWith> held_versions(const CaseGoldens& goldens, const GoldenKey& key,
                                        const GoldenBody& held) {
  std::vector<VerifiedWith> result;
  const std::vector<GoldenKey> keys = goldens.of(key.pair);
  for (const VerifiedWith& with : held.header().verified) {
    const auto version = version_from_string(with.torch);
    if (version && golden_holding(keys, *version) == key) result.push_back(with);
  }
  return result;
}

/// Whether `key` holds `graph`. A broken golden holds no agreed graph.
bool holds(const CaseGoldens& goldens, const GoldenKey& key, const GraphFile& graph) {
  try {
    return load_held(goldens, key, graph).equal;
  } catch (const InputError&) {
    return false;
  }
}

/// Joins `accepted`, which holds `graph`, with the goldens before and after it that hold `graph` too. The
/// first takes over all versions, the others are removed.
void join_neighbours(CaseGoldens& goldens, const GoldenKey& accepted, const GraphFile& graph) {
  const std::vector<GoldenKey> keys = goldens.of(accepted.pair);
  const auto at = std::ranges::find(keys, accepted);
  auto first = at, last = at;
  if (at != keys.begin() && holds(goldens, *std::prev(at), graph)) first = std::prev(at);
  if (std::next(at) != keys.end() && holds(goldens, *std::next(at), graph)) last = std::next(at);
  if (first == last) return;
  std::vector<VerifiedWith> verified;
  for (auto key = first; key <= last; ++key)
    for (const VerifiedWith& with : held_versions(goldens, *key, goldens.load(*key)))
      add_verified(verified, with);
  goldens.put(*first, goldens.load(*first), std::move(verified));
  for (auto key = std::next(first); key <= last; ++key) goldens.drop(*key);
}

/// `replaced` is the golden that now holds for the proposal's version. Large constants are files in
/// `constants`.
void put(CaseGoldens& goldens, const PairId& pair, const GraphFile& proposal,
         const std::optional<HeldGolden>& replaced, const fs::path& constants) {
  const VerifiedWith with = versions_of(proposal.header);
  const Version torch = torch_version(with);
  const GoldenKey here =
      golden_holding(goldens.of(pair_name(pair)), torch).value_or(GoldenKey{pair_name(pair)});
  const GoldenBody* held = replaced ? &replaced->body : nullptr;
  if (held != nullptr && replaced->equal) {
    std::vector<VerifiedWith> verified = held->header().verified;
    add_verified(verified, with);
    goldens.put(here, *held, std::move(verified));
    return join_neighbours(goldens, here, proposal);
  }
  const GoldenBody body = GoldenBody::of(proposal);
  copy_constants(body, constants, goldens.file().parent_path());
  const Placement placement =
      held != nullptr ? place(held_versions(goldens, here, *held), torch) : Placement{};
  if (!placement.later.empty()) goldens.put({here.pair, placement.later_from}, *held, placement.later);
  const bool parted = placement.accepted == Placement::Place::kFromVersion;
  const GoldenKey accepted = parted ? GoldenKey{here.pair, placement.accepted_from} : here;
  if (parted && held->header().verified != placement.earlier) goldens.put(here, *held, placement.earlier);
  goldens.put(accepted, body, {with});
  join_neighbours(goldens, accepted, proposal);
}

}  // namespace

GoldenStore::GoldenStore(fs::path root) : root_(std::move(root)) {}

GoldenStore::Judgement GoldenStore::judge(const PairId& pair, const GraphFile& captured,
                                          const Policy& policy) const {
  Judgement judgement;
  require_nodes(captured, to_string(pair));
  const VerifiedWith with = versions_of(captured.header);
  const Version torch = torch_version(with);
  judgement.golden = golden_file(root_, pair.case_id);
  try {
    const CaseGoldens goldens(root_, pair.case_id);
    const auto holding = golden_holding(goldens.of(pair_name(pair)), torch);
    if (!holding) {
      judgement.why = "no golden: " + pair_name(pair) + " in " + judgement.golden.string() + "\n";
      return judgement;
    }
    const GoldenBody agreed = goldens.load(*holding);
    judgement.diff = agreed.compare(captured, policy);
    judgement.verdict = judgement.diff->equal ? Verdict::kMatch : Verdict::kDiffers;
    judgement.not_yet_verified = !is_verified(agreed.header().verified, with);
    judgement.of_summary = agreed.is_summary();
  } catch (const InputError& error) {
    ErrorParts parts = error.parts();
    judgement.mend = std::exchange(parts.next, {});
    if (judgement.mend.empty()) judgement.mend = git_checkout(judgement.golden.string());
    judgement.verdict = Verdict::kBrokenGolden;
    judgement.why = "the golden is broken: " + to_message(parts) + "\n";
  }
  return judgement;
}

fs::path GoldenStore::accept(const PairId& pair, const fs::path& pending, WhereBroken broken) const {
  const GraphFile proposal = load_proposal(pair, pending);
  std::optional<HeldGolden> replaced;
  const Version torch = torch_version(versions_of(proposal.header));
  const WriteTurn turn(golden_file(root_, pair.case_id));
  CaseGoldens goldens = [&] {
    try {
      CaseGoldens read(root_, pair.case_id, broken);
      replaced = load_replaced(read, golden_holding(read.of(pair_name(pair)), torch), proposal, broken);
      return read;
    } catch (const InputError& error) {
      refuse_broken(pair, error.parts());
    }
  }();
  put(goldens, pair, proposal, replaced, pending.parent_path());
  goldens.write();
  return goldens.file();
}

std::optional<fs::path> GoldenStore::verify(const PairId& pair, const fs::path& captured,
                                            const Policy& policy) const {
  const GraphFile graph = load_proposal(pair, captured);
  const WriteTurn turn(golden_file(root_, pair.case_id));
  const Judgement judgement = judge(pair, graph, policy);
  if (judgement.verdict != Verdict::kMatch || !judgement.not_yet_verified) return std::nullopt;
  CaseGoldens goldens(root_, pair.case_id);
  const VerifiedWith with = versions_of(graph.header);
  const GoldenKey key = golden_holding(goldens.of(pair_name(pair)), torch_version(with)).value();
  const GoldenBody agreed = goldens.load(key);
  std::vector<VerifiedWith> verified = agreed.header().verified;
  add_verified(verified, with);
  goldens.put(key, agreed, std::move(verified));
  goldens.write();
  return goldens.file();
}

Command replace_broken_command(const PairId& pair) {
  return {.verb = "accept", .arguments = {"--case", pair.case_id, "--replace-broken"}};
}

}  // namespace assay
