// The JSON form of a ReplayReport: one object, in messages of a worker and in results. Every key is always
// there and unknown ones are refused, so that nothing is lost in silence. An error that is no finite number
// is written as null and read as infinity.
#pragma once

#include "harness/spec/replay.h"
#include "harness/strict_json/json_source.h"

namespace assay {

OrderedJson to_json(const ReplayReport& report);
ReplayReport replay_report_from(const JsonPlace& place);  // throws InputError with the path of what is wrong

}  // namespace assay
