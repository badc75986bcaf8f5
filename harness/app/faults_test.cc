// Faults: causes each fault and compares the promised result with the observed result. Prints a table, and
// fails for a broken promise.
#include <iostream>
#include <string>
#include <vector>

#include "harness/testing/installation_of_cases.h"
#include "reports/console/columns.h"

namespace assay::test {
namespace {

constexpr int kNotPermitted = 77;  // from a script whose fault is not permitted here

/// The fake worker behaves as the id of a case says (harness/testing/fake_worker.cc). `well` is an ordinary
/// pair.
struct Fault {
  std::string fault, promise;
  std::vector<std::string> cases;
  std::string script;  ///< may use `check`, `again` (--resume), `accept` and `totals`, which reads `out`
  std::string kept;    ///< its output if the promise is kept
};

const std::string kTools = R"sh(
A=./build/bin/assay
check() { $A check --no-resident -j 1 --results r "$@" > out 2>&1; echo "exit $?"; }
again() { check --resume; }
accept() { $A accept --all --results r > accepted 2>&1; echo "exit $?"; }
totals() { grep -oE '[0-9]+ pairs?: [0-9].*' out; }
told() { grep -q "$1" "${2:-out}" && echo "told: $1"; }
begin() { $A check --no-resident -j 1 --results r > out 2>&1 & P=$!; }
count() { cat r/results.jsonl 2>/dev/null | wc -l; }
until_records() { for i in $(seq 2000); do [ $(count) -ge $1 ] && return; sleep 0.01; done; }
disk() { mount -t tmpfs -o size=$1 none $2 2>/dev/null || exit 77; }
)sh";

/// Runs the script in its own mount namespace, if permitted.
std::string apart(const std::string& script) {
  return "unshare -rm true 2>/dev/null || exit 77\ncat > inner.sh <<'END'\n. ./tools.sh\n" + script +
         "END\nunshare -rm sh inner.sh\n";
}

const std::string kOneFails = "exit 1\n2 pairs: 1 new, 1 unexpected failure\n";
const std::string kGood = "exit 0\n2 pairs: 2 match\n";
const std::string kAgreed = "check >/dev/null; accept >/dev/null\n";

std::vector<Fault> faults_of_pairs() {
  return {
      {"a pair kills its worker", "costs that pair", {"die", "well"}, "check; totals", kOneFails},
      {"a pair ends its worker by exit", "costs that pair", {"exit", "well"}, "check; totals", kOneFails},
      {"SIGSEGV within a message", "costs that pair", {"torn", "well"}, "check; totals", kOneFails},
      {"noise among the messages", "costs that pair", {"noise", "well"}, "check; totals", kOneFails},
      {"a child dies of SIGSEGV",
       "costs that pair, and is told",
       {"crash", "well"},
       "check; totals; told 'died of SIGSEGV'",
       kOneFails + "told: died of SIGSEGV\n"},
      {"four pairs in a row kill their worker",
       "cost themselves",
       {"die", "exit", "noise", "torn", "well"},
       "check; totals",
       "exit 1\n5 pairs: 1 new, 4 unexpected failure\n"},
      {"a link to /dev/zero for a graph",
       "costs that pair",
       {"leaves_endless", "well"},
       "check; totals",
       kOneFails},
      {"a FIFO for a graph", "costs that pair", {"leaves_fifo", "well"}, "check; totals", kOneFails},
      {"a file for the folder of a graph",
       "costs that pair",
       {"leaves_file_for_folder", "well"},
       "check; totals",
       kOneFails},
      {"no process to be had",
       "missing, and run by --resume",
       {"unforked", "well"},
       "check; totals; touch build/workers/default/processes; again; totals",
       "exit 1\n2 pairs: 1 new, 1 missing\nexit 1\n2 pairs: 2 new\n"},
      {"a FIFO for a golden",
       "its pair is broken golden",
       {"a", "well"},
       kAgreed + "rm golden/a.txt; mkfifo golden/a.txt; check; totals",
       "exit 1\n2 pairs: 1 match, 1 broken golden\n"},
  };
}

/// Applies `edit` to F, an accepted golden.
Fault fault_of_golden(const std::string& fault, const std::string& edit, const std::string& told) {
  return {
      fault,
      "its pair is broken golden, and accept leaves it",
      {"a", "well"},
      kAgreed + "F=golden/a.txt; " + edit + "; cp $F edited; check; totals; told '" + told +
          "'; accept; told 'not replaced unasked' accepted; cmp $F edited",
      "exit 1\n2 pairs: 1 match, 1 broken golden\ntold: " + told + "\nexit 1\ntold: not replaced unasked\n"};
}

std::vector<Fault> faults_of_goldens() {
  std::vector<Fault> faults{
      fault_of_golden("a golden with conflict markers", "sed -i '6i <<<<<<< ours' $F",
                      "merge conflict marker"),
      fault_of_golden("conflict markers in its head", "sed -i '3i <<<<<<< ours' $F", "merge conflict marker"),
      fault_of_golden("a golden that is cut off", "truncate -s -9 $F", "golden is cut off"),
      fault_of_golden("a golden without a byte", ": > $F", "golden is cut off"),
      fault_of_golden("a golden with a dangling reference", "sed -i 's/self=%0/self=%7/' $F", "%7"),
      fault_of_golden("a golden with CRLF", "sed -i 's/$/\\r/' $F", "lines of a golden end in CRLF"),
  };
  faults.push_back({"a broken golden that is to be replaced",
                    "accept --replace-broken does",
                    {"a", "well"},
                    kAgreed +
                        "sed -i '6i <<<<<<< ours' golden/a.txt; check; $A accept --all --replace-broken "
                        "--results r >/dev/null; check; totals",
                    "exit 1\n" + kGood});
  return faults;
}

std::vector<Fault> faults_of_runs() {
  return {
      {"a worker that dies of everything",
       "exit 3 with a summary",
       {"a", "well"},
       "touch build/workers/default/broken; check; totals",
       "exit 3\n2 pairs: 2 missing\n"},
      {"SIGKILL of assay",
       "--resume runs the rest",
       {"a", "wait", "well"},
       "begin; until_records 1; kill -9 $P; wait $P 2>/dev/null; touch build/workers/default/go; again; "
       "totals",
       "exit 1\n3 pairs: 3 new\n"},
      {"Ctrl-C",
       "exit 130, and --resume runs the rest",
       {"a", "wait", "well"},
       "begin; until_records 1; kill -INT $P; wait $P; echo \"exit $?\"; totals; touch "
       "build/workers/default/go; again; "
       "totals",
       "exit 130\n3 pairs: 1 new, 2 missing\nexit 1\n3 pairs: 3 new\n"},
      {"a record torn off",
       "--resume runs that pair",
       {"a", "well"},
       "check >/dev/null; truncate -s -20 r/results.jsonl; again; totals; wc -l < r/results.jsonl",
       "exit 1\n2 pairs: 2 new\n2\n"},
      {"a folder that is not of results",
       "exit 2, nothing removed",
       {"well"},
       "mkdir -p r/graphs; echo kept > r/graphs/mine; check; cat r/graphs/mine",
       "exit 2\nkept\n"},
      {"two runs on one folder",
       "the second is exit 3",
       {"a", "wait"},
       "begin; until_records 1; $A check --no-resident --results r > second 2>&1; echo \"exit $?\"; told "
       "'writes here' "
       "second; touch build/workers/default/go; wait $P; totals",
       "exit 3\ntold: writes here\n2 pairs: 2 new\n"},
      {"accept beside check",
       "accepts what there is",
       {"a", "wait"},
       "begin; until_records 1; accept; touch build/workers/default/go; wait $P; accept; check; totals",
       "exit 0\nexit 0\n" + kGood},
      {"no file descriptors left",
       "exit 3, and says so",
       {"a", "well"},
       // Inherited descriptors (of CTest) are closed, so that the same few are left everywhere. With fewer
       // descriptors, UBSan's vptr check, which opens a pipe, misreports every object.
       "( exec > out 2>&1 3>&- 4>&- 5>&- 6>&-; ulimit -n 7; exec $A check --no-resident --results r ); echo "
       "\"exit $?\"; told "
       "'Too many open files'; again; totals",
       "exit 3\ntold: Too many open files\nexit 1\n2 pairs: 2 new\n"},
  };
}

std::vector<Fault> faults_of_disks() {
  return {
      {"a disk full while results are written",
       "exit 3, and --resume runs the rest",
       {"a", "b", "c", "well"},
       apart("mkdir r; disk 12k r; check; mount -o remount,size=16m r; again; totals\n"),
       "exit 3\nexit 1\n4 pairs: 4 new\n"},
      {"a disk full while a golden is written",
       "exit 3, no golden lost",
       {"a", "well"},
       kAgreed +
           apart("cp -r golden kept; disk 16k golden; cp kept/*.txt golden 2>/dev/null; rm golden/well.txt; "
                 "cat /dev/zero > golden/fill 2>/dev/null; check >/dev/null; accept; rm golden/fill; "
                 "cmp golden/a.txt kept/a.txt && accept\n"),
       "exit 3\nexit 0\n"},
      {"golden/ is read-only",
       "check works, accept is exit 3",
       {"a", "well"},
       "check >/dev/null; " +
           apart("mount --bind golden golden && mount -o remount,ro,bind golden || exit 77\n"
                 "check; accept; told 'Read-only file system' accepted\n"),
       "exit 1\nexit 3\ntold: Read-only file system\n"},
      {"stdout is full",
       "exit 3",
       {"a", "well"},
       kAgreed + "$A check --no-resident --results r 2>/dev/null >/dev/full; echo \"exit $?\"",
       "exit 3\n"},
      {"stdout is closed by its reader",
       "records stay whole",
       {"a", "well"},
       "$A check --no-resident --results r -v 2>/dev/null | true; again; totals",
       "exit 1\n2 pairs: 2 new\n"},
      {"stdin, stdout and stderr are closed",
       "records and nothing else",
       {"a", "well"},
       "$A check --no-resident --results r <&- >&- 2>&-; grep -c '^{\"case\"' r/results.jsonl; wc -l < "
       "r/results.jsonl",
       "2\n2\n"},
  };
}

Row row_of(const Fault& fault, bool& kept) {
  const InstallationOfCases place(fault.cases);
  place.write("tools.sh", kTools);
  place.write("fault.sh", ". ./tools.sh\n" + fault.script + "\n");
  const Said said =
      said_by("cd '" + place.path().string() +
              "' && env -u CI -u GITHUB_ACTIONS -u GITHUB_STEP_SUMMARY -u ASSAY_RESULTS -u ASSAY_PROJECT "
              "-u ASSAY_WORKER -u VIRTUAL_ENV sh fault.sh 2>&1");
  const bool tried = said.status != kNotPermitted, holds = said.text == fault.kept;
  kept = !tried || holds;
  if (tried && !holds)
    std::cout << fault.fault << "\nexpected:\n" << fault.kept << "observed:\n" << said.text << "\n";
  return {{fault.fault},
          {fault.promise},
          {!tried  ? "not tried: it may not be mounted here"
           : holds ? "kept"
                   : "BROKEN"}};
}

int run() {
  std::vector<Row> rows{{{"fault"}, {"promise"}, {"observed"}}};
  bool all_kept = true;
  for (const auto& faults : {faults_of_pairs(), faults_of_goldens(), faults_of_runs(), faults_of_disks()})
    for (const Fault& fault : faults) {
      bool kept = false;
      rows.push_back(row_of(fault, kept));
      all_kept = all_kept && kept;
    }
  std::cout << aligned_columns(rows, {}, Color::kOff);
  return all_kept ? 0 : 1;
}

}  // namespace
}  // namespace assay::test

int main() { return assay::test::run(); }
