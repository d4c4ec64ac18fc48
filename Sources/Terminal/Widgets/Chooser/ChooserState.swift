internal import Basics

/// The items to choose from, the query, and the selected item. ``Chooser`` draws it.
///
/// Typing narrows the items to those that match, the best first (``FuzzyMatch``); without a query all are listed in
/// their own order. The owner handles Enter and Escape.
public struct ChooserState: Sendable {
    /// An item: its title, which is searched, and a detail at the right, for example its key.
    public struct Item: Hashable, Sendable {
        public var title: SafeText
        public var detail: SafeText
        /// Other search terms, matched by prefix; they are not shown.
        public var also: [String]
        /// A colour to show before the title.
        public var swatch: Color?

        public init(_ title: SafeText, detail: SafeText = "", also: [String] = [], swatch: Color? = nil) {
            (self.title, self.detail, self.also, self.swatch) = (title, detail, also, swatch)
        }
    }

    /// An item that matches the query.
    public struct Found: Hashable, Sendable {
        /// The item's index among all.
        public let index: Int
        /// The characters of its title that were matched.
        public let positions: [Int]
    }

    public let items: [Item]
    public private(set) var editor = LineEditor()
    /// In the order of the list.
    public private(set) var found: [Found]
    /// The index of the selected item in ``found``; 0 if there is none.
    public private(set) var selected = 0
    private var position = ScrollPosition()
    /// The prepared titles; made with the first query.
    private var texts: [FuzzyMatch.Text] = []

    /// - Parameter index: the item that is selected at first, for example the current theme.
    public init(_ items: [Item], selecting index: Int = 0) {
        self.items = items
        found = Self.all(items)
        selected = items.isEmpty ? 0 : index.clamped(to: 0...items.count - 1)
    }

    /// The selected item's index among all; nil if nothing matches.
    public var selectedItem: Int? { found.indices.contains(selected) ? found[selected].index : nil }

    /// Handles a key; false if it has no function here.
    /// - Parameter rows: the rows of the list as it was laid out, for a page.
    public mutating func handle(_ key: Key, rows: Int) -> Bool {
        switch (key.code, key.modifiers) {
        case (.up, []), (.character("p"), .control): move(by: -1, rows)
        case (.down, []), (.character("n"), .control): move(by: 1, rows)
        case (.pageUp, []): move(by: 1 - max(2, rows), rows)
        case (.pageDown, []): move(by: max(2, rows) - 1, rows)
        // With the cursor at that end of the field already, they move in the list.
        case (.home, []) where editor.offset == 0: move(by: -found.count, rows)
        case (.end, []) where editor.isAtEnd: move(by: found.count, rows)
        default: return edit { $0.handle(key) }
        }
        return true
    }

    public mutating func paste(_ text: String) {
        _ = edit { editor in
            editor.insert(text)
            return true
        }
    }

    /// Replaces the query.
    public mutating func setText(_ text: String) {
        _ = edit { editor in
            editor.setText(text)
            return true
        }
    }

    /// Selects an item by its index in `found`, for the mouse.
    public mutating func select(_ place: Int, rows: Int) { move(by: place - selected, rows) }

    /// Scrolls the list, for the wheel; the selection stays visible.
    public mutating func scroll(by distance: Int, rows: Int) {
        guard !found.isEmpty, rows > 0 else { return }
        position = position(rows: rows)
        position.scroll(by: distance, content: found.count, window: rows)
        selected = selected.clamped(to: position.top...min(found.count, position.top + rows) - 1)
    }

    /// The visible part of the list in a window of `rows`; it always contains the selection.
    public func position(rows: Int) -> ScrollPosition {
        position.revealing(selected..<selected + 1, content: found.count, window: rows)
    }

    private mutating func move(by distance: Int, _ rows: Int) {
        guard !found.isEmpty else { return }
        position = position(rows: rows)
        selected = (selected + distance).clamped(to: 0...found.count - 1)
        position = position(rows: rows)
    }

    private mutating func edit(_ change: (inout LineEditor) -> Bool) -> Bool {
        let before = editor.text
        guard change(&editor) else { return false }
        if editor.text != before {
            // What does not match the beginning of a query does not match all of it.
            let isLonger = !before.isEmpty && editor.text.hasPrefix(before)
            find(among: isLonger ? found.map(\.index).sorted() : Array(items.indices))
            (selected, position) = (0, ScrollPosition())
        }
        return true
    }

    private static func all(_ items: [Item]) -> [Found] {
        items.indices.map { Found(index: $0, positions: []) }
    }

    private mutating func find(among candidates: [Int]) {
        let query = FuzzyMatch.Query(editor.text)
        if query.characters.isEmpty { return found = Self.all(items) }
        if texts.isEmpty { texts = items.map { FuzzyMatch.Text($0.title) } }
        let matches = candidates.compactMap { index in
            Self.match(query, texts[index], also: items[index].also).map { (index: index, match: $0) }
        }
        // Equal scores keep their order.
        found = matches.sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }.map {
            Found(index: $0.index, positions: $0.match.positions)
        }
    }

    /// Words of the title rank before other search terms, and these before characters scattered over the title.
    private static func match(_ query: FuzzyMatch.Query, _ title: FuzzyMatch.Text, also: [String]) -> FuzzyMatch? {
        let match = FuzzyMatch(query, in: title)
        guard match?.isOfWords != true, query.begins(wordsOf: also) else { return match }
        return .bySearchTerms
    }
}
