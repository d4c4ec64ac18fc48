/// Which batches the values of one card come from, and the concurrent values that it does not show. With it two devices that have the same
/// batches have the same card, in whatever order they came: a value is dropped exactly when a batch that knew it replaced it.
public struct CardVersions: Equatable, Sendable {
    /// A value that the card does not show, and the batches that set it.
    public struct Sibling: Equatable, Sendable {
        public let value: JSON
        public var batches: [BatchID]

        public init(_ value: JSON, _ batches: [BatchID]) { (self.value, self.batches) = (value, batches) }
    }

    public struct Deletion: Equatable, Sendable {
        public let id: BatchID
        public let seen: VersionVector

        public init(_ id: BatchID, seen: VersionVector) { (self.id, self.seen) = (id, seen) }
    }

    /// The batches that set the value that the card shows, by its key.
    public var shown: [ExactText: [BatchID]] = [:]
    /// The other values, the one that is shown next first.
    public var hidden: [ExactText: [Sibling]] = [:]
    /// The batches that added the card to a group.
    public var groups: [ExactText: [BatchID]] = [:]
    /// Deletions that no later change knew.
    public var deletions: [Deletion] = []
    /// The balance as the devices share it, see ``SharedBalance``: the card has another text once something was spent. It outlives a
    /// deletion, since a card that comes back because somebody changed it has it again.
    public var balance: JSON?

    /// The values that the card would show, as long as it has no name: of one that was deleted here for good, until the device that changed it
    /// sends it whole.
    public var held: [ExactText: JSON] = [:]

    public static let balanceKey: ExactText = "balance"

    public init() {}

    /// Whether anything keeps the card: a deletion only counts where nothing was changed without knowing it.
    public var isAlive: Bool { !shown.isEmpty || !groups.isEmpty }

    // MARK: - Here

    /// Notes a change that was made here: it knows all that is known here.
    public mutating func record(_ change: BatchedChange, as id: BatchID, seen: VersionVector) {
        if change.isDeletion {
            (shown, hidden, groups, held) = ([:], [:], [:], [:])
            deletions = [Deletion(id, seen: seen)]
            return
        }
        deletions = []
        if !isAlive { balance = nil }
        for key in change.values.keys {
            shown[key] = [id]
            if key == Self.balanceKey { balance = change.values[key] }
            let kept = Set(change.beside[key] ?? [])
            let siblings = (hidden[key] ?? []).filter { !kept.isDisjoint(with: $0.batches) }
            hidden[key] = siblings.isEmpty ? nil : siblings
        }
        for group in change.removedGroups { groups[ExactText(group)] = nil }
        for group in change.addedGroups { groups[ExactText(group)] = [id] }
    }

    // MARK: - From another device

    /// Merges a change of another device. Returns the values that the card shows now and did not before.
    /// - Parameter time: that of a batch that is known, this one included.
    /// - Parameter current: the value that the card shows, by its key.
    public mutating func merge(
        _ change: BatchedChange, as id: BatchID, seen: VersionVector, time: (BatchID) -> HybridTime,
        current: (ExactText) -> JSON
    ) -> [ExactText: JSON] {
        let isAnew = deletions.isEmpty || deletions.contains { seen.contains($0.id) }
        deletions.removeAll { seen.contains($0.id) }
        // Who knew of a deletion makes the card anew, whatever other deletions there are.
        if !isAlive, isAnew { balance = nil }
        var values: [ExactText: JSON] = [:]
        if change.isDeletion {
            for key in shown.keys {
                if let value = prune(key, seen, keeping: [], time: time, current: current) { values[key] = value }
            }
            for key in groups.keys { pruneGroup(key, seen) }
            deletions.append(Deletion(id, seen: seen))
            deletions.sort { $0.id < $1.id }
            return values
        }
        for (key, value) in change.values {
            if let isShown = insert(value, of: key, as: id, seen, time, current) {
                if isShown { values[key] = value }
                continue
            }
            let kept = Set(change.beside[key] ?? [])
            let siblings = siblings(of: key, current: current)
                .compactMap { Self.pruned($0, seen, keeping: kept) }
            if let value = show(Self.adding(Sibling(value, [id]), to: siblings), of: key, time, current) {
                values[key] = value
            }
        }
        for group in change.removedGroups { pruneGroup(ExactText(group), seen) }
        for group in change.addedGroups {
            let key = ExactText(group)
            pruneGroup(key, seen)
            groups[key] = ((groups[key] ?? []) + [id]).sorted()
        }
        return values
    }

