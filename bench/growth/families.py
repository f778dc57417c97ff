# SPDX-License-Identifier: Apache-2.0
"""Programs that grow in one direction each: FAMILIES[name](n) is OpenCL C of size n.

All kernels take (global uint *o, global uint *in, uint n), so that they can be run as well.
"""

import random

HEAD = "kernel void k(global uint *o, global uint *in, uint n)\n{ uint i = get_global_id(0), s = in[i];\n"
TAIL = "  o[i] = s;\n}\n"


def kernel(lines, head=HEAD):
    return head + "".join(f"  {line}\n" for line in lines) + TAIL


def lines(n):
    """Straight: each line needs the one before."""
    return kernel(f"s = (s ^ {j * 2654435761 % 4294967296}u) * 5u + in[(s + {j}u) & 0xfff];" for j in range(n))


def branches(n):
    """Work-items part at each line and meet behind it."""
    return kernel(f"if (s & {1 << j % 20}u) s = s * 5u + {j}u; else s ^= in[{j % 4096}];" for j in range(n))


def chain(n):
    """One branch with n ways, as else if."""
    tests = "".join(f"  if (s == {j * 7}u) s += in[{j % 4096}]; else\n" for j in range(n))
    return HEAD + tests + "  s = 1;\n" + TAIL


def loops(n):
    """Loops of different lengths for each work-item, one behind the other."""
    return kernel(f"for (uint j = 0; j < (s & 7u); j++) s = s * 3u + in[j + {j % 4096}];" for j in range(n))


def switch(n):
    """A switch with n cases."""
    cases = "".join(f"  case {j}: s = s * {2 * j + 1}u + in[{j * 7 % 4096}]; break;\n" for j in range(n))
    return HEAD + f"  switch (s % {n}u) {{\n{cases}  }}\n" + TAIL


def goto(n):
    """Loops that are entered and left everywhere."""
    labels = "".join(f"L{j}: s = s * 5u + {j}u; if (c++ > 100) goto end; if (s & {1 << j % 20}u) goto L{(7 * j + 3) % n};\n"
                     for j in range(n))
    return HEAD + "  uint c = 0;\n" + labels + "end:\n" + TAIL


