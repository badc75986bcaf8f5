// From ending, expectation and golden to verdict, cause and next command: a table row for each rule.
#include "harness/check/check_judge.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

const std::string kGolden = "/g/net.txt";

struct Row {
  std::string ending, expected,
      golden;  // an outcome with details; an outcome or "-"; a verdict
  std::string verdict, cause, next;
};

std::string row_text(const Row& row) {
  return row.ending + " | " + row.expected + " | " + row.golden + " -> " + row.verdict + " | " + row.cause +
         " | " + row.next;
}

bool says(const Row& row, const char* what) { return row.ending.find(what) != std::string::npos; }
std::string first_word(const std::string& text) { return text.substr(0, text.find_first_of(" ,")); }

GraphFile graph_of(const std::string& op) {
  return parse_text(
      "case net\nmethod make_fx\ndevice cpu\ntorch 2.15.0\npython 3.11.2\ngraph forward\n"
      "%0 = input user \"0\" : f32[2]\n%1 = " +
      op + "(self=%0) : f32[2]\noutput \"0\"=%1\n");
}

GoldenStore::Judgement golden_that(const std::string& verdict) {
  GoldenStore::Judgement golden{.verdict = verdict_from_string(first_word(verdict)).value(),
                                .diff = {},
                                .golden = kGolden,
                                .why = "",
                                .mend = ""};
  if (golden.verdict == Verdict::kBrokenGolden) golden.mend = git_checkout(kGolden);
  if (golden.verdict == Verdict::kMatch || golden.verdict == Verdict::kDiffers)
    golden.diff =
        diff(graph_of("aten.relu.default"),
             graph_of(golden.verdict == Verdict::kMatch ? "aten.relu.default" : "aten.tanh.default"), {});
  golden.of_summary = verdict.find("summary") != std::string::npos;
  return golden;
}

/// A pair, its case and its evidence, as values.
class Pair {
 public:
  explicit Pair(const Row& row, AgreedBy agreed = AgreedBy::kGolden) : row_(row) {
    terms_.results = "r";
    terms_.agreed = agreed;
    test_.id = test_.selector = "net";
    test_.file = "models/net.json";
    if (row.expected != "-")
      test_.expect[MethodId::kMakeFx] = {
          {.outcome = outcome_from_string(first_word(row.expected)).value(),
           .reason = "known",
           .device = ExpectDevice::kAny,
           .torch = {},
           .exception = row.expected.find(" F") == std::string::npos ? "" : "F",
           .message = "",
           .place = "expectations.json:7"}};
  }

  Pair& transformed(std::vector<std::string> declared, std::vector<std::string> seen) {
    test_.changes[MethodId::kMakeFx] = std::move(declared);
    changes_ = std::move(seen);
    return *this;
  }

  PairResult judged() const {
    const PlannedPair planned{{"net", MethodId::kMakeFx, Device::kCpu}, &test_};
    const PairResult seen = facts(planned);
    return conclude(planned, seen, left(planned, seen), terms_);
  }

 private:
  PairResult facts(const PlannedPair& planned) const {
    PairResult facts = blank_record(planned);
    facts.torch = "2.15.0";
    facts.outcome = outcome_from_string(first_word(row_.ending)).value();
    const bool replayed = has_graph(facts.outcome) && !says(row_, "not replayed");
    if (replayed) facts.replay.emplace();
    facts.stage = facts.outcome == Outcome::kEagerFails ? Stage::kEager
                  : replayed                            ? Stage::kCompare
                                                        : Stage::kCapture;
    if (has_exception(facts.outcome)) facts.exception = "E";
    return facts;
  }

  PairEvidence left(const PlannedPair& planned, const PairResult& facts) const {
    PairEvidence evidence{.ruling = rule(planned, facts),
                          .graph_file = "r/graphs/net.json",
                          .untransformed_file = "r/untransformed/net.json"};
    const Compared compared = compared_by(evidence.ruling, facts, terms_.agreed);
    evidence.is_written = should_be_written(facts);
    evidence.changes = changes_;
    if (says(row_, "unreadable")) evidence.unreadable = "r/graphs/net.json: cut off";
    if (says(row_, "full disk")) evidence.full_disk = "the disk was full where r is";
    if (compared == Compared::kNothing) return evidence;
    evidence.graph = CapturedGraph{.nodes = 2, .edges = 1};
    if (compared == Compared::kGraph) return evidence;
    evidence.golden = golden_that(row_.golden);
    if (evidence.golden->verdict != Verdict::kMatch) evidence.pending = "r/pending/net.json";
    return evidence;
  }

  Row row_;
  Case test_;
  RunTerms terms_;
  std::optional<std::vector<std::string>> changes_;
};

