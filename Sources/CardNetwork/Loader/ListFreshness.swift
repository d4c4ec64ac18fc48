internal import Cards

/// When the backend's list was last known completely, and how large it was: decides whether it has to be downloaded
/// again before writing. Otherwise changes of others would be lost, since the backend accepts only whole cards.
struct ListFreshness: Sendable {
    /// Several edits in a row need one download only.
    private static let smallListMilliseconds: Int64 = 2000
    /// Downloading a large list before every edit would cost more than it saves.
    private static let largeListMilliseconds: Int64 = 300_000
    private static let largeListBytes = 1 << 20

    private var time: Timestamp?
    private var bytes = 0

    /// - Parameter bytes: nil if the list has not changed.
    mutating func note(_ time: Timestamp, bytes: Int?) {
        self.time = time
        if let bytes { self.bytes = bytes }
    }

    /// Whether asking for the list again costs much: it is large, and the backend always sends all of it.
    func isDear(canAskCheaply: Bool) -> Bool { bytes > Self.largeListBytes && !canAskCheaply }

    /// False if the clock was set back.
    /// - Parameter canAskCheaply: whether the backend can answer that the list has not changed.
    func isFresh(at now: Timestamp, canAskCheaply: Bool) -> Bool {
        guard let time else { return false }
        let limit = isDear(canAskCheaply: canAskCheaply) ? Self.largeListMilliseconds : Self.smallListMilliseconds
        return (0...limit).contains(now.milliseconds - time.milliseconds)
    }
}
