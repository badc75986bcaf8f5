// Huge pages for the zygote's memory, to make fork() cheap.
#pragma once

namespace assay::zygote {

/// Moves the anonymous memory left by imports into 2 MiB pages. fork() and exit() of a child walk page by
/// page, which is most of the cost of an empty child. Best effort: no effect on kernels before 6.1.
void gather_huge_pages();

}  // namespace assay::zygote
