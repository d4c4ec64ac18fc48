internal import Cards

/// The fields that an entry of the log changed.
struct LoggedKeys {
    let card: CardID
    let keys: [ExactText]
    let time: Timestamp
}

/// What was changed within a minute: one batch, or several where it is much. Each has the time of the last change, so that of two devices
/// that were offline the one that changed a field later shows, not the one that came back later.
struct ChangeBurst {
    private static let length: Int64 = 60_000

    private let first: Timestamp
    private(set) var last: Timestamp
    /// In the order in which they were changed first.
    private(set) var cards: [CardID] = []
    private(set) var keys: [CardID: Set<ExactText>] = [:]

    init(first: Timestamp) { (self.first, last) = (first, first) }

    static func bursts(of entries: [LoggedKeys]) -> [ChangeBurst] {
        var bursts: [ChangeBurst] = []
        for entry in entries {
            // With a clock that was set back, too, a new one begins.
            let distance = bursts.last.map { abs(entry.time.milliseconds - $0.first.milliseconds) }
            if distance.map({ $0 > length }) ?? true { bursts.append(ChangeBurst(first: entry.time)) }
            bursts[bursts.count - 1].add(entry.card, entry.keys, at: entry.time)
        }
        return bursts
    }

    mutating func add(_ card: CardID, _ changed: some Sequence<ExactText>, at time: Timestamp) {
        if keys[card] == nil { cards.append(card) }
        keys[card, default: []].formUnion(changed)
        last = max(last, time)
    }
}
