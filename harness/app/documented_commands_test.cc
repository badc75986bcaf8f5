// Commands in documents and examples exist, with the options shown.
#include "harness/testing/documented_commands.h"

#include <catch2/catch.hpp>

namespace assay::test {
namespace {

namespace fs = std::filesystem;

std::vector<Words> shown_in(const fs::path& file) {
  const std::optional<std::string> text = read_file(file);
  REQUIRE(text);
  return commands_shown_in(*text, file.extension() == ".md");
}

TEST_CASE("every command of README, CONTRIBUTING, docs and the example for GitHub exists as it is shown") {
  const fs::path root = ASSAY_SOURCE_DIR;
  std::vector<fs::path> documents{root / "README.md", root / "CONTRIBUTING.md",
                                  root / "ci/examples/github-actions.yml"};
  for (const fs::directory_entry& page : fs::directory_iterator(root / "docs"))
    documents.push_back(page.path());
  std::size_t shown = 0;
  for (const fs::path& file : documents) {
    INFO(file);
    const std::vector<Words> commands = shown_in(file);
    shown += commands.size();
    CHECK(breaches_of(commands) == std::vector<std::string>{});
  }
  CHECK(shown > 100);
}

TEST_CASE("commands of a block of Markdown are shown, its output is not") {
  const std::string text =
      "```console exit=1\n$ assay chekc\nassay: no such\n```\n```sh\nassay check --jnuit x\n```\n"
      "```text\nassay chekc\n```\n";
  CHECK(breaches_of(commands_shown_in(text, true)) ==
        std::vector<std::string>{"assay chekc: chekc", "assay check --jnuit x: --jnuit"});
}

TEST_CASE("a command, an option or a script that does not exist is told") {
  const std::string text = R"(
      - run: |
          assay/ci/wroker.sh --torch "$TORCH"
          assay/ci/worker.sh --trch "$TORCH"
          assay/ci/zoo.sh --shrad 1/2
          assay/build/bin/assay chekc
          assay list cases --jsno; assay check \
            --method make_fx --jnuit x.xml   # --no-such-thing
)";
  CHECK(breaches_of(commands_shown_in(text, false)) ==
        std::vector<std::string>{R"(assay/ci/wroker.sh --torch "$TORCH": ci/wroker.sh)",
                                 R"(assay/ci/worker.sh --trch "$TORCH": --trch)",
                                 "assay/ci/zoo.sh --shrad 1/2: --shrad", "assay/build/bin/assay chekc: chekc",
                                 "assay list cases --jsno: --jsno",
                                 "assay check --method make_fx --jnuit x.xml: --jnuit"});
}

TEST_CASE("what is no command of ours is not looked at, and what is passed on is not ours") {
  const std::string text =
      "Prose about assay chekc.\n    assay: 4 cases\n    python ci/x.py build/bin/assay --shards 3\n"
      "    $ build/bin/assay check 'a;b' -- --mine\n`assay check --junit x`, `--jnuit`\n";
  CHECK(commands_shown_in(text, true) ==
        std::vector<Words>{{"build/bin/assay", "check", "'a;b'", "--", "--mine"},
                           {"assay", "check", "--junit", "x"}});
  CHECK(breaches_of(commands_shown_in(text, true)).empty());
}

}  // namespace
}  // namespace assay::test
