// The list of features: valid files, and requirements on this tree's own list.
#include "harness/methods/feature_list.h"

#include <algorithm>
#include <fstream>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

std::string with_features(const std::string& features) {
  return R"({"assay_capabilities": 1, "groups": [{"group": "Memory", "features": [)" + features + "]}]}";
}

std::vector<Feature> read(const std::string& text) {
  const ScratchFolder folder;
  std::ofstream(folder / "features.json") << text;
  return features_from(folder / "features.json");
}

ErrorParts refusal(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.parts();
  }
  return {};
}

constexpr const char* kInPlace =
    R"({"feature": "in_place", "means": "writes", "probe": "aliasing/in_place"})";
constexpr const char* kMutation =
    R"({"feature": "mutation", "means": "writes are there", "probe": "a", "proves": "mutation", "issue": "pytorch#1", "unlike": "b"})";

TEST_CASE(
    "a feature is a name, a meaning and a probe, and may have an issue, what it proves and a counterpart") {
  const auto features = read(with_features(std::string(kInPlace) + ", " + kMutation));
  REQUIRE(features.size() == 2);
  CHECK(features[0].id == "in_place");
  CHECK(features[0].group == "Memory");
  CHECK(features[0].means == "writes");
  CHECK(features[0].probe == "aliasing/in_place");
  CHECK_FALSE(features[0].proves);
  CHECK(features[1].proves == Need::kMutation);
  CHECK(features[1].issue == "pytorch#1");
  CHECK(features[1].unlike == "b");
}

TEST_CASE("a feature without a probe, an unknown key and an empty list are refused") {
  CHECK(refusal(with_features(R"({"feature": "in_place", "means": "writes"})")).what.find("'probe'") !=
        std::string::npos);
  CHECK(
      refusal(with_features(R"({"feature": "f", "means": "m", "probe": "p", "outcome": "captured"})")).what ==
      "unknown key 'outcome'");
  CHECK_FALSE(refusal(with_features("")).what.empty());
  CHECK_FALSE(refusal(R"({"assay_capabilities": 1, "groups": []})").what.empty());
  CHECK(refusal(R"({"assay_capabilities": 2, "groups": []})").what == "another version");
}

TEST_CASE("what nothing probes has the reason in the probe's place, and never both") {
  const auto features = read(with_features(
      R"({"feature": "kernel", "means": "m", "unprobed": "no method captures it"}, {"feature": "list", "means": "m", "probe": "p", "twin": "t"})"));
  REQUIRE(features.size() == 2);
  CHECK(features[0].unprobed == "no method captures it");
  CHECK(features[0].probe.empty());
  CHECK(features[1].twin == "t");
  CHECK(refusal(with_features(R"({"feature": "f", "means": "m", "probe": "p", "unprobed": "u"})")).what ==
        "unknown key 'probe'; did you mean 'unprobed'?");
  CHECK(refusal(with_features(R"({"feature": "f", "means": "m", "unprobed": "u", "twin": "t"})")).what ==
        "unknown key 'twin'");
}

TEST_CASE("what a known error shows is kinds of values, other observables, operators and a message") {
  const auto with = [](const std::string& finding) {
    return with_features(R"({"feature": "f", "means": "m", "probe": "p", "findings": [)" + finding + "]}");
  };
  const KnownFinding finding =
      read(with(R"({"methods": ["aot*"], "values": ["result", "buffer"], "beside": ["alias", "type"],)"
                R"( "operators": ["aten.mul.*", "output"], "raises": "a leaf"})"))
          .at(0)
          .findings.at(0);
  CHECK(finding.is_of(MethodId::kAotJoint));
  CHECK_FALSE(finding.is_of(MethodId::kExport));
  CHECK(finding.shows({Observable::kValue, ComparedValue{ComparedValue::Kind::kBuffer, "kept"}}));
  CHECK_FALSE(finding.shows({Observable::kValue, ComparedValue{ComparedValue::Kind::kInput, "x"}}));
  CHECK(finding.shows({Observable::kType, ComparedValue{ComparedValue::Kind::kBuffer, "kept"}}));
  CHECK_FALSE(finding.shows({Observable::kType, ComparedValue{ComparedValue::Kind::kInput, "0"}}));
  CHECK(finding.shows({Observable::kAlias}));
  CHECK_FALSE(finding.shows({Observable::kRequiresGrad}));
  CHECK(finding.departs_at("aten.mul.Tensor"));
  CHECK_FALSE(finding.departs_at("aten.add.Tensor"));
  CHECK(finding.raises == "a leaf");
  CHECK(read(with(R"({"values": ["result"]})")).at(0).findings.at(0).is_of(MethodId::kExport));
  CHECK(refusal(with(R"({"values": ["state"]})")).what == "unknown kind of subject");
  CHECK(refusal(with(R"({"beside": ["copy"]})")).what == "unknown observable");
  CHECK(refusal(with(R"({"operators": []})")).what == "an empty list");
  CHECK(refusal(with(R"({"places": ["x"]})")).what.starts_with("unknown key 'places'"));
  CHECK_FALSE(refusal(with("")).what.empty());
}

