// full_diff: the sources it takes from a worktree, and the graphs it compares.
#include "harness/check/full_diff.h"

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

struct Repository : ScratchFolder {
  Repository() {
    fs::create_directories(root() / "repo/.git");
    write("repo/sub/models/net.json", "");
    write("repo/sub/my net.py", "");
    write("repo/sub/golden/net.txt", "");
  }
  SummaryDifference difference(const std::string& python_path, const std::string& selector = "net") const {
    return {.pair = {"net", MethodId::kMakeFx, Device::kCpu},
            .selector = selector,
            .project = {root() / "repo/sub"},
            .golden = root() / "repo/sub/golden/net.txt",
            .captured = "build/results/pending/net/make_fx@cpu.json",
            .python_path = python_path};
  }
  std::string command(const SummaryDifference& difference) const {
    return hide(full_diff(difference).text());
  }
};

TEST_CASE("the sources that a golden was agreed with are captured again and compared with both") {
  const Repository scratch;
  CHECK(scratch.command(scratch.difference("")) ==
        "git -C SCRATCH/repo worktree add --detach SCRATCH/repo-agreed \"$(git -C SCRATCH/repo log -1 "
        "--format=%H -- SCRATCH/repo/sub/golden/net.txt)\" && assay --project "
        "SCRATCH/repo-agreed/sub capture net --method make_fx --device cpu --own-sources -o "
        "SCRATCH/repo-agreed/agreed.json && assay diff SCRATCH/repo/sub/golden/net.txt "
        "SCRATCH/repo-agreed/agreed.json && assay diff SCRATCH/repo-agreed/agreed.json "
        "build/results/pending/net/make_fx@cpu.json; git -C SCRATCH/repo worktree remove --force "
        "SCRATCH/repo-agreed");
}

TEST_CASE("entries of PYTHONPATH in the repository are those of the worktree, and src/ comes first") {
  const Repository scratch;
  const std::string inside = (scratch / "repo/lib").string(), outside = (scratch / "other").string();
  CHECK(scratch.command(scratch.difference(inside + ":" + outside + "::" + inside))
            .find(" && PYTHONPATH=SCRATCH/repo-agreed/lib:SCRATCH/other assay --project ") !=
        std::string::npos);
  fs::create_directories(scratch / "repo/src");
  CHECK(scratch.command(scratch.difference(outside + ":" + (scratch / "repo/src").string()))
            .find(" && PYTHONPATH=SCRATCH/repo-agreed/src:SCRATCH/other assay --project ") !=
        std::string::npos);
}

TEST_CASE("a case of one's own is the worktree's file, and what is compared is what the case's policy says") {
  const Repository scratch;
  SummaryDifference difference = scratch.difference("", (scratch / "repo/sub/my net.py").string() + ":build");
  difference.project.exists = false;
  difference.policy = {.level = Level::kShapes, .commutative = true};
  const std::string command = scratch.command(difference);
  CHECK(command.find("assay capture 'SCRATCH/repo-agreed/sub/my net.py:build' --method") !=
        std::string::npos);
  CHECK(command.find("make_fx@cpu.json --level shapes --policy commutative=true; git") != std::string::npos);
}

TEST_CASE("without a repository, or a name for the case, there is only the summary to compare with") {
  const Repository scratch;
  const std::string only =
      "assay diff SCRATCH/repo/sub/golden/net.txt "
      "build/results/pending/net/make_fx@cpu.json";
  CHECK(scratch.command(scratch.difference("", "")) == only);
  fs::remove(scratch / "repo/.git");
  CHECK(scratch.command(scratch.difference("")) == only);
}

}  // namespace
}  // namespace assay
