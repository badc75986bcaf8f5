// The seeded-defect suite: every defect in every golden, alone and in groups of 5 and 20, and harmless
// changes.
#include <algorithm>
#include <iostream>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/diff/diff.h"
#include "harness/graph/json.h"
#include "harness/testing/defects/defect.h"
#include "harness/testing/defects/harmless.h"
#include "harness/testing/defects/isomorphism.h"
#include "harness/testing/every_golden.h"

namespace assay::defects {
namespace {

// ---- the engine's report

/// Isolates the format of the engine's causes.
struct Cause {
  std::string_view kind;
  std::optional<Spot> left, right;  ///< nodes; both empty if the cause is a graph itself
};

std::optional<Spot> spot_of(const GraphFile& file, std::string_view path) {
  std::size_t node = path.rfind("/%");
  if (node == std::string_view::npos) return std::nullopt;
  for (std::size_t graph = 0; graph < file.graphs.size(); ++graph)
    if (file.graphs[graph].name.view() == path.substr(0, node))
      return Spot{graph, static_cast<NodeId>(std::stoul(std::string(path.substr(node + 2))))};
  return std::nullopt;
}

/// Root causes in order, with all their places.
std::vector<Cause> causes_of(const DiffResult& result, const GraphFile& left, const GraphFile& right) {
  std::vector<Cause> causes;
  auto add = [&](const DiffEntry& entry) {
    // Reports have a separate kind for a renamed argument. Section 9 files it under `target`.
    std::string_view kind = assay::to_string(entry.kind);
    causes.push_back({kind.starts_with("renamed") ? "target" : kind, spot_of(left, entry.left_path),
                      spot_of(right, entry.right_path)});
  };
  for (const RootCause& root : result.roots)
    for (std::size_t place : root.places) add(result.entries[place]);
  return causes;
}

std::string first_words(const DiffResult& result) {
  if (result.entries.empty()) return "no entry";
  const DiffEntry& entry = result.entries[0];
  return fmt::format("{}  {}\n  expected  {}\n  found     {}\n", assay::to_string(entry.kind), entry.op,
                     entry.left.substr(0, 200), entry.right.substr(0, 200));
}

// ---- a draw

struct Draw {
  Specimen left, right;
  std::vector<std::pair<DefectKind, Sites>> seeded;
  std::size_t redrawn = 0;
  Sameness sameness = Sameness::kSame;
};

std::optional<Spot> spot_of(const Specimen& specimen, Site site) {
  for (NodeId id = 0; id < specimen.graph(site.graph).nodes.size(); ++id)
    if (specimen.site({site.graph, id}) == site) return Spot{site.graph, id};
  return std::nullopt;
}

bool names(const Draw& draw, const Cause& cause, Site site) {
  if (!cause.left && !cause.right) return site.tag == kGraphItself;
  if (cause.left && Site{cause.left->graph, cause.left->node} == site) return true;
  return cause.right && draw.right.site(*cause.right) == site;
}

/// A node indistinguishable from the seeded node counts as the seeded node.
bool names_twin(const Draw& draw, const Cause& cause, Site site) {
  bool added = site.tag != kGraphItself && site.tag >= draw.left.fresh_from(site.graph);
  auto seeded = added ? spot_of(draw.right, site) : spot_of(draw.left, site);
  const auto& said = added ? cause.right : cause.left;
  return seeded && said && are_twins(added ? draw.right.file() : draw.left.file(), *seeded, *said);
}

/// Losing either of two equal operators in a row is the same defect, so the cause may name either.
bool is_the_same_loss(const Draw& draw, const Cause& cause, Site site) {
  auto seeded = spot_of(draw.left, site);
  if (!seeded || !cause.left || cause.right || draw.seeded.size() > 1 || cause.left->node == seeded->node)
    return false;
  if (draw.left.graph(seeded->graph).nodes[seeded->node].target !=
      draw.left.graph(cause.left->graph).nodes[cause.left->node].target)
    return false;
  Specimen again = draw.left;
  return lose_operator_at(again, *cause.left) &&
         compare_independently(again.file(), draw.right.file()) == Sameness::kSame;
}

bool names_any(const Draw& draw, const Cause& cause, const Sites& sites) {
  auto by = [&](auto how) {
    return std::ranges::any_of(sites, [&](Site site) { return how(draw, cause, site); });
  };
  return by(names) || by(names_twin) || by(is_the_same_loss);
}

constexpr std::size_t kTries = 12;

/// Seeds until the oracle finds the program different. A draw without defects if there is no place.
Draw draw_one(const ZooGolden& golden, const Defect& defect, std::uint64_t seed) {
  Random random(seed);
  Specimen planted(golden.file);
  bool planting = defect.plant != nullptr && random.coin();
  if (planting) defect.plant(planted, random);
  Draw draw{Specimen(planted.file()), Specimen(planted.file()), {}};
  for (std::size_t attempt = 0; attempt < kTries && draw.sameness != Sameness::kDifferent; ++attempt) {
    draw.right = draw.left;
    draw.seeded.clear();
    auto sites = defect.seed(draw.right, random);
    if (sites) {
      draw.seeded.push_back({defect.kind, *sites});
      draw.sameness = compare_independently(draw.left.file(), draw.right.file());
      draw.redrawn += draw.sameness == Sameness::kSame;
      if (draw.sameness == Sameness::kSame && !equal(draw.left.file(), draw.right.file()))
        FAIL_CHECK(golden.name << ": " << defect.name
                               << " changed nothing, says the oracle; equal disagrees");
    } else if (defect.plant != nullptr && !planting) {
      planting = true;
      defect.plant(planted, random);
      draw.left = Specimen(planted.file());
    }
  }
  if (draw.sameness != Sameness::kDifferent) draw.seeded.clear();
  return draw;
}

/// Up to `count` defects on different nodes.
Draw draw_many(const ZooGolden& golden, const std::vector<Defect>& defects, std::size_t count,
               std::uint64_t seed) {
  Random random(seed);
  Specimen planted(golden.file);
  for (const Defect& defect : defects)
    if (defect.plant != nullptr && random.below(3) == 0) defect.plant(planted, random);
  Draw draw{Specimen(planted.file()), Specimen(planted.file()), {}};
  for (std::size_t attempt = 0; attempt < 3 * count && draw.seeded.size() < count; ++attempt) {
    const Defect& defect = random.pick(defects);
    auto sites = defect.seed(draw.right, random);
    if (!sites) continue;
    for (Site site : *sites) draw.right.take(site);
    draw.seeded.push_back({defect.kind, *sites});
  }
  draw.sameness = compare_independently(draw.left.file(), draw.right.file());
  return draw;
}

// ---- the table

struct Row {
  std::size_t drawn = 0, detected = 0, right_kind = 0, root = 0, redrawn = 0, without_place = 0,
              undecided = 0;
  std::string example;  ///< the first draw that was reported wrongly

