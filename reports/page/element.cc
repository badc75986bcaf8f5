// Elements by pugixml, which escapes on output.
#include "reports/page/element.h"

#include <sstream>

#include <fmt/format.h>

#include "harness/words/percent_encoded.h"
#include "reports/console/printable.h"

namespace assay {

Element append(Element parent, const char* tag, std::string_view text) {
  Element made = parent.append_child(tag);
  if (!text.empty()) append_text(made, text);
  return made;
}

void set(Element element, const char* attribute, std::string_view value) {
  pugi::xml_attribute known = element.attribute(attribute);
  (known ? known : element.append_attribute(attribute)).set_value(printable(value).c_str());
}

Element append_classed(Element parent, const char* tag, const char* classes, std::string_view text) {
  Element made = append(parent, tag, text);
  set(made, "class", classes);
  return made;
}

void append_text(Element parent, std::string_view text) {
  parent.append_child(pugi::node_pcdata).set_value(printable(text).c_str());
}

std::string link_to(std::string_view view, std::string_view name) {
  return fmt::format("#{}/{}", view, percent_encoded(name));
}

Element append_link(Element parent, std::string_view view, std::string_view name, std::string_view text) {
  Element link = append(parent, "a", text);
  set(link, "href", link_to(view, name));
  return link;
}

namespace {

/// The heading takes the keyboard focus of a link to the section.
Element append_section(Element parent, const char* classes, const char* heading, std::string_view title) {
  Element section = append_classed(parent, "section", classes);
  set(append(section, heading, title), "tabindex", "-1");
  return section;
}

}  // namespace

Element append_view(Element page, const char* id, std::string_view title) {
  Element view = append_section(page, "view", "h2", title);
  set(view, "id", id);
  return view;
}

Element append_item(Element view, const char* kind, std::string_view name, std::string_view title) {
  Element item = append_section(view, "item", "h3", title);
  set(item, "data-kind", kind);
  set(item, "data-name", name);
  return item;
}

void append_command(Element parent, const ShellLine& command) {
  if (command.empty()) return;
  Element line = append_classed(parent, "div", "command");
  append(line, "code", command.text());
  Element button = append(line, "button", "Copy");
  set(button, "type", "button");
  set(button, "class", "copy");
  set(button, "aria-label", "Copy: " + command.text());
}

Element append_table(Element parent, const Table& table) {
  Element scroller = append_classed(parent, "div", "scroller");
  Element made = append_classed(scroller, "table", "display");
  append(made, "caption", table.caption);
  Element row = append(append(made, "thead"), "tr");
  for (std::size_t column = 0; column < table.head.size(); ++column) {
    Element cell = append(row, "th", table.head[column]);
    set(cell, "scope", "col");
    if (column < table.numeric.size() && table.numeric[column]) set(cell, "class", "number");
  }
  return append(made, "tbody");
}

Element append_cell(Element row, std::string_view text) { return append(row, "td", text); }

Element append_number(Element row, double number, std::string_view text) {
  Element cell = append_classed(row, "td", "number", text);
  set(cell, "data-order", fmt::format("{}", number));
  return cell;
}

std::string html_of(Element element) {
  std::ostringstream out;
  element.print(out, "", pugi::format_raw | pugi::format_no_empty_element_tags, pugi::encoding_utf8);
  return out.str();
}

std::string json_for_script(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char letter : json) letter == '<' ? out += "\\u003c" : out += letter;
  return out;
}

}  // namespace assay
