internal import Basics
internal import CNcurses
internal import Terminal

/// A terminal description, modified and passed to ncurses as TERMINFO=b64:…, so that no file is written and the user's
/// palette is not changed. The compiled form is that of term(5), with 32-bit numbers.
struct TerminfoEntry {
    private var name: String
    private var booleans: [(name: String, value: Bool)] = []
    private var numbers: [(name: String, value: Int32)] = []
    private var strings: [(name: String, value: [UInt8]?)] = []
    /// The extended capability RGB: colors are 24-bit numbers, not palette indices.
    private var hasDirectColors = false

    /// The description loaded by `setupterm`, which is the whole process's.
    @MainActor
    static func current(name: String) -> TerminfoEntry {
        var entry = TerminfoEntry(name: name)
        while let name = curses_boolean_name(Int32(entry.booleans.count)) {
            entry.booleans.append((String(cString: name), tigetflag(name) > 0))
        }
        while let name = curses_number_name(Int32(entry.numbers.count)) {
            entry.numbers.append((String(cString: name), tigetnum(name)))
        }
        while let name = curses_string_name(Int32(entry.strings.count)) {
            let value = curses_string(name).map { Array(String(cString: $0).utf8) }
            entry.strings.append((String(cString: name), value))
        }
        return entry
    }

    private init(name: String) { self.name = name }

    /// Colors 0 to 15 stay those of the user's palette, all others are sent as red, green and blue.
    mutating func setDirectColors() {
        hasDirectColors = true
        setNumber("colors", 1 << 24)
        setNumber("pairs", 1 << 16)
        setBoolean("ccc", false)
        for gone in ["initc", "initp", "oc", "setf", "setb", "scp"] { setString(gone, nil) }
        setString("setaf", Self.colorSequence(first: 30))
        setString("setab", Self.colorSequence(first: 40))
    }

    /// 256 colors, as in xterm-256color.
    mutating func setIndexedColors() {
        setNumber("colors", 256)
        setNumber("pairs", 1 << 16)
        setBoolean("ccc", false)
        for gone in ["initc", "initp", "oc", "setf", "setb", "scp"] { setString(gone, nil) }
        for (name, first) in [("setaf", 30), ("setab", 40)] {
            setString(
                name,
                "\u{1B}[%?%p1%{8}%<%t%p1%{\(first)}%+%d%e%p1%{16}%<%t%p1%{\(first + 52)}%+%d%e\(first + 8);5;%p1%d%;m")
        }
    }

    /// 30 to 37, 90 to 97 and 38;2;r;g;b, or the same with 40, 100 and 48. The number of black is one of the palette's,
    /// so 16 means black: the bluish black of that number is not used.
    private static func colorSequence(first: Int) -> String {
        "\u{1B}[%?%p1%{8}%<%t%p1%{\(first)}%+%d%e%p1%{16}%<%t%p1%{\(first + 52)}%+%d"
            + "%e%p1%{16}%=%t\(first + 8);2;0;0;0"
            + "%e\(first + 8);2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
    }

    /// Lines are drawn as Unicode, so no other character set is ever selected, and attributes do not have to reset it:
    /// that would cost three bytes at every change. ncurses then turns attributes on one by one.
    mutating func dropCharacterSets() {
        let charset = Array("\u{1B}(B".utf8)
        guard let index = strings.firstIndex(where: { $0.name == "sgr0" }), let reset = strings[index].value,
            reset.starts(with: charset), reset.count > charset.count
        else { return }
        strings[index].value = Array(reset.dropFirst(charset.count))
        for gone in ["sgr", "smacs", "rmacs", "acsc", "enacs"] { setString(gone, nil) }
    }

    /// Adds the VT100's sequences for wrapping at the margin where the description (tmux, screen) omits them. Without
    /// them ncurses reaches the last cell by inserting, which tears wide characters.
    mutating func addWrapControl() {
        guard let cup = strings.first(where: { $0.name == "cup" })?.value, cup.starts(with: Array("\u{1B}[".utf8)),
            strings.first(where: { $0.name == "rmam" })?.value == nil
        else { return }
        setString("rmam", "\u{1B}[?7l")
        setString("smam", "\u{1B}[?7h")
    }

    /// The alternate screen is entered and left by us, in order with the other sequences.
    mutating func dropAlternateScreen() {
        for gone in ["smcup", "rmcup"] { setString(gone, nil) }
    }

    /// Erasing to the left, and of a number of characters: mlterm miscounts wide characters there, and leaves parts of them.
    mutating func dropErasing() {
        for gone in ["el1", "ech"] { setString(gone, nil) }
    }

    /// Scrolling, and inserting and deleting within a row, would move pixels or leave them behind. Only removing the
    /// capabilities prevents it: `idlok` does not stop ncurses from scrolling regions.
    mutating func dropMoving() {
        dropScrolling()
        for gone in ["ich", "ich1", "dch", "dch1", "smir", "rmir"] { setString(gone, nil) }
    }

    private static let scrolling = ["csr", "ind", "indn", "ri", "rin", "il", "il1", "dl", "dl1"]

    mutating func dropScrolling() {
        for gone in Self.scrolling { setString(gone, nil) }
    }

    /// Whether ``dropScrolling()`` would have an effect.
    var scrolls: Bool { strings.contains { Self.scrolling.contains($0.name) && $0.value != nil } }

    private mutating func setBoolean(_ name: String, _ value: Bool) {
        if let index = booleans.firstIndex(where: { $0.name == name }) { booleans[index].value = value }
    }

    private mutating func setNumber(_ name: String, _ value: Int32) {
        if let index = numbers.firstIndex(where: { $0.name == name }) { numbers[index].value = value }
    }

    private mutating func setString(_ name: String, _ value: String?) {
        if let index = strings.firstIndex(where: { $0.name == name }) {
            strings[index].value = value.map { Array($0.utf8) }
        }
    }

    // MARK: - The compiled form

    /// The value of the variable TERMINFO.
    var environmentValue: String { "b64:" + Base64.text(of: compiled) }

    var compiled: [UInt8] {
        var table: [UInt8] = []
        var offsets: [UInt8] = []
        for (_, value) in strings {
            guard let value else {
                offsets.append(contentsOf: [0xFF, 0xFF])
                continue
            }
            offsets.appendShort(table.count)
            table += value + [0]
        }
        let names = Array(name.utf8) + [0]
        var bytes: [UInt8] = []
        for field in [0o1036, names.count, booleans.count, numbers.count, strings.count, table.count] {
            bytes.appendShort(field)
        }
        bytes += names
        bytes += booleans.map { $0.value ? 1 : 0 }
        bytes.padToEven()
        for (_, value) in numbers {
            let bits = UInt32(bitPattern: max(value, -1))
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
        }
        bytes += offsets + table
        guard hasDirectColors else { return bytes }
        bytes.padToEven()
        // One boolean, no numbers, no strings, one name, and the size of its text; the value; the offset of the name; the name.
        for field in [1, 0, 0, 1, 4] { bytes.appendShort(field) }
        bytes.append(1)
        bytes.padToEven()
        bytes.appendShort(0)
        return bytes + Array("RGB".utf8) + [0]
    }
}

extension [UInt8] {
    fileprivate mutating func appendShort(_ value: Int) {
        append(contentsOf: UInt16(truncatingIfNeeded: value).littleEndianBytes)
    }

    fileprivate mutating func padToEven() {
        if !count.isMultiple(of: 2) { append(0) }
    }
}