  Row& operator+=(const Row& more) {
    drawn += more.drawn, detected += more.detected, right_kind += more.right_kind, root += more.root;
    redrawn += more.redrawn, without_place += more.without_place, undecided += more.undecided;
    return *this;
  }
};

void print(std::string_view kind, std::string_view name, const Row& row) {
  auto share = [&](std::size_t part) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(row.drawn);
  };
  std::cout << fmt::format("{:9} {:30} {:6} {:6} {:7.2f}% {:7.2f}% {:7} {:8}\n", kind, name, row.drawn,
                           row.detected, share(row.right_kind), share(row.root), row.redrawn,
                           row.without_place);
}

/// Counts a draw. Each of its seeded defects counts separately, by its own sites.
void judge(Row& row, Draw& draw, std::string_view golden, Random& random) {
  row.redrawn += draw.redrawn;
  row.undecided += draw.sameness == Sameness::kUndecided;
  row.without_place += draw.seeded.empty();
  if (draw.seeded.empty()) return;
  validate(draw.right.file(), golden);
  if (random.coin()) reorder(draw.right, random);
  DiffResult result = diff(draw.left.file(), draw.right.file());
  std::vector<Cause> causes = causes_of(result, draw.left.file(), draw.right.file());
  for (const auto& seeded : draw.seeded) {
    DefectKind kind = seeded.first;
    const Sites& sites = seeded.second;
    bool named =
        !causes.empty() &&
        (draw.seeded.size() > 1
             ? std::ranges::any_of(causes, [&](auto& cause) { return names_any(draw, cause, sites); })
             : names_any(draw, causes[0], sites));
    bool right_kind = std::ranges::any_of(causes, [&](const Cause& cause) {
      return cause.kind == to_string(kind) && names_any(draw, cause, sites);
    });
    ++row.drawn;
    row.detected += !result.equal;
    row.right_kind += right_kind;
    row.root += named;
    if ((named && right_kind) || !row.example.empty() || draw.seeded.size() > 1) continue;
    row.example =
        fmt::format("{}: seeded at {}/%{}\n{}", golden, sites[0].graph, sites[0].tag, first_words(result));
  }
}

std::uint64_t seed_of(std::size_t golden, std::size_t defect) {
  return 1'000'003 * golden + 7919 * defect + 17;
}

struct Table {
  std::map<std::string_view, Row> by_kind, by_defect;
  Row alone;
  std::map<std::size_t, Row> together;
};

Table fill_table() {
  Table table;
  std::vector<ZooGolden> all = every_golden();
  REQUIRE_FALSE(all.empty());
  std::vector<Defect> defects = all_defects();
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t d = 0; d < defects.size(); ++d) {
      Random random(seed_of(k, d) + 1);
      Draw draw = draw_one(all[k], defects[d], seed_of(k, d));
      judge(table.by_defect[defects[d].name], draw, all[k].name, random);
    }
    for (std::size_t count : {5, 20}) {
      Random random(seed_of(k, 1000 + count) + 1);
      Draw draw = draw_many(all[k], defects, count, seed_of(k, 1000 + count));
      if (draw.sameness == Sameness::kSame) draw.seeded.clear(), ++draw.redrawn;
      judge(table.together[count], draw, all[k].name, random);
    }
  }
  for (const Defect& defect : defects) {
    table.by_kind[to_string(defect.kind)] += table.by_defect[defect.name];
    table.alone += table.by_defect[defect.name];
  }
  return table;
}

