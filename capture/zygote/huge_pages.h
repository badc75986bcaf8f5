// Makes forking cheap: the zygote's memory in huge pages.
#pragma once

namespace assay::zygote {

/// Gathers the anonymous memory that imports have left into 2 MiB pages: fork() and exit() of a child walk
/// page by page, and here that is most of what an empty child costs. Best effort: a kernel that cannot
/// (before 6.1) leaves it as it is.
void gather_huge_pages();

}  // namespace assay::zygote
