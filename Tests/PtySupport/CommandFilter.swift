/// Removes application program commands (ECMA-48, 8.3.2: from ESC _ to ESC \) from a terminal's input: libvterm 0.1 prints them,
/// whereas terminals ignore unknown ones. They may arrive in several chunks.
struct CommandFilter {
    private enum State { case text, escape, command, commandEscape }

    private var state = State.text

    mutating func text(of bytes: [UInt8]) -> [UInt8] {
        if state == .text, !bytes.contains(0x1B) { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            switch (state, byte) {
            case (.text, 0x1B): state = .escape
            case (.text, _): text.append(byte)
            case (.escape, UInt8(ascii: "_")): state = .command
            case (.escape, 0x1B): text.append(0x1B)
            case (.escape, _):
                text += [0x1B, byte]
                state = .text
            case (.command, 0x1B): state = .commandEscape
            case (.command, _): break
            case (.commandEscape, _): state = byte == UInt8(ascii: "\\") ? .text : .command
            }
        }
        return text
    }
}
