public import Cards

extension LoaderStatus {
    /// How it stands, for the right end of the status line: "saved, all uploaded", "2 to upload". The longest words first, for where
    /// there is room; the last are a word or two.
    /// - Parameter synchronizeKey: the key that asks the backend again, as people read it; nil where none does.
    public func words(timeOfDay: (Timestamp) -> String, synchronizeKey: String?) -> [String] {
        switch activity {
        case .downloading(0) where bytes == 0: return ["asking \(host)…", "downloading…"]
        case .downloading(let cards):
            let parts = [cards > 0 ? Self.cards(cards) : nil, byteWords].compactMap { $0 }
            return [
                "downloading… \(parts.joined(separator: ", "))", "downloading… \(parts[0])", "downloading…",
            ]
        case .uploading(let cards): return ["uploading \(cards)…", "uploading…"]
        case .idle: break
        }
        let count = waiting == 0 ? "" : ", \(waiting) to upload"
        if wasStopped {
            let ways = synchronizeKey.map { ["stopped\(count); \($0) goes on", "stopped; \($0) goes on"] }
            return (ways ?? ["stopped\(count)"]) + ["stopped"]
        }
        if failure != nil {
            let trouble = isOffline ? "offline" : "not synchronized"
            let next =
                nextTry.map { ", tries again at \(timeOfDay($0))" } ?? synchronizeKey.map { ", \($0) tries again" }
                ?? ""
            return [trouble + count + next, trouble]
        }
        if let nextTry { return ["next try at \(timeOfDay(nextTry))\(count)", "next try at \(timeOfDay(nextTry))"] }
        if isReadOnly {
            return waiting == 0
                ? ["\(host) only serves files", "read-only"]
                : ["\(waiting) kept here: \(host) only serves files", "\(waiting) kept here"]
        }
        if isElsewhere { return ["another program synchronizes", "elsewhere"] }
        if question != nil { return ["saved here", "saved"] }
        if refused > 0 { return ["\(waiting) to upload, \(refused) refused", "\(refused) refused"] }
        if waiting > 0 { return ["\(waiting) to upload"] }
        if conflicts > 0 { return ["\(conflicts) to choose"] }
        return [hasDownloaded ? "saved, all uploaded" : "saved here", "saved"]
    }

    /// How much of the list has come: "3.2 of 50 MB"; nil before the first byte.
    public var byteWords: String? {
        guard bytes > 0 else { return nil }
        let total = totalBytes.flatMap { $0 >= bytes ? $0 : nil }
        let isLarge = (total ?? bytes) >= 1_000_000
        let words = { (count: Int) in isLarge ? Self.megabytes(count) : "\((count + 999) / 1000)" }
        let parts = [words(bytes), total.map(words)].compactMap { $0 }
        return parts.joined(separator: " of ") + (isLarge ? " MB" : " kB")
    }

    /// A decimal below ten: beyond, nobody looks at it.
    private static func megabytes(_ count: Int) -> String {
        count < 10_000_000 ? "\(count / 1_000_000).\(count % 1_000_000 / 100_000)" : "\(count / 1_000_000)"
    }

    /// Whether those words tell of something wrong.
    public var isTroubled: Bool { failure != nil || (activity == .idle && refused > 0) }

    var isDownloading: Bool { if case .downloading = activity { true } else { false } }

    var isUploading: Bool { if case .uploading = activity { true } else { false } }

    public static func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }
}
