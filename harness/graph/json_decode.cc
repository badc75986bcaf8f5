// JsonDecoder for nodes, header and graph keys.
#include "harness/graph/json_decode.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <unordered_map>

#include "harness/graph/digest.h"
#include "harness/graph/header_texts.h"
#include "harness/graph/json_fields.h"
#include "harness/graph/sym_expr.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

// Positions in kNodeKeys.
enum NodeKey : std::size_t {
  kId,
  kKind,
  kRole,
  kName,
  kAlso,
  kValue,
  kTarget,
  kBound,
  kModule,
  kArgs,
  kDefaulted,
  kEffects,
  kAlias,
  kOutputs,
  kResults,
  kMeta
};
constexpr std::array<std::string_view, 16> kNodeKeys{
    "id",     "kind", "role",      "name",    "also",  "value",   "target",  "bound",
    "module", "args", "defaulted", "effects", "alias", "outputs", "results", "meta"};

constexpr unsigned bit(NodeKey key) { return 1U << key; }
constexpr unsigned kEveryNode = bit(kId) | bit(kKind) | bit(kMeta);
constexpr unsigned kInputKeys =
    kEveryNode | bit(kRole) | bit(kName) | bit(kAlso) | bit(kValue) | bit(kOutputs);
constexpr unsigned kOpKeys = kEveryNode | bit(kTarget) | bit(kBound) | bit(kModule) | bit(kArgs) |
                             bit(kDefaulted) | bit(kEffects) | bit(kAlias) | bit(kOutputs);
constexpr unsigned kOutputKeys = kEveryNode | bit(kArgs) | bit(kResults);

}  // namespace

std::string GraphText::where(std::size_t offset, const std::string& path) const {
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())),
                     '\n');
  const std::string at = std::string(name) + ":" + std::to_string(line);
  return path.empty() ? at : at + ": " + path;
}

void JsonDecoder::fail(std::size_t index, std::string what, std::string expected, std::string found) const {
  throw InputError(
      {.what = std::move(what),
       .where = source_.where(tape_[index].offset, (prefix_ ? prefix_() : "") + tape_.path_to(index)),
       .expected = std::move(expected),
       .found = std::move(found)});
}

void JsonDecoder::fail_kind(std::size_t index, std::string expected) const {
  fail(index, "wrong type or value", std::move(expected), tape_.describe(index));
}

std::string_view JsonDecoder::string(std::size_t index) const {
  if (tape_[index].kind != Kind::kString) fail_kind(index, "a string");
  return tape_.text(index);
}

std::int64_t JsonDecoder::integer(std::size_t index) const {
  if (tape_[index].kind != Kind::kInt) fail_kind(index, "a 64-bit integer");
  return tape_[index].integer;
}

std::uint32_t JsonDecoder::index32(std::size_t index) const {
  if (tape_[index].kind != Kind::kInt || tape_[index].integer < 0 || tape_[index].integer > UINT32_MAX)
    fail_kind(index, "an integer from 0 to 4294967295");
  return static_cast<std::uint32_t>(tape_[index].integer);
}

bool JsonDecoder::boolean(std::size_t index) const {
  if (tape_[index].kind != Kind::kTrue && tape_[index].kind != Kind::kFalse)
    fail_kind(index, "true or false");
  return tape_[index].kind == Kind::kTrue;
}

std::map<std::string, std::string> JsonDecoder::strings(std::size_t object) const {
  std::map<std::string, std::string> map;
  each_member(object, [&](std::string_view key, std::size_t item) {
    if (!map.emplace(key, string(item)).second)
      fail(item, "key is given twice", "keys that differ", excerpt(key));
  });
  return map;
}

Name JsonDecoder::expression(std::size_t index) {
  const std::string_view text = string(index);
  const Name name(text);
  if (canonical_.contains(name)) return name;
  const std::optional<std::string> canonical = sym::canonical(text);
  if (!canonical) fail(index, "not a symbolic expression", "such as \"2*s0 + 1\"", excerpt(text));
  if (*canonical != text)
    fail(index, "symbolic expression is not in canonical form", excerpt(*canonical), excerpt(text));
  canonical_.insert(name);
  return name;
}

