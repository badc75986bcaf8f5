// Reads the keys "expect" and "changes" of a case file, by method.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/strict_json/json_source.h"
#include "harness/zoo/case.h"
#include "harness/zoo/shared_causes.h"

namespace assay {

using ExpectationsByMethod = std::map<MethodId, std::vector<Expectation>>;

/// Entries under a method's own name come before entries under matching globs.
ExpectationsByMethod read_expect(const JsonPlace& expect, const SharedCauses& causes);

/// Appends the expectations of the file, marked `of_file`, behind the case's own.
void append_of_file(ExpectationsByMethod& own, const ExpectationsByMethod& of_file);

/// JSON with causes and globs resolved, for the worker and `assay list cases --json`.
OrderedJson expectations_json(const ExpectationsByMethod& expectations);

/// The method named by a key of "expect" or "changes". InputError at `value` for an unknown name.
MethodId read_method(const std::string& name, const JsonPlace& value);
std::vector<std::string> method_names();

}  // namespace assay
