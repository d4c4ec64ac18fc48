/// On which day the user was told at the start of which cards that expire. It holds no card, only a hash of the identifiers.
public struct ExpiryNotice: Hashable, Sendable {
    private let day: CalendarDay
    private let hash: String

    /// - Parameter cards: in an order that does not change from start to start.
    public init(day: CalendarDay, cards: [CardID]) {
        self.day = day
        // FNV-1a: the same in every process, unlike Swift's own.
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in cards.map(\.text).joined(separator: "\n").utf8 {
            value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        hash = String(value, radix: 16)
    }

    /// Parses ``text``; nil if it is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return nil }
        (self.day, hash) = (day, String(parts[1]))
    }

    public var text: String { "\(day.text) \(hash)" }
}