// ---- nodes

Node JsonDecoder::node(std::size_t index, NodeId expected_id) {
  const std::array<std::size_t, 16> field = fields(index, kNodeKeys);
  const std::size_t id = required(index, field[kId], "id");
  if (integer(id) != static_cast<std::int64_t>(expected_id))
    fail(id, "node ids count from 0 without gaps", std::to_string(expected_id), tape_.describe(id));
  Node node;
  const std::size_t kind_at = required(index, field[kKind], "kind");
  const std::string_view kind = string(kind_at);
  unsigned allowed = 0;
  if (kind == "input")
    node.kind = NodeKind::kInput, allowed = kInputKeys;
  else if (kind == "op")
    node.kind = NodeKind::kOp, allowed = kOpKeys;
  else if (kind == "output")
    node.kind = NodeKind::kOutput, allowed = kOutputKeys;
  else
    fail_kind(kind_at, "one of: input, op, output");
  for (std::size_t key = 0; key < field.size(); ++key)
    if (field[key] != 0 && (allowed & (1U << key)) == 0)
      fail(field[key],
           "key " + quoted(kNodeKeys[key]) + " does not belong to a node of kind " + std::string(kind), "",
           "");
  if (node.kind == NodeKind::kInput) input_node(node, index, field);
  if (node.kind == NodeKind::kOp) op_node(node, index, field);
  if (node.kind == NodeKind::kOutput) output_node(node, index, field);
  if (field[kMeta] != 0) node.meta = meta(field[kMeta]);
  return node;
}

void JsonDecoder::input_node(Node& node, std::size_t index, const std::array<std::size_t, 16>& field) {
  node.role = one_of<Role>(required(index, field[kRole], "role"), role_from_string,
                           "one of: parameter, buffer, user, tangent, saved, constant, generator, opaque");
  node.name = name(required(index, field[kName], "name"));
  if (field[kAlso] != 0) each_item(field[kAlso], [&](std::size_t item) { node.also.push_back(name(item)); });
  if (field[kValue] != 0) node.constant = constant(field[kValue]);
  node.outputs = outputs(required(index, field[kOutputs], "outputs"), 0);
}

void JsonDecoder::op_node(Node& node, std::size_t index, const std::array<std::size_t, 16>& field) {
  node.target = op_name_from_string(string(required(index, field[kTarget], "target")));
  if (field[kBound] != 0) node.bound = boolean(field[kBound]);
  if (field[kModule] != 0) node.module = module(field[kModule]);
  arguments(node, required(index, field[kArgs], "args"), field[kDefaulted]);
  if (field[kEffects] != 0) effects(node.effects, field[kEffects]);
  if (field[kAlias] != 0) node.alias = alias(field[kAlias]);
  node.outputs = outputs(required(index, field[kOutputs], "outputs"), 0);
}

void JsonDecoder::output_node(Node& node, std::size_t index, const std::array<std::size_t, 16>& field) {
  results(node, required(index, field[kArgs], "args"), field[kResults]);
}

void JsonDecoder::arguments(Node& node, std::size_t args, std::size_t defaulted) {
  if (tape_[args].kind == Kind::kObject) node.args.reserve(tape_[args].count);
  each_member(args, [&](std::string_view key, std::size_t item) {
    node.args.push_back({Name(key), value(item, 0), false});
  });
  if (defaulted == 0) return;
  std::unordered_map<Name, Argument*> by_name;
  for (Argument& argument : node.args) by_name.emplace(argument.name, &argument);
  each_item(defaulted, [&](std::size_t item) {
    const auto found = by_name.find(name(item));
    if (found == by_name.end()) fail_kind(item, "the name of an argument of this node");
    if (found->second->defaulted)
      fail(item, "argument is named twice", "names that differ", tape_.describe(item));
    found->second->defaulted = true;
  });
}

