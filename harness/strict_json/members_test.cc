// JSON of structs by their tables of members: written, read back, refused.
#include "harness/strict_json/members.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {

namespace {

enum class Color { kRed, kGreen };
std::string_view to_string(Color color) { return color == Color::kRed ? "red" : "green"; }

struct Dot {
  std::int8_t x = 0;
  std::uint64_t y = 0;
};
struct Line {
  std::vector<Dot> dots;
  std::optional<double> width;
  Color color = Color::kRed;
};
struct Blank {};
using Drawing = std::variant<Line, Blank>;

}  // namespace

template <>
inline constexpr Named<Color> kNamed<Color>{"color", [](std::string_view name) {
                                              return name == "red"     ? std::optional(Color::kRed)
                                                     : name == "green" ? std::optional(Color::kGreen)
                                                                       : std::nullopt;
                                            }};
template <>
inline constexpr auto kMembers<Dot> = std::tuple{Member{"x", &Dot::x}, Member{"y", &Dot::y}};
template <>
inline constexpr auto kMembers<Line> =
    std::tuple{Member{"dots", &Line::dots}, Member{"width", &Line::width}, Member{"color", &Line::color}};
template <>
inline constexpr auto kMembers<Blank> = std::tuple{};
template <>
inline constexpr const char* kTag<Line> = "line";
template <>
inline constexpr const char* kTag<Blank> = "blank";

namespace {

constexpr const char* kLine =
    R"({"type":"line","dots":[{"x":-3,"y":18446744073709551615}],"width":0.5,"color":"green"})";

Drawing read(const std::string& text) {
  return read_as<Drawing>(JsonPlace(JsonSource::parse(text, "x", "", Lines::kOne)));
}

/// The message for the line with `other` in place of `piece`.
std::string refusal(std::string_view piece, std::string_view other) {
  std::string text = kLine;
  const auto at = text.find(piece);
  REQUIRE(at != std::string::npos);
  try {
    read(text.replace(at, piece.size(), other));
  } catch (const InputError& error) {
    return to_message(error.parts());
  }
  return "(accepted)";
}

TEST_CASE("a struct is an object with its members in the order of their table, and reads back") {
  CHECK(json_of(Drawing(Line{{{-3, 18446744073709551615ull}}, 0.5, Color::kGreen})).dump() == kLine);
  CHECK(json_of(read(kLine)).dump() == kLine);
  CHECK(json_of(Drawing(Line{})).dump() == R"({"type":"line","dots":[],"width":null,"color":"red"})");
  CHECK_FALSE(std::get<Line>(read(R"({"type":"line","dots":[],"width":null,"color":"red"})")).width);
  CHECK(json_of(read(R"({"type":"blank"})")).dump() == R"({"type":"blank"})");
}

TEST_CASE("a member that is missing, unknown or no value of its type is told with its path") {
  CHECK(refusal(R"("width":0.5,)", "") == "x: the key 'width' is missing\n  expected: 'width': a value");
  CHECK(refusal(R"("width")", R"("wdith")") ==
        "x: wdith: unknown key 'wdith'; did you mean 'width'?\n  expected: one of 'type', 'dots', 'width', "
        "'color'\n  found: 'wdith'");
  CHECK(refusal("green", "blue") ==
        "x: color: unknown color\n  expected: a color of this version of assay\n  found: \"blue\"");
  CHECK(refusal("0.5", "true") == "x: width: not a number\n  expected: a number\n  found: true");
}

TEST_CASE("a number that its member cannot hold is refused, not cut") {
  CHECK(refusal("-3", "128") == "x: dots[0].x: too large\n  expected: at most 127\n  found: 128");
  CHECK(refusal("-3", "-129").starts_with("x: dots[0].x: too small\n"));
  CHECK(refusal("18446744073709551615", "-1") ==
        "x: dots[0].y: too small\n  expected: a whole number, 0 or more\n  found: -1");
  CHECK(refusal("18446744073709551615", "1.5").starts_with("x: dots[0].y: not a whole number\n"));
}

TEST_CASE("a type that no alternative has is told with those there are") {
  CHECK(refusal(R"("line")", R"("curve")") ==
        "x: type: unknown type\n  expected: one of 'line', 'blank'\n  found: \"curve\"");
}

TEST_CASE("a figure that is not finite was not measured") {
  CHECK(json_of(std::numeric_limits<double>::infinity()).dump() == "0.0");
  CHECK(json_of(0.25).dump() == "0.25");
}

}  // namespace
}  // namespace assay
