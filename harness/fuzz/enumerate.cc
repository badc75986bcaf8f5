// enumerate: the product as sequences, without points that decode differently.
#include "harness/fuzz/enumerate.h"

#include <array>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "harness/fuzz/print.h"

namespace assay::fuzz {
namespace {

/// The observation that shows whether a write was seen.
enum class Read : std::uint8_t {
  kBeforeAndAfter,     ///< the base, before and after
  kWritten,            ///< the written tensor, after
  kAnotherView,        ///< a view made before
  kViewOfBaseWritten,  ///< the view, after a write to the base
  kReturned,           ///< no read: base and views are returned
  kOther,              ///< no read and no return: only the arguments show it
};
constexpr auto kReads = std::to_array({Read::kBeforeAndAfter, Read::kWritten, Read::kAnotherView,
                                       Read::kViewOfBaseWritten, Read::kReturned, Read::kOther});

/// A point of the product.
struct Point {
  Base base = Base::kInput;
  Gradient gradient = Gradient::kOff;
  std::optional<Operation> view;
  Operation write{};
  Read read{};
};

/// A requested statement.
struct Asked {
  Operation operation{};
  std::uint16_t target = 0;
};

constexpr std::uint16_t kBase = 0, kY = 1, kFirstMade = 2;

std::vector<Asked> statements_of(const Point& point) {
  std::vector<Asked> asked;
  std::uint16_t made = kFirstMade, written = kBase, view = kBase;
  if (point.read == Read::kBeforeAndAfter) asked.push_back({Operation::kDouble, kBase}), ++made;
  if (point.view) asked.push_back({*point.view, kBase}), view = written = made++;
  std::uint16_t other = kBase;
  if (point.read == Read::kAnotherView) asked.push_back({Operation::kSlice, kBase}), other = made++;
  if (point.read == Read::kViewOfBaseWritten) written = kBase;
  asked.push_back({point.write, written});
  switch (point.read) {
    case Read::kBeforeAndAfter:
      asked.push_back({Operation::kDouble, kBase});
      break;
    case Read::kWritten:
    case Read::kViewOfBaseWritten:
      asked.push_back({Operation::kDouble, view});
      break;
    case Read::kAnotherView:
      asked.push_back({Operation::kDouble, other});
      break;
    case Read::kReturned:
    case Read::kOther:
      break;
  }
  return asked;
}

Returned returned_by(Read read) {
  if (read == Read::kReturned) return Returned::kValues;
  return read == Read::kOther ? Returned::kOther : Returned::kReads;
}

bool needs_floats(const Point& point) {
  return point.gradient != Gradient::kOff || point.view == Operation::kRealPart ||
         point.view == Operation::kImaginaryPart || point.view == Operation::kDropoutOfNothing;
}

/// The sequence of a point. Nothing if it decodes to another program.
std::optional<Sequence> sequence_of(const Point& point) {
  Sequence sequence{static_cast<std::uint16_t>(point.base), static_cast<std::uint16_t>(point.gradient),
                    static_cast<std::uint16_t>(needs_floats(point) ? 0 : 1),
                    static_cast<std::uint16_t>(returned_by(point.read))};
  const std::vector<Asked> asked = statements_of(point);
  for (const Asked& one : asked) sequence.insert(sequence.end(), {number_of(one.operation), one.target, kY});
  const Program program = decode(sequence, Vocabulary::kAliasing);
  if (program.gradient != point.gradient || program.statements.size() != asked.size()) return std::nullopt;
  std::vector<std::string> names{program.first.name, "y"};
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Statement& statement = program.statements[i];
    const bool as_asked = statement.operation == asked[i].operation &&
                          statement.target.name == names[asked[i].target] &&
                          (!statement.operand || statement.operand->name == "y");
    if (!as_asked) return std::nullopt;
    if (statement.result) names.push_back(statement.result->name);
  }
  // Without a gradient in the compared values, it duplicates the program without gradients.
  if (point.gradient != Gradient::kOff && !program.has_gradient) return std::nullopt;
  return sequence;
}

/// False for writes that nothing reads and no caller sees: dead code.
bool is_telling(Base base, bool has_view, Read read) {
  if (read == Read::kViewOfBaseWritten) return has_view;
  return read != Read::kOther || (base != Base::kIntermediate && base != Base::kConstant);
}

std::vector<Point> product() {
  std::vector<std::optional<Operation>> views{std::nullopt};
  std::vector<Operation> writes;
  for (const OperationRow& row : all_operations()) {
    if (row.vocabulary != Vocabulary::kAliasing) continue;
    if (row.role == Role::kViews) views.emplace_back(row.operation);
    if (row.role == Role::kWrites || row.role == Role::kChangesMetadata || row.role == Role::kRebinds)
      writes.push_back(row.operation);
  }
  std::vector<Point> points;
  for (const Base base : kBaseNames.values())
    for (const Gradient gradient : kGradientNames.values())
      for (const auto& view : views)
        for (const Operation write : writes)
          for (const Read read : kReads)
            if (is_telling(base, view.has_value(), read))
              points.push_back({base, gradient, view, write, read});
  return points;
}

}  // namespace

std::vector<Sequence> enumerate() {
  std::vector<Sequence> sequences;
  std::set<std::string> texts;
  for (const Point& point : product()) {
    const std::optional<Sequence> sequence = sequence_of(point);
    if (!sequence) continue;
    if (texts.insert(text_of(decode(*sequence, Vocabulary::kAliasing))).second)
      sequences.push_back(*sequence);
  }
  return sequences;
}

std::vector<Sequence> shuffled(std::vector<Sequence> sequences, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  for (std::size_t left = sequences.size(); left > 1; --left)
    std::swap(sequences[left - 1], sequences[engine() % left]);
  return sequences;
}

}  // namespace assay::fuzz
