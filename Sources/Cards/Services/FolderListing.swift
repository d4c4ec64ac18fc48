/// The contents of a folder for a picker: names, kinds, sizes and times.
public struct FolderListing: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let isFolder: Bool
        /// In bytes; not set for a folder.
        public let byteCount: Int
        public let modified: Timestamp

        public init(name: String, isFolder: Bool, byteCount: Int = 0, modified: Timestamp = Timestamp(milliseconds: 0))
        {
            (self.name, self.isFolder) = (name, isFolder)
            (self.byteCount, self.modified) = (byteCount, modified)
        }

        /// Hidden by convention.
        public var isHidden: Bool { name.hasPrefix(".") }
    }

    /// The absolute path of the folder.
    public let path: String
    /// The path for display: `~` for the home folder.
    public let label: String
    /// Folders and regular files, in no order.
    public let entries: [Entry]
    /// Whether the listing is incomplete.
    public let isCut: Bool

    public init(path: String, label: String, entries: [Entry], isCut: Bool = false) {
        self.path = path
        self.label = label
        self.entries = entries
        self.isCut = isCut
    }

    /// The parent folder; nil for the root.
    public var parent: String? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    public func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
}
