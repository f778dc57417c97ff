#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of weft_image_srgb.h: the linear values of the 256 codes of sRGB, rounded to float; and lines that give
the codes of linear values from 2^-13 to 1, one for each eighth of an octave."""

import decimal
import fractions
import struct

decimal.getcontext().prec = 60


def linear(code):
    c = decimal.Decimal(code) / 255
    if c <= decimal.Decimal("0.04045"):
        return c / decimal.Decimal("12.92")
    return ((c + decimal.Decimal("0.055")) / decimal.Decimal("1.055")) ** decimal.Decimal("2.4")


def nearest_float(value):
    """The float nearest to `value`, also where that of the nearest double is another one."""
    exact = fractions.Fraction(value)
    bits = struct.unpack("<I", struct.pack("<f", float(value)))[0]
    near = [struct.unpack("<f", struct.pack("<I", b))[0] for b in range(max(bits - 1, 0), bits + 2)]
    return min(near, key=lambda f: abs(fractions.Fraction(f) - exact))


def coded(value):
    """What is rounded to a code, as a double."""
    return 255 * (12.92 * value if value < 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


def line(part):
    """The start in units of 1 / 128 and the slope in 1 / 65536, by 256ths of the part, that have the least error."""
    bits = 0x39000000 + (part << 20)
    middle = [struct.unpack("<f", struct.pack("<I", bits + (t << 12) + 0x800))[0] for t in range(256)]
    wanted = [65536 * (coded(value) + 0.5) for value in middle]
    chord = int((wanted[-1] - wanted[0]) / 255)
    best = None
    for slope in range(chord - 3, chord + 5):
        rest = [w - slope * t for t, w in enumerate(wanted)]
        start = round((max(rest) + min(rest)) / 2 / 512)
        error = max(max(rest) - start * 512, start * 512 - min(rest))
        best = min(best or (error, start, slope), (error, start, slope))
    return best


def main():
    text = [nearest_float(linear(code)).hex() + "f" for code in range(256)]
    for first in range(0, 256, 4):
        print("    " + ", ".join(text[first:first + 4]) + ",")
    lines = [line(part) for part in range(104)]
    text = [f"0x{start << 16 | slope:08x}" for _, start, slope in lines]
    for first in range(0, 104, 8):
        print("    " + ", ".join(text[first:first + 8]) + ",")
    print(f"// at most {max(lines)[0] / 65536:.3f} from what is rounded")


if __name__ == "__main__":
    main()
