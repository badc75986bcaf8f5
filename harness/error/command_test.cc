// A command is data until it is printed.
#include "harness/error/command.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

using Word = ShellLine::Word;

TEST_CASE("a command is printed with its words quoted, options of every command before its verb") {
  CHECK(to_string({.verb = "check", .arguments = {"seed*", "--device", "cpu"}}) ==
        "assay check 'seed*' --device cpu");
  CHECK(to_string({.verb = "list", .arguments = {"cases"}, .options = {"--project", "/p q"}}) ==
        "assay --project '/p q' list cases");
}

TEST_CASE("an option is known on either side of the verb, and by its whole name") {
  const Command command{.verb = "check", .arguments = {"--results", "r"}, .options = {"--torch", "2.15.0"}};
  CHECK(command.has("--results"));
  CHECK(command.has("--torch"));
  CHECK_FALSE(command.has("--result"));
}

TEST_CASE("a line of a shell's keeps its text, and quotes its words alone") {
  const ShellLine line = ShellLine("cd ") + Word{"my folder"} + " && " + Command{.verb = "doctor"};
  CHECK(line.text() == "cd 'my folder' && assay doctor");
  CHECK(line.parts().size() == 4);
}

TEST_CASE("a file is put back by its own name, whatever is in that") {
  CHECK(git_checkout("golden/it's.txt").text() == "git checkout -- 'golden/it'\\''s.txt'");
  CHECK(git_checkout("g.txt").words().size() == 1);
}

TEST_CASE("every byte that a shell reads is quoted") {
  CHECK(shell_word("seed/mlp") == "seed/mlp");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("seed*") == "'seed*'");
}

TEST_CASE("what a line is made of can be changed, whatever its text says") {
  ShellLine line(std::vector<ShellLine::Part>{"assay r: ", Word{"r"}, "; ",
                                              Command{.verb = "diff", .arguments = {"r"}}});
  REQUIRE(line.words().size() == 2);
  for (std::string* word : line.words()) *word = "w";
  line.command()->options = {"--project", "p"};
  CHECK(line.text() == "assay r: w; assay --project p diff w");
}

TEST_CASE("advice without a command has neither words nor a command") {
  ShellLine advice("assay check and see: remove or correct expect.make_fx");
  CHECK(advice.command() == nullptr);
  CHECK(advice.words().empty());
  CHECK(ShellLine("").empty());
}

}  // namespace
}  // namespace assay
