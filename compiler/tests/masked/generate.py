# SPDX-License-Identifier: Apache-2.0
"""Random programs of masked accesses and of scalars. None has undefined behaviour, and no value depends on poison."""

import random

from program import (ARENA, LANE_BYTES, FORMATS, Function, If, Loop, Step, Value, bits, constant, float_bits,
                     number, signed, suffix, vector)

INTEGERS = ("i8", "i16", "i32", "i64")
KINDS = INTEGERS + ("i32", "half", "float", "double", "ptr")
LOCAL_BYTES = 2048


def load_lanes(memory, start, lanes, size):
    return [int.from_bytes(memory[start + i * size:start + (i + 1) * size], "little") for i in range(lanes)]


def store_lane(memory, start, size, value):
    memory[start:start + size] = value.to_bytes(size, "little")


class Scalar:
    """Text for LLVM, compute(env), and the least and the largest number that it can be: the bits are a number's, modulo
    2 to the power of their count."""

    def __init__(self, kind, text, compute, low, high):
        self.kind, self.text, self.compute, self.low, self.high = kind, text, compute, low, high

    @staticmethod
    def lane(lines, name, source, i, kind, extension):
        narrow, wide = bits(source.kind), bits(kind)
        is_signed = extension == "sext" or narrow == wide
        lines.append(f"{name} = extractelement {source}, i32 {i}")
        if narrow < wide:
            lines.append(f"{name}.w = {extension} {source.kind} {name} to {kind}")

        def compute(env):
            x = env[source.name][i]
            return (signed(x, narrow) if is_signed else x) & ((1 << wide) - 1)

        half = 1 << (narrow - 1)
        return Scalar(kind, name + (".w" if narrow < wide else ""), compute, -half if is_signed else 0,
                      half - 1 if is_signed else 2 * half - 1)

    @staticmethod
    def constant(r, kind, op):
        width = bits(kind)
        if op in ("shl", "lshr", "ashr"):
            c = r.choice((0, 1, 2, 3, 4, r.randrange(width)))
        elif op == "mul":
            c = r.choice((1, 2, 3, 4, 8, 13, -1, r.randrange(1 << 7)))
        else:
            half = 1 << (width - 1)
            c = r.choice((0, 1, -1, 2, 7, 13, r.randrange(-128, 128), r.randrange(-half, half), half - 1, -half))
        return Scalar(kind, str(c), lambda env: c & ((1 << width) - 1), c, c)

    def fits(self, low, high):
        return low <= self.low and self.high <= high

    @staticmethod
    def operation(r, lines, name, op, x, y):
        width = bits(x.kind)
        half, whole = 1 << (width - 1), 1 << width
        table = {"add": lambda e, f: e + f, "sub": lambda e, f: e - f, "mul": lambda e, f: e * f,
                 "shl": lambda e, f: e << f, "and": lambda e, f: e & f, "or": lambda e, f: e | f,
                 "xor": lambda e, f: e ^ f, "lshr": lambda e, f: e >> f, "ashr": lambda e, f: signed(e, width) >> f}[op]
        result = Scalar(x.kind, name, lambda env: table(x.compute(env), y.compute(env)) % whole, -half, half - 1)
        flags = ""
        if op in ("add", "sub", "mul", "shl"):
            ends = [table(e, f) for e in (x.low, x.high) for f in (y.low, y.high)]
            result.low, result.high = min(ends), max(ends)
            for flag, low, high in (("nuw", 0, whole - 1), ("nsw", -half, half - 1)):
                # The bits are counted as this flag counts them, in the operands and in the result.
                if all(s.fits(low, high) for s in (x, y, result)) and r.random() < 0.9:
                    flags += f" {flag}"
            if not result.fits(-half, half - 1) and not result.fits(0, whole - 1):
                result.low, result.high = -half, half - 1
        elif op == "lshr" and x.fits(0, whole - 1) or op == "ashr" and x.fits(-half, half - 1):
            result.low, result.high = x.low >> y.low, x.high >> y.low
        elif op == "and" and y.low == y.high >= 0:
            result.low, result.high = 0, y.low
        lines.append(f"{name} = {op}{flags} {x.kind} {x.text}, {y.text}")
        return result