Row filled(Row row, const PairResult& record) {
  row.verdict = to_string(record.verdict);
  row.cause = record.causes.empty() ? "-" : record.causes.front().what;
  row.next = record.next.empty() ? "-" : record.next.text();
  return row;
}

void require_table(const std::vector<Row>& rows, AgreedBy agreed = AgreedBy::kGolden) {
  REQUIRE(!rows.empty());
  for (const Row& row : rows) CHECK(row_text(filled(row, Pair(row, agreed).judged())) == row_text(row));
}

const std::string kOp = "target aten.relu.default -> aten.tanh.default";
const std::string kOfSummary =
    "aten.relu.default %1 = aten.relu.default(self=%0) : f32[2]; sha256 88e9311b -> aten.relu.default %1 = "
    "aten.tanh.default(self=%0) : f32[2]; sha256 9c11ecda";
const std::string kAccept = "assay accept --case net --method make_fx --device cpu --results r";
const std::string kDiff = "assay diff /g/net.txt r/pending/net.json";
const std::string kRestore = "git checkout -- /g/net.txt";
const std::string kReplay = "assay replay r/graphs/net.json --case net";
const std::string kCapture = "assay capture net --method make_fx --device cpu -v";
const std::string kRerun = "assay check net --methods make_fx --device cpu --rerun-failed --results r";
const std::string kResume = "assay check net --methods make_fx --device cpu --resume --results r";
const std::string kCorrect = "models/net.json: remove or correct expect.make_fx";

TEST_CASE("the golden decides about a capture that replays") {
  require_table({
      {"captured", "-", "match", "match", "-", "-"},
      {"captured", "-", "differs", "differs", kOp, kDiff},
      {"captured", "-", "differs from a summary", "differs", kOfSummary, kDiff},
      {"captured", "-", "new", "new", "-", kAccept},
      {"captured, not replayed", "-", "new", "new", "-", kRerun},
      {"captured", "-", "broken_golden", "broken_golden", "-", kRestore},
      {"guarded", "-", "match", "match", "-", "-"},
      {"guarded", "-", "differs", "differs", kOp, kDiff},
      {"guarded", "-", "new", "new", "-", kAccept},
      {"guarded", "guarded", "match", "match", "-", "-"},
      {"guarded", "guarded", "differs", "differs", kOp, kDiff},
  });
}

TEST_CASE("a failure that did not come is an unexpected pass, whatever the golden") {
  require_table({
      {"captured", "diverges", "match", "unexpected_pass", "-", kCorrect},
      {"captured", "raises", "differs", "unexpected_pass", "-", kCorrect},
      {"captured", "guarded", "match", "unexpected_pass", "-", kCorrect},
      {"captured, not replayed", "diverges", "match", "match", "-", "-"},
      {"captured, not replayed", "diverges", "differs", "differs", kOp, kDiff},
      {"captured, not replayed", "raises", "match", "unexpected_pass", "-", kCorrect},
  });
}

TEST_CASE("of an unexpected pass no golden is asked, and none is proposed") {
  for (const char* golden : {"match", "new", "differs", "broken_golden"}) {
    const PairResult record = Pair({"guarded", "diverges", golden, "", "", ""}).judged();
    CHECK(record.golden + record.pending == "");
    CHECK_FALSE(Pair({"guarded", "-", golden, "", "", ""}).judged().golden.empty());
  }
}

TEST_CASE("an expected failure is green until its graph drifts from the golden") {
  require_table({
      {"diverges", "diverges", "match", "expected_failure", "-", "-"},
      {"diverges", "diverges", "new", "expected_failure", "-", "-"},
      {"diverges", "diverges", "differs", "differs", kOp, kDiff},
      {"diverges", "diverges", "broken_golden", "broken_golden", "-", kRestore},
      {"replay_fails", "replay_fails", "match", "expected_failure", "-", "-"},
      {"replay_fails", "replay_fails", "differs", "differs", kOp, kDiff},
      {"raises", "raises", "match", "expected_failure", "-", "-"},
      {"raises", "raises F", "match", "unexpected_failure", "-", kCapture},
  });
}

TEST_CASE("an unexpected failure stays one, whatever the golden, and its next command shows it again") {
  require_table({
      {"diverges", "-", "match", "unexpected_failure", "-", kReplay},
      {"diverges", "-", "differs", "unexpected_failure", "-", kReplay},
      {"diverges", "-", "broken_golden", "unexpected_failure", "-", kReplay},
      {"diverges", "guarded", "match", "unexpected_failure", "-", kReplay},
      {"undecided", "diverges", "match", "unexpected_failure", "-", kReplay},
      {"raises", "-", "match", "unexpected_failure", "-", kCapture},
      {"raises", "diverges", "match", "unexpected_failure", "-", kCapture},
      {"load_fails", "-", "match", "unexpected_failure", "-", kCapture},
      {"eager_fails", "-", "match", "unexpected_failure", "-", kRerun + " -v"},
      {"crashes", "-", "match", "unexpected_failure", "-", kRerun + " -v"},
      {"crashes", "crashes", "match", "expected_failure", "-", "-"},
      {"times_out", "-", "match", "unexpected_failure", "-", kRerun + " -v"},
      {"out_of_memory", "-", "match", "unexpected_failure", "-", kRerun + " -v"},
  });
}

