internal import Basics
internal import Terminal

/// The pictures in pixels over the cells: tracks which of them the terminal shows, and generates the bytes that change that.
///
/// A picture that stays is not sent again. Beneath one, the cells hold blanks that ncurses treats as text: it
/// overwrites them when the picture is gone, and never erases them in passing.
struct GraphicsLayer {
    /// The blanks beneath the pictures of a frame, and the bytes to send behind its cells.
    struct Change {
        var covers: [Cover] = []
        var bytes: [UInt8] = []
    }

    /// The blanks beneath a picture.
    struct Cover: Equatable {
        /// They look the same, and ncurses does not erase them with the rest of a row. Cells are written only when they
        /// change, so a picture that follows another in the same cells needs a different blank.
        static let blanks: [SafeText] = ["\u{A0}", "\u{2007}", "\u{2002}", "\u{2003}"]

        let rect: Rect
        let blank: SafeText
        let style: Style
    }

    private struct Shown {
        let placed: PlacedGraphic
        let identifier: UInt32
        /// The index in ``Cover/blanks`` of the blank beneath.
        let blank: Int
        /// Whether it was sent with the last change.
        var isNew: Bool

        var cover: Cover {
            var style = placed.ground
            style.attributes = []
            return Cover(rect: placed.rect, blank: Cover.blanks[blank], style: style)
        }
    }

    private var shown: [Shown] = []
    /// Pictures that the terminal may or may not show: they have to be removed, wherever they are.
    private var doubtful: [Shown] = []
    /// Pictures of which a part may have been sent: the terminal may still wait for the rest, and would treat the next
    /// bytes as such.
    private var interrupted: [Shown] = []
    /// The pictures that the last change removed.
    private var removed: [Shown] = []
    private var lastIdentifier: UInt32

    /// - Parameter identifier: the number before the first picture's; random, since other programs may have pictures in
    ///   the same window.
    init(identifier: UInt32 = .random(in: 1 << 16..<1 << 30)) { lastIdentifier = identifier }

    /// Whether there are certainly no pixels on the screen.
    var isEmpty: Bool { shown.isEmpty && doubtful.isEmpty && interrupted.isEmpty }

    /// The change after which the terminal shows exactly these pictures.
    mutating func show(_ wanted: [PlacedGraphic], rows: Int) -> Change {
        guard !isEmpty || !wanted.isEmpty else { return Change() }
        var old = shown
        let first = interrupted
        var bytes = Self.removal(of: first)
        doubtful += first
        interrupted = []
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
        // Removed last, so that a picture replaced by another does not flicker.
        removed = old + doubtful
        doubtful = []
        bytes += Self.removal(of: removed.filter { gone in !first.contains { $0.identifier == gone.identifier } })
        return Change(covers: shown.map(\.cover), bytes: Self.beside(bytes))
    }

    /// Paints the pictures again into which ncurses has written: where it is cheaper than moving the cursor, it
    /// rewrites unchanged cells.
    /// - Parameter cells: ncurses' output for the frame.
    mutating func paintAgain(after cells: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in shown.indices where !shown[index].isNew {
            let (placed, blank) = (shown[index].placed, shown[index].cover.blank)
            guard !placed.graphic.isKeptByTerminal, cells.contains(bytesOf: blank.string) else { continue }
            bytes += Self.cursor(at: placed.rect.origin) + placed.graphic.show(as: shown[index].identifier)
            shown[index].isNew = true
        }
        return Self.beside(bytes)
    }

    /// Whether every picture that the last change sent is still wanted at its position.
    func isStillWanted(by wanted: [PlacedGraphic]) -> Bool {
        doubtful.isEmpty && interrupted.isEmpty
            && shown.allSatisfy { shown in !shown.isNew || wanted.contains(shown.placed) }
    }

    /// The bytes of the last change were not sent completely.
    mutating func wasDropped() {
        doubtful += removed
        interrupted += shown.filter(\.isNew)
        removed = []
        shown.removeAll(where: \.isNew)
    }

    /// The terminal's state is unknown.
    mutating func invalidate() {
        doubtful += shown
        shown = []
    }

    /// Removes all pictures.
    mutating func clear() -> [UInt8] {
        invalidate()
        defer { (doubtful, interrupted) = ([], []) }
        return Self.removal(of: interrupted + doubtful)
    }

    // MARK: - How

    /// Painted into the last row it would scroll the screen on some terminals.
    private func fits(_ placed: PlacedGraphic, rows: Int) -> Bool {
        placed.graphic.isKeptByTerminal || placed.rect.bottom < rows
    }

    /// Selects the blank beneath a picture. A picture that covers exactly the one before it is painted over it;
    /// otherwise the cells have to be written first, and for that they have to change.
    private func blank(beneath placed: PlacedGraphic, instead old: [Shown]) -> Int {
        if placed.graphic.isKeptByTerminal { return 0 }
        let under = (old + doubtful).filter { !$0.placed.rect.intersection(placed.rect).isEmpty }
        if placed.graphic.isOpaque, doubtful.isEmpty, under.count == 1, let last = under.first,
            last.placed.rect == placed.rect, last.placed.ground == placed.ground
        {
            return last.blank
        }
        let others = Cover.blanks.indices.filter { blank in under.allSatisfy { $0.blank != blank } }
        // A blank that no other picture has tells which picture ncurses has written into.
        return others.first { blank in (shown + old).allSatisfy { $0.blank != blank } } ?? others.first ?? 0
    }

    /// Restores the cursor and its colors for ncurses afterwards.
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
