/// A text being edited, with its cursor, the killed text and the undo stack. It draws nothing.
///
/// Keys are those of emacs and readline. The text is kept as it is; only drawing sanitizes it. A key costs at most one
/// pass over the text.
public struct LineEditor: Equatable, Sendable {
    public private(set) var text: String
    /// The cursor, in bytes of UTF-8; always between characters.
    public private(set) var offset: Int
    public let isMultiline: Bool
    /// What is inserted beyond this is dropped. A text that was longer from the start stays as it is.
    private let maximumBytes: Int

    private var killed = ""
    private var undoStack: [Snapshot] = []
    private var lastEdit = Edit.none

    private struct Snapshot: Equatable, Sendable {
        var text: String
        var offset: Int
    }

    /// Consecutive edits of one kind are undone together, and consecutive kills are yanked together.
    private enum Edit: Hashable, Sendable { case none, typing, deleting, killing, pasting }

    /// The maximum of undo steps, and of bytes that all of them may hold; the last step is always kept.
    private static let maximumUndo = 200
    private static let maximumUndoBytes = 1 << 20

    /// In bytes of UTF-8; more than any field may have, so that a text that was cut is still refused as too long.
    public static let longestLine = 128 << 10
    public static let longestText = 2 << 20
    /// Of what is searched with every key.
    public static let longestQuery = 1000

    public init(_ text: String = "", isMultiline: Bool = false) {
        self.init(text, isMultiline: isMultiline, maximumBytes: isMultiline ? Self.longestText : Self.longestLine)
    }

    /// The editor of a search.
    public static func query(_ text: String = "") -> Self {
        Self(text, isMultiline: false, maximumBytes: longestQuery)
    }

    private init(_ text: String, isMultiline: Bool, maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        self.text = isMultiline ? text : Self.oneLine(text)
        offset = self.text.utf8.count
        self.isMultiline = isMultiline
    }

    public var isEmpty: Bool { text.isEmpty }
    /// The number of characters before the cursor; O(n).
    public var cursor: Int { text.slice(0..<offset).count }
    public var isAtEnd: Bool { offset == text.utf8.count }

    /// Replaces the whole text; can be undone.
    public mutating func setText(_ text: String) {
        remember(.pasting)
        self.text = isMultiline ? text : Self.oneLine(text)
        offset = self.text.utf8.count
    }

    /// Inserts typed or pasted text at the cursor. On a single line, line breaks and tabs become blanks. Other control
    /// characters are dropped: they are never intended, and a paste may contain them unseen.
    public mutating func insert(_ text: String) {
        let text = fitting(text)
        let new = Self.withoutControls(isMultiline ? text : Self.oneLine(text))
        guard !new.isEmpty else { return }
        let isTyping = new.utf8.count <= 4 && new.unicodeScalars.count == 1 && new.first?.isWhitespace == false
        remember(isTyping ? .typing : .pasting)
        replace(offset..<offset, with: new)
    }

    /// - Parameter offset: in bytes of UTF-8; must be between characters.
    public mutating func moveCursor(toOffset offset: Int) {
        self.offset = max(0, min(offset, text.utf8.count))
        lastEdit = .none
    }

