// What the keys "expect" and "changes" of a case file say, by method.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/strict_json/json_source.h"
#include "harness/zoo/case.h"
#include "harness/zoo/shared_causes.h"

namespace assay {

using ExpectationsByMethod = std::map<MethodId, std::vector<Expectation>>;

/// Entries under a method's own name come before those of globs that match it.
ExpectationsByMethod read_expect(const JsonPlace& expect, const SharedCauses& causes);

/// What a case says comes before what its file says of all of its cases.
void append_of_file(ExpectationsByMethod& own, const ExpectationsByMethod& of_file);

/// The same with causes and globs resolved, for the worker and for `assay list cases --json`.
OrderedJson expectations_json(const ExpectationsByMethod& expectations);

/// The method that a key of "expect" or "changes" names.
MethodId read_method(const std::string& name, const JsonPlace& value);
std::vector<std::string> method_names();

}  // namespace assay
