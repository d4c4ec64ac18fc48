internal import Terminal

/// The pictures in pixels that lie over the cells: which of them the terminal shows, and the bytes that change that.
///
/// A picture that stays is not sent again. Beneath one the cells hold blanks that ncurses takes for text, so that it writes over
/// them when the picture is gone, and erases none of them in passing.
struct GraphicsLayer {
    /// What a frame shows beneath its pictures, and what is sent behind its cells.
    struct Change {
        var covers: [Cover] = []
        var bytes: [UInt8] = []
    }

    /// The blanks beneath a picture.
    struct Cover: Hashable {
        /// They look the same, and none of them can be erased with the rest of a row. Cells are written only where they change, so
        /// one picture after another in the same cells needs another blank.
        static let blanks: [SafeText] = ["\u{A0}", "\u{2007}", "\u{2002}", "\u{2003}"]

        let rect: Rect
        let blank: SafeText
        let style: Style
    }

    private struct Shown {
        let placed: PlacedGraphic
        let identifier: UInt32
        /// Which of ``Cover/blanks`` lie beneath.
        let blank: Int
        /// Sent with the last change.
        var isNew: Bool

        var cover: Cover {
            let style = Style(foreground: placed.ground.foreground, background: placed.ground.background)
            return Cover(rect: placed.rect, blank: Cover.blanks[blank], style: style)
        }
    }

    private var shown: [Shown] = []
    /// Of these nobody knows whether the terminal shows them: they have to be taken away, wherever they are.
    private var doubtful: [Shown] = []
    /// Of these a part may have been sent: a terminal that waits for the rest takes what comes next for it.
    private var cut: [Shown] = []
    /// What the last change has taken away.
    private var removed: [Shown] = []
    private var lastIdentifier: UInt32

    /// - Parameter identifier: the number before the first picture's. Other programs have pictures in the same window.
    init(identifier: UInt32 = .random(in: 1 << 16..<1 << 30)) { lastIdentifier = identifier }

    /// Whether there may be pixels on the screen.
    var isEmpty: Bool { shown.isEmpty && doubtful.isEmpty && cut.isEmpty }

    /// What makes the terminal show these and no others.
    mutating func show(_ wanted: [PlacedGraphic], rows: Int) -> Change {
        guard !isEmpty || !wanted.isEmpty else { return Change() }
        var old = shown
        let first = cut
        var bytes = Self.removal(of: first)
        doubtful += first
        cut = []
        shown = []
        for placed in wanted where fits(placed, rows: rows) {
            if let index = old.firstIndex(where: { $0.placed == placed }) {
                shown.append(old.remove(at: index))
                shown[shown.count - 1].isNew = false
                continue
            }
            bytes += Self.cursor(at: placed.rect.origin)
            let kept = old.firstIndex { placed.graphic.isKeptByTerminal && $0.placed.graphic == placed.graphic }
            if let kept {
                let identifier = old.remove(at: kept).identifier
                bytes += placed.graphic.move(identifier)
                shown.append(Shown(placed: placed, identifier: identifier, blank: 0, isNew: true))
            } else {
                lastIdentifier += 1
                bytes += placed.graphic.show(as: lastIdentifier)
                let blank = blank(beneath: placed, instead: old)
                shown.append(Shown(placed: placed, identifier: lastIdentifier, blank: blank, isNew: true))
            }
        }
        // Last, so that nothing blinks where one follows another.
        removed = old + doubtful
        doubtful = []
        bytes += Self.removal(of: removed.filter { gone in !first.contains { $0.identifier == gone.identifier } })
        return Change(covers: shown.map(\.cover), bytes: Self.beside(bytes))
    }

    /// What paints again those pictures that ncurses has written through: where it costs less than moving the cursor, it writes cells
    /// that have not changed.
    /// - Parameter cells: what it has written for the frame.
    mutating func paintAgain(after cells: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in shown.indices where !shown[index].isNew {
            let (placed, blank) = (shown[index].placed, shown[index].cover.blank)
            guard !placed.graphic.isKeptByTerminal, cells.contains(blank) else { continue }
            bytes += Self.cursor(at: placed.rect.origin) + placed.graphic.show(as: shown[index].identifier)
            shown[index].isNew = true
        }
        return Self.beside(bytes)
    }

    /// Whether every picture that the last change has sent is wanted still, where it is.
    func isStillWanted(by wanted: [PlacedGraphic]) -> Bool {
        doubtful.isEmpty && cut.isEmpty && shown.allSatisfy { shown in !shown.isNew || wanted.contains(shown.placed) }
    }

    /// The bytes of the last change did not all reach the terminal.
    mutating func wasCut() {
        doubtful += removed
        cut += shown.filter(\.isNew)
        removed = []
        shown.removeAll(where: \.isNew)
    }

    /// Nothing of what the terminal shows is to be relied on.
    mutating func invalidate() {
        doubtful += shown
        shown = []
    }

    /// Takes all of them away.
    mutating func clear() -> [UInt8] {
        invalidate()
        defer { (doubtful, cut) = ([], []) }
        return Self.removal(of: cut + doubtful)
    }

    // MARK: - How

    /// Painted into the last row it would scroll the screen on some terminals.
    private func fits(_ placed: PlacedGraphic, rows: Int) -> Bool {
        placed.graphic.isKeptByTerminal || placed.rect.bottom < rows
    }

    /// A picture that hides all of the one before it is painted over that; otherwise the cells are written first, and for that they
    /// have to become others.
    private func blank(beneath placed: PlacedGraphic, instead old: [Shown]) -> Int {
        if placed.graphic.isKeptByTerminal { return 0 }
        let under = (old + doubtful).filter { !$0.placed.rect.intersection(placed.rect).isEmpty }
        if placed.graphic.isOpaque, doubtful.isEmpty, under.count == 1, let last = under.first,
            last.placed.rect == placed.rect, last.placed.ground == placed.ground
        {
            return last.blank
        }
        let others = Cover.blanks.indices.filter { blank in under.allSatisfy { $0.blank != blank } }
        // One that no other has tells which picture is written through.
        return others.first { blank in (shown + old).allSatisfy { $0.blank != blank } } ?? others.first ?? 0
    }

    /// The cursor and its colours are ncurses' again afterwards.
    private static func beside(_ bytes: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? [] : Array("\u{1B}7".utf8) + bytes + Array("\u{1B}8".utf8)
    }

    private static func cursor(at point: Point) -> [UInt8] {
        Array("\u{1B}[\(point.row + 1);\(point.column + 1)H".utf8)
    }

    private static func removal(of gone: [Shown]) -> [UInt8] {
        gone.flatMap { $0.placed.graphic.remove($0.identifier) }
    }
}

extension [UInt8] {
    /// Whether the text is somewhere in these bytes.
    fileprivate func contains(_ text: SafeText) -> Bool { contains(Array(text.string.utf8)) }
}
