// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shared by every file that compiles a kernel once per SIMD target. Such a file includes this header first, names itself
// in HWY_TARGET_INCLUDE, and includes hwy/foreach_target.h and hwy/highway.h, as Highway requires. Each pass defines a
// constant `kernel` in HWY_NAMESPACE; the last pass collects them in a table and fills in their names:
// SimdKernels<Kernel>(TOCCA_SIMD_KERNELS).

// Every target up to AVX2, the plain one included: the tests compare them. Highway distrusts EMU128 with some versions
// of g++ for a miscompiled 16-bit product, which is not used here.
#define HWY_COMPILE_ALL_ATTAINABLE
#define HWY_BROKEN_EMU128 0
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#include <hwy/targets.h>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#if HWY_TARGETS & HWY_AVX2
#define TOCCA_SIMD_KERNEL_AVX2 {HWY_AVX2, N_AVX2::kernel},
#else
#define TOCCA_SIMD_KERNEL_AVX2
#endif
#if HWY_TARGETS & HWY_SSE4
#define TOCCA_SIMD_KERNEL_SSE4 {HWY_SSE4, N_SSE4::kernel},
#else
#define TOCCA_SIMD_KERNEL_SSE4
#endif
#if HWY_TARGETS & HWY_EMU128
#define TOCCA_SIMD_KERNEL_EMU128 {HWY_EMU128, N_EMU128::kernel},
#else
#define TOCCA_SIMD_KERNEL_EMU128
#endif

/// The constants `kernel` of all targets compiled in, best first: the argument of SimdKernels.
#define TOCCA_SIMD_KERNELS                                                     \
    {                                                                          \
        TOCCA_SIMD_KERNEL_AVX2 TOCCA_SIMD_KERNEL_SSE4 TOCCA_SIMD_KERNEL_EMU128 \
    }

namespace tocca::base {

static_assert((HWY_TARGETS & (HWY_AVX2 | HWY_SSE4 | HWY_EMU128)) != 0, "at least one target must be compiled in");

/// The kernels of one kind that this machine can run, best first. `Kernel` has a member `name`, which is filled in here.
template <class Kernel>
class SimdKernels {
public:
    struct Compiled {
        std::int64_t target;
        Kernel kernel;
    };

    SimdKernels(std::initializer_list<Compiled> compiled)
    {
        // The plain target runs anywhere, whether or not Highway counts it among the supported.
        const std::int64_t supported = hwy::SupportedTargets() | HWY_EMU128;
        for (const Compiled& each : compiled) {
            if ((supported & each.target) == 0) continue;
            kernels_.push_back(each.kernel);
            kernels_.back().name = hwy::TargetName(each.target);
        }
    }

    [[nodiscard]] const std::vector<Kernel>& all() const { return kernels_; }

    /// The kernel of that name; the best one for an empty name.
    ///
    /// Throws: std::invalid_argument for a name that is unknown or that this machine cannot run.
    [[nodiscard]] const Kernel& named(const std::string& name) const
    {
        if (name.empty()) return kernels_.front();
        std::string known;
        for (const Kernel& kernel : kernels_) {
            if (kernel.name == name) return kernel;
            known += (known.empty() ? "" : ", ") + std::string(kernel.name);
        }
        throw std::invalid_argument("this machine has no SIMD target '" + name + "'; it has " + known);
    }

private:
    std::vector<Kernel> kernels_;
};

}  // namespace tocca::base