class Generator:
    def __init__(self, name, seed, scalars, compresses):
        self.r = random.Random(seed)
        self.share_of_scalars, self.compresses = scalars, compresses
        self.name = name
        self.counter = 0
        self.slot = 0
        self.loops = []
        self.separate = self.r.random() < 0.6
        near = tuple(self.r.choice((0, 0, 4, 8, 16, 32, 64)) for _ in "abc")
        self.places = (0, 2048, 4096) if self.separate else near
        self.noalias = self.separate and self.r.random() < 0.5
        self.lanes = self.r.choice((1, 2, 2, 3, 4, 4, 4, 8, 8, 8, 16, 16, 32, 64))
        self.local = self.r.random() < 0.4
        self.values, self.masks, self.steps = [], [], []

    # What everything is made with.

    def fresh(self, lanes, kind, finite=False):
        self.counter += 1
        return Value(f"%v{self.counter}", lanes, kind, finite)

    def add(self, lines, act, defines=(), uses=()):
        self.steps.append(Step(lines if isinstance(lines, list) else [lines], act, defines, uses))

    def define(self, value, line, compute, *uses):
        """value = line; compute(*lanes of uses) gives its lanes."""
        names = [u.name for u in uses]

        def act(env):
            env[value.name] = compute(*(env[n] for n in names))

        self.add(f"{value.name} = {line}", act, (value,), uses)
        (self.masks if value.kind == "i1" else self.values).append(value)
        return value

    def any_value(self, lanes=None, kind=None):
        """A value that fits, loaded if there is none."""
        fitting = [v for v in self.values if (lanes is None or v.lanes == lanes) and (kind is None or v.kind == kind)]
        if fitting and self.r.random() < 0.85:
            # Late ones more often.
            return fitting[max(self.r.randrange(len(fitting)), self.r.randrange(len(fitting)))]
        return self.load(lanes or self.lanes, kind or self.r.choice(KINDS))

    def any_mask(self, lanes):
        fitting = [m for m in self.masks if m.lanes == lanes]
        if fitting and self.r.random() < 0.8:
            return fitting[max(self.r.randrange(len(fitting)), self.r.randrange(len(fitting)))]
        return self.mask(lanes)

    def constant_mask(self, lanes):
        how = self.r.randrange(8)
        k = self.r.randrange(lanes)
        if how == 0:
            return [1] * lanes
        if how == 1:
            return [0] * lanes
        if how <= 3:
            return [int(i == k) for i in range(lanes)]
        if how == 4:
            return [int(i <= k) for i in range(lanes)]
        if how == 5:
            period, on = self.r.choice(((2, 1), (4, 3), (4, 1), (3, 2), (4, 2)))
            return [int(i % period < on) for i in range(lanes)]
        if how == 6:
            return [int(i >= k) for i in range(lanes)]
        return [self.r.randrange(2) for _ in range(lanes)]

    # Masks.

    def mask(self, lanes):
        r = self.r
        how = r.randrange(9)
        m = self.fresh(lanes, "i1")
        old = [v for v in self.masks if v.lanes == lanes]
        if how <= 2:
            a = self.any_value(lanes, r.choice(INTEGERS))
            width = bits(a.kind)
            predicate = r.choice(("slt", "sgt", "eq", "ne", "ult", "uge"))
            if r.random() < 0.5:
                c = r.choice((0, 1, (1 << (width - 1)), r.getrandbits(width)))
                test = self.compare(predicate, width)
                return self.define(m, f"icmp {predicate} {a}, splat ({a.kind} {c})",
                                   lambda x: [test(e, c) for e in x], a)
            b = self.any_value(lanes, a.kind)
            test = self.compare(predicate, width)
            return self.define(m, f"icmp {predicate} {a}, {b.name}",
                               lambda x, y: [test(e, f) for e, f in zip(x, y)], a, b)
        if how == 3:  # the first lanes, as many as an argument says
            splat = f"%s{self.counter}"
            first = r.choice((0, 0, 1, lanes // 2))

            def act(env):
                env[m.name] = [int(i + first < env["%n"]) for i in range(lanes)]

            self.add([f"{splat}.one = insertelement {vector(lanes, 'i64')} poison, i64 %n, i32 0",
                      f"{splat} = shufflevector {vector(lanes, 'i64')} {splat}.one, {vector(lanes, 'i64')} poison, "
                      f"{vector(lanes, 'i32')} zeroinitializer",
                      f"{m.name} = icmp ult {vector(lanes, 'i64')} "
                      f"{constant([i + first for i in range(lanes)], 'i64')}, {splat}"], act, (m,))
            self.masks.append(m)
            return m
        if how == 4 and lanes > 1 and lanes != 16:  # of bits in memory; 16 become a half that LLVM 22 cannot select
            k = (lanes + 7) // 8
            one = self.load(1, {1: "i8", 2: "i16", 4: "i32", 8: "i64"}[k])
            whole = f"%s{self.counter}"
            width = bits(one.kind)
            small = [] if lanes == width else [f"{whole}.t = trunc i{width} {whole} to i{lanes}"]

            def act(env):
                env[m.name] = [env[one.name][0] >> i & 1 for i in range(lanes)]

            self.add([f"{whole} = bitcast {one} to i{width}"] + small +
                     [f"{m.name} = bitcast i{lanes} {whole}{'.t' if small else ''} to {m.type}"], act, (m,), (one,))
            self.masks.append(m)
            return m
        if how == 5:
            a = self.any_value(lanes, r.choice(INTEGERS))
            return self.define(m, f"trunc {a} to {m.type}", lambda x: [e & 1 for e in x], a)
        if how == 6 and lanes % 2 == 0 and lanes > 2:  # each lane several times, and none beyond
            half = [v for v in self.masks if v.lanes == lanes // 2]
            if half:
                a = r.choice(half)
                per = r.choice((2, 4))
                gap = r.random() < 0.4
                index = [i // per if not (gap and i % per == per - 1) else a.lanes for i in range(lanes)]
                return self.define(
                    m, f"shufflevector {a}, {a.type} zeroinitializer, {vector(lanes, 'i32')} {constant(index, 'i32')}",
                    lambda x: [(x + [0] * len(x))[i] for i in index], a)
        if old:
            a = r.choice(old)
            op = r.choice(("and", "or", "xor"))
            table = {"and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y}[op]
            if r.random() < 0.4:
                return self.define(m, f"xor {a}, splat (i1 true)", lambda x: [1 - e for e in x], a)
            if r.random() < 0.3:
                c = self.constant_mask(lanes)
                return self.define(m, f"{op} {a}, {constant(c, 'i1')}",
                                   lambda x: [table(e, f) for e, f in zip(x, c)], a)
            b = r.choice(old)
            return self.define(m, f"{op} {a}, {b.name}", lambda x, y: [table(e, f) for e, f in zip(x, y)], a, b)
        a = self.any_value(lanes, r.choice(INTEGERS))
        return self.define(m, f"icmp slt {a}, zeroinitializer", lambda x: [e >> (bits(a.kind) - 1) for e in x], a)

    def partial_mask(self, lanes):
        """A comparison of narrow values, of which some lanes are known to be off."""
        a = self.any_value(lanes, self.r.choice(("i8", "i16")))
        c = self.constant_mask(lanes)
        all_lanes, m = self.fresh(lanes, "i1"), self.fresh(lanes, "i1")
        self.define(all_lanes, f"icmp slt {a}, zeroinitializer", lambda x: [e >> (bits(a.kind) - 1) for e in x], a)
        return self.define(m, f"and {all_lanes}, {constant(c, 'i1')}",
                           lambda x: [e & f for e, f in zip(x, c)], all_lanes)

    @staticmethod
    def compare(predicate, width):
        tests = {"slt": lambda x, y: signed(x, width) < signed(y, width),
                 "sgt": lambda x, y: signed(x, width) > signed(y, width),
                 "eq": lambda x, y: x == y, "ne": lambda x, y: x != y,
                 "ult": lambda x, y: x < y, "uge": lambda x, y: x >= y}
        return lambda x, y: int(tests[predicate](x, y))

    def mask_operand(self, lanes):
        """(text, lanes(env), uses): a mask or a constant one."""
        how = self.r.random()
        if how < 0.35:
            c = self.constant_mask(lanes)
            return constant(c, "i1"), (lambda env: c), ()
        m = self.partial_mask(lanes) if how < 0.45 else self.any_mask(lanes)
        return m.name, (lambda env: env[m.name]), (m,)

    # Memory.

    def address(self, size, lines):
        """(name, place(env), alignment): somewhere in an argument or the local array."""
        r = self.r
        base = r.choice(["%a", "%a", "%b", "%c"] + (["%local", "%local"] if self.local else []))
        start = 0 if base == "%local" else self.places["%a %b %c".split().index(base)]
        offset = size * r.choice((0, 0, 0, 1, 2, 3, 4, 8, 16)) if r.random() < 0.9 else r.randrange(16)
        loop = self.loops[-1] if self.loops and r.random() < 0.6 else None
        stride = size * r.choice((1, 1, 2, 4, 8)) if loop is not None else 0
        known = r.random() < 0.8
        self.counter += 1
        name = f"%p{self.counter}"
        alignment = 64
        for what in (start, offset, stride, 0 if known else size):
            while what % alignment:
                alignment //= 2
        alignment = min(alignment, r.choice((64, size, 1)) if r.random() < 0.5 else size)
        at = base
        if offset or r.random() < 0.2:
            lines.append(f"{name}.o = getelementptr i8, ptr {at}, i64 {offset}")
            at = f"{name}.o"
        if loop is not None:
            lines += [f"{name}.m = mul i64 %i{loop}, {stride}", f"{name}.i = getelementptr i8, ptr {at}, i64 {name}.m"]
            at = f"{name}.i"
        if not known:
            lines += [f"{name}.s = mul i64 %n, {size}", f"{name}.n = getelementptr i8, ptr {at}, i64 {name}.s"]
            at = f"{name}.n"

        def place(env):
            return (env[base] + offset + (env[f"%i{loop}"] * stride if loop is not None else 0) +
                    (0 if known else env["%n"] * size))

        return at, place, alignment

    def load(self, lanes, kind):
        size = LANE_BYTES[kind]
        lines = []
        at, place, alignment = self.address(size, lines)
        v = self.fresh(lanes, kind)

        def act(env):
            env[v.name] = load_lanes(env["memory"], place(env), lanes, size)

        self.add(lines + [f"{v.name} = load {v.type}, ptr {at}, align {alignment}"], act, (v,))
        self.values.append(v)
        return v

    def masked_load(self, expand=False):
        lanes, kind = self.lanes, self.r.choice(INTEGERS if expand else KINDS)
        size = LANE_BYTES[kind]
        lines = []
        at, place, alignment = self.address(size, lines)
        mask, lanes_on, uses = self.mask_operand(lanes)
        selects = self.r.random() < 0.3
        if selects or self.r.random() < 0.6:
            other, text = None, "poison" if selects else "zeroinitializer"
        else:
            other = self.any_value(lanes, kind)
            text = other.name
            uses += (other,)
        v = self.fresh(lanes, kind)
        other_name = other.name if other else None
        if selects:
            chosen = self.any_value(lanes, kind)
            uses += (chosen,)
            other_name = chosen.name

        def act(env):
            on, memory, start = lanes_on(env), env["memory"], place(env)
            result = list(env[other_name]) if other_name else [0] * lanes
            which = 0
            for i in range(lanes):
                if on[i]:
                    result[i] = load_lanes(memory, start + (which if expand else i) * size, 1, size)[0]
                    which += 1
            env[v.name] = result

        what = "expandload" if expand else "load"
        loaded = v.name + (".l" if selects else "")
        lines.append(f"{loaded} = call {v.type} @llvm.masked.{what}.{suffix(lanes, kind)}{'' if expand else '.p0'}"
                     f"(ptr align {alignment} {at}, {vector(lanes, 'i1')} {mask}, {v.type} {text})")
        if selects:
            lines.append(f"{v.name} = select {vector(lanes, 'i1')} {mask}, {v.type} {loaded}, {chosen}")
        self.add(lines, act, (v,), uses)
        self.values.append(v)
        return v

    def store(self, v=None):
        v = v or self.any_value()
        size = LANE_BYTES[v.kind]
        lines = []
        at, place, alignment = self.address(size, lines)

        def act(env):
            start = place(env)
            for i, x in enumerate(env[v.name]):
                store_lane(env["memory"], start + i * size, size, x)

        self.add(lines + [f"store {v}, ptr {at}, align {alignment}"], act, (), (v,))

    def narrowed(self):
        """A truncation of something, also of what is clamped before. Code generation has stores that do that, too."""
        a = self.any_value(None, self.r.choice(("i16", "i32", "i64", "i64")))
        kind = self.r.choice([k for k in INTEGERS if bits(k) < bits(a.kind)])
        every = (1 << bits(kind)) - 1
        if self.r.random() < 0.3:
            clamped = self.fresh(a.lanes, a.kind)
            a = self.define(clamped, f"call {a.type} @llvm.umin.{suffix(a.lanes, a.kind)}({a}, {a.type} splat "
                            f"({a.kind} {every}))", lambda x: [min(e, every) for e in x], a)
        v = self.fresh(a.lanes, kind)
        return self.define(v, f"trunc {a} to {v.type}", lambda x: [e & every for e in x], a)

    def masked_store(self, compress=False):
        v = self.narrowed() if self.r.random() < 0.3 else self.any_value(None, "i32" if compress else None)
        size = LANE_BYTES[v.kind]
        lines = []
        at, place, alignment = self.address(size, lines)
        mask, lanes_on, uses = self.mask_operand(v.lanes)

        def act(env):
            on, start, which = lanes_on(env), place(env), 0
            for i, x in enumerate(env[v.name]):
                if on[i]:
                    store_lane(env["memory"], start + (which if compress else i) * size, size, x)
                    which += 1

        what = "compressstore" if compress else "store"
        lines.append(f"call void @llvm.masked.{what}.{suffix(v.lanes, v.kind)}{'' if compress else '.p0'}"
                     f"({v}, ptr align {alignment} {at}, {vector(v.lanes, 'i1')} {mask})")
        self.add(lines, act, (), uses + (v,))

    def indexed(self, lanes, size):
        """(lines, name of the vector of addresses, offsets(env), uses, alignment)."""
        r = self.r
        lines, uses = [], ()
        at, place, alignment = self.address(size, lines)
        self.counter += 1
        name = f"%g{self.counter}"
        wide = r.choice(("i64", "i32"))
        if r.random() < 0.5:
            step = r.choice((1, 1, -1, 2, 3, 0))
            index = [i * step - min(0, (lanes - 1) * step) for i in range(lanes)]
            text, offsets = constant(index, wide), (lambda env: index)
        else:
            v = self.any_value(lanes, r.choice(INTEGERS))
            top = r.choice((1, 3, 7, 15, 63))
            lines.append(f"{name}.a = and {v}, splat ({v.kind} {top})")
            text = f"{name}.a"
            if v.kind != wide:
                cast = r.choice(("zext", "sext")) if bits(v.kind) < bits(wide) else "trunc"
                lines.append(f"{name}.x = {cast} {v.type} {name}.a to {vector(lanes, wide)}")
                text = f"{name}.x"
            uses, offsets = (v,), (lambda env: [x & top for x in env[v.name]])
        element = {1: "i8", 2: "i16", 4: "i32", 8: "i64"}[size]
        lines.append(f"{name} = getelementptr {element}, ptr {at}, {vector(lanes, wide)} {text}")
        return lines, name, (lambda env: [place(env) + i * size for i in offsets(env)]), uses, min(alignment, size)

    def gather(self):
        lanes, kind = self.lanes, self.r.choice(KINDS)
        size = LANE_BYTES[kind]
        lines, name, places, uses, alignment = self.indexed(lanes, size)
        mask, lanes_on, mask_uses = self.mask_operand(lanes)
        other = self.any_value(lanes, kind) if self.r.random() < 0.4 else None
        v = self.fresh(lanes, kind)

        def act(env):
            on, other_lanes = lanes_on(env), env[other.name] if other else [0] * lanes
            env[v.name] = [load_lanes(env["memory"], p, 1, size)[0] if o else x
                           for p, o, x in zip(places(env), on, other_lanes)]

        lines.append(f"{v.name} = call {v.type} @llvm.masked.gather.{suffix(lanes, kind)}.v{lanes}p0"
                     f"({vector(lanes, 'ptr')} align {alignment} {name}, {vector(lanes, 'i1')} {mask}, "
                     f"{v.type} {other.name if other else 'zeroinitializer'})")
        self.add(lines, act, (v,), uses + mask_uses + ((other,) if other else ()))
        self.values.append(v)

    def scatter(self):
        v = self.any_value()
        size = LANE_BYTES[v.kind]
        lines, name, places, uses, alignment = self.indexed(v.lanes, size)
        mask, lanes_on, mask_uses = self.mask_operand(v.lanes)

        def act(env):
            for x, p, o in zip(env[v.name], places(env), lanes_on(env)):
                if o:
                    store_lane(env["memory"], p, size, x)

        lines.append(f"call void @llvm.masked.scatter.{suffix(v.lanes, v.kind)}.v{v.lanes}p0"
                     f"({v}, {vector(v.lanes, 'ptr')} align {alignment} {name}, {vector(v.lanes, 'i1')} {mask})")
        self.add(lines, act, (), uses + mask_uses + (v,))

    # Values of values.

    def arithmetic(self):
        r = self.r
        a = self.any_value(None, r.choice(INTEGERS))
        width = bits(a.kind)
        every = (1 << width) - 1
        v = self.fresh(a.lanes, a.kind)
        op = r.choice(("add", "sub", "mul", "and", "or", "xor", "lshr", "ashr", "shl", "umin", "smin", "umax", "smax"))
        table = {"add": lambda x, y: x + y & every, "sub": lambda x, y: x - y & every,
                 "mul": lambda x, y: x * y & every, "and": lambda x, y: x & y, "or": lambda x, y: x | y,
                 "xor": lambda x, y: x ^ y, "lshr": lambda x, y: x >> y, "shl": lambda x, y: x << y & every,
                 "ashr": lambda x, y: (signed(x, width) >> y) & every, "umin": min, "umax": max,
                 "smin": lambda x, y: min((x, y), key=lambda e: signed(e, width)),
                 "smax": lambda x, y: max((x, y), key=lambda e: signed(e, width))}[op]
        if op.endswith(("shr", "shl")) or r.random() < 0.4:
            if op.endswith(("shr", "shl")):
                c = r.choice((r.randrange(width), width // 2))
            else:
                c = r.choice((1, 3, 0x7f, 0xff, 0xff80, 0x7fff, 0xffff, r.getrandbits(width), every)) & every
            b, text = None, f"splat ({a.kind} {c})"
        else:
            b = self.any_value(a.lanes, a.kind)
            text = b.name
        line = (f"call {v.type} @llvm.{op}.{suffix(v.lanes, v.kind)}({a}, {a.type} {text})" if op[1:] in ("min", "max")
                else f"{op} {a}, {text}")
        if b:
            return self.define(v, line, lambda x, y: [table(e, f) for e, f in zip(x, y)], a, b)
        return self.define(v, line, lambda x: [table(e, c) for e in x], a)

    def quotient(self, of=None):
        """A division by a constant, of bytes more often, which backends make of what they have."""
        r = self.r
        a = of or self.any_value(None, r.choice(INTEGERS + ("i8", "i8")))
        width = bits(a.kind)
        is_signed, remains = r.random() < 0.5, r.random() < 0.3
        c = r.choice((3, 7, 9, 10, 13, 100, 127, r.randrange(1, 128)))
        if is_signed and r.random() < 0.3:
            c = -max(c, 2)
        v = self.fresh(a.lanes, a.kind)

        def lane(x):
            x = signed(x, width) if is_signed else x
            whole = abs(x) // abs(c) * (1 if (x < 0) == (c < 0) else -1)
            return (x - whole * c if remains else whole) % (1 << width)

        return self.define(v, f"{'s' if is_signed else 'u'}{'rem' if remains else 'div'} {a}, splat ({a.kind} {c})",
                           lambda x: [lane(e) for e in x], a)

    def pairs(self):
        """Two narrow values in the halves of a wide one, in order or reversed: elements of memory that packs write."""
        r = self.r
        a = self.any_value(None, r.choice(("i8", "i8", "i16", "i32")))
        b = self.any_value(a.lanes, a.kind)
        a, b = (self.quotient(x) if r.random() < 0.5 else x for x in (a, b))
        width = bits(a.kind)
        index = list(range(a.lanes)) if r.random() < 0.4 else list(range(a.lanes - 1, -1, -1))
        v = self.fresh(a.lanes, f"i{2 * width}")

        def act(env):
            env[v.name] = [env[a.name][i] | env[b.name][i] << width for i in index]

        lines = []
        for part, x in (("low", a), ("high", b)):
            lines += [f"{v.name}.{part}.s = shufflevector {x}, {x.type} poison, {vector(a.lanes, 'i32')} "
                      f"{constant(index, 'i32')}",
                      f"{v.name}.{part} = zext {x.type} {v.name}.{part}.s to {v.type}"]
        self.add(lines + [f"{v.name}.up = shl nuw {v.type} {v.name}.high, splat ({v.kind} {width})",
                          f"{v.name} = or disjoint {v.type} {v.name}.up, {v.name}.low"], act, (v,), (a, b))
        self.values.append(v)
        return v

    def cast(self):
        r = self.r
        a = self.any_value(None, r.choice(INTEGERS + ("i64", "float", "double")))
        width = bits(a.kind)
        if a.kind in FORMATS:
            if not a.finite:
                v = self.fresh(a.lanes, f"i{width}")
                return self.define(v, f"bitcast {a} to {v.type}", list, a)
            kind = {"float": "double", "double": "float"}[a.kind]
            v = self.fresh(a.lanes, kind, True)
            return self.define(v, f"{'fpext' if kind == 'double' else 'fptrunc'} {a} to {v.type}",
                               lambda x: [float_bits(kind, number(a.kind, e)) for e in x], a)
        if r.random() < 0.3 and width <= 32:
            kind = r.choice(("float", "double") if width == 32 else ("half", "float", "double"))
            v = self.fresh(a.lanes, kind, kind != "half")
            return self.define(v, f"sitofp {a} to {v.type}",
                               lambda x: [float_bits(kind, float(signed(e, width))) for e in x], a)
        if r.random() < 0.15 and width > 8 and width != 64:
            kind = {16: "half", 32: "float"}[width]
            v = self.fresh(a.lanes, kind)
            return self.define(v, f"bitcast {a} to {v.type}", list, a)
        kind = r.choice([k for k in INTEGERS if k != a.kind])
        v = self.fresh(a.lanes, kind)
        every = (1 << bits(kind)) - 1
        if bits(kind) < width:
            return self.define(v, f"trunc {a} to {v.type}", lambda x: [e & every for e in x], a)
        if r.random() < 0.5:
            return self.define(v, f"zext {a} to {v.type}", list, a)
        return self.define(v, f"sext {a} to {v.type}", lambda x: [signed(e, width) & every for e in x], a)

    def scalars(self):
        """Lanes that become scalars, with much the same operations each, and then a vector or their sum: work for the
        SLP vectorizer. Operations have the flags that are true for every value the lanes can have."""
        r = self.r
        a = self.any_value(r.choice((2, 4, 4, 8)), r.choice(("i8", "i8", "i16", "i32")))
        b = self.any_value(a.lanes, a.kind)
        kind = r.choice([k for k in INTEGERS if bits(k) > bits(a.kind)] + [a.kind])
        v = self.fresh(1 if r.random() < 0.25 else a.lanes, kind)
        steps = [(r.choice((("add", "sub"), ("add", "sub"), ("mul", "shl"), ("and", "or", "xor"), ("lshr", "ashr"))),
                  r.random() < 0.6) for _ in range(r.randrange(1, 4))]
        extension = r.choice(("zext", "sext"))
        lines, scalars = [], []
        for i in range(a.lanes):
            x, y = (Scalar.lane(lines, f"{v.name}.{n}{i}", source, i, kind, extension)
                    for n, source in (("x", a), ("y", b)))
            for position, (operations, has_constant) in enumerate(steps):
                op = r.choice(operations) if r.random() < 0.5 else operations[0]
                other = Scalar.constant(r, kind, op) if has_constant or op in ("shl", "lshr", "ashr") else y
                x, other = (other, x) if op == "sub" and r.random() < 0.3 else (x, other)
                x = Scalar.operation(r, lines, f"{v.name}.{position}_{i}", op, x, other)
            scalars.append(x)
        if v.lanes == 1:
            while len(scalars) > 1:
                scalars[:2] = [Scalar.operation(r, lines, f"{v.name}.sum{len(scalars)}", "add", *scalars[:2])]
        before = "poison"
        for i, x in enumerate(scalars):
            name = v.name if i == len(scalars) - 1 else f"{v.name}.v{i}"
            lines.append(f"{name} = insertelement {v.type} {before}, {kind} {x.text}, i32 {i}")
            before = name

        def act(env):
            env[v.name] = [x.compute(env) for x in scalars]

        self.add(lines, act, (v,), (a, b))
        self.values.append(v)
        return v

    def of_mask(self):
        m = self.any_mask(self.lanes)
        kind = self.r.choice(INTEGERS)
        v = self.fresh(m.lanes, kind)
        every = (1 << bits(kind)) - 1
        if self.r.random() < 0.5:
            return self.define(v, f"zext {m} to {v.type}", list, m)
        return self.define(v, f"sext {m} to {v.type}", lambda x: [every * e for e in x], m)

    def select(self):
        a = self.any_value()
        b = self.any_value(a.lanes, a.kind)
        m = self.any_mask(a.lanes)
        v = self.fresh(a.lanes, a.kind, a.finite and b.finite)
        return self.define(v, f"select {m}, {a}, {b}",
                           lambda c, x, y: [e if t else f for t, e, f in zip(c, x, y)], m, a, b)

    def shuffle(self):
        r = self.r
        a = self.any_value()
        b = self.any_value(a.lanes, a.kind)
        n = a.lanes
        how = r.randrange(6)
        if how == 0:
            index = list(range(n - 1, -1, -1))
        elif how == 1 and n <= 32:
            index = [i // 2 + n * (i % 2) for i in range(2 * n)]
        elif how == 2 and n > 1:
            index = [2 * i + r.choice((0, 0, 1)) for i in range(n // 2)]
            if r.random() < 0.5:
                index = list(range(0, n - 1, 2))
        elif how == 3 and n > 1:
            start = r.choice((0, n // 2))
            index = list(range(start, start + n // 2))
        elif how == 4 and n <= 32:
            index = list(range(2 * n))
        else:
            index = [r.randrange(2 * n) for _ in range(n)]
        v = self.fresh(len(index), a.kind, a.finite and b.finite)
        return self.define(v, f"shufflevector {a}, {b}, {vector(len(index), 'i32')} {constant(index, 'i32')}",
                           lambda x, y: [(x + y)[i] for i in index], a, b)

    def lane(self):
        a = self.any_value()
        b = self.any_value(self.lanes, a.kind)
        i, j = self.r.randrange(a.lanes), self.r.randrange(b.lanes)
        v = self.fresh(b.lanes, b.kind, a.finite and b.finite)

        def act(env):
            env[v.name] = list(env[b.name])
            env[v.name][j] = env[a.name][i]

        self.add([f"{v.name}.e = extractelement {a}, i32 {i}",
                  f"{v.name} = insertelement {b}, {b.kind} {v.name}.e, i32 {j}"], act, (v,), (a, b))
        self.values.append(v)

    def scalar_store(self):
        a = self.any_value()
        size = LANE_BYTES[a.kind]
        lines = []
        at, place, alignment = self.address(size, lines)
        i = self.r.randrange(a.lanes)
        self.counter += 1
        name = f"%e{self.counter}"
        self.add(lines + [f"{name} = extractelement {a}, i32 {i}",
                          f"store {a.kind} {name}, ptr {at}, align {min(alignment, size)}"],
                 lambda env: store_lane(env["memory"], place(env), size, env[a.name][i]), (), (a,))

    def result(self, v):
        """Writes a value where nothing reads."""
        size = LANE_BYTES[v.kind]
        offset, self.slot = self.slot, (self.slot + 512) % 8192
        self.counter += 1
        name = f"%r{self.counter}"

        def act(env):
            for i, x in enumerate(env[v.name]):
                store_lane(env["memory"], env["%out"] + offset + i * size, size, x)

        self.add([f"{name} = getelementptr i8, ptr %out, i64 {offset}", f"store {v}, ptr {name}, align 8"],
                 act, (), (v,))

    # Programs.

    def step(self):
        if self.r.random() < self.share_of_scalars:
            return self.scalars()
        how = self.r.randrange(100)
        for limit, make in ((16, self.masked_load), (34, self.masked_store), (40, self.gather), (46, self.scatter),
                            (49, self.store), (51, self.scalar_store), (58, self.arithmetic), (61, self.quotient),
                            (64, self.pairs), (71, self.cast), (74, self.of_mask), (80, self.select),
                            (87, self.shuffle), (90, self.lane), (92, lambda: self.masked_load(True)),
                            (94, lambda: self.masked_store(self.compresses))):
            if how < limit:
                return make()
        return self.mask(self.lanes)

    def nested(self, make):
        """The steps that make() adds, whose values nothing outside sees."""
        outer, self.steps = self.steps, []
        values, masks = list(self.values), list(self.masks)
        make()
        inner, self.steps = self.steps, outer
        made = self.values[len(values):]
        self.values, self.masks = values, masks
        return inner, made

    def steps_and_nests(self, count, depth):
        while count > 0:
            how = self.r.random()
            size = min(count, self.r.randrange(2, 9))
            if depth < 2 and how < 0.08:
                self.counter += 1
                i = self.counter
                self.loops.append(i)
                trips = self.r.choice((2, 3, 4, "%n"))
                body, _ = self.nested(lambda: self.steps_and_nests(size, depth + 1))
                self.loops.pop()
                self.steps.append(Loop(i, trips, body))
                count -= size
            elif depth < 2 and how < 0.15:
                m = self.any_mask(self.lanes)
                body, made = self.nested(lambda: self.steps_and_nests(size, depth + 1))
                self.counter += 1
                merged = []
                for inside in made:
                    outside = [v for v in self.values if v.lanes == inside.lanes and v.kind == inside.kind]
                    if outside and self.r.random() < 0.5:
                        other = self.r.choice(outside)
                        both = self.fresh(inside.lanes, inside.kind, inside.finite and other.finite)
                        merged.append((both, inside, other))
                self.steps.append(If(self.counter, m, body, merged))
                self.values += [v for v, _, _ in merged]
                count -= size
            else:
                self.step()
                count -= 1

    def function(self):
        if self.local:
            def act(env):
                env["%local"] = ARENA
                env["memory"][ARENA:ARENA + LOCAL_BYTES] = env["memory"][self.places[0]:self.places[0] + LOCAL_BYTES]

            self.add([f"%local = alloca [{LOCAL_BYTES} x i8], align 64",
                      f"call void @llvm.memcpy.p0.p0.i64(ptr align 64 %local, ptr %a, i64 {LOCAL_BYTES}, i1 false)"], act)
            self.steps[-1].stays = True
        self.steps_and_nests(self.r.choice((4, 6, 8, 12, 16, 24, 32)), 0)
        for v in self.values:
            if self.r.random() < 0.25:
                self.result(v)
        if self.local and self.r.random() < 0.8:
            for _ in range(2):
                self.result(self.load(self.lanes, self.r.choice(INTEGERS)))
        return Function(self.name, self.places, self.noalias, self.steps)


def function(name, seed, scalars=0, compresses=True):
    """The share of steps that work on scalars is between 0 and 1. Stores may compress."""
    return Generator(name, seed, scalars, compresses).function()
