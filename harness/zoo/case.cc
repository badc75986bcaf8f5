// Ids, families and tiers of cases, cases of callables, and the expectation of a pair.
#include "harness/zoo/case.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/graph/digest.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case_path.h"
#include "harness/zoo/ref.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool is_id_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

constexpr std::string_view kFullTier = "full";
constexpr std::array kNestedTiers{std::string_view("smoke"), kDefaultTier, kFullTier};

bool is_part_of(std::string_view tier, std::string_view of) {
  const auto outer = std::ranges::find(kNestedTiers, of);
  return outer != kNestedTiers.end() && std::find(kNestedTiers.begin(), outer, tier) != outer;
}

bool runs(const Tier& tier, MethodId method) {
  return tier.methods.empty() || std::ranges::find(tier.methods, method) != tier.methods.end();
}

bool device_holds(ExpectDevice expected, Device device, bool phantom) {
  switch (expected) {
    case ExpectDevice::kAny:
      return true;
    case ExpectDevice::kCpu:
      return device == Device::kCpu;
    case ExpectDevice::kCuda:
      return device == Device::kCuda;
    case ExpectDevice::kCudaPhantom:
      return device == Device::kCuda && phantom;
    case ExpectDevice::kCudaReal:
      return device == Device::kCuda && !phantom;
  }
  return false;
}

std::string bytes_of(const fs::path& file) {
  std::optional<std::string> bytes = read_file(file);
  if (!bytes)
    throw InputError(
        {"cannot be read", file.string(), "a readable Python file", "", shell_command("ls -l {}", file)});
  return *std::move(bytes);
}

/// The first public function or class at the margin of a Python text, for a suggestion.
std::string first_definition(const std::string& python) {
  std::size_t at = 0;
  while (at < python.size()) {
    const std::size_t end = std::min(python.find('\n', at), python.size());
    std::string_view line(python.data() + at, end - at);
    for (std::string_view word : {"def ", "class "}) {
      if (!line.starts_with(word)) continue;
      line.remove_prefix(word.size());
      const std::string_view name = line.substr(0, line.find_first_of("(: \t\r"));
      if (is_dotted_identifier(name) && !name.starts_with('_')) return std::string(name);
    }
    at = end + 1;
  }
  return "CALLABLE";
}

/// Line that defines or assigns the callable or its class at the margin of a Python text. 1 if there is none.
int line_of_definition(std::string_view python, std::string_view callable) {
  const std::string_view name = callable.substr(0, callable.find('.'));
  for (int number = 1; !python.empty(); ++number) {
    const std::string_view line = python.substr(0, python.find('\n'));
    for (const std::string_view word : {"def ", "async def ", "class ", ""}) {
      if (!line.starts_with(word) || !line.substr(word.size()).starts_with(name)) continue;
      const std::string_view rest = line.substr(word.size() + name.size());
      const std::size_t next = rest.find_first_not_of(" \t");
      const std::string_view after = word.empty() ? "=:" : "(:[";
      if (next != std::string_view::npos && after.find(rest[next]) != std::string_view::npos) return number;
    }
    python.remove_prefix(std::min(line.size() + 1, python.size()));
  }
  return 1;
}

void require_python_file(const std::string& text, const fs::path& file) {
  std::error_code ignored;
  if (file.extension() != ".py")
    throw InputError({"not a callable in a Python file", text, "FILE.py:CALLABLE", "'" + text + "'",
                      Command{"capture", {"FILE.py:CALLABLE", "--method", "aot_joint"}}});
  if (!fs::is_regular_file(file, ignored))
    throw InputError({"no such file", file.string(), "a Python file",
                      fs::exists(file, ignored) ? "a folder or device" : "nothing",
                      command_to_look_for(file)});
}

}  // namespace

std::string case_id_from(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return !is_id_character(c) && c != '/'; }, '_');
  if (text.starts_with('-')) text.front() = '_';
  return text;
}

bool is_case_id(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  if (text.size() > kLongest || text.starts_with('-')) return false;  // an option on a command line
  for (;;) {
    const std::size_t slash = text.find('/');
    const std::string_view part = text.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || !std::ranges::all_of(part, is_id_character))
      return false;
    if (slash == std::string_view::npos) return true;
    text.remove_prefix(slash + 1);
  }
}

bool stays_below(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return !normal.empty() && !normal.is_absolute() && normal != "." && *normal.begin() != "..";
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path relative =
      fs::weakly_canonical(fs::absolute(path)).lexically_relative(fs::weakly_canonical(fs::absolute(folder)));
  return !relative.empty() && *relative.begin() != "..";
}

std::string family_of(const fs::path& file, const fs::path& models_folder) {
  if (models_folder.empty() || !lies_in(file, models_folder)) return ".";
  const fs::path folder = fs::weakly_canonical(fs::absolute(file)).parent_path();
  return folder.lexically_relative(fs::weakly_canonical(fs::absolute(models_folder))).generic_string();
}

bool is_in_tier(const Case& test, MethodId method, std::string_view tier) {
  return std::ranges::any_of(test.tiers, [&](const Tier& named) {
    if (named.name == tier) return runs(named, method);
    return is_part_of(named.name, tier) && (tier == kFullTier || runs(named, method));
  });
}

std::vector<std::string> tiers_of(const Case& test, MethodId method) {
  std::vector<std::string> names;
  for (const Tier& tier : test.tiers)
    if (runs(tier, method)) names.push_back(tier.name);
  if (names.empty() && is_in_tier(test, method, kFullTier)) names.emplace_back(kFullTier);
  return names;
}

Case case_of_callable(std::string_view file_and_callable) {
  const std::string text(file_and_callable);
  const std::size_t colon = text.rfind(':');
  const bool named = colon != std::string::npos && !text.ends_with(".py");
  const fs::path file = named ? text.substr(0, colon) : text;
  const std::string callable = named ? text.substr(colon + 1) : "";
  require_python_file(text, file);
  const std::string bytes = bytes_of(file);
  if (!is_dotted_identifier(callable))
    throw InputError(
        {callable.empty() ? "names no callable" : "not the name of a callable", text, "FILE.py:CALLABLE",
         callable.empty() ? "" : "'" + callable + "'",
         Command{"capture", {file.string() + ":" + first_definition(bytes), "--method", "aot_joint"}}});
  // A minimal case file, so that defaults have a single source.
  const nlohmann::ordered_json source{{"case", case_id_from(file.stem().string() + "/" + callable)},
                                      {"factory", file.filename().string() + ":" + callable}};
  Case test = read_case_text(source.dump(), file).at(0);
  test.line = line_of_definition(bytes, callable);
  test.sha256 = sha256_hex(bytes);
  test.selector = text;
  return test;
}

const Expectation* expectation_for(const Case& test, MethodId method, Device device, bool phantom,
                                   const Version& torch) {
  const auto entries = test.expect.find(method);
  if (entries == test.expect.end()) return nullptr;
  const auto found = std::ranges::find_if(entries->second, [&](const Expectation& each) {
    return device_holds(each.device, device, phantom) && each.torch.holds(torch);
  });
  return found == entries->second.end() ? nullptr : &*found;
}

}  // namespace assay
