internal import Basics

/// How plausible a text is in a code page: letters of one script beside each other, no controls, signs of currencies beside digits.
enum CodePageScore {
    /// Less than any other for bytes that are no text of the code page.
    static func score(of bytes: [UInt8], in codePage: String) -> Int {
        guard let converted = text(of: bytes, in: codePage) else { return .min }
        let scalars = Array(String(decoding: converted, as: UTF8.self).unicodeScalars)
        var score = 0
        for (index, scalar) in scalars.enumerated() where !scalar.isASCII {
            let neighbours = [index - 1, index + 1].compactMap { scalars.indices.contains($0) ? scalars[$0] : nil }
            score += Self.score(of: scalar, before: index > 0 ? scalars[index - 1] : " ", neighbours)
        }
        return score
    }

    /// The end of a sample may be within a character.
    private static func text(of bytes: [UInt8], in codePage: String) -> [UInt8]? {
        CharacterSets.converted(bytes, from: codePage)
            ?? CharacterSets.converted(Array(bytes.dropLast()), from: codePage)
    }

    private enum Script { case latin, cyrillic, eastAsian, other }

    private static func script(of scalar: Unicode.Scalar) -> Script? {
        guard scalar.properties.isAlphabetic else { return nil }
        switch scalar.value {
        case 0..<0x250, 0x1E00..<0x1F00: return .latin
        case 0x400..<0x530: return .cyrillic
        case 0x3000..<0xA000, 0xAC00..<0xD800: return .eastAsian
        default: return .other
        }
    }

    private static func score(
        of scalar: Unicode.Scalar, before: Unicode.Scalar, _ neighbours: [Unicode.Scalar]
    ) -> Int {
        let scripts = neighbours.compactMap(script)
        let properties = scalar.properties
        switch script(of: scalar) {
        case .eastAsian:
            // Two bytes each; with Latin letters only where a word begins or ends: alone in a Latin word it is a letter with a mark and the
            // next letter.
            if scripts.contains(.cyrillic) || scripts.contains(.other) { return -2 }
            return scripts.contains(.eastAsian) ? 4 : scripts.contains(.latin) ? -2 : 1
        case .other?: return -2
        case let own?:
            if scripts.contains(where: { $0 != own }) { return -2 }
            // A letter that is large behind a small one, or alone among digits, is none.
            if properties.isUppercase, before.properties.isLowercase { return -2 }
            if scripts.isEmpty { return neighbours.contains { $0.properties.numericType != nil } ? -2 : 0 }
            // In a Latin word most letters have no mark.
            let isBesideMarked = own == .latin && neighbours.contains { !$0.isASCII && script(of: $0) == .latin }
            return isBesideMarked ? 0 : 2
        case nil: break
        }
        switch properties.generalCategory {
        case .control, .privateUse, .unassigned: return -8
        case .currencySymbol: return scripts.isEmpty ? 2 : -2
        case .mathSymbol, .modifierSymbol, .otherSymbol, .otherNumber: return scripts.isEmpty ? 0 : -2
        default: return 0
        }
    }
}
