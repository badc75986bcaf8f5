// print: fills in the templates of operations.
#include "harness/fuzz/print.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/fuzz/operation.h"

namespace assay::fuzz {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kStep = "    ";

std::string filled(std::string text, std::string_view place, std::string_view with) {
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + with.size()))
    text.replace(at, place.size(), with);
  return text;
}

std::string torch_name(DType dtype) { return "torch." + std::string(to_string(dtype)); }

std::string sizes_text(const TensorType& type) { return fmt::format("{}", fmt::join(type.shape, ", ")); }

std::string expression(const Statement& statement, std::string_view body) {
  std::string text(row_of(statement.operation).text);
  text = filled(text, "{v}", statement.target.name);
  if (statement.operand) text = filled(text, "{w}", statement.operand->name);
  if (!statement.result) return text;
  text = filled(text, "{body}", body);
  text = filled(text, "{result}", sizes_text(statement.result->type));
  return filled(text, "{dtype}", torch_name(statement.result->type.dtype));
}

using PlacedLines = std::vector<BodyLine>;

void add_indented(Lines& lines, const Lines& inner) {
  for (const std::string& line : inner) lines.push_back(line.empty() ? "" : std::string(kStep) + line);
}

void add_indented(PlacedLines& lines, PlacedLines inner) {
  for (BodyLine& line : inner) lines.push_back({std::string(kStep) + line.text, line.statement});
}

void add_lines(const std::vector<Statement>& statements, PlacedLines& lines);

void add_function(const Statement& statement, PlacedLines& lines) {
  const std::string name = "body_" + statement.result->name;
  lines.push_back({fmt::format("def {}({}):", name, statement.argument->name), &statement});
  PlacedLines inner;
  add_lines(statement.body, inner);
  // Dynamo skips every function with a tangent, so only functions within kJvp have a tangent.
  if (statement.operation == Operation::kJvp)
    for (BodyLine& line : inner) line.text = filled(line.text, ".apply(", "InTangents.apply(");
  add_indented(lines, std::move(inner));
  const std::string_view twice = statement.gives_result ? "" : " * 2";
  lines.push_back({fmt::format("{}return {}{}", kStep, statement.body_result->name, twice), &statement});
  lines.push_back({fmt::format("{} = {}", statement.result->name, expression(statement, name)), &statement});
}

void add_lines(const std::vector<Statement>& statements, PlacedLines& lines) {
  for (const Statement& statement : statements) {
    switch (row_of(statement.operation).region) {
      case RegionForm::kBlock: {
        lines.push_back({fmt::format("with {}:", expression(statement, "")), &statement});
        PlacedLines inner;
        add_lines(statement.body, inner);
        add_indented(lines, std::move(inner));
        break;
      }
      case RegionForm::kFunction:
        add_function(statement, lines);
        break;
      case RegionForm::kNone: {
        const std::string made = statement.result ? statement.result->name + " = " : "";
        lines.push_back({made + expression(statement, ""), &statement});
      }
    }
  }
}

std::string return_line(const Program& program) {
  if (program.results.empty()) return "return y * 2";
  std::string names;
  for (const Variable& result : program.results) names += (names.empty() ? "" : ", ") + result.name;
  return "return " + names;
}

/// The source of the base: whole numbers in rows.
std::string rows_text(const TensorType& type) {
  return fmt::format("torch.arange({}, dtype={}).reshape({})", type.elements(), torch_name(type.dtype),
                     sizes_text(type));
}

std::string literal(const TensorType& type) {
  std::string rows;
  const std::string_view point = type.dtype == DType::kFloat64 ? ".0" : "";
  for (std::int64_t row = 0; row < type.shape[0]; ++row) {
    std::string numbers;
    for (std::int64_t column = 0; column < type.shape[1]; ++column)
      numbers += fmt::format("{}{}{}", numbers.empty() ? "" : ", ", row * type.shape[1] + column, point);
    rows += fmt::format("{}[{}]", rows.empty() ? "" : ", ", numbers);
  }
  return fmt::format("torch.tensor([{}], dtype={})", rows, torch_name(type.dtype));
}

