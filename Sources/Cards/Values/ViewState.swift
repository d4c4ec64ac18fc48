/// The view options of the list that are kept between runs. It holds neither the position in the list nor the filter.
public struct ViewState: Equatable, Sendable {
    /// The raw value is the name in files.
    public enum Layout: String, Hashable, Sendable, CaseIterable { case rows, wallet }

    /// The folders in which files were last written and looked for.
    public struct Folders: Equatable, Sendable {
        /// Of the last export, as it was typed: empty for the current one; nil before the first.
        public var exports: String?
        /// That the picker for an import showed last.
        public var imports: String?
    }

    /// The allowed share of a wide screen for the list beside a card, in percent: less is too narrow for the list, more for the
    /// card.
    public static let listShares = 35...75
    /// Enough for names and numbers.
    public static let usualShare = 58

    public var order = CardOrder.byName
    public var hidesArchived = false
    public var layout = Layout.rows
    /// Within ``listShares``; nil for the default.
    public var listShare: Int?
    /// The name of the theme chosen on the screen; nil for none.
    public var theme: String?
    /// Whether the terminal's background was light when it last told; nil if it never did.
    public var isLight: Bool?
    public var folders = Folders()
    /// The folder that the picker for photos showed last.
    public var photoFolder: String?
    /// The folders from which photos were chosen, most recent first.
    public private(set) var photoFolders: [String] = []

    /// What was last said at the start about cards that expire, and about moments of today.
    public var notices = StartNotices()
    /// When all cards were last looked through for damage; nil before the first time.
    public var lastLook: Timestamp?

    /// The names of groups in the order that was chosen on this machine; those that are not among them follow by name.
    public var groupOrder: [String] = []

    /// The name of the group that the list shows; nil for all cards.
    public var group: String?
    /// Whether any card was in a group when the program ran last: the list then keeps a row for the groups from its first frame on.
    public var hasGroups = false

    /// What a row of the list shows beside the name, from the left.
    public var columns = RowColumn.usual

    private static let maximumFolders = 8

    /// Records that a photo was chosen from this folder.
    public mutating func notePhotoFolder(_ path: String) {
        photoFolders = Array(([path] + photoFolders.filter { $0 != path }).prefix(Self.maximumFolders))
    }

    public init() {}

    /// What the list shows at the start.
    public var query: CardQuery { CardQuery(order: order, group: group, hidesArchived: hidesArchived) }
}

extension ViewState {
    private enum Key {
        static let order = "order"
        static let isReversed = "reversed"
        static let hidesArchived = "hidesArchived"
        static let layout = "view"
        static let listShare = "listShare"
        static let theme = "theme"
        static let isLight = "isLight"
        static let exportFolder = "exportFolder"
        static let importFolder = "importFolder"
        static let photoFolder = "photoFolder"
        static let photoFolders = "photoFolders"
        static let expiryNotice = "expiryNotice"
        static let momentNotice = "momentNotice"
        static let lastLook = "lastLook"
        static let groupOrder = "groupOrder"
        static let group = "group"
        static let hasGroups = "hasGroups"
        static let columns = "columns"
    }

    /// Parses the saved state. Missing and invalid values get their defaults; unknown fields are ignored, since an older or newer
    /// program may have written them.
    public init(json: JSON) {
        if let key = json[Key.order]?.string.flatMap({ CardOrder.Key(rawValue: $0) }) { order.key = key }
        order.isReversed = json[Key.isReversed]?.bool ?? false
        hidesArchived = json[Key.hidesArchived]?.bool ?? false
        layout = json[Key.layout]?.string.flatMap { Layout(rawValue: $0) } ?? .rows
        if case .number(let text)? = json[Key.listShare], let share = Int(text), Self.listShares.contains(share) {
            listShare = share
        }
        theme = json[Key.theme]?.string
        isLight = json[Key.isLight]?.bool
        folders.exports = json[Key.exportFolder]?.string
        folders.imports = json[Key.importFolder]?.string.flatMap { $0.hasPrefix("/") ? $0 : nil }
        photoFolder = json[Key.photoFolder]?.string.flatMap { $0.hasPrefix("/") ? $0 : nil }
        photoFolders = Array(
            (json[Key.photoFolders]?.array ?? []).compactMap(\.string).filter { $0.hasPrefix("/") }
                .prefix(Self.maximumFolders))
        notices.expiry = json[Key.expiryNotice]?.string.flatMap { ExpiryNotice($0) }
        notices.moments = MomentNotice(texts: (json[Key.momentNotice]?.array ?? []).compactMap(\.string))
        group = json[Key.group]?.string
        hasGroups = json[Key.hasGroups]?.bool ?? false
        if let names = json[Key.columns]?.array {
            var seen: Set<RowColumn> = []
            columns = names.compactMap { $0.string.flatMap { RowColumn(rawValue: $0) } }.filter {
                seen.insert($0).inserted
            }
        }
        groupOrder = (json[Key.groupOrder]?.array ?? []).compactMap(\.string)
        if case .number(let text)? = json[Key.lastLook] { lastLook = Int64(text).map { Timestamp(clamping: $0) } }
    }

    public var json: JSON {
        var members: [String: JSON] = [
            Key.order: .string(order.key.rawValue), Key.isReversed: .bool(order.isReversed),
            Key.hidesArchived: .bool(hidesArchived), Key.layout: .string(layout.rawValue),
        ]
        members[Key.listShare] = listShare.map { .number(String($0)) }
        members[Key.expiryNotice] = notices.expiry.map { .string($0.text) }
        let moments = notices.moments.texts
        if !moments.isEmpty { members[Key.momentNotice] = .array(moments.map { .string($0) }) }
        members[Key.lastLook] = lastLook.map { .number(String($0.milliseconds)) }
        members[Key.theme] = theme.map { .string($0) }
        members[Key.isLight] = isLight.map { .bool($0) }
        members[Key.exportFolder] = folders.exports.map { .string($0) }
        members[Key.importFolder] = folders.imports.map { .string($0) }
        members[Key.photoFolder] = photoFolder.map { .string($0) }
        members[Key.group] = group.map { .string($0) }
        if hasGroups { members[Key.hasGroups] = .bool(true) }
        if !groupOrder.isEmpty { members[Key.groupOrder] = .array(groupOrder.map { .string($0) }) }
        if columns != RowColumn.usual { members[Key.columns] = .array(columns.map { .string($0.rawValue) }) }
        if !photoFolders.isEmpty { members[Key.photoFolders] = .array(photoFolders.map { .string($0) }) }
        return .object(members)
    }
}

/// Persists the view options of the list between runs.
public protocol ViewStateKeeping: Sendable {
    /// The last saved state, of any program; the defaults if there is none or it cannot be read. Called before the first frame, so
    /// it must be fast.
    func load() -> ViewState

    /// Replaces the saved state. A failure is ignored: it is not worth a message.
    func keep(_ state: ViewState) async
}

/// Saves nothing: a demo leaves no state behind.
public struct NoViewState: ViewStateKeeping {
    public init() {}
    public func load() -> ViewState { ViewState() }
    public func keep(_ state: ViewState) async {}
}