void print(const Table& table) {
  std::cout << fmt::format("{:9} {:30} {:>6} {:>6} {:>8} {:>8} {:>7} {:>8}\n", "kind", "defect", "drawn",
                           "found", "kind", "root", "redrawn", "no place");
  for (const Defect& defect : all_defects())
    print(to_string(defect.kind), defect.name, table.by_defect.at(defect.name));
  for (const auto& [kind, row] : table.by_kind) print(kind, "all", row);
  print("all", "alone", table.alone);
  for (const auto& [count, row] : table.together) print("all", fmt::format("{} together", count), row);
  for (const auto& [name, row] : table.by_defect)
    if (!row.example.empty()) std::cout << "\n" << name << ", told wrongly in " << row.example;
}

TEST_CASE("every seeded defect is found") {
  Table table = fill_table();
  print(table);
  REQUIRE(table.by_kind.size() == kDefectKinds);
  for (const auto& [name, row] : table.by_defect) {
    INFO(name);
    CHECK(row.drawn > 0);
    CHECK(row.detected == row.drawn);
    CHECK(row.undecided == 0);
  }
  for (const auto& [count, row] : table.together) {
    INFO(count << " together");
    CHECK(row.drawn > 0);
    CHECK(row.detected == row.drawn);
    CHECK(row.undecided == 0);
  }
  CHECK(table.alone.right_kind * 100 >= table.alone.drawn * 98);
  CHECK(table.alone.root * 100 >= table.alone.drawn * 99);
}

TEST_CASE(
    "an engine that does not look is caught: at level shapes a dtype is seen, a stride and a device are "
    "not") {
  std::map<DefectKind, std::pair<std::size_t, std::size_t>> found_of_drawn;
  for (const ZooGolden& golden : every_golden())
    for (const Defect& defect : tensor_defects()) {
      Draw draw = draw_one(golden, defect, 1);
      if (draw.seeded.empty()) continue;
      bool same = equal(draw.left.file(), draw.right.file(), Policy{.level = Level::kShapes});
      found_of_drawn[defect.kind].first += !same;
      ++found_of_drawn[defect.kind].second;
    }
  auto [dtypes, drawn_dtypes] = found_of_drawn[DefectKind::kDType];
  CHECK(drawn_dtypes > 0);
  CHECK(dtypes == drawn_dtypes);
  for (DefectKind kind : {DefectKind::kStride, DefectKind::kDevice}) {
    CHECK(found_of_drawn[kind].second > 0);
    CHECK(found_of_drawn[kind].first == 0);
  }
}

TEST_CASE("no harmless change of any golden is called a difference") {
  std::vector<ZooGolden> all = every_golden();
  REQUIRE_FALSE(all.empty());
  std::map<std::string_view, std::size_t> false_alarms, tried;
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (const HarmlessChange& change : harmless_changes()) {
      Specimen right(all[k].file);
      Random random(seed_of(k, 5000));
      change.apply(right, random);
      validate(right.file(), all[k].name);
      ++tried[change.name];
      false_alarms[change.name] += !diff(all[k].file, right.file()).equal;
    }
    Random random(seed_of(k, 6000));
    GraphFile again =
        read_graph_file(with_keys_reordered(write_graph_file(all[k].file), random), all[k].name);
    ++tried["reorder the keys of the file"];
    false_alarms["reorder the keys of the file"] += !diff(all[k].file, again).equal;
  }
  for (const auto& [name, alarms] : false_alarms) {
    std::cout << fmt::format("{:30} {:6} tried {:4} false alarms\n", name, tried[name], alarms);
    CHECK(alarms == 0);
  }
}

}  // namespace
}  // namespace assay::defects
