// Folds failures of operators by key.
#include "harness/results/operator_causes.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "harness/words/same_reason.h"
#include "harness/words/utf8.h"
#include "harness/zoo/operator_list.h"

namespace assay::operators {
namespace {

constexpr std::size_t kMostText = 160;

using Key = std::tuple<Outcome, std::string, std::string, std::string>;

bool is_miss(const PairResult& record) {
  return names_operator(record.pair.case_id) && is_countable(record.outcome) &&
         !(has_graph(record.outcome) && agrees(record.outcome));
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

Command command_for(const PairId& pair) {
  const OperatorSamples samples = operator_samples_from(pair.case_id);
  const DTypeClass of = class_of(dtype_from_string(samples.dtype).value_or(DType::kFloat32));
  Command command{
      .verb = "ops",
      .arguments = {samples.name, "--dtypes", std::string(to_string(of)), "--methods",
                    std::string(to_string(pair.method)), "--device", std::string(to_string(pair.device))}};
  if (samples.samples == "all") command.arguments.emplace_back("--all-samples");
  command.arguments.emplace_back("-v");
  return command;
}

template <typename T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

void add(OperatorCause& cause, const PairResult& record) {
  if (cause.pairs++ == 0) {
    cause.outcome = record.outcome;
    cause.exception = record.exception;
    cause.message = shortened(first_line_of(record.message), kMostText);
    cause.place = record.raised_at;
    cause.reproduce = command_for(record.pair);
  }
  if (!is_green(record.verdict)) ++cause.unexpected;
  add_once(cause.operators, operator_samples_from(record.pair.case_id).name);
  add_once(cause.methods, record.pair.method);
}

}  // namespace

std::string normalised(const std::string& message) {
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    const bool opens = (c == '\'' || c == '"') && (i == 0 || !is_word(message[i - 1]));
    const std::size_t closed = opens ? message.find(c, i + 1) : std::string::npos;
    if (closed != std::string::npos) {
      out.append(2, c);
      i = closed;
    } else {
      out += c;
    }
  }
  return without_numbers(out);
}

std::vector<OperatorCause> causes_of_operators(const std::vector<PairResult>& records) {
  std::vector<const PairResult*> misses;
  for (const PairResult& record : records)
    if (is_miss(record)) misses.push_back(&record);
  std::ranges::sort(misses, {}, [](const PairResult* record) { return record->pair; });
  std::map<Key, OperatorCause> by_key;
  for (const PairResult* record : misses)
    add(by_key[{record->outcome, record->exception, normalised(first_line_of(record->message)),
                record->raised_at}],
        *record);
  std::vector<OperatorCause> causes;
  for (auto& [key, cause] : by_key) causes.push_back(std::move(cause));
  std::ranges::stable_sort(causes, std::ranges::greater{}, &OperatorCause::pairs);
  return causes;
}

}  // namespace assay::operators
