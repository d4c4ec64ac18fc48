/// Text being edited: its characters, the cursor, what was killed, and the way back. It draws nothing.
///
/// Keys are those of emacs and readline. The text that it is given is kept; only drawing makes it safe.
public struct LineEditor: Hashable, Sendable {
    public private(set) var characters: [Character]
    /// Between characters: 0 is before the first.
    public private(set) var cursor: Int
    public let isMultiline: Bool

    private var killed: [Character] = []
    private var undoStack: [Snapshot] = []
    private var lastEdit = Edit.none

    private struct Snapshot: Hashable, Sendable {
        var characters: [Character]
        var cursor: Int
    }

    /// Runs of the same kind of edit are undone together, and kills in a row are yanked together.
    private enum Edit: Hashable, Sendable { case none, typing, deleting, killing, pasting }

    /// How many steps can be undone, and how many characters all of them may hold; the last step always can.
    private static let maximumUndo = 200
    private static let maximumUndoCharacters = 1 << 20

    public init(_ text: String = "", isMultiline: Bool = false) {
        characters = Array(isMultiline ? text : Self.oneLine(text))
        cursor = characters.count
        self.isMultiline = isMultiline
    }

    public var text: String { String(characters) }
    public var isEmpty: Bool { characters.isEmpty }

    /// Replaces everything; can be undone.
    public mutating func setText(_ text: String) {
        remember(.pasting)
        characters = Array(isMultiline ? text : Self.oneLine(text))
        cursor = characters.count
    }

    /// Inserts typed or pasted text at the cursor. In one line, line breaks and tabs become blanks. Other control characters are
    /// dropped: nobody means them, and what comes with a paste is seldom seen before.
    public mutating func insert(_ text: String) {
        let new = (isMultiline ? text : Self.oneLine(text)).filter {
            $0.isNewline || $0 == "\t" || $0.unicodeScalars.first?.properties.generalCategory != .control
        }.map(\.self)
        remember(new.count == 1 && new.first?.isWhitespace == false ? .typing : .pasting)
        replace(cursor..<cursor, with: new)
    }

    public mutating func moveCursor(to position: Int) {
        cursor = max(0, min(position, characters.count))
        lastEdit = .none
    }

    /// Applies an editing key; false when it is none, so that the key can mean something else.
    public mutating func handle(_ key: Key) -> Bool {
        if let character = key.typedCharacter {
            insert(String(character))
            return true
        }
        switch (key.code, key.modifiers) {
        case (.enter, []) where isMultiline: insert("\n")
        case (.left, []), (.character("b"), .control): moveCursor(to: cursor - 1)
        case (.right, []), (.character("f"), .control): moveCursor(to: cursor + 1)
        case (.home, []), (.character("a"), .control): moveCursor(to: lineStart)
        case (.end, []), (.character("e"), .control): moveCursor(to: lineEnd)
        case (.left, .control), (.left, .alt), (.character("b"), .alt): moveCursor(to: wordStart)
        case (.right, .control), (.right, .alt), (.character("f"), .alt): moveCursor(to: wordEnd)
        case (.backspace, []), (.character("h"), .control): delete(max(0, cursor - 1)..<cursor)
        case (.delete, []): delete(cursor..<min(cursor + 1, characters.count))
        case (.backspace, .alt), (.character("w"), .control): kill(wordStart..<cursor, before: true)
        case (.character("d"), .alt), (.delete, .control): kill(cursor..<wordEnd, before: false)
        case (.character("k"), .control): kill(cursor..<(lineEnd == cursor ? nextLineStart : lineEnd), before: false)
        case (.character("u"), .control): kill(lineStart..<cursor, before: true)
        case (.character("y"), .control): insertKilled()
        case (.character("t"), .control): transpose()
        case (.character("_"), .control), (.character("/"), .control): undo()
        default: return false
        }
        return true
    }

    // MARK: - Places

    private var lineStart: Int { (characters[..<cursor].lastIndex(where: \.isNewline) ?? -1) + 1 }
    private var lineEnd: Int { characters[cursor...].firstIndex(where: \.isNewline) ?? characters.count }
    private var nextLineStart: Int { min(lineEnd + 1, characters.count) }

    private var wordStart: Int {
        var position = cursor
        while position > 0, !Self.isWord(characters[position - 1]) { position -= 1 }
        while position > 0, Self.isWord(characters[position - 1]) { position -= 1 }
        return position
    }

    private var wordEnd: Int {
        var position = cursor
        while position < characters.count, !Self.isWord(characters[position]) { position += 1 }
        while position < characters.count, Self.isWord(characters[position]) { position += 1 }
        return position
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }

    // MARK: - Edits

    private mutating func delete(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        remember(.deleting)
        replace(range, with: [])
    }

    private mutating func kill(_ range: Range<Int>, before: Bool) {
        guard !range.isEmpty else { return }
        let text = Array(characters[range])
        killed = lastEdit == .killing ? (before ? text + killed : killed + text) : text
        remember(.killing)
        replace(range, with: [])
    }

    private mutating func insertKilled() {
        guard !killed.isEmpty else { return }
        remember(.pasting)
        replace(cursor..<cursor, with: killed)
    }

    private mutating func transpose() {
        guard cursor > 0, characters.count > 1 else { return }
        remember(.pasting)
        let position = min(cursor, characters.count - 1)
        characters.swapAt(position - 1, position)
        cursor = position + 1
    }

    private mutating func undo() {
        guard let snapshot = undoStack.popLast() else { return }
        (characters, cursor, lastEdit) = (snapshot.characters, snapshot.cursor, .none)
    }

    private mutating func remember(_ edit: Edit) {
        if edit != lastEdit || edit == .pasting {
            undoStack.append(Snapshot(characters: characters, cursor: cursor))
            var kept = undoStack.reduce(0) { $0 + $1.characters.count }
            while undoStack.count > 1, undoStack.count > Self.maximumUndo || kept > Self.maximumUndoCharacters {
                kept -= undoStack.removeFirst().characters.count
            }
        }
        lastEdit = edit
    }

    /// The pieces are joined as text, not as characters: a combining mark typed behind a letter becomes part of it.
    private mutating func replace(_ range: Range<Int>, with new: [Character]) {
        let head = Array(String(characters[..<range.lowerBound] + new[...]))
        characters = Array(String(head + characters[range.upperBound...]))
        cursor = min(head.count, characters.count)
    }
}
