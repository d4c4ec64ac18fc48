public import Cards

extension LoaderStatus {
    /// How it stands, for the right end of the status line. Short: "saved, all uploaded", "2 wait for upload".
    public func words(timeOfDay: (Timestamp) -> String) -> String {
        switch activity {
        case .downloading(0): return "asking \(host)…"
        case .downloading(let cards): return "downloading… \(cards)"
        case .uploading(let cards): return "uploading \(cards)…"
        case .idle: break
        }
        if isReadOnly {
            return waiting == 0 ? "\(host) only serves files" : "\(waiting) kept here: \(host) only serves files"
        }
        if failure != nil {
            let next = nextTry.map { ", tries again at \(timeOfDay($0))" } ?? ", S tries again"
            return (waiting == 0 ? "offline" : "offline, \(waiting) to upload") + next
        }
        if question != nil { return "saved here" }
        if waiting > 0 { return "\(waiting) to upload" }
        return hasDownloaded ? "saved, all uploaded" : "saved here"
    }

    /// Whether those words tell of something wrong.
    public var isTroubled: Bool { failure != nil }

    /// What there is to add in a sentence of its own: the failure, cards that were refused, cards that the backend no longer has.
    public var details: String? {
        if let failure { return failure }
        if rejected > 0 {
            return "\(rejected == 1 ? "One card" : "\(rejected) cards") of \(host) could not be taken: "
                + (firstRejection ?? "")
        }
        if absent > 0 { return "\(host) no longer has \(absent == 1 ? "one card" : "\(absent) cards"); kept here." }
        return nil
    }
}
