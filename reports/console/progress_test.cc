// Progress on a terminal and on a plain stream.
#include "reports/console/progress.h"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

using namespace assay;

namespace {

PairResult ended(const std::string& id, Verdict verdict) {
  PairResult result;
  result.pair = {id, MethodId::kMakeFx, Device::kCpu};
  result.family = "seed";
  result.verdict = verdict;
  result.outcome = Outcome::kCaptured;
  if (!is_green(verdict)) result.next = "assay accept --all";
  return result;
}

/// Pairs of one family: the named pairs, then unnamed others.
Workload load_of(std::vector<std::string> ids, std::size_t pairs) {
  while (ids.size() < pairs) ids.push_back("other" + std::to_string(ids.size()));
  Workload load;
  for (const std::string& id : ids) load.add(ended(id, Verdict::kMatch));
  return load;
}

}  // namespace

TEST_CASE("on a terminal one line is rewritten and goes away at the end") {
  std::ostringstream out;
  Progress progress(out, Stream::kTerminal, Color::kOff, load_of({"seed/mlp", "seed/cnn"}, 4), 80);
  progress.ended(ended("seed/mlp", Verdict::kMatch), 2.0);
  progress.ended(ended("seed/cnn", Verdict::kNew), 4.0);
  progress.finish();
  CHECK(out.str() ==
        "\r\x1b[K1/4  0 failures  0:06 left  seed/mlp make_fx cpu"
        "\r\x1b[K2/4  0 failures  1 new  0:04 left  seed/cnn make_fx cpu"
        "\r\x1b[K");
}

TEST_CASE("a failure stays on a line of its own above the rewritten one") {
  std::ostringstream out;
  Progress progress(out, Stream::kTerminal, Color::kOff, load_of({"seed/mlp"}, 2), 80);
  progress.ended(ended("seed/mlp", Verdict::kDiffers), 1.0);
  CHECK(out.str() ==
        "\r\x1b[Kseed/mlp make_fx cpu: differs\n"
        "1/2  1 failure  0:01 left  seed/mlp make_fx cpu");
}

TEST_CASE("a line that would wrap is cut, since it could not be rewritten, and keeps the time left") {
  const auto line = [](std::size_t width) {
    std::ostringstream out;
    Progress progress(out, Stream::kTerminal, Color::kOff, load_of({"seed/mlp"}, 2), width);
    progress.ended(ended("seed/mlp", Verdict::kMatch), 1.0);
    return out.str();
  };
  CHECK(line(40) == "\r\x1b[K1/2  0 failures  0:01 left  seed/mlp ma");
  CHECK(line(20) == "\r\x1b[K1/2  0:01 left  see");
  CHECK(line(12) == "\r\x1b[K0:01 left  ");
  CHECK(line(5) == "\r\x1b[K0:01");
}

TEST_CASE("elsewhere each tenth of the pairs gives a plain line, failures at once") {
  std::ostringstream out;
  Progress progress(out, Stream::kPlain, Color::kOff, load_of({"a", "b", "c"}, 20), 80);
  progress.ended(ended("a", Verdict::kMatch), 1.0);
  CHECK(out.str().empty());
  progress.ended(ended("b", Verdict::kDiffers), 2.0);
  progress.ended(ended("c", Verdict::kSkipped), 3.0);
  progress.finish();
  CHECK(out.str() ==
        "b make_fx cpu: differs\n"
        "2/20  1 failure  0:18 left\n");
}

TEST_CASE("the last plain line says that all is done") {
  std::ostringstream out;
  Progress progress(out, Stream::kPlain, Color::kOff, load_of({"a"}, 1), 80);
  progress.ended(ended("a", Verdict::kMatch), 1.0);
  CHECK(out.str() == "1/1  0 failures  0:00 left\n");
}

TEST_CASE("what another run has done counts, with its failures, and neither as a line nor for the pace") {
  std::ostringstream out;
  Progress progress(out, Stream::kPlain, Color::kOff, load_of({"a", "b", "c", "d"}, 4), 80);
  progress.settled(ended("a", Verdict::kDiffers));
  progress.settled(ended("b", Verdict::kMatch));
  CHECK(out.str().empty());
  progress.ended(ended("c", Verdict::kMatch), 3.0);
  CHECK(out.str() == "3/4  1 failure  0:03 left\n");
}

TEST_CASE("of several families a plain line has another below it, and a terminal's names the one at work") {
  Workload load = load_of({"a"}, 2);
  PairResult other = ended("z", Verdict::kMatch);
  other.family = "timm";
  load.add(other);
  for (const Stream stream : {Stream::kPlain, Stream::kTerminal}) {
    std::ostringstream out;
    Progress progress(out, stream, Color::kOff, load, 80);
    PairResult first = ended("a", Verdict::kMatch);
    progress.ended(first, 4.0);
    CHECK(out.str() == (stream == Stream::kPlain
                            ? "1/3  0 failures  0:08 left\n  families: seed 1/2 0:04 left, 1 to come\n"
                            : "\r\x1b[K1/3  0 failures  0:08 left  seed 1/2  a make_fx cpu"));
  }
}

TEST_CASE("beyond a dozen failures they are counted, so that a run that is red all over prints a screen") {
  std::vector<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.push_back("case" + std::to_string(i));
  std::ostringstream out;
  Progress progress(out, Stream::kPlain, Color::kOff, load_of(ids, 100), 80);
  for (const std::string& id : ids) progress.ended(ended(id, Verdict::kDiffers), 1.0);
  const std::string text = out.str();
  CHECK(std::count(text.begin(), text.end(), '\n') == 12 + 1 + 10);
  CHECK(text.find("case11 make_fx cpu: differs") != std::string::npos);
  CHECK(text.find("case12 make_fx cpu: differs") == std::string::npos);
  CHECK(text.find("more failures: listed at the end\n") != std::string::npos);
  CHECK(text.find("100/100  100 failures  0:00 left\n") != std::string::npos);
}
