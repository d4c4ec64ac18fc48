/// How the list is looked at: what a person sets on the screen and finds again at the next start. It holds no place in the list and no
/// filter.
public struct ViewState: Hashable, Sendable {
    /// The raw value is the word that files keep.
    public enum Layout: String, Hashable, Sendable, CaseIterable { case rows, wallet }

    /// The part of a wide screen that a list can have beside a card, in percent: less would be too little for the list, more too
    /// little for the card.
    public static let listShares = 35...75

    public var order = CardOrder.byName
    public var hidesArchived = false
    public var layout = Layout.rows
    /// Within ``listShares``; nil where nobody has set it.
    public var listShare: Int?
    /// The theme chosen on the screen, by its name; nil where none was.
    public var theme: String?

    public init() {}
}

extension ViewState {
    private enum Key {
        static let order = "order"
        static let isReversed = "reversed"
        static let hidesArchived = "hidesArchived"
        static let layout = "view"
        static let listShare = "listShare"
        static let theme = "theme"
    }

    /// What a file keeps. A value that is missing or none of ours has its default; fields that are not known are passed over: an older or
    /// newer program may have written them.
    public init(json: JSON) {
        if let key = json[Key.order]?.string.flatMap({ CardOrder.Key(rawValue: $0) }) { order.key = key }
        order.isReversed = json[Key.isReversed]?.bool ?? false
        hidesArchived = json[Key.hidesArchived]?.bool ?? false
        layout = json[Key.layout]?.string.flatMap { Layout(rawValue: $0) } ?? .rows
        if case .number(let text)? = json[Key.listShare], let share = Int(text), Self.listShares.contains(share) {
            listShare = share
        }
        theme = json[Key.theme]?.string
    }

    public var json: JSON {
        var members: [String: JSON] = [
            Key.order: .string(order.key.rawValue), Key.isReversed: .bool(order.isReversed),
            Key.hidesArchived: .bool(hidesArchived), Key.layout: .string(layout.rawValue),
        ]
        members[Key.listShare] = listShare.map { .number(String($0)) }
        members[Key.theme] = theme.map { .string($0) }
        return .object(members)
    }
}
