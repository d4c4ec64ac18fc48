internal import Basics

/// A group of cards, as a list of groups shows it.
public struct GroupCount: Equatable, Sendable {
    public let name: String
    public let count: Int

    public init(name: String, count: Int) { (self.name, self.count) = (name, count) }
}

extension CardStore {
    /// The names of all groups, in folded order, without duplicates.
    public func groups() async throws -> [String] { try await groupCounts().map(\.name) }

    /// The cards of a group, in list order.
    @concurrent public func cards(ofGroup name: String) async throws -> [CardID] {
        let found = try await find(CardQuery(group: name))
        return try await found.identifiers(in: 0..<found.count)
    }

    /// The changes that rename a group in all its cards; cards that are in the new one already leave the old one only. Nil where no card is
    /// in the group.
    @concurrent public func changes(
        renamingGroup old: String, to new: String
    ) async throws -> [(card: Card, change: CardChange)]? {
        let identifiers = try await cards(ofGroup: old)
        if identifiers.isEmpty { return nil }
        var changes: [(card: Card, change: CardChange)] = []
        for identifier in identifiers {
            if Task.isCancelled { throw StoreError.stopped }
            guard let card = try await card(identifier) else { continue }
            var renamed = card
            renamed.groups = card.groups.renamingGroup(old, to: new)
            if renamed != card { changes.append((card, .set(CardPatch(from: card, to: renamed)))) }
        }
        return changes
    }
}

extension [String] {
    /// The groups of a card with the new name in the place of the old one, once.
    public func renamingGroup(_ old: String, to new: String) -> [String] {
        var known: Set<String> = []
        return map { TextFolding.fold($0) == TextFolding.fold(old) ? new : $0 }
            .filter { TextFolding.fold($0) != TextFolding.fold(new) || known.insert(TextFolding.fold($0)).inserted }
    }

    /// These names of groups in the order of this machine: those that it does not name last, as they come.
    public func inGroupOrder(_ order: [String]) -> [String] { inGroupOrder(order, by: \.self) }
}

extension [GroupCount] {
    public func inGroupOrder(_ order: [String]) -> [GroupCount] { inGroupOrder(order, by: \.name) }
}

extension Array {
    fileprivate func inGroupOrder(_ order: [String], by name: (Element) -> String) -> [Element] {
        let ranks = Dictionary(order.enumerated().map { (TextFolding.fold($1), $0) }) { first, _ in first }
        return enumerated().sorted { left, right in
            (ranks[TextFolding.fold(name(left.element))] ?? .max, left.offset)
                < (ranks[TextFolding.fold(name(right.element))] ?? .max, right.offset)
        }.map(\.element)
    }
}
