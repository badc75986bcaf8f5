// operator_list_of: runs a Python module and caches its output.
#include "harness/run/operator_listing.h"

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/run/worker_module.h"

namespace assay {

operators::OperatorList operator_list_of(const Worker& worker, const std::filesystem::path& file) {
  for (const bool asked : {false, true}) {
    if (asked) print_module(worker, "assay_python.sources.operator_database", file);
    const auto text = read_file(file);
    if (!text) continue;
    operators::OperatorList list = operators::operator_list_from(*text, file.string());
    if (asked || list.torch.substr(0, list.torch.find('+')) == worker.torch) return list;
  }
  throw HarnessError({.what = "the list of operators is gone again", .where = file.string()});
}

}  // namespace assay
