// For tests: an installation whose project has several cases, each a pair of make_fx on the CPU.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/installation.h"

namespace assay::test {

class InstallationOfCases : public Installation {
 public:
  explicit InstallationOfCases(std::vector<std::string> ids)
      : Installation(R"(["make_fx"])"), ids_(std::move(ids)) {
    std::filesystem::remove(path() / "models/net.json");
    for (const std::string& id : ids_)
      write("models/" + id + ".json",
            R"({"case": ")" + id +
                R"(", "factory": "net.py:Net", "methods": ["make_fx"], "devices": ["cpu"]})");
    captures("aten.relu.default");
    for (const std::string& id : ids_) gives("graph." + id + ".later.json", graph(id, "aten.tanh.default"));
  }
  /// Sets the operator of later captures.
  void captures(const std::string& op) const {
    for (const std::string& id : ids_) gives("graph." + id + ".json", graph(id, op));
  }

 private:
  static std::string graph(const std::string& id, const std::string& op) {
    return write_graph_file(
        parse_text("case " + id +
                   "\nmethod make_fx\ndevice cpu\ntorch 2.15.0\npython 3.11.2\ngraph forward\n"
                   "%0 = input user \"0\" : f32[2]\n%1 = " +
                   op + "(self=%0) : f32[2]\noutput \"0\"=%1\n"));
  }

  std::vector<std::string> ids_;
};

}  // namespace assay::test
