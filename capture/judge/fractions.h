// Fractions: whether rounding explains the difference between two floating-point values.
#pragma once

#include "capture/judge/opinion.h"

namespace assay::replay {

/// Values of eager and a replay, and of both in double precision; all of equal shape.
struct Values {
  at::Tensor eager, replay, truth, graph;
};

/// `type`: the type in which eager computes. Elements agree in double precision if they differ by 1e-9, or by
/// a few roundings of their scale. They also agree if they differ a million times less than in single
/// precision, or if rounding that is tried gives an equal difference. Then errors against eager's double are
/// compared by group (rounding.h). Errors above kMostTimes are compared with moves of eager's operators
/// within their rounding.
Opinion of_fractions(const Subject& subject, const Values& values, at::ScalarType type, const Terms& terms);

/// For values that eager itself computes in double precision.
Opinion of_doubles(const Pairing& narrow, const Terms& terms);

}  // namespace assay::replay
