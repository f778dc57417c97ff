#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of weft_image_srgb.h: the linear values of the 256 codes of sRGB, rounded to float."""

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


def main():
    text = [nearest_float(linear(code)).hex() + "f" for code in range(256)]
    for first in range(0, 256, 4):
        print("    " + ", ".join(text[first:first + 4]) + ",")


if __name__ == "__main__":
    main()