TEST_CASE("what the machine or the method cannot do is nobody's failure") {
  require_table({
      {"unsupported", "-", "new", "skipped", "-", "-"},
      {"skipped", "-", "new", "missing", "-", kResume},
      {"skipped", "raises", "new", "missing", "-", kResume},
      {"raises, full disk", "-", "new", "missing", "-", kResume},
      {"raises, full disk", "raises", "new", "expected_failure", "-", "-"},
      {"captured, unreadable, full disk", "-", "match", "missing", "-", kResume},
  });
}

TEST_CASE("a capture that cannot be read raises, which no case expects") {
  require_table({
      {"captured, unreadable", "-", "match", "unexpected_failure", "-", kCapture},
      {"captured, unreadable", "raises", "match", "unexpected_failure", "-", kCapture},
  });
  const PairResult record = Pair({"captured, unreadable", "-", "match", "", "", ""}).judged();
  CHECK(
      one_line(record) ==
      "net make_fx cpu: unexpected_failure: raises in write: UnreadableCapture: r/graphs/net.json: cut off; "
      "next: " +
          kCapture);
  CHECK(record.graph.empty());
}

TEST_CASE("where replay alone is asked for no golden decides") {
  require_table(
      {
          {"captured", "-", "differs", "match", "-", "-"},
          {"captured", "raises", "differs", "unexpected_pass", "-", "expectations.json:7: remove or correct"},
          {"diverges", "-", "match", "unexpected_failure", "-", kReplay},
          {"diverges", "diverges", "differs", "expected_failure", "-", "-"},
      },
      AgreedBy::kReplay);
}

TEST_CASE("what a transform changes must be what its case says, and is told before all else") {
  const Row match{"captured", "-", "match", "", "", ""}, failure{"diverges", "-", "match", "", "", ""};
  CHECK(Pair(match).transformed({"- a"}, {"- a"}).judged().verdict == Verdict::kMatch);
  const PairResult other = Pair(match).transformed({"- a"}, {"- b"}).judged();
  CHECK(other.verdict == Verdict::kDiffers);
  CHECK(other.next.text() == "assay diff r/untransformed/net.json r/graphs/net.json");
  CHECK(other.explanation == "what the transform changes\nexpected: [\"- a\"]\nfound: [\"- b\"]\n");
  const PairResult red = Pair(failure).transformed({"- a"}, {"- b"}).judged();
  CHECK(red.verdict == Verdict::kUnexpectedFailure);
  CHECK(red.next.text() == kReplay);
  CHECK(red.explanation.starts_with("what the transform changes\n"));
}

TEST_CASE("the explanation of an unexpected failure also tells that its graph drifted") {
  const auto explained = [](const char* golden) {
    return Pair({"undecided, not replayed", "-", golden, "", "", ""}).judged().explanation;
  };
  CHECK(explained("match") == "expected: captured\nfound: undecided\n");
  CHECK_THAT(
      explained("differs"),
      Catch::StartsWith("expected: captured\nfound: undecided\nits graph differs from the golden:\n") &&
          Catch::Contains("aten.tanh.default"));
}

TEST_CASE("no pair is green whose golden was asked and drifted, by any outcome and any expectation") {
  std::size_t green = 0, red = 0;
  for (const std::string& outcome : outcome_names()) {
    std::vector<std::string> expectations = outcome_names();
    expectations.emplace_back("-");
    for (const std::string& expected : expectations)
      for (const char* golden : {"match", "new", "differs", "broken_golden"}) {
        const PairResult record = Pair({outcome, expected, golden, "", "", ""}).judged();
        INFO(outcome << " | " << expected << " | " << golden);
        CHECK(is_green(record.verdict) == record.next.empty());
        ++(is_green(record.verdict) ? green : red);
        const bool drifted = golden_that(golden).verdict != Verdict::kMatch && golden != std::string("new");
        if (!record.golden.empty() && drifted) CHECK_FALSE(is_green(record.verdict));
      }
  }
  CHECK(green > 0);
  CHECK(red > green);
}

TEST_CASE("the golden that a command restores is a word of it, so that a merge can name it elsewhere") {
  const PairResult broken = Pair({"captured", "-", "broken_golden", "", "", ""}).judged();
  CHECK(broken.next == ShellLine(std::vector<ShellLine::Part>{"git checkout -- ", ShellLine::Word{kGolden}}));
}

}  // namespace
}  // namespace assay
