// Configures Python, and imports for a zygote.
#include "capture/zygote/interpreter.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <pybind11/embed.h>

#include "harness/zoo/method.h"

namespace assay::zygote {
namespace {

namespace py = pybind11;

std::string python_version() {
  const py::object version = py::module_::import("sys").attr("version_info");
  return fmt::format("{}.{}.{}", version.attr("major").cast<int>(), version.attr("minor").cast<int>(),
                     version.attr("micro").cast<int>());
}

/// A CPU build of torch has no CUDA library, and therefore no phantom.
std::vector<std::string> devices() {
  const py::object spec = py::module_::import("importlib.util").attr("find_spec")("torch");
  const std::filesystem::path package =
      std::filesystem::path(spec.attr("origin").cast<std::string>()).parent_path();
  if (std::filesystem::exists(package / "lib" / "libtorch_cuda.so")) return {"cpu", "cuda"};
  return {"cpu"};
}

/// bin/ with this program, lib/ with the module assay_capture and the package assay_python, bytecode/. A
/// copied worker has its own folder and writes nothing into the original.
std::filesystem::path worker_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

/// The worker's lib/ is on sys.path only during our imports, because a model must not find the other files
/// there.
class OurFolder {
 public:
  OurFolder() : path_(py::module_::import("sys").attr("path")), folder_((worker_folder() / "lib").string()) {
    path_.attr("insert")(0, folder_);
  }
  ~OurFolder() { path_.attr("remove")(folder_); }
  OurFolder(const OurFolder&) = delete;
  OurFolder& operator=(const OurFolder&) = delete;

 private:
  py::object path_;
  std::string folder_;
};

/// Disables the garbage collector during the zygote's imports.
class Importing {
 public:
  Importing() : gc_(py::module_::import("gc")) {
    gc_.attr("disable")();  // collections during imports find nothing and take a second
  }
  ~Importing() {
    gc_.attr("enable")();
    gc_.attr("collect")();
    gc_.attr("freeze")();  // a child's collector then leaves the shared pages alone
    import_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Importing(const Importing&) = delete;
  Importing& operator=(const Importing&) = delete;

  static inline double import_seconds = 0;

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const py::object gc_;
  const OurFolder folder_;
};

}  // namespace

void start_interpreter() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.user_site_directory = 0;
  config.write_bytecode = 0;
  config.install_signal_handlers = 0;
#if PY_VERSION_HEX >= 0x030b0000
  config.safe_path = 1;
#endif
  PyConfig_SetBytesString(&config, &config.executable, ASSAY_WORKER_PYTHON);
  PyConfig_SetBytesString(&config, &config.pycache_prefix, (worker_folder() / "bytecode").c_str());
  py::initialize_interpreter(&config, 0, nullptr, /*add_program_dir_to_path=*/false);
}

std::string describe() {
  nlohmann::ordered_json methods = nlohmann::ordered_json::array();
  for (const Method& method : all_methods()) methods.push_back(method.name);
  const py::object version = py::module_::import("importlib.metadata").attr("version");
  const nlohmann::ordered_json worker = {{"torch", version("torch").cast<std::string>()},
                                         {"python", python_version()},
                                         {"executable", ASSAY_WORKER_PYTHON},
                                         {"methods", methods},
                                         {"devices", devices()},
                                         {"protocol", protocol::kVersion}};
  return worker.dump(2) + "\n";
}

void import_base() {
  const Importing importing;
  py::module_::import("assay_python.zygote.preload").attr("modules")();
  const py::module_ ours = py::module_::import("assay_capture");
  try {
    ours.attr("make_allow_list")();
  } catch (py::error_already_set&) {
    // PyTorch lists its functions differently. Replays that look up a name fail then; captures do not need
    // the list.
  }
}

bool import_for(const std::vector<std::string>& methods) {
  const Importing importing;
  const py::module_ preload = py::module_::import("assay_python.zygote.preload");
  bool more = false;
  for (const std::string& method : methods) {
    try {
      more = preload.attr("for_method")(method).cast<bool>() || more;
    } catch (py::error_already_set&) {
      more = true;  // partly imported
    }
  }
  return more;
}

protocol::Hello hello(Device device) {
  protocol::Hello hello;
  hello.torch = py::str(py::module_::import("torch").attr("__version__")).cast<std::string>();
  hello.python = python_version();
  hello.device = device;
  if (device == Device::kCuda)
    hello.phantom = py::module_::import("assay_capture").attr("phantom_device")().cast<std::string>();
  hello.import_seconds = Importing::import_seconds;
  return hello;
}

std::vector<std::filesystem::path> imported_files() {
  std::vector<std::filesystem::path> files;
  const py::list paths = py::module_::import("assay_python.zygote.preload").attr("files")();
  for (const py::handle path : paths) files.emplace_back(path.cast<std::string>());
  return files;
}

pid_t fork_python() {
  flush_python();
  PyOS_BeforeFork();
  const pid_t pid = fork();
  const int error = errno;
  if (pid == 0)
    PyOS_AfterFork_Child();
  else
    PyOS_AfterFork_Parent();
  errno = error;
  return pid;
}

pid_t fork_python_apart() {
  flush_python();
  PyOS_BeforeFork();
  const pid_t between = vfork();  // shares our memory: a copy would cost as much as the child's
  int error = errno;
  if (between == 0) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child != 0) _exit(child < 0 ? errno : 0);
    while (getppid() == parent) sched_yield();
    PyOS_AfterFork_Child();
    return 0;
  }
  int status = 0;
  while (between > 0 && waitpid(between, &status, 0) < 0 && errno == EINTR) continue;
  PyOS_AfterFork_Parent();
  if (between > 0) error = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
  errno = error;
  return between > 0 && error != 0 ? -1 : between;
}

std::set<std::string> imported_modules() {
  // Borrowed references only. A higher reference count would copy the page of every module that a child
  // shares with its zygote.
  std::set<std::string> names;
  PyObject *name = nullptr, *module = nullptr;
  Py_ssize_t position = 0;
  while (PyDict_Next(PyImport_GetModuleDict(), &position, &name, &module) != 0) {
    const char* text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
    if (text != nullptr) names.insert(text);
  }
  PyErr_Clear();
  return names;
}

void flush_python() {
  for (const char* stream : {"stdout", "stderr"}) {
    try {
      py::module_::import("sys").attr(stream).attr("flush")();
    } catch (const py::error_already_set&) {
      // A full output file, or a stream replaced by the model. Its output is lost, but not the pair.
    }
  }
  std::fflush(nullptr);
}

}  // namespace assay::zygote