    /// Edits the text by a key or a paste; false for a key that means nothing here. The mouse changes nothing.
    public mutating func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): return handle(key)
        case .paste(let text): insert(text)
        case .mouse: break
        }
        return true
    }

    /// Handles an editing key; false for other keys.
    public mutating func handle(_ key: Key) -> Bool {
        if let character = key.typedCharacter {
            insert(String(character))
            return true
        }
        switch (key.code, key.modifiers) {
        case (.enter, []) where isMultiline: insert("\n")
        case (.left, []), (.character("b"), .control): moveCursor(toOffset: text.character(before: offset))
        case (.right, []), (.character("f"), .control): moveCursor(toOffset: text.character(after: offset))
        case (.home, []), (.character("a"), .control): moveCursor(toOffset: text.lineStart(at: offset))
        case (.end, []), (.character("e"), .control): moveCursor(toOffset: text.lineEnd(at: offset))
        case (.left, .control), (.left, .alt), (.character("b"), .alt):
            moveCursor(toOffset: text.wordStart(before: offset))
        case (.right, .control), (.right, .alt), (.character("f"), .alt):
            moveCursor(toOffset: text.wordEnd(after: offset))
        case (.backspace, []), (.character("h"), .control): delete(text.character(before: offset)..<offset)
        case (.delete, []): delete(offset..<text.character(after: offset))
        case (.backspace, .alt), (.character("w"), .control):
            kill(text.wordStart(before: offset)..<offset, before: true)
        case (.character("d"), .alt), (.delete, .control): kill(offset..<text.wordEnd(after: offset), before: false)
        case (.character("k"), .control): killLine()
        case (.character("u"), .control): kill(text.lineStart(at: offset)..<offset, before: true)
        case (.character("y"), .control): insertKilled()
        case (.character("t"), .control): transpose()
        case (.character("_"), .control), (.character("/"), .control): undo()
        default: return false
        }
        return true
    }

    /// Inserts characters as if each were typed alone.
    public mutating func type(_ characters: ArraySlice<Character>) {
        for character in characters { insert(String(character)) }
    }

    // MARK: - What may be in it

    /// The beginning of a text for which there is room, in whole characters.
    private func fitting(_ new: String) -> String {
        let room = max(0, maximumBytes - text.utf8.count)
        guard new.utf8.count > room else { return new }
        let end = new.characterEnd(atOrAfter: room)
        return String(new.slice(0..<(end == room ? room : new.character(before: end))))
    }

    private static func oneLine(_ text: String) -> String {
        // Most text is a single line already.
        guard text.unicodeScalars.contains(where: { $0 == "\t" || $0.isNewline }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private static func withoutControls(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
        let hasControls = text.unicodeScalars.contains { isControl($0) && $0 != "\n" && $0 != "\t" }
        guard hasControls else { return text }
        return text.filter { $0.isNewline || $0 == "\t" || $0.unicodeScalars.first.map(isControl) == false }
    }

    // MARK: - Edits

    private mutating func delete(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        remember(.deleting)
        replace(range, with: "")
    }

    private mutating func kill(_ range: Range<Int>, before: Bool) {
        guard !range.isEmpty else { return }
        let text = String(text.slice(range))
        killed = lastEdit == .killing ? (before ? text + killed : killed + text) : text
        remember(.killing)
        replace(range, with: "")
    }

    /// Kills up to the end of the line; at the end, the line break.
    private mutating func killLine() {
        let end = text.lineEnd(at: offset)
        kill(offset..<(end == offset ? text.character(after: end) : end), before: false)
    }

    private mutating func insertKilled() {
        let killed = fitting(killed)
        guard !killed.isEmpty else { return }
        remember(.pasting)
        replace(offset..<offset, with: killed)
    }

    private mutating func transpose() {
        let middle = isAtEnd ? text.character(before: offset) : offset
        guard middle > 0 else { return }
        remember(.pasting)
        let (start, end) = (text.character(before: middle), text.character(after: middle))
        let swapped = String(text.slice(middle..<end)) + String(text.slice(start..<middle))
        replace(start..<end, with: swapped)
    }

    private mutating func undo() {
        guard let snapshot = undoStack.popLast() else { return }
        (text, offset, lastEdit) = (snapshot.text, snapshot.offset, .none)
    }

    private mutating func remember(_ edit: Edit) {
        if edit != lastEdit || edit == .pasting {
            undoStack.append(Snapshot(text: text, offset: offset))
            var kept = undoStack.reduce(0) { $0 + $1.text.utf8.count }
            while undoStack.count > 1, undoStack.count > Self.maximumUndo || kept > Self.maximumUndoBytes {
                kept -= undoStack.removeFirst().text.utf8.count
            }
        }
        lastEdit = edit
    }

    /// The inserted text may join its neighbours: a combining mark typed behind a letter does.
    private mutating func replace(_ range: Range<Int>, with new: String) {
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        text.replaceSubrange(start..<text.utf8.index(start, offsetBy: range.count), with: new)
        offset = text.characterEnd(atOrAfter: range.lowerBound + new.utf8.count)
    }
}

/// Offsets in a text, in bytes of UTF-8, for an editor. Only the neighbourhood of an offset is read, so that long texts
/// cost no more than short ones; only in a run of marks or flags the whole run is read.
extension String {
    /// The beginning of the character before an offset.
    func character(before offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        if isPlain(offset - 1), offset == 1 || isPlain(offset - 2), byte(offset - 1) != 0x0A { return offset - 1 }
        return bytes(before: index(before: index(at: offset)))
    }

    /// The end of the character at an offset.
    func character(after offset: Int) -> Int {
        guard offset < utf8.count else { return offset }
        return offset + (Substring(utf8[index(at: offset)...]).first?.utf8.count ?? 0)
    }

    /// The offset itself if it is between characters; in the middle of one, its end.
    func characterEnd(atOrAfter offset: Int) -> Int {
        if offset <= 0 || offset >= utf8.count { return Swift.max(0, Swift.min(offset, utf8.count)) }
        if isPlain(offset - 1), isPlain(offset), byte(offset - 1) != 0x0D { return offset }
        let position = index(at: offset)
        return String.Index(position, within: self) != nil ? offset : bytes(before: index(after: position))
    }

    /// The beginning of the line.
    func lineStart(at offset: Int) -> Int {
        let scalars = slice(0..<offset).unicodeScalars
        guard let last = scalars.lastIndex(where: \.isNewline) else { return 0 }
        return bytes(before: scalars.index(after: last))
    }

    /// The end of the line, before its line break.
    func lineEnd(at offset: Int) -> Int {
        let scalars = slice(offset..<utf8.count).unicodeScalars
        return scalars.firstIndex(where: \.isNewline).map(bytes(before:)) ?? utf8.count
    }

    /// The beginning of the word at or before the offset.
    func wordStart(before offset: Int) -> Int {
        var scalars = slice(0..<offset).unicodeScalars
        while let last = scalars.last, !last.isWordPart { scalars.removeLast() }
        while let last = scalars.last, last.isWordPart { scalars.removeLast() }
        let start = bytes(before: scalars.endIndex)
        // An emoji, which is no word, may contain scalars that look like one.
        return characterEnd(atOrAfter: start) == start ? start : character(before: characterEnd(atOrAfter: start))
    }

    /// The end of the word at or behind the offset.
    func wordEnd(after offset: Int) -> Int {
        var scalars = slice(offset..<utf8.count).unicodeScalars
        while let first = scalars.first, !first.isWordPart { scalars.removeFirst() }
        while let first = scalars.first, first.isWordPart { scalars.removeFirst() }
        return characterEnd(atOrAfter: bytes(before: scalars.startIndex))
    }

    private func index(at offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
    private func bytes(before index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
    private func byte(_ offset: Int) -> UInt8 { utf8[index(at: offset)] }
    private func isPlain(_ offset: Int) -> Bool { byte(offset) < 0x80 }
}

extension Unicode.Scalar {
    /// Same as ``Character/isNewline``.
    var isNewline: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Letters, numbers and their marks; not variation selectors.
    fileprivate var isWordPart: Bool {
        if value < 0x80 { return properties.isAlphabetic || (0x30...0x39).contains(value) }
        if (0xFE00...0xFE0F).contains(value) { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return properties.isAlphabetic || properties.numericType != nil
        }
    }
}
