// Rules: a row per alert.
#include "reports/sarif/rules.h"

namespace assay {
namespace {

constexpr auto kRules = std::to_array<Rule>({
    {"CaptureDiverges", "The captured graph computes something else than the model",
     "The graph file was executed operator by operator beside eager, on the same weights and inputs, and "
     "gave "
     "other values, gradients, mutated buffers or aliasing: the capture is silently wrong.",
     "Run `assay replay` on the graph file: it names the run, the first operator that departs and both "
     "values. "
     "Where PyTorch is known to do this, add an `expect` entry with the reason to the case file."},
    {"GraphDiffers", "The captured graph differs from its golden",
     "Nodes, edges, shapes or what else the case's policy compares are not those of the graph that was "
     "agreed.",
     "Run `assay diff` on the golden and the pending file to see what differs. Where the change is intended, "
     "`assay accept` makes the new graph the golden; `assay review` decides cause by cause."},
    {"GoldenIsBroken", "The golden of the pair cannot be read, or contradicts itself",
     "It has conflict markers, is cut off, was edited by hand, breaks the format or has CRLF line ends: what "
     "was agreed is not known.",
     "Restore the file from version control. `assay accept --replace-broken` replaces it by what was "
     "captured."},
    {"CaptureCrashes", "The process died while it captured or replayed",
     "A signal or an exit ended the child process of this pair; other pairs are not affected.",
     "Run the pair alone with `assay check -v`. The stage says how far it had come."},
    {"OutOfMemory", "The pair took more memory than its limit",
     "The child process of this pair went beyond `limits.memory_gb` of its case, or what --memory allows.",
     "Run it with a larger --memory, or raise `limits.memory_gb` in the case file, if that is what it "
     "needs."},
    {"TimesOut", "The pair took longer than its limit",
     "The child process of this pair was ended after `limits.seconds` of its case, or what --timeout allows.",
     "Run it with a larger --timeout, or raise `limits.seconds` in the case file, if that is what it needs."},
    {"CaptureRaises", "The capture method raised an exception",
     "Eager runs the model, but the method did not capture it.",
     "Run the pair with `assay capture -v` for the traceback. Where the method cannot capture such a model, "
     "add "
     "an `expect` entry with exception and reason to the case file."},
    {"ReplayIsUndecided",
     "Rounding may explain the captured graph's other values, and so may another program",
     "The model makes so much of rounding, or has values so near to each other, that eager's own values say "
     "nothing: neither that the capture is right nor that it is wrong.",
     "Run `assay replay` on the graph file: it says which values and how many elements. Give the model "
     "inputs "
     "on which it is better conditioned, or add an `expect` entry `undecided` with the reason to the case "
     "file; where the capture keeps precision, folds constants or orders draws or equal values otherwise, "
     "state it as a `policy` of its `replay`."},
    {"ReplayFails", "The captured graph cannot be executed",
     "A graph was captured, but its file has something that replay cannot run: nothing proves that it is the "
     "program.",
     "Run `assay replay` on the graph file: it names the operator or value."},
    {"EagerIsNondeterministic", "Two runs of the model in eager differ",
     "On the same weights and inputs eager gave two results, so that no capture can be held against it. No "
     "method is to blame.",
     "Seed what the model draws from, or make it deterministic; the case file can expect it with a reason."},
    {"EagerFails", "The model itself does not run",
     "The model raised an exception in eager, before anything was captured.",
     "Run the pair with `assay check -v` for the traceback; inputs stand in the case file."},
    {"LoadFails", "The model could not be made",
     "The factory that the case names could not be imported or raised an exception.",
     "Run the pair with `assay capture -v` for the traceback; `factory` and `kwargs` stand in the case "
     "file."},
    {"UnexpectedFailure", "The pair ended otherwise than its case expects",
     "The case file expects another outcome, or the same for another reason, such as other guards.",
     "Compare the outcome with the `expect` entry of the case file, and correct the one that is wrong."},
    {"PairIsMissing", "The pair was to run and did not",
     "The run was interrupted, or a shard is not among the results.",
     "Go on with the run: `assay check --resume`."},
    {"PairIsFlaky", "The pair does not always end in the same way",
     "Of several runs of this pair, one ended in another way than the first or captured another graph.",
     "Run it with a larger --repeat to see how often; `assay diff` shows two graphs that were captured."},
    {"UnexpectedPass", "The pair passes, though its case expects a failure",
     "The reason that the `expect` entry of the case file gives is no longer true.",
     "Strike the `expect` entry, or bound it by `torch`, and check again."},
    {"GraphIsNew", "The captured graph has no golden yet",
     "Nobody has agreed to a graph of this pair, so that there is nothing to compare with.",
     "Look at the graph with `assay export --to text`, then `assay accept` makes it the golden."},
});
static_assert(is_complete<Alert, kRules.size()>);

}  // namespace

const Rule& rule_of(Alert alert) { return kRules.at(static_cast<std::size_t>(alert)); }

}  // namespace assay
