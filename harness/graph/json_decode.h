// JsonDecoder: a JSON value on the tape becomes a piece of the model.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "harness/error/error.h"
#include "harness/graph/graph.h"
#include "harness/graph/json_tape.h"

namespace assay {

/// Turns an offset into "FILE:LINE: PATH".
struct GraphText {
  std::string_view text, name;
  std::string where(std::size_t offset, const std::string& path) const;
};

/// Every failure is an InputError with line and path. `prefix` is the path of tape entry 0
/// ("graphs[0].nodes[3]").
class JsonDecoder {
 public:
  JsonDecoder(const GraphText& source, const JsonTape& tape) : source_(source), tape_(tape) {}

  void set_prefix(std::function<std::string()> prefix) { prefix_ = std::move(prefix); }
  [[noreturn]] void fail(std::size_t index, std::string what, std::string expected, std::string found) const;
  [[noreturn]] void fail_kind(std::size_t index, std::string expected) const;

  Node node(std::size_t index, NodeId expected_id);
  void header_field(Header& header, std::string_view key);
  void graph_field(Graph& graph, std::string_view key);

 private:
  using Kind = JsonTape::Kind;

  template <std::size_t size>
  std::array<std::size_t, size> fields(std::size_t object,
                                       const std::array<std::string_view, size>& names) const;
  std::size_t required(std::size_t object, std::size_t field, std::string_view name) const;
  template <typename Visit>
  void each_item(std::size_t array, Visit&& visit) const;
  template <typename Visit>
  void each_member(std::size_t object, Visit&& visit) const;

  std::string_view string(std::size_t index) const;
  std::int64_t integer(std::size_t index) const;
  std::uint32_t index32(std::size_t index) const;
  bool boolean(std::size_t index) const;
  Name name(std::size_t index) const { return Name(string(index)); }
  Name expression(std::size_t index);
  std::map<std::string, std::string> strings(std::size_t object) const;
  template <typename T>
  T one_of(std::size_t index, std::optional<T> (*from_string)(std::string_view), const char* expected) const;

  void input_node(Node& node, std::size_t index, const std::array<std::size_t, 16>& field);
  void op_node(Node& node, std::size_t index, const std::array<std::size_t, 16>& field);
  void output_node(Node& node, std::size_t index, const std::array<std::size_t, 16>& field);
  void arguments(Node& node, std::size_t args, std::size_t defaulted);
  void effects(Effects& effects, std::size_t index) const;
  std::vector<Alias> alias(std::size_t index) const;
  ConstantValue constant(std::size_t index) const;
  MemoryOf memory_of(std::size_t index) const;
  ModuleInfo module(std::size_t index);
  NodeMeta meta(std::size_t index) const;
  void results(Node& node, std::size_t args, std::size_t roles);
  VerifiedWith verified(std::size_t index) const;
  GraphBreak graph_break(std::size_t index) const;
  Symbol symbol(std::size_t index) const;

  Value value(std::size_t index, int depth);
  Value object_value(std::size_t index, int depth);
  ValueList values(std::size_t array, int depth);
  Dict dict(std::size_t index, int depth);
  Ref reference(std::size_t index) const;
  double real(std::size_t index) const;
  Output output(std::size_t index, int depth);
  Output object_output(std::size_t index);
  std::vector<Output> outputs(std::size_t array, int depth);
  std::vector<Dim> dims(std::size_t array);

  const GraphText& source_;
  const JsonTape& tape_;
  std::function<std::string()> prefix_;
  std::unordered_set<Name> canonical_;  // expressions known to be canonical
};

}  // namespace assay
