// Graph, Node, GraphFile: the only model of a captured program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/graph/boxed.h"
#include "harness/graph/tensor_meta.h"
#include "harness/graph/value.h"

namespace assay {

enum class NodeKind : std::uint8_t { kInput, kOp, kOutput };
enum class Role : std::uint8_t {
  kParameter,
  kBuffer,
  kUser,
  kTangent,
  kSaved,
  kConstant,
  kGenerator,
  kOpaque
};
/// kMutation: the final value of an input or a state, written into its tensor. kReplacement: a new tensor for
/// a state, whose old tensor keeps its value. A lowered graph uses kMutation for both.
enum class ResultRole : std::uint8_t { kUser, kMutation, kReplacement, kGradient, kSaved };
/// The namespace of a target: `aten.relu.default`, `fn:torch.relu`, `method:add`, `module:layer1.0`.
enum class TargetKind : std::uint8_t { kOperator, kFunction, kMethod, kModule };

/// The target of an `op`, as `name` without prefix: "aten.relu.default", "torch.relu", "add", "layer1.0".
struct OpName {
  TargetKind kind = TargetKind::kOperator;
  Name name;
  friend bool operator==(const OpName&, const OpName&) = default;
};
std::string to_string(const OpName& op);            // with its prefix
OpName op_name_from_string(std::string_view text);  // any text is a name; without prefix an operator overload

struct Argument {
  Name name;  ///< name in the schema; "0", "1", .. if the node is unbound
  Value value;
  bool defaulted = false;  ///< filled in from the schema, not passed by the program
};

/// The order of effects is part of a graph's identity (docs/judging.md#graphs).
struct Effects {
  std::vector<Name> mutates = {};  ///< arguments whose storage is written, in schema order
  bool rng = false;                ///< draws from a generator
  bool state = false;  ///< accesses state that no edge shows: grad mode, autocast, hooks, seeds, asserts, I/O
  bool any() const { return rng || state || !mutates.empty(); }
  friend bool operator==(const Effects&, const Effects&) = default;
};

/// Output `output` is, or is a view of, the tensor in `argument` (an argument path such as "self",
/// "tensors[2]").
struct Alias {
  OutputPath output;  ///< path into the node's outputs, as in Ref
  Name argument;
  friend bool operator==(const Alias&, const Alias&) = default;
};

/// Class and hyper-parameters of the module that a `module:` node calls.
struct ModuleInfo {
  Name class_name;
  Dict config;
};

/// The memory that a constant shares: a write to either side shows in both.
struct MemoryOf {
  Role role = Role::kConstant;  ///< of a parameter or buffer of the program, or of another constant
  Name name;                    ///< equal for constants of the same memory; the name need not be in the graph
  std::int64_t offset = 0;      ///< in bytes, from the first element there to the first element here
  bool detached = false;        ///< for autograd: a write to either side gives the other no gradient
  /// Names of constants are not part of identity.
  friend bool operator==(const MemoryOf& left, const MemoryOf& right) {
    return left.role == right.role && left.offset == right.offset && left.detached == right.detached &&
           (left.role == Role::kConstant || left.name == right.name);
  }
};

/// The parts that are identity: "buffer kept 48", "constant -16".
std::string words_of(const MemoryOf& memory);

/// The bytes of a constant input: up to 4 KiB in `data`, above in the file SHA256.bin beside the graph file.
struct ConstantValue {
  std::string sha256;               ///< 64 lower-case hexadecimal digits over the contiguous elements
  std::optional<std::string> data;  ///< the bytes (base64 in the file)
  std::optional<MemoryOf> memory_of = {};
  friend bool operator==(const ConstantValue& left, const ConstantValue& right) {
    return left.sha256 == right.sha256 && left.memory_of == right.memory_of;
  }
};

struct Result {
  ResultRole role = ResultRole::kUser;
  /// user: pytree path. saved: a number. Else: qualified name of the mutated, replaced or differentiated
  /// tensor.
  Name name;
  Value value;
};
/// The key of a result in JSON: the pytree path for role user, else "ROLE:NAME" ("gradient:0.weight"). Unique
/// in a node.
std::string label_of(const Result& result);

/// The origin of a node. Never part of identity.
struct NodeMeta {
  Name module, source, stage;
};

/// A tagged record: `kind` selects the members in use. The others keep their defaults.
struct Node {
  NodeKind kind = NodeKind::kOp;
  // input: exactly one output
  Role role = Role::kUser;
  Name name;
  std::vector<Name> also;  ///< further qualified names of a tied parameter or buffer
  Boxed<ConstantValue> constant;
  // op
  OpName target;
  bool bound = true;
  Boxed<ModuleInfo> module;
  std::vector<Argument> args;  ///< in schema order
  Effects effects;
  std::vector<Alias> alias;
  // input and op
  std::vector<Output> outputs;
  // output
  std::vector<Result> results;
  NodeMeta meta;
};

struct Symbol {
  Name name;  ///< s0, s1, ..; unbacked: u0, ..
  std::optional<std::int64_t> hint = {}, lower = {}, upper = {};
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

/// A graph break of Dynamo after a graph. `source` is FILE:LINE.
struct GraphBreak {
  std::string reason, source;
  friend bool operator==(const GraphBreak&, const GraphBreak&) = default;
};

/// Nodes are in capture order, which is topological: references point backwards. At most one node is an
/// `output`, the last.
struct Graph {
  Name name;                 ///< "forward"; a sub-graph is named "PARENT/NAME"
  std::optional<NodeId> of;  ///< sub-graphs: the node of PARENT that uses it
  std::vector<Node> nodes;   ///< a node's id is its index
  std::vector<Symbol> symbols;
  std::vector<Name> guards;  ///< canonical relations that the capture assumes
  // Dynamo's record of where and when its graphs run. Never part of identity.
  std::optional<GraphBreak> stopped;  ///< the break at the end of this graph
  Dict assumes;  ///< values of the program's attributes that Dynamo read and guards: path -> constant
  /// The graph after whose break this graph resumes. `no_graph` if Python ran before and gave no graph. Else
  /// empty.
  Name resumes;
};

/// A combination of versions with which a golden has been verified.
struct VerifiedWith {
  std::string torch, python;
  std::map<std::string, std::string> packages;
  friend bool operator==(const VerifiedWith&, const VerifiedWith&) = default;
};

/// The origin of the graphs. Never part of identity.
struct Header {
  std::string case_id, method, device;
  std::string phantom;  ///< the declared device ("sm_90") of a phantom; empty for a real device
  bool fake = false;    ///< recorded from a run under fake tensors
  std::string torch, python;
  std::map<std::string, std::string> packages;
  std::map<std::string, std::string> environment;  ///< fixed settings that graphs depend on
  std::string case_file, case_sha256;
  std::vector<VerifiedWith> verified;  ///< goldens only
  std::string lowered_from = {};       ///< lowered files: the SHA-256 of the source graph file
};

struct GraphFile {
  Header header;
  std::vector<Graph> graphs;
};

/// Throws InputError ("SOURCE: graphs[0].nodes[3].args.weight: ...") for the first violated invariant. Both
/// readers call it.
///   - References point backwards, to existing outputs.
///   - Graph names are unique. A sub-graph PARENT/NAME is used by node `of` of PARENT, and perhaps others.
///   - At most one node is an output node, the last. Its labels are unique.
///   - Inputs have one output. Names are unique within parameters, buffers and user inputs.
///   - Argument names are unique in a node. `mutates` and aliases name existing arguments and outputs.
///   - Strides fit shapes.
///   - Digests fit data of up to 4096 bytes.
///   - Hyper-parameters are named constants.
///   - Values nest at most kMaxValueDepth levels.
void validate(const GraphFile& file, std::string_view source);

std::string_view to_string(NodeKind), to_string(Role), to_string(ResultRole), to_string(ScalarType);
std::optional<Role> role_from_string(std::string_view);
std::optional<ResultRole> result_role_from_string(std::string_view);
std::optional<ScalarType> scalar_type_from_string(std::string_view);

/// The output that `ref` names; nullptr if its path leads to none.
const Output* output_at(const Graph& graph, const Ref& ref);

/// Nodes and edges over all graphs of a file: the units of agreement. An edge is a reference in an argument
/// or a result.
struct GraphSize {
  std::size_t nodes = 0, edges = 0;
};
GraphSize size_of(const GraphFile& file);

}  // namespace assay
