/// What is in a folder, for choosing from: names, kinds, sizes and times; no contents.
public struct FolderListing: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let isFolder: Bool
        /// In bytes; of a folder nothing is said.
        public let byteCount: Int
        public let modified: Timestamp

        public init(name: String, isFolder: Bool, byteCount: Int = 0, modified: Timestamp = Timestamp(milliseconds: 0))
        {
            (self.name, self.isFolder) = (name, isFolder)
            (self.byteCount, self.modified) = (byteCount, modified)
        }

        /// Left out of what one usually sees of a folder.
        public var isHidden: Bool { name.hasPrefix(".") }
    }

    /// The folder's own path, from the root.
    public let path: String
    /// The same as people write it: `~` for their home.
    public let words: String
    /// Folders and regular files, in no order.
    public let entries: [Entry]
    /// Whether there is more than could be listed.
    public let isCut: Bool

    public init(path: String, words: String, entries: [Entry], isCut: Bool = false) {
        (self.path, self.words, self.entries, self.isCut) = (path, words, entries, isCut)
    }

    /// The folder around it; nil for the root.
    public var parent: String? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    public func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
}
