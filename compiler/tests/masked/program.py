# SPDX-License-Identifier: Apache-2.0
"""Programs over vectors in memory: each step is text for LLVM and a function that does the same to Python values."""

import struct

LANE_BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "float": 4, "double": 8, "ptr": 8}
FORMATS = {"half": ("<e", "<H"), "float": ("<f", "<I"), "double": ("<d", "<Q")}
ARENA = 16384  # bytes that all arguments lie in
RESULTS = 8192  # what lies here and behind is written to alone


def bits(kind):
    return 1 if kind == "i1" else 8 * LANE_BYTES[kind]


def signed(x, width):
    return x - (1 << width) if x >> (width - 1) else x


def float_bits(kind, number):
    value, integer = FORMATS[kind]
    return struct.unpack(integer, struct.pack(value, number))[0]


def number(kind, pattern):
    value, integer = FORMATS[kind]
    return struct.unpack(value, struct.pack(integer, pattern))[0]


def vector(lanes, kind):
    return f"<{lanes} x {kind}>"


def suffix(lanes, kind):
    return f"v{lanes}" + {"half": "f16", "float": "f32", "double": "f64", "ptr": "p0"}.get(kind, kind)


def constant(values, kind):
    """A constant vector of integers."""
    return "<" + ", ".join(f"{kind} {v}" for v in values) + ">"


class Value:
    """A vector: its name in LLVM, lanes and element. `finite` says that floats in it are numbers from integers."""

    def __init__(self, name, lanes, kind, finite=False):
        self.name, self.lanes, self.kind, self.finite = name, lanes, kind, finite

    @property
    def type(self):
        return vector(self.lanes, self.kind)

    def __str__(self):
        return f"{self.type} {self.name}"


class Step:
    """Lines of LLVM, and `act(env)`, which sets env[name] of what they define or changes env["memory"]."""

    def __init__(self, lines, act, defines=(), uses=()):
        self.lines, self.act = lines, act
        self.defines, self.uses = {v.name for v in defines}, {v.name for v in uses}
        self.stays = False  # however small the program is made

    def emit(self, out, block):
        out.extend("  " + line for line in self.lines)
        return block

    def run(self, env):
        self.act(env)


class Loop:
    """A body that runs a number of times; %iN counts. The trip count is a constant or the argument %n."""

    def __init__(self, number_, trips, body):
        self.number, self.trips, self.body = number_, trips, body
        self.defines, self.uses = set(), set()

    def emit(self, out, block):
        n, i = f"loop{self.number}", f"%i{self.number}"
        out += [f"  br label %{n}", f"{n}:", f"  {i} = phi i64 [ 0, %{block} ], [ {i}.next, %{n}.latch ]"]
        emit_all(self.body, out, n)
        out += [f"  br label %{n}.latch", f"{n}.latch:", f"  {i}.next = add i64 {i}, 1",
                f"  {i}.done = icmp uge i64 {i}.next, {self.trips}",
                f"  br i1 {i}.done, label %{n}.end, label %{n}", f"{n}.end:"]
        return f"{n}.end"

    def run(self, env):
        trips = env["%n"] if self.trips == "%n" else self.trips
        for i in range(max(trips, 1)):
            env[f"%i{self.number}"] = i
            run_all(self.body, env)


class If:
    """A body that runs if a lane of a mask is on. `merged` is [(result, inside, outside)]."""

    def __init__(self, number_, mask, body, merged):
        self.number, self.mask, self.body, self.merged = number_, mask, body, merged
        self.defines = {r.name for r, _, _ in merged}
        self.uses = {mask.name} | {o.name for _, _, o in merged} | {i.name for _, i, _ in merged}

    def emit(self, out, block):
        n, m = f"if{self.number}", self.mask
        out += [f"  %{n}.bits = bitcast {m} to i{m.lanes}", f"  %{n}.any = icmp ne i{m.lanes} %{n}.bits, 0",
                f"  br i1 %{n}.any, label %{n}, label %{n}.end", f"{n}:"]
        last = emit_all(self.body, out, n)
        out += [f"  br label %{n}.end", f"{n}.end:"]
        out += [f"  {r.name} = phi {r.type} [ {i.name}, %{last} ], [ {o.name}, %{block} ]" for r, i, o in self.merged]
        return f"{n}.end"

    def run(self, env):
        taken = any(env[self.mask.name])
        if taken:
            run_all(self.body, env)
        for result, inside, outside in self.merged:
            env[result.name] = env[(inside if taken else outside).name]


def emit_all(steps, out, block):
    for step in steps:
        block = step.emit(out, block)
    return block


def run_all(steps, env):
    for step in steps:
        step.run(env)


class Function:
    """void @name(ptr %a, ptr %b, ptr %c, ptr %out, i64 %n), whose arguments point to `places` of the arena."""

    def __init__(self, name, places, noalias, steps):
        self.name, self.places, self.noalias, self.steps = name, places, noalias, steps

    def text(self, attributes=""):
        other = "ptr noalias" if self.noalias else "ptr"
        out = [f"define void @{self.name}({other} %a, {other} %b, {other} %c, ptr noalias %out, i64 %n) "
               f"{attributes} {{", "entry:"]
        emit_all(self.steps, out, "entry")
        return "\n".join(out + ["  ret void", "}", ""])

    def run(self, memory, n):
        env = {"memory": memory, "%n": n, "%out": RESULTS, "%local": None}
        env.update(zip(("%a", "%b", "%c"), self.places))
        run_all(self.steps, env)


def kept(steps):
    """The steps without those that define what no other step uses, and without empty bodies."""
    while True:
        used = set()
        collect(steps, used)
        smaller = prune(steps, used)
        if count(smaller) == count(steps):
            return steps
        steps = smaller


def collect(steps, used):
    for s in steps:
        used |= s.uses
        if isinstance(s, (Loop, If)):
            collect(s.body, used)


def prune(steps, used):
    result = []
    for s in steps:
        if isinstance(s, (Loop, If)):
            body = prune(s.body, used)
            if isinstance(s, Loop) and body:
                result.append(Loop(s.number, s.trips, body))
            elif isinstance(s, If):
                merged = [m for m in s.merged if m[0].name in used]
                if body or merged:
                    result.append(If(s.number, s.mask, body, merged))
        elif not s.defines or s.defines & used:
            result.append(s)
    return result


def count(steps):
    return sum(1 + (count(s.body) if isinstance(s, (Loop, If)) else 0) for s in steps)


def without(steps, index):
    """The steps without the one at a position in text order; None if something uses what it defines."""
    state = {"left": index, "gone": None}
    result = _without(steps, state)
    used = set()
    collect(result, used)
    return None if state["gone"] is None or state["gone"] & used else result


def _without(steps, state):
    result = []
    for s in steps:
        state["left"] -= 1
        if state["left"] == -1 and not getattr(s, "stays", False):
            state["gone"] = set(s.defines)
            if isinstance(s, (Loop, If)):
                inner = set()
                for b in s.body:
                    inner |= b.defines
                state["gone"] |= inner
            continue
        if isinstance(s, Loop):
            s = Loop(s.number, s.trips, _without(s.body, state))
        elif isinstance(s, If):
            s = If(s.number, s.mask, _without(s.body, state), s.merged)
        result.append(s)
    return result