def barriers(n):
    """Values that go from one work-item to another, over and over."""
    body = [f"l[j] = s; barrier(CLK_LOCAL_MEM_FENCE); s += l[(j + {t}u) & 63u]; barrier(CLK_LOCAL_MEM_FENCE);"
            for t in range((n + 1) // 2)]
    return kernel(["local uint l[64]; uint j = get_local_id(0);"] + body)


def calls(n):
    """Calls of the kernel library that all work-items make with the same arguments."""
    lines_ = "".join(f"  o[{j}] = as_uint(pow(as_float(in[{j}]), as_float(in[{j + 1000}])));\n" for j in range(n))
    return "kernel void k(global uint *o, global uint *in, uint n)\n{\n" + lines_ + "}\n"


def math(n):
    """The same with arguments of its own for each work-item."""
    names = ("pow(as_float(s), 1.5f)", "sin(as_float(s))", "exp(as_float(s))", "log(as_float(s))")
    return kernel(f"s ^= as_uint({names[j % 4]}) + {j}u;" for j in range(n))


def functions(n):
    """Functions that call two others each, on one argument."""
    text = "uint f0(uint s) { return s * 5u + 1u; }\n"
    for j in range(1, n):
        text += f"uint f{j}(uint s) {{ if (s & {1 << j % 20}u) return s * 3u + {j}u; return f{j // 2}(s ^ {j}u) + 1u; }}\n"
    return text + kernel([f"s += f{j}(s);" for j in range(n)])


def kernels(n):
    """Many kernels in a program."""
    return "".join(f"kernel void k{j or ''}(global uint *o, global uint *in, uint n)\n"
                   f"{{ uint i = get_global_id(0); for (uint t = 0; t < {j % 5}u; t++) o[i + t] = in[i] * {j}u; }}\n"
                   for j in range(n))


def private(n):
    """A private array of n KiB."""
    return kernel([f"uint a[{n} * 256];", f"for (uint j = 0; j < {n} * 256u; j++) a[j] = j * in[j & 0xfffu];",
                   f"s = a[s % ({n} * 256u)];"])


def arrays(n):
    """Private arrays of 16 elements."""
    return kernel(f"uint a{j}[16]; for (uint t = 0; t < 16; t++) a{j}[t] = s + t; a{j}[s & 15u] = {j}u; s += a{j}[(s >> 4) & 15u];"
                  for j in range(n))


def stores(n):
    """Stores to places that work-items choose."""
    return kernel(f"o[(s + {j * 64}u) & 0xffffu] = s; s = s * 5u + {j}u;" for j in range(n))


def sums(n):
    """One expression of n operands."""
    return kernel(["s = s" + "".join(f"\n    + in[(i + {j}u) & 0xfffu]" for j in range(n)) + ";"])


def mixed(n):
    """n random statements, nested up to four deep."""
    chance = random.Random(n)
    left = n

    def expression(depth=2):
        kind = chance.randrange(6) if depth else chance.randrange(2)
        if kind == 0:
            return chance.choice(["s", "t", "u", "i", "a[s & 15u]"])
        if kind == 1:
            return f"{chance.randrange(1000)}u"
        if kind == 2:
            return f"in[({expression(depth - 1)}) & 0xfffu]"
        return f"({expression(depth - 1)} {chance.choice(['+', '-', '*', '^', '&', '|'])} {expression(depth - 1)})"

    def block(depth):
        nonlocal left
        text = []
        for _ in range(chance.randrange(2, 8)):
            if left <= 0:
                break
            left -= 1
            kind = chance.randrange(8) if depth else 0
            pad = "  " * (5 - depth)
            if kind == 5:
                text += [f"{pad}if ({expression()} & 1u) {{"] + block(depth - 1) + [f"{pad}}}"]
            elif kind == 6:
                text += [f"{pad}if (t > {expression()}) {{"] + block(depth - 1) + [f"{pad}}} else {{"] + \
                    block(depth - 1) + [f"{pad}}}"]
            elif kind == 7:
                c = f"c{left}"
                text += [f"{pad}for (uint {c} = 0; {c} < ({expression()} & 3u); {c}++) {{"] + block(depth - 1) + \
                    [f"{pad}  if (s == {chance.randrange(1000)}u) break;", f"{pad}}}"]
            else:
                text.append(f"{pad}{chance.choice(['s', 't', 'u', 'a[t & 15u]'])} = {expression(3)};")
        return text

    body = []
    while left > 0:
        body += block(4)
    return kernel(["uint t = s * 3u, u = n, a[16];", "for (uint j = 0; j < 16; j++) a[j] = s + j;"] + body +
                  ["s += t ^ u ^ a[i & 15u];"])


def rounds(n):
    """A loop whose variables come from one another, this way or that, and index."""
    variables = "".join(f"uint v{j} = i + {j}u; " for j in range(n))
    steps = "".join(f"    v{j} = (t & {1 << j % 20}u ? v{(j + 1) % n} : v{(j * 7 + 3) % n} + {j}u) & 0xfffu; s += in[v{j}];\n"
                    for j in range(n))
    return kernel([variables, "for (uint t = 0; t < n; t++) {\n" + steps + "  }"])


# Each with the largest size that is measured, and the one that the guard uses.
FAMILIES = {
    "lines": (lines, 10000, 1000),
    "sums": (sums, 10000, 500),
    "branches": (branches, 10000, 400),
    "chain": (chain, 3000, 400),
    "switch": (switch, 10000, 500),
    "loops": (loops, 3000, 100),
    "rounds": (rounds, 300, 30),
    "goto": (goto, 10000, 1000),
    "barriers": (barriers, 10000, 400),
    "calls": (calls, 10000, 400),
    "math": (math, 10000, 200),
    "functions": (functions, 3000, 100),
    "kernels": (kernels, 1000, 100),
    "private": (private, 10000, 1024),
    "arrays": (arrays, 1000, 30),
    "stores": (stores, 10000, 300),
    "mixed": (mixed, 3000, 200),
}
