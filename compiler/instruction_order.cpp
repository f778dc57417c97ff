// SPDX-License-Identifier: Apache-2.0
// In which order the code generator puts the instructions of a block first.
#include "compiler/instruction_order.h"

#include "llvm/CodeGen/MachinePassRegistry.h"
#include "llvm/CodeGen/SchedulerRegistry.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/Support/CommandLine.h"

#include <cstdint>

using namespace llvm;

// LLVM's list schedulers look at each waiting call again for each instruction that they place, since calls must not
// begin before others have ended: a block of 400 calls takes a quarter of a minute. Up to so many such looks are
// a hundredth of a second.
static constexpr uint64_t MostLooks = 200000;

static ScheduleDAGSDNodes *
createScheduler(SelectionDAGISel *Selection, CodeGenOptLevel Level)
{
    const unsigned CallBegins = Selection->TII->getCallFrameSetupOpcode();
    uint64_t Calls = 0;

    for (const SDNode &Node : Selection->CurDAG->allnodes())
        Calls += Node.isMachineOpcode() && Node.getMachineOpcode() == CallBegins;
    if (Calls * Selection->CurDAG->allnodes_size() > MostLooks)
        return createFastDAGScheduler(Selection, Level);
    return createDefaultScheduler(Selection, Level);
}

static RegisterScheduler Registration("weft", "Weft's choice for each block", createScheduler);

void
weft::boundInstructionOrder()
{
    using Choice = cl::opt<RegisterScheduler::FunctionPassCtor, false, RegisterPassParser<RegisterScheduler>>;

    if (cl::Option *Switch = cl::getRegisteredOptions().lookup("pre-RA-sched"))
        static_cast<Choice *>(Switch)->setValue(createScheduler);
}
