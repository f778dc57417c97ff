// SPDX-License-Identifier: Apache-2.0
// Pass service-lowering: what the kernel library asks of the runtime becomes calls through __weft_services.
#include "compiler/passes/service_lowering.h"

#include "compiler/analysis/abi_types.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

// Where the function's field lies in weft_services; 0: there is none.
static uint64_t
fieldOf(StringRef Name)
{
    if (!Name.consume_front(WEFT_PREFIX_SERVICE))
        return 0;
    return StringSwitch<uint64_t>(Name)
#define FIELD(name) .Case(#name, offsetof(struct weft_services, name))
        FIELD(enqueue_kernel) FIELD(enqueue_marker) FIELD(query_block) FIELD(create_user_event) FIELD(retain_event)
            FIELD(release_event) FIELD(is_valid_event) FIELD(set_user_event_status) FIELD(capture_profiling)
#undef FIELD
                .Default(0);
}

static void
lowerCall(CallInst &Call, uint64_t Field)
{
    IRBuilder<> B(&Call);
    Value *Services = B.CreateAlignedLoad(B.getPtrTy(), servicesVariable(*Call.getModule()), Align(8), "services");
    Value *Service = loadPointerField(B, Services, Field, 0, "service");
    SmallVector<Value *, 10> Arguments(Call.args());
    CallInst *Lowered = B.CreateCall(Call.getFunctionType(), Service, Arguments);

    Lowered->setDoesNotThrow();
    Lowered->takeName(&Call);
    Call.replaceAllUsesWith(Lowered);
    Call.eraseFromParent();
}

PreservedAnalyses
ServiceLoweringPass::run(Module &M, ModuleAnalysisManager &)
{
    SetVector<Function *> Callers;

    // What the runtime makes ready for kernels that enqueue.
    if (const Function *Asked = M.getFunction(WEFT_PRIMITIVE_DEFAULT_QUEUE))
        for (const User *U : Asked->users())
            if (const auto *Call = dyn_cast<CallInst>(U))
                Callers.insert(const_cast<Function *>(Call->getFunction()));
    for (Function &F : make_early_inc_range(M)) {
        uint64_t Field = F.isDeclaration() ? fieldOf(F.getName()) : 0;
        if (!Field)
            continue;
        for (User *U : make_early_inc_range(F.users())) {
            auto *Call = dyn_cast<CallInst>(U);
            if (!Call || Call->getCalledOperand() != &F)
                continue;
            Callers.insert(Call->getFunction());
            lowerCall(*Call, Field);
        }
        if (F.use_empty())
            F.eraseFromParent();
    }
    if (Callers.empty())
        return PreservedAnalyses::all();
    markCallers(Callers.getArrayRef(), EnqueuesAttribute);
    return PreservedAnalyses::none();
}

} // namespace weft
