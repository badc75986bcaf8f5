// Every pair, as columns for a table drawn by the browser: elements would be too slow for a whole zoo.
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/comparison_sheet/cells.h"
#include "reports/console/printable.h"
#include "reports/console/verdict_word.h"
#include "reports/page/verdict_sign.h"
#include "reports/page/views.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostReason = 160;  // bytes; the case view has the whole reason

/// Stores each text once: rows have its index.
class Texts {
 public:
  std::size_t place_of(const std::string& text) {
    const auto [entry, is_new] = places_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(printable(text));
    return entry->second;
  }
  Json take() { return std::move(texts_); }

 private:
  std::map<std::string, std::size_t> places_;
  Json texts_ = Json::array();
};

/// The reason of a pair's verdict, in a line.
std::string why(const PairResult& record) {
  const std::string& text = !record.reason.empty()        ? record.reason
                            : !record.explanation.empty() ? record.explanation
                                                          : record.message;
  return shortened(text.substr(0, text.find('\n')), kMostReason);
}

Json share(const PairResult& record, std::optional<double> (Counted::*of)() const) {
  if (!record.coverage) return nullptr;
  const std::optional<double> value = (record.coverage->operators.*of)();
  return value ? Json(*value) : Json(nullptr);
}

Json overhead_of(const Cost& cost) {
  return cost.eager_seconds > 0 && cost.capture_seconds > 0 ? Json(cost.capture_seconds / cost.eager_seconds)
                                                            : Json(nullptr);
}

void append_choice(Element form, const char* label, const char* column) {
  Element line = append(form, "label", label);
  Element select = append(line, "select");
  set(select, "data-column", column);
  set(append(select, "option", "all"), "value", "");
}

}  // namespace

std::string pairs_json(const ReportData& data) {
  Texts cases, families, words, replays, reasons, cells;
  Json rows = Json::array();
  for (const PairResult& record : data.records) {
    const bool red = !is_green(record.verdict);
    rows.push_back({cases.place_of(record.pair.case_id), families.place_of(record.family), record.pair.method,
                    record.pair.device, words.place_of(words_of(to_string(record.verdict))), red ? 1 : 0,
                    cells.place_of(cell_of(record)), record.nodes, record.edges,
                    replays.place_of(has_graph(record.outcome) ? replay_words(record.outcome, record.replay)
                                                               : words_of(to_string(record.outcome))),
                    share(record, &Counted::recall), share(record, &Counted::precision),
                    overhead_of(record.cost), record.cost.capture_bytes, reasons.place_of(why(record))});
  }
  Json methods = Json::array();
  for (const Method& method : all_methods()) methods.push_back(method.name);
  const Json json{{"cases", cases.take()},      {"families", families.take()}, {"methods", methods},
                  {"devices", {"cpu", "cuda"}}, {"verdicts", words.take()},    {"cells", cells.take()},
                  {"replays", replays.take()},  {"reasons", reasons.take()},   {"rows", std::move(rows)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_pairs(Element page, const ReportData& data) {
  Element view = append_view(page, "pairs", "Pairs");
  append(view, "p",
         fmt::format("{}: a case by a method on a device. A row leads to its case.",
                     counted(data.records.size(), "pair")));
  Element form = append_classed(view, "form", "choices");
  set(form, "data-table", "pairs-table");
  append_choice(form, "family", "1");
  append_choice(form, "method", "2");
  append_choice(form, "device", "3");
  append_choice(form, "verdict", "4");
  Element table = append(append_classed(view, "div", "scroller"), "table");
  set(table, "id", "pairs-table");
  append(table, "caption", "Pairs");
}

}  // namespace assay
