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

    /// The same in a word or two, for where there is room for no more.
    public var shortWords: String {
        switch activity {
        case .downloading: return "downloading…"
        case .uploading: return "uploading…"
        case .idle: break
        }
        if isReadOnly { return waiting == 0 ? "read-only" : "\(waiting) kept here" }
        if failure != nil { return "offline" }
        if question == nil, waiting > 0 { return "\(waiting) to upload" }
        return "saved"
    }

    /// Whether those words tell of something wrong.
    public var isTroubled: Bool { failure != nil }

    /// What is new since an earlier status and worth a sentence of its own: a failure, a backend that only serves files, cards that it
    /// sent and that could not be taken, cards that it no longer has. Said once; nil when there is nothing new.
    func news(since old: LoaderStatus?) -> Message? {
        if let failure, failure != old?.failure { return Message(failure, kind: .warning) }
        if isReadOnly, old?.isReadOnly != true {
            return Message(
                "\(host) only serves files: what you change is kept here, and goes to a backend that takes it.")
        }
        // While a download runs the counts still grow.
        guard !isDownloading else { return nil }
        if rejected > 0, rejected != old?.saidRejected {
            let reason = firstRejection.map { ": \($0)" } ?? ""
            return Message("\(Self.cards(rejected)) of \(host) could not be taken\(reason)", kind: .warning)
        }
        if absent > 0, absent != old?.saidAbsent {
            return Message("\(host) no longer has \(Self.cards(absent)); kept here.")
        }
        return nil
    }

    /// What this status has told of: an upload between two looks at the same download is no reason to tell it again.
    private var saidRejected: Int { isDownloading ? 0 : rejected }
    private var saidAbsent: Int { isDownloading ? 0 : absent }
    private var isDownloading: Bool { if case .downloading = activity { true } else { false } }

    private static func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }
}
