internal import Basics

/// The items to choose from, the query, and the selected item. ``Chooser`` draws it.
///
/// Typing narrows the items to those that match, the best first (``ItemTexts``); without a query all are listed in
/// their own order. Items with a ``Item/prefix`` are listed instead of all others once it is typed. The owner handles
/// Enter and Escape.
public struct ChooserState: Sendable {
    /// An item: its title, which is searched, and a detail at the right, for example its key.
    public struct Item: Equatable, Sendable {
        public var title: SafeText
        public var detail: SafeText
        /// Other search terms; they are not shown.
        public var also: [String]
        /// For an item that continues a typed command: the beginning of its title that has to be typed before it is listed.
        public var prefix: String?
        /// A color to show before the title.
        public var swatch: Color?

        public init(
            _ title: SafeText, detail: SafeText = "", also: [String] = [], prefix: String? = nil, swatch: Color? = nil
        ) {
            self.title = title
            self.detail = detail
            self.also = also
            self.prefix = prefix
            self.swatch = swatch
        }
    }

    /// An item that matches the query.
    public struct Found: Equatable, Sendable {
        /// The item's index among all.
        public let index: Int
        /// The characters of its title that were matched.
        public let positions: [Int]
    }

    public let items: [Item]
    /// Makes an item of the typed text that is listed before all others, for example to create a group of that name; nil for none.
    public var makeTyped: @Sendable (String) -> Item? = { _ in nil }
    /// Listed first under the index behind all others.
    private var typedItem: Item?
    public private(set) var editor = LineEditor.query()
    /// In the order of the list.
    public private(set) var found: [Found]
    /// The index of the selected item in ``found``; 0 if there is none.
    public private(set) var selected = 0
    private var position = ScrollPosition()
    /// The prepared titles and search terms; made with the first query.
    private var texts: [ItemTexts] = []
    private let hasPrefixes: Bool

    /// - Parameter index: the item that is selected at first, for example the current theme.
    public init(_ items: [Item], selecting index: Int = 0) {
        self.items = items
        hasPrefixes = items.contains { $0.prefix != nil }
        found = Self.all(items)
        selected = items.isEmpty ? 0 : index.clamped(to: 0...items.count - 1)
    }

    /// The item at an index of ``Found``.
    func item(at index: Int) -> Item? { items.indices.contains(index) ? items[index] : typedItem }

    /// Whether the selected item was made of the typed text.
    public var isTypedSelected: Bool { typedItem != nil && selectedItem == items.count }

    /// How many items there are of those that are listed now: commands, or what continues a typed one.
    public var total: Int {
        guard hasPrefixes else { return items.count }
        let isContinuing = found.first.map { item(at: $0.index)?.prefix != nil } ?? false
        return items.count { ($0.prefix != nil) == isContinuing }
    }

    /// The selected item's index among all; nil if nothing matches.
    public var selectedItem: Int? { found.indices.contains(selected) ? found[selected].index : nil }

    /// Changes the query by a key; false if it has no function there.
    public mutating func type(_ key: Key) -> Bool { edit { $0.handle(key) } }

    /// Moves the selection.
    /// - Parameter rows: the rows of the list as it was laid out, for a page.
    public mutating func move(_ motion: Motion, rows: Int) {
        move(by: motion.distance(page: max(2, rows) - 1, all: found.count), rows)
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
            let isLonger = !before.isEmpty && editor.text.hasPrefix(before) && !hasPrefixes
            find(among: isLonger ? found.map(\.index).filter(items.indices.contains).sorted() : Array(items.indices))
            typedItem = editor.isEmpty ? nil : makeTyped(editor.text)
            if typedItem != nil { found.insert(Found(index: items.count, positions: []), at: 0) }
            (selected, position) = (0, ScrollPosition())
        }
        return true
    }

    private static func all(_ items: [Item]) -> [Found] {
        items.indices.filter { items[$0].prefix == nil }.map { Found(index: $0, positions: []) }
    }

    private mutating func find(among candidates: [Int]) {
        let query = FuzzyMatch.Query(editor.text)
        if query.characters.isEmpty { return found = Self.all(items) }
        if texts.isEmpty { texts = items.map { ItemTexts($0) } }
        let continuing = hasPrefixes ? items.indices.filter { texts[$0].continues(query.typed) } : []
        if !continuing.isEmpty {
            return found = continuing.map { Found(index: $0, positions: Array(query.typed.indices)) }
        }
        let matches = candidates.compactMap { index in
            texts[index].match(query).map { (index: index, match: $0) }
        }
        // Equal scores keep their order.
        found = matches.sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }.map {
            Found(index: $0.index, positions: $0.match.positions)
        }
    }
}

