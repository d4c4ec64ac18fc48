internal import Cards

/// When the backend's list was last known whole, and how large it was: whether writing over what it holds needs another look
/// first. Someone else may have changed the same card since, and a backend that takes whole cards would lose that.
struct ListFreshness: Sendable {
    /// Several edits in a row are one look.
    private static let smallListMilliseconds: Int64 = 2000
    /// Where a large list can only be had whole, asking for it before every edit would cost more than it saves.
    private static let largeListMilliseconds: Int64 = 300_000
    private static let largeListBytes = 1 << 20

    private var time: Timestamp?
    private var bytes = 0

    /// `bytes` is nil where the backend said that the list is still the same.
    mutating func note(_ time: Timestamp, bytes: Int?) {
        self.time = time
        if let bytes { self.bytes = bytes }
    }

    /// A clock that went back makes nothing fresh.
    /// - Parameter canAskCheaply: the backend can say that the list is still the same.
    func isFresh(at now: Timestamp, canAskCheaply: Bool) -> Bool {
        guard let time else { return false }
        let isDear = bytes > Self.largeListBytes && !canAskCheaply
        let limit = isDear ? Self.largeListMilliseconds : Self.smallListMilliseconds
        return (0...limit).contains(now.milliseconds - time.milliseconds)
    }
}
