internal import Basics
internal import Terminal

/// The part of an escape sequence behind `ESC [` or `ESC O`: parameters and a final byte.
struct ControlSequence: Equatable, Sendable {
    enum Progress { case more, finished, broken }

    enum Meaning: Equatable {
        case key(Key)
        case mouse(MouseEvent)
        /// Three more bytes follow.
        case oldMouse
        case pasteStart
        case answer(TerminalAnswer)
        case nothing
    }

    private static let maximumBytes = 64

    private(set) var bytes: [UInt8]

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func consume(_ byte: UInt8) -> Progress {
        switch byte {
        case 0x20...0x3F where bytes.first == UInt8(ascii: "["): return .broken
        case UInt8(ascii: "$") where bytes.first?.isDigit == true:
            // rxvt ends keys with Shift by a `$`; a report that contains `$` begins with `?`.
            bytes.append(byte)
            return .finished
        case 0x20...0x3F:
            // Longer than any key's: ignored up to its final byte.
            if bytes.count <= Self.maximumBytes { bytes.append(byte) }
            return .more
        case UInt8(ascii: "[") where bytes.isEmpty:
            // The Linux console's function keys: ESC [ [ A.
            bytes.append(byte)
            return .more
        case 0x40...0x7E:
            bytes.append(byte)
            return .finished
        default: return .broken
        }
    }

    /// Numbers between semicolons, each split at colons (`a:b:c`). A missing one is nil.
    private var parameters: [[Int?]] {
        bytes.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
            field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
                guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
                return digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, 0x10FFFF) }
            }
        }
    }

    private func number(_ index: Int, part: Int = 0) -> Int? {
        let parameters = parameters
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    // MARK: - After ESC [

    var meaning: Meaning {
        guard let final = bytes.last, bytes.count <= Self.maximumBytes else { return .nothing }
        if bytes.first == UInt8(ascii: "<") { return mouse(final) }
        if bytes.first == UInt8(ascii: "["), bytes.count == 2 {
            return (0x41...0x45).contains(final) ? .key(Key(.function(Int(final) - 0x40))) : .nothing
        }
        if bytes.first == UInt8(ascii: "?"), final == UInt8(ascii: "c") {
            return .answer(
                .attributes(ControlSequence(bytes: Array(bytes.dropFirst())).parameters.compactMap { $0.first ?? nil }))
        }
        if bytes.first == UInt8(ascii: "?"), final == UInt8(ascii: "S") {
            let fields = ControlSequence(bytes: Array(bytes.dropFirst()))
            // The second number is the status; 0 is success.
            guard fields.number(0) == 2, fields.number(1) == 0, let width = fields.number(2),
                let height = fields.number(3), width > 0, height > 0
            else { return .nothing }
            return .answer(.sixelLimit(width: width, height: height))
        }
        if bytes.first == UInt8(ascii: "?"), final == UInt8(ascii: "n") {
            let fields = ControlSequence(bytes: Array(bytes.dropFirst()))
            guard fields.number(0) == 997, let scheme = fields.number(1), (1...2).contains(scheme) else {
                return .nothing
            }
            return .answer(.background(isLight: scheme == 2))
        }
        // Other answers have a private marker, too; they are not keys.
        if let first = bytes.first, (0x3C...0x3F).contains(first) { return .nothing }
        let modifiers = Key.Modifiers(parameter: number(1))
        switch final {
        case UInt8(ascii: "M") where bytes.count == 1: return .oldMouse
        case UInt8(ascii: "I") where bytes.count == 1: return .answer(.focus(isGained: true))
        case UInt8(ascii: "O") where bytes.count == 1: return .answer(.focus(isGained: false))
        case UInt8(ascii: "u"): return isRelease ? .nothing : unicodeKey(number(0), modifiers)
        case UInt8(ascii: "~") where number(0) == 200: return .pasteStart
        case UInt8(ascii: "~") where number(0) == 27: return unicodeKey(number(2), modifiers)
        case UInt8(ascii: "~"): return isRelease ? .nothing : numberedKey(modifiers)
        case UInt8(ascii: "$"): return numberedKey(.shift)
        case UInt8(ascii: "^"): return numberedKey(.control)
        case UInt8(ascii: "@"): return numberedKey([.control, .shift])
        case UInt8(ascii: "t"):
            guard number(0) == 4, let height = number(1), let width = number(2) else { return .nothing }
            return .answer(.area(width: width, height: height))
        case UInt8(ascii: "Z"): return .key(Key(.tab, modifiers.union(.shift)))
        // rxvt: arrows with Shift.
        case UInt8(ascii: "a")...UInt8(ascii: "d") where bytes.count == 1:
            return Self.letterKey(final - 0x20).map { .key(Key($0, .shift)) } ?? .nothing
        default:
            // With another number it is not a key: `24;80R` reports the cursor position.
            guard !isRelease, (number(0) ?? 1) == 1, let code = Self.letterKey(final) else { return .nothing }
            return .key(Key(code, modifiers))
        }
    }

    /// kitty's protocol reports releases; they are ignored.
    private var isRelease: Bool { number(1, part: 1) == 3 }

    private func mouse(_ final: UInt8) -> Meaning {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return .nothing }
        let fields = ControlSequence(bytes: Array(bytes.dropFirst()))
        guard let code = fields.number(0), let column = fields.number(1), let row = fields.number(2) else {
            return .nothing
        }
        let report = MouseReport(code: code, column: column, row: row, isRelease: final == UInt8(ascii: "m"))
        return report.event.map { .mouse($0) } ?? .nothing
    }

    private func unicodeKey(_ number: Int?, _ modifiers: Key.Modifiers) -> Meaning {
        guard let number else { return .nothing }
        if let code = Self.keypadKeys[number] { return .key(Key(code, modifiers)) }
        // The rest of the private use range are media keys and lone modifiers.
        guard !(0xE000...0xF8FF).contains(number), let scalar = Unicode.Scalar(UInt32(number)),
            let key = Key(scalar: scalar)
        else { return .nothing }
        if modifiers == .control, let same = Self.controlAliases[scalar] { return .key(Key(same)) }
        return .key(key.adding(modifiers, shifted: self.number(0, part: 1)))
    }

    /// What Ctrl with these letters has been on every terminal. Ctrl-I is not among them: a terminal that reports it apart from Tab does so
    /// for those who have given it a command.
    private static let controlAliases: [Unicode.Scalar: Key.Code] = [
        "[": .escape, "h": .backspace, "j": .enter, "m": .enter,
    ]

    private func numberedKey(_ modifiers: Key.Modifiers) -> Meaning {
        let code: Key.Code? =
            switch number(0) ?? 0 {
            case 1, 7: .home
            case 2: .insert
            case 3: .delete
            case 4, 8: .end
            case 5: .pageUp
            case 6: .pageDown
            case let value where (11...15).contains(value): .function(value - 10)
            case let value where (17...21).contains(value): .function(value - 11)
            case let value where (23...26).contains(value): .function(value - 12)
            case let value where (28...29).contains(value): .function(value - 13)
            case let value where (31...34).contains(value): .function(value - 14)
            default: nil
            }
        return code.map { .key(Key($0, modifiers)) } ?? .nothing
    }

    private static func letterKey(_ final: UInt8) -> Key.Code? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
        default: nil
        }
    }

    /// The keys of the number pad in kitty's protocol.
    private static let keypadKeys: [Int: Key.Code] = {
        let signs: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "/", "*", "-", "+"]
        var keys: [Int: Key.Code] = [57414: .enter, 57415: .character("="), 57416: .character(",")]
        for (index, sign) in signs.enumerated() { keys[57399 + index] = .character(sign) }
        let named: [Key.Code] = [
            .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
        ]
        for (index, code) in named.enumerated() { keys[57417 + index] = code }
        for number in 13...20 { keys[57363 + number] = .function(number) }
        return keys
    }()

    // MARK: - After ESC O

    var shift3Key: Key? {
        guard let final = bytes.last else { return nil }
        let modifiers = Key.Modifiers(parameter: number(1) ?? number(0))
        switch final {
        case UInt8(ascii: "M"): return Key(.enter, modifiers)
        case UInt8(ascii: "I"): return Key(.tab, modifiers)
        case UInt8(ascii: "X"): return Key("=")
        // rxvt: arrows with Control.
        case UInt8(ascii: "a")...UInt8(ascii: "d"): return Self.letterKey(final - 0x20).map { Key($0, .control) }
        // The number pad sends the code of its character plus 0x40.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): return Key(Character(Unicode.Scalar(final - 0x40)))
        default: return Self.letterKey(final).map { Key($0, modifiers) }
        }
    }
}

