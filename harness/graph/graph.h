// Graph, Node, GraphFile: the one model of a captured program.
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
/// kMutation: what an input or a state ends as, written into its tensor; kReplacement: the tensor that a
/// state holds from then on, while the one before stays what it is. A lowered graph has kMutation for both.
enum class ResultRole : std::uint8_t { kUser, kMutation, kReplacement, kGradient, kSaved };
/// Which namespace a target's name belongs to: `aten.relu.default`, `fn:torch.relu`, `method:add`,
/// `module:layer1.0`.
enum class TargetKind : std::uint8_t { kOperator, kFunction, kMethod, kModule };

/// What an `op` calls. `name` is without the prefix: "aten.relu.default", "torch.relu", "add", "layer1.0".
struct OpName {
  TargetKind kind = TargetKind::kOperator;
  Name name;
  friend bool operator==(const OpName&, const OpName&) = default;
};
std::string to_string(const OpName& op);            // with its prefix
OpName op_name_from_string(std::string_view text);  // any text is a name; no prefix: an operator overload

struct Argument {
  Name name;  ///< the schema's name; "0", "1", .. when the node is not bound
  Value value;
  bool defaulted = false;  ///< not given by the program: the schema's default
};

/// Order between effects is part of a graph's identity (design section 9).
struct Effects {
  std::vector<Name> mutates = {};  ///< arguments whose storage is written, in schema order
  bool rng = false;                ///< draws from a generator
  bool state =
      false;  ///< touches something that no edge shows: grad mode, autocast, hooks, seeds, asserts, I/O
  bool any() const { return rng || state || !mutates.empty(); }
  friend bool operator==(const Effects&, const Effects&) = default;
};

/// Output `output` is a view of (or is) the tensor given as `argument` (an argument path such as "self",
/// "tensors[2]").
struct Alias {
  OutputPath output;  ///< path into the node's outputs, as in Ref
  Name argument;
  friend bool operator==(const Alias&, const Alias&) = default;
};

/// Class and hyper-parameters of the module a `module:` node calls.
struct ModuleInfo {
  Name class_name;
  Dict config;
};

/// In whose memory a constant lies: what is written to the one is in the other.
struct MemoryOf {
  Role role = Role::kConstant;  ///< of a parameter or buffer of the program, or of another constant
  Name name;                    ///< constants of one memory give the same one; it need not be in the graph
  std::int64_t offset = 0;      ///< in bytes, from the first element there to the first one here
  bool detached = false;  ///< from it for autograd: what is written to the one gives the other no gradient
  /// Names of constants are no part of identity.
  friend bool operator==(const MemoryOf& left, const MemoryOf& right) {
    return left.role == right.role && left.offset == right.offset && left.detached == right.detached &&
           (left.role == Role::kConstant || left.name == right.name);
  }
};

/// "buffer kept 48", of identity alone: "constant -16".
std::string words_of(const MemoryOf& memory);

/// The bytes of a constant input. Up to 4 KiB `data` holds them; above, they are in the file SHA256.bin
/// beside the graph file.
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
  Name name;  ///< user: pytree path; mutation, replacement, gradient: qualified name of what is mutated,
              ///< replaced or differentiated; saved: a number
  Value value;
};
/// How a result is keyed in JSON: the pytree path for role user, else "ROLE:NAME" ("gradient:0.weight").
/// Unique in a node.
std::string label_of(const Result& result);

/// Where a node came from. Never part of identity.
struct NodeMeta {
  Name module, source, stage;
};

/// A tagged record: `kind` says which members carry meaning; the others keep their defaults.
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
  Name name;  ///< s0, s1, ..; u0, .. when unbacked
  std::optional<std::int64_t> hint = {}, lower = {}, upper = {};
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

/// Why and where the program was cut after a graph: a graph break of Dynamo's. `source` is FILE:LINE.
struct GraphBreak {
  std::string reason, source;
  friend bool operator==(const GraphBreak&, const GraphBreak&) = default;
};

/// Nodes are in capture order, which is topological: a reference points backwards. At most one `output` node,
/// the last.
struct Graph {
  Name name;                 ///< "forward"; a sub-graph is named "PARENT/NAME"
  std::optional<NodeId> of;  ///< of a sub-graph: the node of PARENT that uses it
  std::vector<Node> nodes;   ///< a node's id is its index
  std::vector<Symbol> symbols;
  std::vector<Name> guards;  ///< canonical relations that the capture assumes
  // What Dynamo says of where and when its graphs run; never part of identity.
  std::optional<GraphBreak> stopped;  ///< the break that this graph ends in
  Dict assumes;  ///< values of the program's attributes that Dynamo read and guards: path -> constant
  /// The graph after whose break it goes on, `no_graph` if Python ran before it and made none; empty: none.
  Name resumes;
};

/// One combination of versions with which a golden has been verified.
struct VerifiedWith {
  std::string torch, python;
  std::map<std::string, std::string> packages;
  friend bool operator==(const VerifiedWith&, const VerifiedWith&) = default;
};

/// Everything about where the graphs came from. Never part of identity.
struct Header {
  std::string case_id, method, device;
  std::string phantom;  ///< the declared device ("sm_90") of a phantom; empty on a real one
  bool fake = false;    ///< recorded from a run under fake tensors
  std::string torch, python;
  std::map<std::string, std::string> packages;
  std::map<std::string, std::string> environment;  ///< pinned settings that graphs depend on
  std::string case_file, case_sha256;
  std::vector<VerifiedWith> verified;  ///< goldens only
  std::string lowered_from = {};       ///< of a lowered file: the SHA-256 of the graph file it was made from
};

struct GraphFile {
  Header header;
  std::vector<Graph> graphs;
};

/// Throws InputError ("SOURCE: graphs[0].nodes[3].args.weight: ...") for the first breach: references point
/// backwards to outputs that exist; graphs have names that differ; a sub-graph PARENT/NAME is used by the
/// node of PARENT that its `of` names (others may use it too); at most one output node, the last, with labels
/// that differ; inputs have one output, and names that differ within parameters, buffers and user inputs;
/// arguments differ in name; `mutates` and aliases name arguments and outputs that exist; strides fit shapes;
/// digests fit data of up to 4096 bytes; hyper-parameters are named constants; values nest at most
/// kMaxValueDepth levels. Both readers call it.
void validate(const GraphFile& file, std::string_view source);

std::string_view to_string(NodeKind), to_string(Role), to_string(ResultRole), to_string(ScalarType);
std::optional<Role> role_from_string(std::string_view);
std::optional<ResultRole> result_role_from_string(std::string_view);
std::optional<ScalarType> scalar_type_from_string(std::string_view);

/// The output that `ref` names; nullptr when its path leads into none.
const Output* output_at(const Graph& graph, const Ref& ref);

/// Nodes and edges of a file, over all graphs: what agreement is counted in. An edge is a reference in an
/// argument or result.
struct GraphSize {
  std::size_t nodes = 0, edges = 0;
};
GraphSize size_of(const GraphFile& file);

}  // namespace assay