void JsonDecoder::effects(Effects& effects, std::size_t index) const {
  constexpr std::string_view kMutates = "mutates:";
  each_item(index, [&](std::size_t item) {
    const std::string_view text = string(item);
    bool& flag = text == "rng" ? effects.rng : effects.state;
    if (text.starts_with(kMutates) && text.size() > kMutates.size())
      return effects.mutates.push_back(Name(text.substr(kMutates.size())));
    if (text != "rng" && text != "state") fail_kind(item, "one of: \"mutates:ARG\", \"rng\", \"state\"");
    if (flag) fail(item, "effect is given twice", "effects that differ", tape_.describe(item));
    flag = true;
  });
}

std::vector<Alias> JsonDecoder::alias(std::size_t index) const {
  std::vector<Alias> aliases;
  each_member(index, [&](std::string_view key, std::size_t item) {
    Alias one{{}, name(item)};
    const char *at = key.data(), *end = at + key.size();
    while (true) {
      std::uint32_t position = 0;
      const auto [stop, error] = std::from_chars(at, end, position);
      if (error != std::errc())
        fail(item, "not the position of an output", "\"0\", or \"0,1\" for a nested one", excerpt(key));
      one.output.push_back(position);
      at = stop;
      if (at == end) break;
      if (*at++ != ',')
        fail(item, "not the position of an output", "\"0\", or \"0,1\" for a nested one", excerpt(key));
    }
    aliases.push_back(std::move(one));
  });
  return aliases;
}

ConstantValue JsonDecoder::constant(std::size_t index) const {
  const auto field = fields(index, std::array<std::string_view, 3>{"sha256", "data", "memory_of"});
  ConstantValue constant{std::string(string(required(index, field[0], "sha256"))), std::nullopt};
  if (field[2] != 0) constant.memory_of = memory_of(field[2]);
  if (field[1] == 0) return constant;
  constant.data = base64_decode(string(field[1]));
  if (!constant.data) fail_kind(field[1], "base64 with padding");
  return constant;
}

MemoryOf JsonDecoder::memory_of(std::size_t index) const {
  const auto field = fields(index, std::array<std::string_view, 4>{"role", "name", "offset", "detached"});
  return {.role = one_of<Role>(required(index, field[0], "role"), role_from_string,
                               "one of: parameter, buffer, constant"),
          .name = name(required(index, field[1], "name")),
          .offset = integer(required(index, field[2], "offset")),
          .detached = field[3] != 0 && boolean(field[3])};
}

ModuleInfo JsonDecoder::module(std::size_t index) {
  const auto field = fields(index, std::array<std::string_view, 2>{"class", "config"});
  ModuleInfo module{name(required(index, field[0], "class")), {}};
  each_member(required(index, field[1], "config"), [&](std::string_view key, std::size_t item) {
    module.config.items.emplace_back(Value(std::string(key)), value(item, 1));
  });
  return module;
}

NodeMeta JsonDecoder::meta(std::size_t index) const {
  const auto field = fields(index, std::array<std::string_view, 3>{"module", "source", "stage"});
  const auto text = [&](std::size_t at) { return at == 0 ? Name() : Name(string(at)); };
  return {text(field[0]), text(field[1]), text(field[2])};
}

