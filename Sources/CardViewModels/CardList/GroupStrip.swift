import Basics
internal import Cards

/// The groups above the list: all cards, or those of one group. It is shown where any card is in a group.
///
/// The group is part of the list's query, so that a search looks within it; the next start shows it again.
@MainActor
public final class GroupStrip {
    /// All cards first.
    public struct Item: Equatable, Sendable {
        /// Nil for all cards.
        public let group: String?
        public let count: Int
    }

    /// Nil until the store has answered.
    @Observed private var loaded: [Item]?
    /// The changes of the list that the items contain.
    private var countedChanges: Int?
    private let list: CardListModel
    private let viewState: ViewStateKeeper

    init(_ list: CardListModel, _ viewState: ViewStateKeeper) {
        (self.list, self.viewState) = (list, viewState)
        list.groups = self
    }

    public var items: [Item] { loaded ?? [] }

    /// Before the store has answered: as it was when the program ran last.
    public var isShown: Bool { loaded.map { $0.count > 1 } ?? viewState.state.hasGroups }

    /// The index of the item whose cards the list shows.
    public var selected: Int { index(of: list.query.group) ?? 0 }

    private func index(of group: String?) -> Int? {
        let folded = group.map { TextFolding.fold($0) }
        return items.firstIndex { $0.group.map { TextFolding.fold($0) } == folded }
    }

    /// Shows the cards of the next group or of the previous one; behind the last one come all cards.
    public func step(by steps: Int) {
        guard items.count > 1 else { return }
        select((selected + steps + items.count) % items.count)
    }

    public func select(_ index: Int) {
        if items.indices.contains(index) { show(items[index].group) }
    }

    /// Shows the cards of this group only, and again at the next start; nil for all cards.
    public func show(_ group: String?) {
        if viewState.state.group != group { viewState.update { $0.group = group } }
        find(in: group)
    }

    private func find(in group: String?) {
        if list.query.group == group { return }
        list.query.group = group
        list.findAgain(list.selectedRow.map { .cardOrFirst($0.id) } ?? .keep)
    }

    /// Finds cards of all groups; the next start still shows the group of this one.
    public func findInAll(_ text: String) {
        find(in: nil)
        list.find(text)
    }

    /// Whether the list shows this group only.
    func isShown(_ group: String) -> Bool {
        list.query.group.map { TextFolding.fold($0) } == TextFolding.fold(group)
    }

    /// What a reading of the list finds about the groups.
    struct Counts {
        fileprivate let groups: [GroupCount]
        fileprivate let all: Int
        fileprivate let changeCount: Int
    }

    /// - Returns: nil where only the query of the list is another one, and no card has changed.
    func counts(for query: CardQuery) async throws -> Counts? {
        let changeCount = list.changeCount
        if changeCount == countedChanges, query != list.shownQuery { return nil }
        return Counts(
            groups: try await list.store.groupCounts(), all: try await list.store.find(.all).count,
            changeCount: changeCount)
    }

    /// Shows what was counted, together with the list.
    func show(_ counts: Counts) {
        countedChanges = counts.changeCount
        show(counts.groups, of: counts.all)
        let hasGroups = !counts.groups.isEmpty
        if viewState.state.hasGroups != hasGroups { viewState.update { $0.hasGroups = hasGroups } }
        // The last card has left the group, or the group has another name.
        if index(of: list.query.group) == nil { show(nil) }
    }

    /// Follows a change of the order of groups.
    func sort() {
        guard let all = items.first else { return }
        show(items.compactMap { item in item.group.map { GroupCount(name: $0, count: item.count) } }, of: all.count)
    }

    private func show(_ groups: [GroupCount], of all: Int) {
        let sorted = groups.inGroupOrder(viewState.state.groupOrder)
        let items = [Item(group: nil, count: all)] + sorted.map { Item(group: $0.name, count: $0.count) }
        if items != loaded { loaded = items }
    }
}
