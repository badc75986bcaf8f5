// GoldenStore: find, judge, accept.
#include "harness/golden_store/golden_store.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "harness/error/error.h"
#include "harness/golden_store/durable_write.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_name.h"
#include "harness/golden_store/placement.h"
#include "harness/golden_store/verified.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// Constants above 4 KiB are files beside the graph file.
void copy_constants(const GoldenBody& body, const fs::path& from, const fs::path& to) {
  for (const std::string& sha256 : body.constant_files()) {
    const fs::path source = from / (sha256 + ".bin"), target = to / (sha256 + ".bin");
    std::ifstream stream(source, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (const std::string found = sha256_hex(bytes); found != sha256)
      throw InputError({"not the constant its name says", source.string(), "bytes with that SHA-256",
                        "SHA-256 " + found, "assay check, to capture it again"});
    if (!fs::exists(target)) durable_write(target, bytes);
  }
}

/// The header goldens keep: what finds them, what they were made on, and with what they were verified. All
/// else would change with every machine.
Header reduced(const Header& header, const PairId& pair, std::vector<VerifiedWith> verified) {
  Header kept;
  kept.case_id = pair.case_id;
  kept.method = to_string(pair.method);
  kept.device = to_string(pair.device);
  kept.phantom = header.phantom;
  kept.fake = header.fake;
  kept.verified = std::move(verified);
  return kept;
}

void require_nodes(const GraphFile& file, const fs::path& source) {
  if (size_of(file).nodes == 0)
    throw InputError({"an empty capture", source.string(), "a graph with nodes", "none",
                      "assay check, to capture it again"});
}

GraphFile load_proposal(const PairId& pair, const fs::path& pending) {
  GraphFile proposal = load_graph_file(pending.string());
  require_nodes(proposal, pending);
  const Header& header = proposal.header;
  const std::string found = header.case_id + " " + header.method + " " + header.device;
  if (found != to_string(pair))
    throw InputError({"a proposal of another pair", pending.string(), to_string(pair), found,
                      "assay check " + pair.case_id});
  return proposal;
}

/// The golden that held, when there is one that can be read: a broken one is replaced as a whole.
std::optional<GoldenBody> load_held(const std::optional<GoldenName>& name) {
  if (!name) return std::nullopt;
  try {
    return GoldenBody::load(name->file);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// The versions of `held` for which it is the golden that holds: an entry that another file has taken over
/// since says nothing.
std::vector<VerifiedWith> held_versions(const std::vector<GoldenName>& goldens, const GoldenName& name,
                                        const GoldenBody& held) {
  std::vector<VerifiedWith> result;
  for (const VerifiedWith& with : held.header().verified) {
    const auto version = version_from_string(with.torch);
    if (version && golden_holding(goldens, *version).value_or(GoldenName{}).file == name.file)
      result.push_back(with);
  }
  return result;
}

void write_golden(const PairId& pair, const fs::path& file, const GoldenBody& body,
                  std::vector<VerifiedWith> verified) {
  durable_write(file, body.text(reduced(body.header(), pair, std::move(verified))));
}

/// What `name` holds when that is `graph`.
std::optional<GoldenBody> load_equal(const GoldenName& name, const GraphFile& graph) {
  auto body = load_held(name);
  return body && body->compare(graph, {}).equal ? std::move(body) : std::nullopt;
}

/// `accepted` holds `graph`. Versions that follow each other with one graph have one golden: where the file
/// before or after holds `graph` too, the first of them takes over all versions, then the others go.
fs::path join_neighbours(const fs::path& root, const PairId& pair, const fs::path& accepted,
                         const GraphFile& graph) {
  const std::vector<GoldenName> goldens = goldens_of(root, pair);
  const auto at = std::find_if(goldens.begin(), goldens.end(),
                               [&](const GoldenName& golden) { return golden.file == accepted; });
  auto first = at, last = at;
  if (at != goldens.begin() && load_equal(*std::prev(at), graph)) first = std::prev(at);
  if (std::next(at) != goldens.end() && load_equal(*std::next(at), graph)) last = std::next(at);
  if (first == last) return accepted;
  std::vector<VerifiedWith> verified;
  for (auto golden = first; golden <= last; ++golden)
    for (const VerifiedWith& with : held_versions(goldens, *golden, GoldenBody::load(golden->file)))
      add_verified(verified, with);
  write_golden(pair, first->file, GoldenBody::load(first->file), std::move(verified));
  for (auto golden = std::next(first); golden <= last; ++golden) remove_durably(golden->file);
  return first->file;
}

/// Both sides as graphs: the captured one is at hand, the agreed one was what its commit captured.
std::string full_diff_command(const PairId& pair, const fs::path& golden) {
  return "git worktree add ../agreed $(git log -1 --format=%H -- " + golden.string() + ") && assay capture " +
         pair.case_id + " --method " + std::string(to_string(pair.method)) + " --device " +
         std::string(to_string(pair.device)) +
         " --project ../agreed -o agreed.json && assay diff agreed.json ";
}

}  // namespace

void refuse_in_ci(const std::string& where) {
  const char* variable = std::getenv("CI");
  if (variable == nullptr || *variable == '\0') return;
  throw InputError({"goldens are accepted by people, never in CI", where, "the environment without CI",
                    "CI=" + std::string(variable),
                    "review and accept on your own machine, then commit golden/"});
}

GoldenStore::GoldenStore(fs::path root) : root_(std::move(root)) {}

std::optional<fs::path> GoldenStore::find(const PairId& pair, const Version& torch) const {
  const auto holding = golden_holding(goldens_of(root_, pair), torch);
  return holding ? std::optional<fs::path>(holding->file) : std::nullopt;
}

GoldenStore::Judgement GoldenStore::judge(const PairId& pair, const GraphFile& captured,
                                          const Policy& policy) const {
  Judgement judgement;
  require_nodes(captured, to_string(pair));
  const VerifiedWith with = versions_of(captured.header);
  const Version torch = torch_version(with);
  judgement.golden = golden_file(root_, pair, std::nullopt);
  try {
    const auto golden = find(pair, torch);
    if (!golden) {
      judgement.why_new = "no golden: " + judgement.golden.string() + "\n";
      return judgement;
    }
    judgement.golden = *golden;
    const GoldenBody agreed = GoldenBody::load(*golden);
    judgement.diff = agreed.compare(captured, policy);
    judgement.verdict = judgement.diff->equal ? Verdict::kMatch : Verdict::kDiffers;
    judgement.not_yet_verified = !is_verified(agreed.header().verified, with);
    if (agreed.is_summary() && judgement.verdict == Verdict::kDiffers)
      judgement.full_diff = full_diff_command(pair, *golden);
  } catch (const InputError& error) {
    judgement.why_new = "the golden cannot be read: " + std::string(error.what()) + "\n";
  }
  return judgement;
}

fs::path GoldenStore::accept(const PairId& pair, const fs::path& pending) const {
  refuse_in_ci(to_string(pair));
  const GraphFile proposal = load_proposal(pair, pending);
  const VerifiedWith with = versions_of(proposal.header);
  const Version torch = torch_version(with);
  const std::vector<GoldenName> goldens = goldens_of(root_, pair);
  const auto name = golden_holding(goldens, torch);
  const auto held = load_held(name);
  const fs::path here = name ? name->file : golden_file(root_, pair, std::nullopt);
  if (held && held->compare(proposal, {}).equal) {
    std::vector<VerifiedWith> verified = held->header().verified;
    add_verified(verified, with);
    write_golden(pair, here, *held, std::move(verified));
    return join_neighbours(root_, pair, here, proposal);
  }
  const GoldenBody body = GoldenBody::of(proposal);
  copy_constants(body, pending.parent_path(), here.parent_path());
  const Placement placement = held ? place(held_versions(goldens, *name, *held), torch) : Placement{};
  // The file that takes over the later versions comes first: whatever interrupts this, every version keeps a
  // golden.
  if (!placement.later.empty())
    write_golden(pair, golden_file(root_, pair, placement.later_from), *held, placement.later);
  const bool parted = placement.accepted == Placement::Place::kFromVersion;
  const fs::path accepted = parted ? golden_file(root_, pair, placement.accepted_from) : here;
  write_golden(pair, accepted, body, {with});
  if (parted && !placement.later.empty()) write_golden(pair, here, *held, placement.earlier);
  return join_neighbours(root_, pair, accepted, proposal);
}

std::optional<fs::path> GoldenStore::verify(const PairId& pair, const fs::path& captured,
                                            const Policy& policy) const {
  refuse_in_ci(to_string(pair));
  const GraphFile graph = load_proposal(pair, captured);
  const Judgement judgement = judge(pair, graph, policy);
  if (judgement.verdict != Verdict::kMatch || !judgement.not_yet_verified) return std::nullopt;
  const GoldenBody agreed = GoldenBody::load(judgement.golden);
  std::vector<VerifiedWith> verified = agreed.header().verified;
  add_verified(verified, versions_of(graph.header));
  write_golden(pair, judgement.golden, agreed, std::move(verified));
  return judgement.golden;
}

}  // namespace assay