TEST_CASE(
    "what a capture is known to do beside giving a graph is a sentence's part and the program that shows "
    "it") {
  const auto with = [](const std::string& aftermath) {
    return with_features(R"({"feature": "f", "means": "m", "probe": "p", "aftermath": )" + aftermath + "}");
  };
  const auto features = read(with(R"([{"says": "a mode was off, is on", "shown_by": "a.py"}])"));
  REQUIRE(features.at(0).aftermath.size() == 1);
  CHECK(features[0].aftermath[0].says == "a mode was off, is on");
  CHECK(features[0].aftermath[0].shown_by == "a.py");
  CHECK_FALSE(refusal(with("[]")).what.empty());
  CHECK(refusal(with(R"([{"says": "a mode"}])")).what.find("'shown_by'") != std::string::npos);
  CHECK_FALSE(refusal(with(R"([{"says": " ", "shown_by": "a.py"}])")).what.empty());
}

TEST_CASE("each program of this tree that shows an aftermath is there") {
  std::size_t programs = 0;
  for (const Feature& feature : features_from(ASSAY_SOURCE_DIR "/harness/methods/features.json"))
    for (const KnownAftermath& known : feature.aftermath) {
      INFO(known.shown_by);
      CHECK(std::filesystem::is_regular_file(std::filesystem::path(ASSAY_SOURCE_DIR) / known.shown_by));
      ++programs;
    }
  CHECK(programs > 0);
}

TEST_CASE("one name is one feature, and what methods declare has one probe") {
  CHECK(refusal(with_features(std::string(kInPlace) + ", " + kInPlace)).what == "two features of one name");
  const std::string second = R"(, {"feature": "again", "means": "m", "probe": "p", "proves": "mutation"})";
  CHECK(refusal(with_features(kMutation + second)).what == "two features prove it");
}

TEST_CASE("what no method declares cannot be proven") {
  const ErrorParts parts =
      refusal(with_features(R"({"feature": "f", "means": "m", "probe": "p", "proves": "mutations"})"));
  CHECK(parts.what == "no method declares 'mutations'; did you mean 'mutation'?");
  CHECK(parts.expected == "one of 'backward', 'shapes', 'mutation', 'aliasing', 'dynamic', 'names'");
}

TEST_CASE("features are chosen by id or glob, and a wrong id is told the nearest") {
  const auto features = read(with_features(std::string(kInPlace) + ", " + kMutation));
  CHECK(select_features(features, {}).size() == 2);
  CHECK(select_features(features, {"mut*"}).size() == 1);
  CHECK(select_features(features, {"mutation", "in_place"}).front().id == "in_place");
  try {
    select_features(features, {"in_plcae"});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.parts().what == "no feature 'in_plcae'; did you mean 'in_place'?");
    CHECK(error.parts().next.text() == "assay list capabilities");
  }
}

TEST_CASE(
    "this tree has a row for each reported silent error, with a probe and its twin, or why there is none") {
  const auto features = features_from(ASSAY_SOURCE_DIR "/harness/methods/features.json");
  std::size_t probed = 0;
  for (const int issue :
       {195422, 174371, 198102, 129892, 132200, 152425, 198101, 197416, 193279, 192985, 183604,
        184113, 136662, 154036, 159299, 197896, 196173, 169253, 130975, 161589, 159787, 163189,
        172213, 197860, 139476, 118417, 176854, 181581, 146212, 91468,  184528, 172568, 137943,
        144699, 144187, 196467, 185246, 152309, 143379, 145697, 140974}) {
    INFO(issue);
    const auto row = std::ranges::find(features, "pytorch#" + std::to_string(issue), &Feature::issue);
    REQUIRE(row != features.end());
    CHECK(row->probe.empty() != row->unprobed.empty());
    CHECK(row->probe.empty() == row->twin.empty());
    probed += row->probe.empty() ? 0 : 1;
  }
  CHECK(probed > 30);
}

TEST_CASE("this tree has a probe for what each method declares and for each known silent wrong capture") {
  const auto features = features_from(ASSAY_SOURCE_DIR "/harness/methods/features.json");
  const auto has = [&](auto&& holds) { return std::ranges::any_of(features, holds); };
  for (const char* issue : {"pytorch#68190", "pytorch#107538", "pytorch#68301", "pytorch#104463",
                            "pytorch#139789", "pytorch#113034", "pytorch#85405", "pytorch#103719"}) {
    INFO(issue);
    CHECK(has([&](const Feature& one) { return one.issue == issue; }));
  }
  for (const char* id : {"python_state", "size_branch", "buffer_counts", "lstm_dropout", "gru_dropout",
                         "rnn_dropout", "view_read_before", "view_read_after"}) {
    INFO(id);
    CHECK(has([&](const Feature& one) { return one.id == id; }));
  }
  CHECK_FALSE(has([](const Feature& one) { return one.issue == "pytorch#1"; }));
}

}  // namespace
}  // namespace assay
