extension LoaderText {
    /// The state for the right end of the status line, such as "all synced" or "2 to upload". Variants for decreasing
    /// widths: the longest text first, a word or two last.
    public var variants: [String] {
        let (tally, counts) = (status.tally, counts)
        let pending = counts.first.map { ", \($0)" } ?? ""
        switch status.phase {
        case .downloading(let progress): return Self.variants(of: progress, host: status.host)
        case .uploading(let remaining): return ["uploading \(remaining)…", "uploading…"]
        case .stopped:
            let texts = [pending, ""].map { Self.joined("stopped\($0)", keys.synchronize, "resumes", by: "; ") }
            return texts + ["stopped"]
        case .failed(let next):
            let then = next.map { ", next try at \(formatTime($0))" }
            return [
                then.map { failureLabel + pending + $0 }
                    ?? Self.joined(failureLabel + pending, keys.synchronize, "retries", by: ", "), failureLabel,
            ]
        case .readOnly:
            return tally.pending == 0
                ? ["\(status.host) is read-only", "read-only"]
                : ["\(tally.pending) saved here: \(status.host) is read-only", "\(tally.pending) saved here"]
        case .waitingForOther: return ["waiting for another program", "waiting"]
        case .idle: break
        }
        if status.cardsAwaitingConsent != nil { return ["saved here", "saved"] }
        if let last = counts.last { return counts.count == 1 ? counts : [counts.joined(separator: ", "), last] }
        if tally.conflicts > 0 { return ["\(tally.conflicts) to resolve"] }
        return [status.hasDownloaded ? "all synced" : "saved here", "saved"]
    }

    /// "3 to upload" and "1 rejected", as far as there are such cards. Each pending card is counted once.
    private var counts: [String] {
        let tally = status.tally
        return [(tally.waiting, "to upload"), (tally.refused, "rejected")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }

    /// Whether these texts report a problem.
    public var hasFailure: Bool { status.failure != nil || (!status.isBusy && status.tally.refused > 0) }

    /// The progress of a download, longest text first.
    static func variants(of progress: DownloadProgress, host: String) -> [String] {
        let parts = [progress.cards > 0 ? cards(progress.cards) : nil, size(of: progress)].compactMap { $0 }
        guard let first = parts.first else { return ["syncing with \(host)…", "downloading…"] }
        return ["downloading… \(parts.joined(separator: ", "))", "downloading… \(first)", "downloading…"]
    }

    /// The size received so far: "3.2 of 50 MB"; nil before the first byte.
    private static func size(of progress: DownloadProgress) -> String? {
        guard progress.bytes > 0 else { return nil }
        let total = progress.totalBytes.flatMap { $0 >= progress.bytes ? $0 : nil }
        let isLarge = (total ?? progress.bytes) >= 1_000_000
        let text = { (count: Int) in isLarge ? megabytes(count) : "\((count + 999) / 1000)" }
        let parts = [text(progress.bytes), total.map(text)].compactMap { $0 }
        return parts.joined(separator: " of ") + (isLarge ? " MB" : " kB")
    }

    /// One decimal below ten, none above.
    private static func megabytes(_ count: Int) -> String {
        count < 10_000_000 ? "\(count / 1_000_000).\(count % 1_000_000 / 100_000)" : "\(count / 1_000_000)"
    }
}
