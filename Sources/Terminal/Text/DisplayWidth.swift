internal import CUTF8Proc

/// Columns that text takes in a terminal, by grapheme, from utf8proc's tables rather than the C library's: those know
/// graphemes only as a sum of code points, and differ from machine to machine.
public enum DisplayWidth {
    /// 1 or 2: a grapheme in a cell is never without a column.
    public static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii == 0x0D ? 2 : 1 }
        var width = 1
        var regionalIndicators = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F { return 2 }
            if (0x1F1E6...0x1F1FF).contains(scalar.value) { regionalIndicators += 1 }
            width = max(width, columns(of: scalar))
        }
        return regionalIndicators == 2 ? 2 : min(width, 2)
    }

    static func columns(of scalar: Unicode.Scalar) -> Int {
        Int(utf8proc_charwidth(utf8proc_int32_t(bitPattern: scalar.value)))
    }
}