void JsonDecoder::results(Node& node, std::size_t args, std::size_t roles) {
  std::unordered_map<std::string_view, std::size_t> role_of;
  if (roles != 0)
    each_member(roles, [&](std::string_view label, std::size_t item) {
      if (!role_of.emplace(label, item).second)
        fail(item, "result is given twice", "labels that differ", excerpt(label));
    });
  each_member(args, [&](std::string_view label, std::size_t item) {
    Result result{ResultRole::kUser, Name(label), value(item, 0)};
    if (const auto found = role_of.find(label); found != role_of.end()) {
      const auto field = fields(found->second, std::array<std::string_view, 2>{"role", "of"});
      constexpr const char* kTold = "one of: mutation, replacement, gradient, saved";
      result.role =
          one_of<ResultRole>(required(found->second, field[0], "role"), result_role_from_string, kTold);
      result.name = name(required(found->second, field[1], "of"));
      if (result.role == ResultRole::kUser) fail_kind(field[0], kTold);
      if (label_of(result) != label)
        fail(found->second, "label does not say role and name", excerpt(label_of(result)), excerpt(label));
      role_of.erase(found);
    }
    node.results.push_back(std::move(result));
  });
  // In document order: a message must not depend on the order of a hash table.
  if (!role_of.empty())
    each_member(roles, [&](std::string_view label, std::size_t item) {
      if (role_of.contains(label))
        fail(item, "no argument has this label", "a key of \"args\"", excerpt(label));
    });
}

// ---- header and graph keys; the value is entry 0

void JsonDecoder::header_field(Header& header, std::string_view key) {
  for (const auto& [name, member] : kHeaderTexts) {
    if (key != name) continue;
    header.*member = std::string(string(0));
    return;
  }
  if (key == "fake")
    header.fake = boolean(0);
  else if (key == "packages")
    header.packages = strings(0);
  else if (key == "environment")
    header.environment = strings(0);
  else if (key == "verified")
    each_item(0, [&](std::size_t item) { header.verified.push_back(verified(item)); });
  else
    fail(0, "unknown key " + excerpt(key),
         "one of: assay_graph, case, method, device, phantom, fake, torch, python, packages, environment, "
         "case_file, "
         "case_sha256, lowered_from, verified, graphs",
         "");
}

VerifiedWith JsonDecoder::verified(std::size_t index) const {
  const auto field = fields(index, std::array<std::string_view, 3>{"torch", "python", "packages"});
  VerifiedWith with;
  with.torch = string(required(index, field[0], "torch"));
  if (field[1] != 0) with.python = string(field[1]);
  if (field[2] != 0) with.packages = strings(field[2]);
  return with;
}

void JsonDecoder::graph_field(Graph& graph, std::string_view key) {
  if (key == "name")
    graph.name = name(0);
  else if (key == "of")
    graph.of = index32(0);
  else if (key == "resumes")
    graph.resumes = name(0);
  else if (key == "break")
    graph.stopped = graph_break(0);
  else if (key == "assumes")
    each_member(0, [&](std::string_view path, std::size_t item) {
      graph.assumes.items.emplace_back(Value(std::string(path)), value(item, 1));
    });
  else if (key == "symbols")
    each_item(0, [&](std::size_t item) { graph.symbols.push_back(symbol(item)); });
  else if (key == "guards")
    each_item(0, [&](std::size_t item) { graph.guards.push_back(expression(item)); });
  else
    fail(0, "unknown key " + excerpt(key),
         "one of: name, of, resumes, break, assumes, symbols, guards, nodes", "");
}

GraphBreak JsonDecoder::graph_break(std::size_t index) const {
  const auto field = fields(index, std::array<std::string_view, 2>{"reason", "source"});
  return {std::string(string(required(index, field[0], "reason"))),
          std::string(string(required(index, field[1], "source")))};
}

Symbol JsonDecoder::symbol(std::size_t index) const {
  const auto field = fields(index, std::array<std::string_view, 4>{"name", "hint", "lower", "upper"});
  Symbol symbol{name(required(index, field[0], "name")), {}, {}, {}};
  const auto number = [&](std::size_t at) -> std::optional<std::int64_t> {
    if (at == 0 || tape_[at].kind == Kind::kNull) return std::nullopt;
    return integer(at);
  };
  symbol.hint = number(field[1]);
  symbol.lower = number(field[2]);
  symbol.upper = number(field[3]);
  return symbol;
}

}  // namespace assay