void add_needs(const std::vector<Statement>& statements, Lines& needs) {
  for (const Statement& statement : statements) {
    std::string_view lines = row_of(statement.operation).needs;
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      const std::string line(lines.substr(0, end));
      if (std::ranges::find(needs, line) == needs.end()) needs.push_back(line);
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    add_needs(statement.body, needs);
  }
}

Lines constructor_of(const Program& program) {
  Lines needs;
  const std::string rows = rows_text(program.type) + ".clone()";
  if (program.base == Base::kBuffer && program.gradient == Gradient::kLeaf)
    needs.push_back(fmt::format("self.kept = nn.Parameter({})", rows));
  else if (program.base == Base::kBuffer)
    needs.push_back(fmt::format("self.register_buffer(\"kept\", {})", rows));
  add_needs(program.statements, needs);
  if (needs.empty()) return {};
  Lines lines{"def __init__(self):", "    super().__init__()"};
  add_indented(lines, needs);
  lines.emplace_back();
  if (std::ranges::find(needs, "self.steps = 0") != needs.end())
    for (const char* line : {"def counted(self):", "    self.steps += 1", "    return self.steps", ""})
      lines.emplace_back(line);
  return lines;
}

Lines class_of(const Program& program, std::string_view name) {
  Lines lines{fmt::format("class {}(nn.Module):", name)};
  add_indented(lines, constructor_of(program));
  lines.push_back(fmt::format("    def forward(self, {}y):", takes_x(program) ? "x, " : ""));
  for (const std::string& line : body_lines(program)) lines.push_back("        " + line);
  return lines;
}

/// A base from a closure needs a function around forward.
Lines factory_of(const NamedProgram& named) {
  if (named.program.base != Base::kClosure) return class_of(named.program, named.name);
  Lines lines{fmt::format("def {}():", named.name),
              fmt::format("    held = {}.clone()", rows_text(named.program.type)), ""};
  add_indented(lines, class_of(named.program, "Closing"));
  lines.insert(lines.end(), {"", "    return Closing()"});
  return lines;
}

Lines inputs_of(const NamedProgram& named) {
  const Program& program = named.program;
  const bool on = program.gradient == Gradient::kOn;
  Lines lines{fmt::format("def inputs_of_{}():", named.name),
              "    first = 1 + 100 * int(torch.randint(0, 50, ()))"};
  if (takes_x(program)) {
    TensorType whole = program.type;
    if (program.base == Base::kInputView) ++whole.shape[0];
    const bool requires_grad = program.base == Base::kInput ? program.gradient == Gradient::kLeaf
                                                            : program.gradient == Gradient::kOn;
    const std::string rows = rows_text(whole) + " + first";
    lines.push_back(requires_grad ? fmt::format("    x = ({}).requires_grad_()", rows) : "    x = " + rows);
    if (program.base == Base::kInputNonLeaf || (program.base == Base::kInputView && on))
      lines.emplace_back("    x = x * 1");
    if (program.base == Base::kInputView) lines.emplace_back("    x = x[1:]");
  }
  lines.push_back(fmt::format("    y = torch.tensor(1000 + first, dtype={}){}",
                              torch_name(program.type.dtype),
                              program.gradient == Gradient::kOff ? "" : ".requires_grad_()"));
  lines.push_back(
      fmt::format("    return {}y{}", takes_x(program) ? "x, " : "", takes_x(program) ? "" : ","));
  return lines;
}

struct Part {
  std::string_view mark;  ///< if a program's text contains this,
  std::string_view text;  ///< the module contains this
};

constexpr Part kImports[]{
    {"checkpoint(", "from torch.utils.checkpoint import checkpoint\n"},
    {" scan(", "from torch._higher_order_ops.scan import scan\n"},
};

