// Elements of a page. Every text goes through them, so that no name, message or reason becomes markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "harness/error/command.h"

namespace assay {

using Element = pugi::xml_node;

/// `tag` at the end of `parent`, with `text` inside: made printable, and escaped when it is written.
Element append(Element parent, const char* tag, std::string_view text = {});
void set(Element element, const char* attribute, std::string_view value);
Element append_classed(Element parent, const char* tag, const char* classes, std::string_view text = {});
/// Text behind what `parent` has already.
void append_text(Element parent, std::string_view text);
/// To a view of the page: "#case/seed/mlp" of link_to("case", "seed/mlp").
std::string link_to(std::string_view view, std::string_view name);
Element append_link(Element parent, std::string_view view, std::string_view name, std::string_view text);
/// A part of the page that an address shows alone: "#overview".
Element append_view(Element page, const char* id, std::string_view title);
/// A part of a view that an address shows alone: "#method/make_fx".
Element append_item(Element view, const char* kind, std::string_view name, std::string_view title);
/// A command to type, with a button that copies it.
void append_command(Element parent, const ShellLine& command);

struct Table {
  std::string caption;
  std::vector<std::string> head;
  std::vector<bool> numeric = {};  ///< of the columns; those beyond are text
};
/// A table whose rows the caller appends to what this gives back.
Element append_table(Element parent, const Table& table);
/// The next cell of a row; numbers are aligned to the right, and sorted by `number`.
Element append_cell(Element row, std::string_view text);
Element append_number(Element row, double number, std::string_view text);

/// As HTML: no element is closed by itself, which a browser would take for open.
std::string html_of(Element element);
/// JSON that may stand inside a script element.
std::string json_for_script(const std::string& json);

}  // namespace assay
