internal import Terminal

/// Conversion of terminal input to keys.
extension Key {
    /// The key that types a code point; nil if there is none.
    init?(scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x00: self.init(.character(" "), .control)
        case 0x08, 0x7F: self.init(.backspace)
        case 0x09: self.init(.tab)
        case 0x0A, 0x0D: self.init(.enter)
        case 0x1B: self.init(.escape)
        case 0x01...0x1A: self = .control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60))))
        case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(UInt8(scalar.value + 0x40))))
        case 0x80..<0xA0: return nil
        default: self.init(Character(scalar))
        }
    }

    func adding(_ more: Modifiers) -> Key { Key(code, modifiers.union(more)) }

    /// Adds modifiers to a key reported by its unshifted character: with Shift it becomes another character.
    func adding(_ more: Modifiers, shifted: Int?) -> Key {
        guard case .character(let character) = code, character != " ", more.contains(.shift) else {
            return adding(more)
        }
        var more = more
        more.remove(.shift)
        if more.contains(.control) { return adding(more) }
        if let shifted, let scalar = UInt32(exactly: shifted).flatMap(Unicode.Scalar.init) {
            return Key(.character(Character(scalar)), more)
        }
        let upper = character.uppercased()
        return Key(.character(upper.count == 1 ? Character(upper) : character), more)
    }
}

extension Key.Modifiers {
    /// The modifier parameter of `CSI 1;5A`: one more than the sum of Shift 1, Alt 2, Control 4; further modifiers are ignored.
    init(parameter: Int?) {
        let bits = max(0, (parameter ?? 1) - 1)
        self = []
        if bits & 1 != 0 { insert(.shift) }
        if bits & 2 != 0 { insert(.alt) }
        if bits & 4 != 0 { insert(.control) }
    }
}
