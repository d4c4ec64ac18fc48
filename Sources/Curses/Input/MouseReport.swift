internal import Terminal

/// An encoded mouse report: buttons, modifiers and movement in one number, coordinates from 1.
struct MouseReport: Hashable {
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
