extension LoaderText {
    /// The result of `cards-tui sync` in one line: "127.0.0.1:8000: 340 cards, 3 new, 2 sent, 1 pending".
    /// - Parameters:
    ///   - cards: the number in the store now.
    ///   - new: the number of these that are new.
    public func summary(cards: Int, new: Int) -> String {
        let tally = status.tally
        let counts = [
            (new, "new"), (status.sent, "sent"), (tally.unsent, "pending"), (tally.refused, "rejected"),
            (tally.conflicts, "in conflict"), (tally.absent, "no longer there"),
            (tally.returned, "there again"),
        ]
        let parts = [Self.cards(cards)] + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return status.host + ": " + parts.joined(separator: ", ")
    }
}
