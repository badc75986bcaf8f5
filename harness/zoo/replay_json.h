// JSON of a ReplayReport: an object in worker messages and in results.
#pragma once

#include <map>
#include <tuple>

#include "harness/strict_json/members.h"
#include "harness/zoo/replay.h"

namespace assay {

template <>
inline constexpr Named<ReplayVerdict> kNamed<ReplayVerdict>{"verdict of replay", replay_verdict_from_string};
template <>
inline constexpr Named<RunKind> kNamed<RunKind>{"kind of run", run_kind_from_string};

template <>
inline constexpr Named<FindingKind> kNamed<FindingKind>{"kind of finding", finding_kind_from_string};

template <>
inline constexpr Named<ReplayPolicy> kNamed<ReplayPolicy>{"policy of replay", replay_policy_from_string};
template <>
inline constexpr Named<DoubtKind> kNamed<DoubtKind>{"kind of doubt", doubt_kind_from_string};

template <>
inline constexpr auto kMembers<Doubt> = std::tuple{
    Member{"kind", &Doubt::kind},
    Member{"elements", &Doubt::elements},
    Member{"of", &Doubt::of},
};
template <>
inline constexpr Named<ComparedValue::Kind> kNamed<ComparedValue::Kind>{"kind of subject",
                                                                        subject_kind_from_string};
template <>
inline constexpr Named<Observable> kNamed<Observable>{"observable", observable_from_string};

template <>
inline constexpr auto kMembers<ComparedValue> =
    std::tuple{Member{"kind", &ComparedValue::kind}, Member{"name", &ComparedValue::name},
               Member{"midway", &ComparedValue::midway}};
template <>
inline constexpr auto kMembers<Observation> =
    std::tuple{Member{"observable", &Observation::observable}, Member{"subject", &Observation::subject},
               Member{"with", &Observation::with}};

template <>
inline constexpr auto kMembers<Finding> = std::tuple{
    Member{"kind", &Finding::kind}, Member{"message", &Finding::message}, Member{"at", &Finding::at}};

template <>
inline constexpr auto kMembers<ReplayRun> = std::tuple{
    Member{"kind", &ReplayRun::kind},       Member{"name", &ReplayRun::name},
    Member{"verdict", &ReplayRun::verdict}, Member{"bitwise", &ReplayRun::bitwise},
    Member{"fp64", &ReplayRun::fp64},       Member{"precision", &ReplayRun::precision},
    Member{"no_fp64", &ReplayRun::no_fp64}, Member{"policies", &ReplayRun::policies},
    Member{"doubt", &ReplayRun::doubt},     Member{"left_out", &ReplayRun::left_out},
    Member{"message", &ReplayRun::message}, Member{"observations", &ReplayRun::observations},
};

template <>
inline constexpr auto kMembers<Departure> = std::tuple{
    Member{"node", &Departure::node},     Member{"graph", &Departure::graph},
    Member{"target", &Departure::target}, Member{"expected", &Departure::expected},
    Member{"found", &Departure::found},   Member{"of_type", &Departure::of_type},
    Member{"module", &Departure::module}, Member{"source", &Departure::source},
};

/// {"float32": {"absolute": 0.5, "relative": null}}. Errors that are not finite are null.
template <>
struct JsonForm<std::map<DType, ReplayError>> {
  static OrderedJson write(const std::map<DType, ReplayError>& errors);
  static std::map<DType, ReplayError> read(const JsonPlace& place);
};

template <>
inline constexpr auto kMembers<ReplayReport> = std::tuple{
    Member{"verdict", &ReplayReport::verdict},
    Member{"message", &ReplayReport::message},
    Member{"runs", &ReplayReport::runs},
    Member{"errors", &ReplayReport::errors},
    Member{"departure", &ReplayReport::departure},
    Member{"findings", &ReplayReport::findings},
    Member{"through_table", &ReplayReport::through_table},
    Member{"operators", &ReplayReport::operators},
    Member{"seconds", &ReplayReport::seconds},
};

}  // namespace assay
