// CaseField: rows of a table in Markdown.
#include "harness/zoo/case_field.h"

#include <array>
#include <sstream>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::string_view kHead = "| field | default | type | example | meaning |";

/// Without Markdown's marks of code, and of links only their text.
std::string plain(std::string_view cell) {
  std::string text;
  for (std::size_t k = 0; k < cell.size(); ++k) {
    const std::size_t end = cell.substr(k).starts_with("](") ? cell.find(')', k) : std::string_view::npos;
    if (end != std::string_view::npos) {
      text.erase(text.rfind('['), 1);
      k = end;
    } else if (cell[k] != '`') {
      text += cell[k];
    }
  }
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// Cells of a row; `\|` is no border.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t k = 1; k < row.size(); ++k) {
    if (row[k] == '\\' && k + 1 < row.size() && row[k + 1] == '|') {
      cell += row[++k];
    } else if (row[k] == '|') {
      cells.push_back(plain(cell));
      cell.clear();
    } else {
      cell += row[k];
    }
  }
  return cells;
}

/// From the heading to the next one of its level, without marks of generated lists.
std::string section_of(std::string_view page, const std::string& name) {
  const std::size_t at = page.find("\n## " + name + "\n");
  if (at == std::string_view::npos) return "";
  const std::size_t begin = page.find('\n', at + 1) + 1, end = page.find("\n## ", begin);
  std::istringstream lines(std::string(page.substr(begin, end - begin)));
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("<!--")) text += line + "\n";
  return text.substr(std::min(text.find_first_not_of('\n'), text.size()));
}

/// A meaning that ends with a link to the field's own section ends before it.
CaseField field_of(const std::vector<std::string>& cells, std::string_view page) {
  CaseField field{cells[0], cells[1], cells[2], cells[3], cells[4], section_of(page, cells[0])};
  const std::string link = ": " + field.name;
  if (field.meaning.ends_with(link)) field.meaning.resize(field.meaning.size() - link.size());
  return field;
}

}  // namespace

std::vector<CaseField> case_fields(std::string_view page) {
  std::vector<CaseField> fields;
  std::istringstream lines{std::string(page)};
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == kHead && fields.empty()) {
      inside = true;
    } else if (!line.starts_with("| ")) {
      inside = false;
    } else if (const auto cells = cells_of(line); inside && cells.size() == 5 && cells[0] != "---") {
      fields.push_back(field_of(cells, page));
    }
  }
  return fields;
}

std::string to_text(const CaseField& field) {
  const std::string section = field.section.empty() ? "" : "\n" + field.section;
  const std::string example = field.example.empty() ? "" : "  example: " + field.example + "\n";
  return fmt::format("{}: {}\n  default: {}\n  type: {}\n{}{}", field.name, field.meaning,
                     field.default_value, field.type, example, section);
}

}  // namespace assay
