// Fractions: whether two values with fractions are rounding of one program.
#pragma once

#include "capture/judge/opinion.h"

namespace assay::replay {

/// What eager and a replay give, and both in double precision; all of one shape.
struct Values {
  at::Tensor eager, replay, truth, graph;
};

/// `type`: in which eager computes. Elements agree in double precision where they differ by 1e-9 or by a few
/// roundings of their scale. They agree, too, where they differ a million times less than in single
/// precision, or where trying the rounding of double precision gives as large a difference. Then errors
/// against eager's double are compared by group (rounding.h). What exceeds kMostTimes is tried by moving
/// eager's operators within their rounding.
Opinion of_fractions(const Subject& subject, const Values& values, at::ScalarType type, const Terms& terms);

/// The same of what eager computes in double precision itself.
Opinion of_doubles(const Pairing& narrow, const Terms& terms);

}  // namespace assay::replay