    /// Adds a value to many others, none of which it knows or repeats: they are in their order already. Returns whether it shows; nil where the
    /// others are few, or change.
    private mutating func insert(
        _ value: JSON, of key: ExactText, as id: BatchID, _ seen: VersionVector, _ time: (BatchID) -> HybridTime,
        _ current: (ExactText) -> JSON
    ) -> Bool? {
        guard let first = shown[key], let others = hidden[key], others.count > Self.few else { return nil }
        let isKnown = !seen.isEmpty && (first + others.flatMap(\.batches)).contains { seen.contains($0) }
        let before = current(key)
        if isKnown || before == value || others.contains(where: { $0.value == value }) { return nil }
        let latest = (time(id), id)
        func isEarlier(_ batches: [BatchID]) -> Bool { batches.allSatisfy { (time($0), $0) < latest } }
        if isEarlier(first) {
            hidden[key]?.insert(Sibling(before, first), at: 0)
            shown[key] = [id]
            if key == Self.balanceKey { balance = value }
            return true
        }
        var (low, high) = (0, others.count)
        while low < high {
            let middle = (low + high) / 2
            if isEarlier(others[middle].batches) { high = middle } else { low = middle + 1 }
        }
        hidden[key]?.insert(Sibling(value, [id]), at: low)
        return false
    }

    private static let few = 8

    /// All values of the key, the one that is shown first.
    private func siblings(of key: ExactText, current: (ExactText) -> JSON) -> [Sibling] {
        (shown[key].map { [Sibling(current(key), $0)] } ?? []) + (hidden[key] ?? [])
    }

    private static func pruned(_ sibling: Sibling, _ seen: VersionVector, keeping kept: Set<BatchID>) -> Sibling? {
        let batches = sibling.batches.filter { !seen.contains($0) || kept.contains($0) }
        return batches.isEmpty ? nil : Sibling(sibling.value, batches)
    }

    /// The same value is one, whoever set it.
    private static func adding(_ sibling: Sibling, to siblings: [Sibling]) -> [Sibling] {
        var result = siblings
        if let index = result.firstIndex(where: { $0.value == sibling.value }) {
            result[index].batches = (result[index].batches + sibling.batches).sorted()
        } else {
            result.append(sibling)
        }
        return result
    }

    private mutating func prune(
        _ key: ExactText, _ seen: VersionVector, keeping kept: Set<BatchID>, time: (BatchID) -> HybridTime,
        current: (ExactText) -> JSON
    ) -> JSON? {
        let left = siblings(of: key, current: current).compactMap { Self.pruned($0, seen, keeping: kept) }
        return show(left, of: key, time, current)
    }

    private mutating func pruneGroup(_ key: ExactText, _ seen: VersionVector) {
        let left = (groups[key] ?? []).filter { !seen.contains($0) }
        groups[key] = left.isEmpty ? nil : left
    }

    /// The value with the latest batch shows. Returns it where it is another one than before.
    private mutating func show(
        _ siblings: [Sibling], of key: ExactText, _ time: (BatchID) -> HybridTime, _ current: (ExactText) -> JSON
    ) -> JSON? {
        let ordered = siblings.compactMap { sibling in
            sibling.batches.map { (time($0), $0) }.max { $0 < $1 }.map { (sibling: sibling, latest: $0) }
        }.sorted { $0.latest > $1.latest }.map(\.sibling)
        let before = shown[key] == nil ? nil : current(key)
        shown[key] = ordered.first?.batches
        hidden[key] = ordered.count > 1 ? Array(ordered.dropFirst()) : nil
        guard let first = ordered.first else { return nil }
        if key == Self.balanceKey { balance = first.value }
        return first.value == before ? nil : first.value
    }
}
