// The one translation unit that compiles Catch2's runner, shared by every test program.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
