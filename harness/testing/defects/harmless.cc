// Harmless changes.
#include "harness/testing/defects/harmless.h"

#include <array>

#include <nlohmann/json.hpp>

#include "harness/testing/defects/conflicts.h"

namespace assay::defects {

namespace {

void rename_what_is_generated(Specimen& specimen, Random& random) {
  for (Graph& graph : specimen.file().graphs)
    for (Node& node : graph.nodes)
      if (node.kind == NodeKind::kInput && node.role == Role::kConstant)
        node.name = Name("lifted_" + std::to_string(random.below(1'000'000'000)));
}

void change_provenance(Specimen& specimen, Random& random) {
  Header& header = specimen.file().header;
  header.torch = "9." + std::to_string(random.below(100)) + ".0";
  header.case_id += "_again";
  header.packages["timm"] = "0.0." + std::to_string(random.below(100));
  for (Graph& graph : specimen.file().graphs)
    for (Node& node : graph.nodes) {
      node.meta.source = Name("moved.py:" + std::to_string(random.below(1000)));
      node.meta.module = Name(random.coin() ? "renamed" : "");
    }
}

void write_sets_in_another_order(Specimen& specimen, Random& random) {
  for (Graph& graph : specimen.file().graphs) {
    random.shuffle(graph.guards);
    for (Node& node : graph.nodes) {
      random.shuffle(node.also);
      random.shuffle(node.results);
    }
  }
}

void leave_defaults_out(Specimen& specimen, Random& random) {
  for (Graph& graph : specimen.file().graphs)
    for (Node& node : graph.nodes)
      std::erase_if(node.args, [&](Argument& argument) {
        bool holds_ref = false;
        for_each_ref(argument.value, [&](const Ref&) { holds_ref = true; });
        return argument.defaulted && !holds_ref && random.coin();
      });
}

using Json = nlohmann::ordered_json;

void shuffle_keys(Json& json, Random& random) {
  if (json.is_array())
    for (Json& item : json) shuffle_keys(item, random);
  if (!json.is_object()) return;
  std::vector<std::pair<std::string, Json>> members;
  for (auto& [key, item] : json.items()) {
    bool ordered = key == "args" || key == "module" || key == "alias";
    if (!ordered) shuffle_keys(item, random);
    members.emplace_back(key, std::move(item));
  }
  random.shuffle(members);
  json = Json::object();
  for (auto& [key, item] : members) json[key] = std::move(item);
}

constexpr std::array kChanges{
    HarmlessChange{"reorder", "pure operators captured in another order, and numbered so",
                   [](Specimen& specimen, Random& random) { reorder(specimen, random); }},
    HarmlessChange{"rename_what_is_generated", "names that a capture makes up", rename_what_is_generated},
    HarmlessChange{"change_provenance", "another version, another source line", change_provenance},
    HarmlessChange{"write_sets_in_another_order", "results, tied names and guards are sets",
                   write_sets_in_another_order},
    HarmlessChange{"leave_defaults_out", "a defaulted argument that one side lacks", leave_defaults_out},
};

}  // namespace

std::span<const HarmlessChange> harmless_changes() { return kChanges; }

void reorder(Specimen& specimen, Random& random, bool keeps_handed_on) {
  for (std::size_t index = 0; index < specimen.file().graphs.size(); ++index) {
    Graph& graph = specimen.graph(index);
    Conflicts conflicts(graph);
    auto count = static_cast<NodeId>(graph.nodes.size());
    std::vector<std::size_t> waits_for(count, 0);
    std::vector<std::vector<NodeId>> followers(count);
    auto follow = [&](NodeId first, NodeId second) {
      followers[first].push_back(second), ++waits_for[second];
    };
    for (NodeId id = 0; id < count; ++id) {
      for (const Ref* ref : refs_of(graph.nodes[id])) follow(ref->node, id);
      const auto is_handed_on = [&](NodeId one) {
        const Node& node = graph.nodes[one];
        return node.kind == NodeKind::kInput && (node.role == Role::kSaved || node.role == Role::kTangent);
      };
      for (NodeId before = 0; before < id; ++before)
        if (graph.nodes[id].kind == NodeKind::kOutput || conflicts.between(before, id) ||
            (keeps_handed_on && is_handed_on(before) && is_handed_on(id)))
          follow(before, id);
    }
    std::vector<NodeId> ready, order;
    for (NodeId id = 0; id < count; ++id)
      if (waits_for[id] == 0) ready.push_back(id);
    while (!ready.empty()) {
      std::swap(ready[random.below(ready.size())], ready.back());
      NodeId id = ready.back();
      ready.pop_back();
      order.push_back(id);
      for (NodeId follower : followers[id])
        if (--waits_for[follower] == 0) ready.push_back(follower);
    }
    specimen.arrange(index, order);
  }
}

std::string with_keys_reordered(const std::string& json, Random& random) {
  Json parsed = Json::parse(json);
  shuffle_keys(parsed, random);
  return parsed.dump();
}

}  // namespace assay::defects
