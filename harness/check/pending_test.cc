// Pending graphs: by cause, compared with the current goldens.
#include "harness/check/pending.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"
#include "harness/testing/scratch_folder.h"
#include "harness/testing/two_operators.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

PairId pair(const std::string& id) { return {id, MethodId::kMakeFx, Device::kCpu}; }

/// Goldens of relu and neg, and proposals of other operators.
struct Review : ScratchFolder {
  std::vector<PairResult> records;

  void golden(const std::string& id) const {
    GoldenStore(root() / "golden")
        .accept(pair(id), write("agreed.json", write_graph_file(two_operators(id, "relu", "neg"))));
  }
  void propose(const std::string& id, const std::string& first, const std::string& second) {
    PairResult record;
    record.pair = pair(id);
    record.pending = "pending/" + id + ".json";
    record.golden_root = (root() / "golden").string();
    write("results/" + record.pending, write_graph_file(two_operators(id, first, second)));
    records.push_back(record);
  }
  static std::string see_nodes(const PairId& pair, const fs::path&, const fs::path&) {
    return "see " + to_string(pair);
  }
  Pending read() const {
    return read_pending(
        root() / "results", records, [](const PairId&) { return Policy{}; }, see_nodes);
  }
  /// The id of the cause with operator `right`.
  static std::string id(const Pending& pending, const std::string& right) {
    for (const Cause& cause : pending.causes)
      if (cause.places[0].right.find(" = " + right + "(") != std::string::npos) return cause.id;
    return "none";
  }
};

std::string names(const std::vector<const PendingGraph*>& graphs) {
  std::string text;
  for (const PendingGraph* graph : graphs) text += graph->pair.case_id + " ";
  return text;
}

struct ThreeChanged : Review {
  ThreeChanged() {
    for (const char* id : {"a", "b", "c", "same"}) golden(id);
    propose("a", "tanh", "neg");
    propose("b", "tanh", "abs");
    propose("c", "relu", "abs");
    propose("same", "relu", "neg");
  }
};

TEST_CASE("a cause takes the graphs that have no other, and names those that do") {
  const ThreeChanged review;
  const Pending pending = review.read();
  REQUIRE(pending.causes.size() == 2);
  const ByCause tanh = graphs_of(pending, {Review::id(pending, "tanh")});
  CHECK(names(tanh.whole) == "a ");
  CHECK(names(tanh.rest) == "b ");
  CHECK(names(graphs_of(pending, {Review::id(pending, "tanh"), Review::id(pending, "abs")}).whole) ==
        "a b c ");
  CHECK(names(graphs_of(pending, {}).whole).empty());
}

TEST_CASE("what has been accepted since, and a proposal that is gone, are no longer pending") {
  const ThreeChanged review;
  CHECK(review.read().graphs.size() == 3);
  GoldenStore(review / "golden").accept(pair("a"), review / "results/pending/a.json");
  CHECK(review.read().graphs.size() == 2);
  fs::remove(review / "results/pending/b.json");
  CHECK(names({&review.read().graphs.at(0)}) == "c ");
}

TEST_CASE("without what is settled, causes that only it had are gone and the others touch fewer graphs") {
  const ThreeChanged review;
  const Pending rest = without(review.read(), {pair("a"), pair("b")});
  REQUIRE(rest.causes.size() == 1);
  CHECK(rest.causes[0].pairs == std::vector<PairId>{pair("c")});
  CHECK(rest.causes[0].places.size() == 1);
  CHECK(without(review.read(), {}).causes.size() == 2);
}

TEST_CASE("a summary that differs is one cause and says how to see the nodes") {
  Review review;
  GraphFile large = random_graph(2'000, 1);
  large.header = two_operators("large", "relu", "neg").header;
  GoldenStore(review / "golden").accept(pair("large"), review.write("agreed.json", write_graph_file(large)));
  review.propose("large", "relu", "neg");
  large.graphs[0].nodes[900].target.name = Name("aten.edited.default");
  review.write("results/pending/large.json", write_graph_file(large));
  const Pending pending = review.read();
  REQUIRE(pending.causes.size() == 1);
  CHECK(pending.causes[0].key.kind == CauseKind::kSummary);
  CHECK(pending.causes[0].key.change.find("aten.edited.default 1 times") != std::string::npos);
  CHECK(pending.graphs.at(0).explanation.find("to see the nodes: see large make_fx cpu\n") !=
        std::string::npos);
}

TEST_CASE("a first graph and a golden that cannot be read are causes of their own") {
  Review review;
  review.propose("first", "relu", "neg");
  review.write("golden/broken.txt", "<<<<<<< ours\n");
  review.propose("broken", "relu", "neg");
  const Pending pending = review.read();
  REQUIRE(pending.causes.size() == 2);
  CHECK(pending.causes[0].key.kind == CauseKind::kNew);
  CHECK(pending.graphs[0].explanation.find("golden/broken.txt:1") != std::string::npos);
  CHECK(pending.graphs[0].causes != pending.graphs[1].causes);
}

TEST_CASE("the policy of the case decides what is pending") {
  Review review;
  review.golden("a");
  GraphFile other = two_operators("a", "relu", "neg");
  std::get<TensorMeta>(other.graphs[0].nodes[1].outputs[0].data).stride = std::vector<Dim>{{7, {}}};
  review.propose("a", "relu", "neg");
  review.write("results/pending/a.json", write_graph_file(other));
  CHECK(review.read().graphs.size() == 1);
  const auto shapes = [](const PairId&) { return Policy{Level::kShapes}; };
  CHECK(read_pending(review / "results", review.records, shapes, Review::see_nodes).graphs.empty());
}

TEST_CASE("a cause is named by its id or the beginning of it, what names none or several is refused") {
  const ThreeChanged review;
  const Pending pending = review.read();
  const std::string id = pending.causes[0].id;
  CHECK(cause_named(pending, id) == id);
  CHECK(cause_named(pending, id.substr(0, 5)) == id);
  CHECK(message_of<InputError>(review, [&] {
          cause_named(pending, "zzzzzzzz");
        }).starts_with("--cause zzzzzzzz: no pending graph has this cause\n"));
  CHECK(message_of<InputError>(review, [&] { cause_named(pending, ""); }).starts_with("--cause "));
}

}  // namespace
}  // namespace assay
