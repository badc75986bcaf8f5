// accept_proposals: acceptable proposals become goldens even if others are refused.
#include "harness/check/accept.h"

#include <catch2/catch.hpp>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

PairId pair_of(const std::string& id) { return {id, MethodId::kMakeFx, Device::kCpu}; }

struct Proposals : ScratchFolder {
  std::vector<Proposal> all;
  std::vector<std::string> told;

  /// The graph of `of` as a proposal of `id`.
  void add(const std::string& id, const std::string& of, std::optional<Refusal> refused = {}) {
    const auto file =
        write(id + ".json",
              write_graph_file(parse_text("case " + of +
                                          "\nmethod make_fx\ndevice cpu\ntorch 2.15.0\npython 3.11.2\ngraph "
                                          "forward\n%0 = input user \"0\" : f32[2]\n%1 = "
                                          "aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%1\n")));
    all.push_back({pair_of(id), root() / "golden", file, std::move(refused)});
  }
  std::set<PairId> accept() {
    return accept_proposals(
        all, WhereBroken::kRefuse,
        {.accepted = [this](const PairId&,
                            const auto& golden) { told.push_back("accepted " + hide(golden.string())); },
         .refused = [this](const PairId& id,
                           const Refusal& why) { told.push_back(hide(one_line(id, why))); }});
  }
};

TEST_CASE("a proposal becomes the golden of its pair, and is told") {
  Proposals proposals;
  proposals.add("a", "a");
  CHECK(proposals.accept() == std::set<PairId>{pair_of("a")});
  CHECK(proposals.told == std::vector<std::string>{"accepted SCRATCH/golden/a.txt"});
}

TEST_CASE("what a rule or the store refuses is told, and the others are accepted all the same") {
  Proposals proposals;
  proposals.add("a", "other");
  proposals.add("b", "b", Refusal{"was not replayed", "assay check b"});
  proposals.add("c", "c");
  CHECK(proposals.accept() == std::set<PairId>{pair_of("c")});
  CHECK(proposals.told ==
        std::vector<std::string>{"refused  a make_fx cpu: SCRATCH/a.json: a proposal of another pair: other "
                                 "make_fx cpu; next: assay check a",
                                 "refused  b make_fx cpu: was not replayed; next: assay check b",
                                 "accepted SCRATCH/golden/c.txt"});
  CHECK_FALSE(std::filesystem::exists(proposals.root() / "golden/b"));
}

}  // namespace
}  // namespace assay
