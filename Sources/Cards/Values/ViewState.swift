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
    /// The folder in which the picker was left.
    public var photoFolder: String?
    /// The folders out of which photos were chosen, the last first.
    public private(set) var photoFolders: [String] = []

    private static let maximumFolders = 8

    /// Notes that a photo was chosen out of this folder.
    public mutating func notePhotoFolder(_ path: String) {
        photoFolders = Array(([path] + photoFolders.filter { $0 != path }).prefix(Self.maximumFolders))
    }

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
        static let photoFolder = "photoFolder"
        static let photoFolders = "photoFolders"
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
        photoFolder = json[Key.photoFolder]?.string.flatMap { $0.hasPrefix("/") ? $0 : nil }
        photoFolders = Array(
            (json[Key.photoFolders]?.array ?? []).compactMap(\.string).filter { $0.hasPrefix("/") }
                .prefix(Self.maximumFolders))
    }

    public var json: JSON {
        var members: [String: JSON] = [
            Key.order: .string(order.key.rawValue), Key.isReversed: .bool(order.isReversed),
            Key.hidesArchived: .bool(hidesArchived), Key.layout: .string(layout.rawValue),
        ]
        members[Key.listShare] = listShare.map { .number(String($0)) }
        members[Key.theme] = theme.map { .string($0) }
        members[Key.photoFolder] = photoFolder.map { .string($0) }
        if !photoFolders.isEmpty { members[Key.photoFolders] = .array(photoFolders.map { .string($0) }) }
        return .object(members)
    }
}
