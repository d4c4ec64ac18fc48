internal import CVTerm
public import Terminal

/// A virtual terminal: bytes in, cells out. It uses libvterm, and sends no responses.
public final class VirtualTerminal {
    /// The content and attributes of one cell. libvterm does not report dim text.
    public struct Look: Hashable, Sendable {
        public var text: String
        /// 2 for a wide character, 0 for its second half.
        public var width: Int
        public var foreground: Color
        public var background: Color
        public var attributes: Style.Attributes
    }

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private var scanner = ModeScanner()
    private var commands = CommandFilter()
    public private(set) var size: Size
    /// As set by OSC 2.
    public private(set) var title = ""
    private var titleBytes: [UInt8] = []
    public private(set) var isAlternate = false
    public private(set) var isCursorVisible = true

    public init?(size: Size) {
        guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
            let screen = vterm_obtain_screen(terminal)
        else { return nil }
        (self.terminal, self.screen, self.size) = (terminal, screen, size)
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        // Used by libvterm as long as the terminal exists. The set of callbacks depends on its version.
        var callbacks = VTermScreenCallbacks()
        callbacks.settermprop = { property, value, user in
            guard let value, let user else { return 0 }
            Unmanaged<VirtualTerminal>.fromOpaque(user).takeUnretainedValue().set(property, value)
            return 1
        }
        self.callbacks.initialize(to: callbacks)
        vterm_screen_set_callbacks(screen, self.callbacks, Unmanaged.passUnretained(self).toOpaque())
        vterm_screen_reset(screen, 1)
    }

    private let callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    public func feed(_ bytes: [UInt8]) {
        scanner.scan(bytes)
        commands.text(of: bytes).withUnsafeBufferPointer { buffer in
            _ = buffer.withMemoryRebound(to: CChar.self) { vterm_input_write(terminal, $0.baseAddress, $0.count) }
        }
    }

    public func resize(to size: Size) {
        self.size = size
        vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
    }

    /// The enabled private modes, by number: 1000 and 1006 the mouse, 2004 bracketed paste.
    public var modes: Set<Int> { scanner.modes }

    public var cursor: Point {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return Point(column: Int(position.col), row: Int(position.row))
    }

    public subscript(column: Int, row: Int) -> Look {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let characters = [
            cell.chars.0, cell.chars.1, cell.chars.2, cell.chars.3, cell.chars.4, cell.chars.5,
        ].prefix { $0 != 0 }
        // libvterm marks the second half with -1.
        let isSecondHalf = characters.first == .max
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters.compactMap(Unicode.Scalar.init))
        var attributes: Style.Attributes = []
        if cell.attrs.bold != 0 { attributes.insert(.bold) }
        if cell.attrs.italic != 0 { attributes.insert(.italic) }
        if cell.attrs.underline != 0 { attributes.insert(.underline) }
        if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
        return Look(
            text: isSecondHalf ? "" : text.isEmpty ? " " : String(text), width: isSecondHalf ? 0 : Int(cell.width),
            foreground: Color(cell.fg), background: Color(cell.bg), attributes: attributes)
    }

    /// One row, with trailing blanks.
    public func row(_ row: Int) -> String { (0..<size.columns).map { self[$0, row].text }.joined() }

    /// All rows, without trailing blanks.
    public var text: String {
        (0..<size.rows).map { row in
            var line = self.row(row)[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }

    private func set(_ property: VTermProp, _ value: UnsafePointer<VTermValue>) {
        switch property {
        case VTERM_PROP_TITLE:
            let text = cvterm_text(value)
            if text.begins { titleBytes = [] }
            titleBytes += UnsafeRawBufferPointer(start: text.bytes, count: text.count)
            title = String(decoding: titleBytes, as: UTF8.self)
        case VTERM_PROP_ALTSCREEN: isAlternate = value.pointee.boolean != 0
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.pointee.boolean != 0
        default: break
        }
    }
}

extension Color {
    fileprivate init(_ color: VTermColor) {
        if UInt32(color.type) & (VTERM_COLOR_DEFAULT_FG.rawValue | VTERM_COLOR_DEFAULT_BG.rawValue) != 0 {
            self = .terminalDefault
        } else if UInt32(color.type) & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
            self = .palette(color.indexed.idx)
        } else {
            self = .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
        }
    }
}

/// Tracks the private modes that a program sets and resets: libvterm does not report all of them.
struct ModeScanner {
    private(set) var modes: Set<Int> = []
    private var sequence: [UInt8] = []

    mutating func scan(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte == 0x1B {
                sequence = [byte]
            } else if !sequence.isEmpty {
                sequence.append(byte)
                if sequence.count == 2, byte != UInt8(ascii: "[") { sequence = [] }
                if sequence.count > 2, (0x40...0x7E).contains(byte) { finish() }
            }
        }
    }

    private mutating func finish() {
        defer { sequence = [] }
        guard sequence.count > 3, sequence[2] == UInt8(ascii: "?"), let final = sequence.last else { return }
        let numbers = sequence[3..<sequence.count - 1].split(separator: UInt8(ascii: ";")).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        if final == UInt8(ascii: "h") { modes.formUnion(numbers) }
        if final == UInt8(ascii: "l") { modes.subtract(numbers) }
    }
}
