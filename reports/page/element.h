// Elements of a page. All text passes through them, so that no name, message or reason becomes markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "harness/error/command.h"

namespace assay {

using Element = pugi::xml_node;

/// Appends `tag` to `parent`, with `text` inside: printable, and escaped on output.
Element append(Element parent, const char* tag, std::string_view text = {});
void set(Element element, const char* attribute, std::string_view value);
Element append_classed(Element parent, const char* tag, const char* classes, std::string_view text = {});
/// Appends text after the content of `parent`.
void append_text(Element parent, std::string_view text);
/// The address of a view of the page: "#case/seed/mlp" from link_to("case", "seed/mlp").
std::string link_to(std::string_view view, std::string_view name);
Element append_link(Element parent, std::string_view view, std::string_view name, std::string_view text);
/// A view: the part of the page at an address such as "#overview".
Element append_view(Element page, const char* id, std::string_view title);
/// A part of a view with an address such as "#method/make_fx".
Element append_item(Element view, const char* kind, std::string_view name, std::string_view title);
/// A command with a button that copies it.
void append_command(Element parent, const ShellLine& command);

struct Table {
  std::string caption;
  std::vector<std::string> head;
  std::vector<bool> numeric = {};  ///< by column; further columns are text
};
/// A table. The caller appends rows to the returned element.
Element append_table(Element parent, const Table& table);
/// The next cell of a row. Numbers are right-aligned and sorted by `number`.
Element append_cell(Element row, std::string_view text);
Element append_number(Element row, double number, std::string_view text);

/// HTML without self-closing tags, which browsers would treat as open.
std::string html_of(Element element);
/// JSON that is safe inside a script element.
std::string json_for_script(const std::string& json);

}  // namespace assay