/// An encoded mouse report: buttons, modifiers and movement in one number, coordinates from 1.
struct MouseReport: Equatable {
    var code: Int
    var column: Int
    var row: Int
    var isRelease: Bool

    init(code: Int, column: Int, row: Int, isRelease: Bool) {
        self.code = code
        self.column = column
        self.row = row
        self.isRelease = isRelease
    }

    /// The old form: three bytes, each with an offset of 32; a release does not name the button.
    init(old bytes: [UInt8]) {
        let values = bytes.map { Int($0) - 32 }
        self.init(code: values[0], column: values[1], row: values[2], isRelease: values[0] & 0b110_0011 == 3)
    }

    /// Nil for events that are not used: movement without a button, horizontal wheels, further buttons.
    var event: MouseEvent? {
        guard code >= 0, column >= 1, row >= 1 else { return nil }
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let button = code & 3
        let action: MouseEvent.Action? =
            switch code & ~0b11_1111 {
            case 64 where isRelease: nil
            case 64: button == 0 ? .wheelUp : button == 1 ? .wheelDown : nil
            case 0 where isRelease: .release
            case 0 where button == 3: nil
            case 0 where code & 32 != 0: .drag
            case 0: .press(button == 0 ? .left : button == 1 ? .middle : .right)
            default: nil
            }
        return action.map { MouseEvent($0, at: Point(column: column - 1, row: row - 1), modifiers: modifiers) }
    }
}

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
