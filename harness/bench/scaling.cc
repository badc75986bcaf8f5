// scaling_of: a linear fit per exponent, and the exponent with the best fit.
#include "harness/bench/scaling.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "harness/error/error.h"

namespace assay::bench {

namespace {

constexpr double kCoverage = 0.95;
constexpr double kParameters = 3;  // of the free fit
constexpr int kGrid = 80;          // exponents tried before refining the best
constexpr double kExact = 1e-18;   // squared error of the arithmetic itself

using Shape = std::function<double(double)>;

struct Fit {
  double fixed = 0, factor = 0, squares = 0;
};

double squares_of(const std::vector<Point>& points, const Shape& shape, double fixed, double factor) {
  double sum = kExact;
  for (const Point& point : points) {
    const double off = (fixed + factor * shape(point.size)) / point.cost - 1;
    sum += off * off;
  }
  return sum;
}

// Solves 1 = fixed / cost + factor * shape / cost over all points. If a part would be negative, fits without
// it.
Fit fit(const std::vector<Point>& points, const Shape& shape) {
  double ff = 0, fs = 0, ss = 0, f = 0, s = 0;
  for (const Point& point : points) {
    const double one = 1 / point.cost, grown = shape(point.size) / point.cost;
    ff += one * one;
    fs += one * grown;
    ss += grown * grown;
    f += one;
    s += grown;
  }
  const double determinant = ff * ss - fs * fs;
  const double fixed = (f * ss - s * fs) / determinant, factor = (s * ff - f * fs) / determinant;
  if (determinant > 1e-12 * ff * ss && fixed >= 0 && factor >= 0)
    return {fixed, factor, squares_of(points, shape, fixed, factor)};
  const Fit grows{0, s / ss, squares_of(points, shape, 0, s / ss)};
  const Fit stays{f / ff, 0, squares_of(points, shape, f / ff, 0)};
  return grows.squares <= stays.squares ? grows : stays;
}

// Powers relative to the smallest size: n^4 of a million would make the matrix ill-conditioned.
Shape power(double exponent, double smallest) {
  return [=](double size) { return std::pow(size / smallest, exponent); };
}

double best_exponent(const std::function<double(double)>& squares) {
  const double step = kMostExponent / kGrid;
  double best = 0;
  for (int i = 1; i <= kGrid; ++i)
    if (squares(i * step) < squares(best)) best = i * step;
  const double low = std::max(0.0, best - step), high = std::min(kMostExponent, best + step);
  const double found = boost::math::tools::brent_find_minima(squares, low, high, 30).first;
  return squares(found) < squares(best) ? found : best;
}

// The point between `inside` (where `above` is negative) and `bound` where `above` becomes positive, or
// `bound`.
double crossing(const std::function<double(double)>& above, double inside, double bound) {
  if (inside == bound || above(bound) <= 0) return bound;
  std::uintmax_t steps = 100;
  const auto found =
      boost::math::tools::toms748_solve(above, std::min(inside, bound), std::max(inside, bound),
                                        boost::math::tools::eps_tolerance<double>(30), steps);
  return (found.first + found.second) / 2;
}

double corrected_criterion(double squares, double points, double parameters) {
  return points * std::log(squares / points) + 2 * parameters +
         2 * parameters * (parameters + 1) / (points - parameters - 1);
}

struct LawShape {
  Shape shape;
  double parameters;  // of the fit, including the error variance
};

void choose_law(Scaling& scaling, const std::vector<Point>& points, double smallest) {
  const std::array<LawShape, 4> laws{{{power(0, smallest), 2},
                                      {power(1, smallest), 3},
                                      {[](double size) { return size * std::log2(std::max(size, 2.0)); }, 3},
                                      {power(2, smallest), 3}}};
  std::array<Fit, 4> fits;
  std::array<double, 4> criteria{};
  const auto count = static_cast<double>(points.size());
  for (std::size_t i = 0; i < laws.size(); ++i) {
    fits[i] = fit(points, laws[i].shape);
    criteria[i] = corrected_criterion(fits[i].squares, count, laws[i].parameters);
  }
  const auto best = std::ranges::min_element(criteria);
  double all = 0;
  for (const double one : criteria) all += std::exp((*best - one) / 2);
  scaling.law = static_cast<Law>(best - criteria.begin());
  scaling.weight = 1 / all;
  if (scaling.grows()) return;
  scaling.exponent = scaling.factor = 0;
  scaling.fixed = fits[0].factor;
}

void require(const std::vector<Point>& points) {
  std::set<double> sizes;
  for (const Point& point : points) {
    if (!(point.size > 0 && point.cost > 0) || !std::isfinite(point.size) || !std::isfinite(point.cost))
      throw InputError({.what = "a size or a cost that is not positive",
                        .expected = "sizes and costs above 0",
                        .found = fmt::format("{} at size {}", point.cost, point.size)});
    sizes.insert(point.size);
  }
  const double span = sizes.empty() ? 0 : *sizes.rbegin() / *sizes.begin();
  if (sizes.size() < kLeastPoints || span < kLeastSpan)
    throw InputError(
        {.what = "too few sizes to tell how a cost grows",
         .expected = fmt::format("{} sizes, the largest {} times the smallest", kLeastPoints, kLeastSpan),
         .found = fmt::format("{} sizes, {:.3g} times", sizes.size(), span)});
}

}  // namespace

Scaling scaling_of(const std::vector<Point>& points) {
  require(points);
  const double smallest = std::ranges::min_element(points, {}, &Point::size)->size;
  const auto squares = [&](double exponent) { return fit(points, power(exponent, smallest)).squares; };
  Scaling scaling;
  scaling.points = points.size();
  scaling.exponent = best_exponent(squares);
  const Fit best = fit(points, power(scaling.exponent, smallest));
  scaling.fixed = best.fixed;
  scaling.factor = best.factor / std::pow(smallest, scaling.exponent);
  const auto count = static_cast<double>(points.size());
  scaling.error = std::sqrt(best.squares / count);
  const boost::math::fisher_f distribution(1, count - kParameters);
  const double limit =
      best.squares * (1 + boost::math::quantile(distribution, kCoverage) / (count - kParameters));
  const auto above = [&](double exponent) { return squares(exponent) - limit; };
  scaling.low = crossing(above, scaling.exponent, 0);
  scaling.high = crossing(above, scaling.exponent, kMostExponent);
  choose_law(scaling, points, smallest);
  return scaling;
}

}  // namespace assay::bench
