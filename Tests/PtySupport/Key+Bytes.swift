public import Terminal

extension Key {
    /// The bytes that xterm sends for this key.
    public var bytes: [UInt8] {
        let parameter =
            1 + (modifiers.contains(.shift) ? 1 : 0) + (modifiers.contains(.alt) ? 2 : 0)
            + (modifiers.contains(.control) ? 4 : 0)
        func letter(_ final: String) -> String {
            parameter == 1 ? "\u{1B}[\(final)" : "\u{1B}[1;\(parameter)\(final)"
        }
        func number(_ number: Int) -> String {
            parameter == 1 ? "\u{1B}[\(number)~" : "\u{1B}[\(number);\(parameter)~"
        }
        let alt = modifiers.contains(.alt) ? "\u{1B}" : ""
        let text =
            switch code {
            case .character(let character): alt + typed(character)
            case .enter: alt + "\r"
            case .tab: modifiers.contains(.shift) ? "\u{1B}[Z" : alt + "\t"
            case .escape: alt + "\u{1B}"
            case .backspace: alt + "\u{7F}"
            case .delete: number(3)
            case .insert: number(2)
            case .up: letter("A")
            case .down: letter("B")
            case .right: letter("C")
            case .left: letter("D")
            case .home: letter("H")
            case .end: letter("F")
            case .pageUp: number(5)
            case .pageDown: number(6)
            case .function(let index): function(index, letter: letter, number: number)
            }
        return Array(text.utf8)
    }

    private func typed(_ character: Character) -> String {
        guard modifiers.contains(.control), let ascii = character.uppercased().utf8.first else {
            return String(character)
        }
        return String(Unicode.Scalar(ascii == UInt8(ascii: " ") ? 0 : ascii & 0x1F))
    }

    private func function(_ index: Int, letter: (String) -> String, number: (Int) -> String) -> String {
        switch index {
        case 1...4: letter(["P", "Q", "R", "S"][index - 1])
        case 5: number(15)
        case 6...10: number(index + 11)
        case 11...14: number(index + 12)
        case 15, 16: number(index + 13)
        default: number(index + 14)
        }
    }
}