/// The title and the other search terms of an item, prepared for many queries, and how well they match one.
///
/// From the best match to the worst: the query is a search term or the first words of the title; its words begin words of the title;
/// they begin words of the title or of search terms; they are in the middle of words; its characters are scattered over the title
/// or a search term.
struct ItemTexts: Sendable {
    private let title: FuzzyMatch.Text
    private let terms: [FuzzyMatch.Text]
    /// The words of the title, then those of each search term.
    private let words: [[[Character]]]
    private let prefix: [Character]?

    private static let exactScore = 5 * FuzzyMatch.wordsScore
    private static let beginningScore = 3 * FuzzyMatch.wordsScore
    private static let termScore = 2 * FuzzyMatch.wordsScore

    init(_ item: ChooserState.Item) {
        title = FuzzyMatch.Text(item.title)
        terms = item.also.map { FuzzyMatch.Text($0) }
        words = ([title] + terms).map { text in
            text.characters.split { !FuzzyMatch.isWord($0) }.map { Array($0) }
        }
        prefix = item.prefix?.map(FuzzyMatch.folded)
    }

    /// Whether the typed text goes beyond the item's prefix, and its title begins with that text.
    func continues(_ typed: [Character]) -> Bool {
        guard let prefix else { return false }
        return typed.starts(with: prefix) && title.characters.starts(with: typed)
    }

    /// Nil if the item does not match; one with a prefix matches no other text than that.
    func match(_ query: FuzzyMatch.Query) -> FuzzyMatch? {
        guard prefix == nil else { return nil }
        let match = FuzzyMatch(query, in: title)
        let positions = match?.positions ?? []
        if isExact(query) { return FuzzyMatch(score: Self.exactScore, positions: positions) }
        if let match, match.isOfWords {
            if beginsWords(query, of: words.prefix(1)) != nil {
                return FuzzyMatch(score: Self.beginningScore + match.score, positions: positions)
            }
            guard let rest = beginsWords(query, of: words[...]) else { return match }
            return FuzzyMatch(score: Self.termScore - rest, positions: positions)
        }
        if let rest = beginsWords(query, of: words[...]) {
            // The characters that are scattered over the title would only confuse.
            return FuzzyMatch(score: Self.termScore - rest, positions: [])
        }
        let term = terms.compactMap { FuzzyMatch(query, in: $0)?.score }.max().map {
            FuzzyMatch(score: $0, positions: [])
        }
        guard let match else { return term }
        return (term?.score ?? .min) > match.score ? term : match
    }

    private func isExact(_ query: FuzzyMatch.Query) -> Bool {
        let typed = query.typed.split(whereSeparator: \.isWhitespace).map { Array($0) }
        return !typed.isEmpty && (words[0].starts(with: typed) || words.dropFirst().contains(typed))
    }

    /// Whether each word of the query begins a word of these texts: how many characters are missing; nil if one does not.
    private func beginsWords(_ query: FuzzyMatch.Query, of texts: ArraySlice<[[Character]]>) -> Int? {
        var missing = 0
        for word in query.words {
            let rests = texts.joined().filter { $0.starts(with: word) }.map { $0.count - word.count }
            guard let least = rests.min() else { return nil }
            missing += least
        }
        return min(missing, FuzzyMatch.wordsScore - 1)
    }
}
