// Coverage as JSON, as results.schema.json describes it under "coverage".
#pragma once

#include "harness/results/coverage.h"
#include "harness/strict_json/json_source.h"

namespace assay {

OrderedJson to_json(const Coverage& coverage);
Coverage coverage_from(const JsonPlace& place);  // throws InputError

}  // namespace assay