constexpr Part kDefinitions[]{
    {"Own", R"(class Own(torch.autograd.Function):
    """A function with a backward of its own."""

    generate_vmap_rule = True

    @staticmethod
    def forward(a, body):
        return body(a)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.shape, ctx.given = inputs[0].shape, output.shape

    @staticmethod
    def backward(ctx, gradient):
        return (gradient.sum() * 5).expand(ctx.shape), None
)"},
    {"OwnInTangents", R"(class OwnInTangents(Own):
    """And with a tangent."""

    @staticmethod
    def jvp(ctx, tangent, _):
        return (tangent.sum() * 5).expand(ctx.given)
)"},
    {"Both", R"(class Both(torch.autograd.Function):
    """A function of two tensors with a backward of its own."""

    generate_vmap_rule = True

    @staticmethod
    def forward(a, b):
        return a * b

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, gradient):
        a, b = ctx.saved_tensors
        return gradient * b * 3, gradient * a * 5
)"},
    {"BothInTangents", R"(class BothInTangents(Both):
    """And with a tangent."""

    @staticmethod
    def jvp(ctx, of_a, of_b):
        a, b = ctx.saved_tensors
        return of_a * b * 3 + of_b * a * 5
)"},
    {"Total()", R"(class Total(nn.Module):
    """Adds up what it is given in a buffer, which it replaces."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.zeros((), dtype=torch.float64))

    def forward(self, a):
        self.kept = self.kept + a.detach().sum()
        return a + self.kept
)"},
    {"tripled(", R"(@torch.library.custom_op("assay_fuzz::tripled", mutates_args=())
def tripled(a: torch.Tensor) -> torch.Tensor:
    """An operator that PyTorch does not bring."""
    return a * 3


@tripled.register_fake
def _(a):
    return torch.empty_like(a)


tripled.register_autograd(lambda ctx, gradient: gradient * 3)
)"},
};

}  // namespace

std::vector<BodyLine> placed_lines(const Program& program) {
  PlacedLines lines;
  if (program.base == Base::kIntermediate) lines.push_back({"b = x * 2"});
  if (program.base == Base::kConstant) lines.push_back({"b = " + literal(program.type)});
  add_lines(program.statements, lines);
  lines.push_back({return_line(program)});
  return lines;
}

std::vector<std::string> body_lines(const Program& program) {
  Lines lines;
  for (BodyLine& line : placed_lines(program)) lines.push_back(std::move(line.text));
  return lines;
}

std::string text_of(const Program& program) {
  return fmt::format("{} {} {} {}\n{}", kBaseNames[program.base], kGradientNames[program.gradient],
                     to_string(program.type.dtype), program.first.name, fmt::join(body_lines(program), "\n"));
}

std::string print_module(const std::string& title, const std::vector<NamedProgram>& programs) {
  std::string text;
  for (const NamedProgram& named : programs)
    for (const Lines& part : {factory_of(named), inputs_of(named)})
      text += fmt::format("\n\n{}\n", fmt::join(part, "\n"));
  std::string head = fmt::format("\"\"\"{}\"\"\"\n\nimport torch\n", title);
  if (text.find("F.") != std::string::npos) head += "import torch.nn.functional as F\n";
  head += "from torch import nn\n";
  for (const Part& part : kImports)
    if (text.find(part.mark) != std::string::npos) head += part.text;
  for (const Part& part : kDefinitions)
    if (text.find(part.mark) != std::string::npos) head += fmt::format("\n\n{}", part.text);
  return head + text;
}

std::size_t first_body_line(std::string_view module, std::string_view name) {
  const std::string as_class = fmt::format("\nclass {}(", name),
                    as_factory = fmt::format("\ndef {}():", name);
  const std::size_t begin = std::min(module.find(as_class), module.find(as_factory));
  const std::size_t forward = module.find("def forward(", begin);
  return 2 + static_cast<std::size_t>(std::ranges::count(module.substr(0, forward), '\n'));
}

std::string print_cases(const std::string& module, const std::vector<NamedCase>& cases) {
  nlohmann::ordered_json each = nlohmann::ordered_json::array();
  for (const NamedCase& named : cases)
    each.push_back({{"case", named.id},
                    {"factory", module + ":" + named.name},
                    {"inputs", module + ":inputs_of_" + named.name}});
  return nlohmann::ordered_json{{"limits", {{"seconds", 60}}}, {"each", each}}.dump(1) + "\n";
}

}  // namespace assay::fuzz
