internal import Basics

/// The sentences about a loader's status, for the status line, the backend's screen, the news and `cards-tui sync`: each fact is
/// worded here only. It decides neither layout nor keys: the caller supplies the keys to name.
public struct LoaderText {
    /// The keys that sentences name, as displayed; nil where no key applies, or another part of the screen names it.
    public struct Keys: Equatable, Sendable {
        public var synchronize: String?
        /// Opens the target of the selected line.
        public var open: String?
        /// Opens a conflict.
        public var resolve: String?
        /// Sends refused cards again.
        public var retry: String?
        /// Deletes a card here that the backend no longer has, and keeps it.
        public var delete: String?
        public var keep: String?

        public init(
            synchronize: String? = nil, open: String? = nil, resolve: String? = nil, retry: String? = nil,
            delete: String? = nil, keep: String? = nil
        ) {
            self.synchronize = synchronize
            self.open = open
            self.resolve = resolve
            self.retry = retry
            self.delete = delete
            self.keep = keep
        }
    }

    let status: LoaderStatus
    let keys: Keys
    /// Formats a time near today.
    public let formatTime: (Timestamp) -> String
    /// Formats the name of a card for the output.
    let name: (String) -> String

    public init(
        _ status: LoaderStatus, keys: Keys = Keys(), formatTime: @escaping (Timestamp) -> String = \.text,
        name: @escaping (String) -> String = \.self
    ) {
        self.status = status
        self.keys = keys
        self.formatTime = formatTime
        self.name = name
    }

    private var tally: BackendTally { status.tally }

    // MARK: - Facts

    /// Another program has the sync lock.
    public static let waitingForOther = "waiting for another program that is syncing these cards"

    /// The phase in one line.
    public var phase: String {
        switch status.phase {
        case .downloading(let progress): return Self.variants(of: progress, host: status.host)[0]
        case .uploading(let remaining): return "uploading \(Self.cards(remaining))…"
        case .waitingForOther: return Self.waitingForOther
        case .stopped: return Self.joined("stopped", keys.synchronize, "resumes", by: "; ")
        case .failed(let next): return failureLabel + (next == nil ? "" : ", waiting for the next try")
        case .readOnly: return "read-only: your changes are saved here"
        case .idle: break
        }
        if status.cardsAwaitingConsent != nil {
            return "waiting for your answer; \(status.sent == 0 ? "nothing is" : "earlier cards are not") sent"
        }
        if tally.waiting > 0 { return "about to upload" }
        if tally.refused > 0 {
            return Self.joined("\(Self.cards(tally.refused)) rejected", keys.retry, "retries")
        }
        return status.hasDownloaded ? "up to date" : "not synced yet"
    }

    /// The time until the next attempt, and the key for an immediate one.
    public func nextTry(at now: Timestamp) -> String {
        let countdown = status.nextTry.map { Countdown(from: now, to: $0).text }
        let parts = [countdown, keys.synchronize.map { "\($0) retries now" }].compactMap { $0 }
        return parts.isEmpty ? "on request" : parts.joined(separator: " · ")
    }

    /// Cards of the list that could not be read; nil for none.
    public var rejection: String? {
        let list = status.lastList
        guard list.rejected > 0 else { return nil }
        let end = list.rejections.first.map { "\(list.rejected == 1 ? ": " : "; the first: ")\(line(of: $0))" } ?? ""
        return "\(Self.cards(list.rejected)) could not be read\(end)"
    }

    /// The cards of the list that could not be read, each with its reason; the rest as a number.
    /// - Parameter limit: how many are named.
    public func rejections(atMost limit: Int) -> [String] {
        let list = status.lastList
        let lines = list.rejections.prefix(limit).map(line(of:))
        return list.rejected > lines.count ? lines + ["and \(list.rejected - lines.count) more"] : lines
    }

    private func line(of card: RejectedCard) -> String {
        card.name.map { "\(name($0)): \(card.reason)" } ?? card.reason
    }

    /// Values that changed on the backend and cannot be read; nil for none.
    public var unread: String? {
        let unread = status.lastList.unread
        guard let first = unread.first.first else { return nil }
        let end = "\(unread.count == 1 ? ": " : "; the first: ")\(line(of: first))"
        return
            "\(Self.values(unread.count)) could not be read, and \(unread.count == 1 ? "is" : "are") kept as received\(end)"
    }

    /// These values, each with its card; the rest as a number.
    /// - Parameter limit: how many are named.
    public func unreadValues(atMost limit: Int) -> [String] {
        let unread = status.lastList.unread
        let lines = unread.first.prefix(limit).map(line(of:))
        return unread.count > lines.count ? lines + ["and \(unread.count - lines.count) more"] : lines
    }

    private func line(of value: UnreadValues.Value) -> String {
        "\(name(value.card)): \(value.key) \(name(value.value))"
    }

    /// Cards that the list has more than once; nil for none.
    public var doubled: String? {
        guard let first = status.lastList.doubled.first else { return nil }
        let others = status.lastList.doubled.count - 1
        let more = others == 0 ? "" : ", and \(others.counted("other card"))"
        return "\(status.host) lists \(name(first)) more than once\(more): the first entry is used"
    }

    /// Cards that were deleted here and came back; nil for none.
    public var revival: String? { Self.revival(of: status.lastList.revived.map(name)) }

    /// - Parameter names: the cards that came back.
    public static func revival(of names: [String]) -> String? {
        guard let first = names.first else { return nil }
        let others = names.count - 1
        if others == 0 { return "\(first) is back: it was changed elsewhere after you deleted it" }
        return
            "\(first) and \(others.counted("other card")) were changed elsewhere after you deleted them: "
            + "they are back"
    }

    /// Cards that were changed on both sides; nil for none.
    public var conflicts: String? {
        guard tally.conflicts > 0 else { return nil }
        let text = "\(Self.cards(tally.conflicts)) in conflict"
        return Self.joined(text, keys.resolve, "resolves")
    }

    /// What can be done about a card that the backend no longer has.
    public var absentCard: String {
        let choices = [keys.delete.map { "\($0) deletes it here" }, keys.keep.map { "\($0) keeps it" }].compactMap {
            $0
        }
        return (["deleted on the backend"] + (choices.isEmpty ? [] : [choices.joined(separator: ", ")]))
            .joined(separator: " · ")
    }

    /// What can be done about a card that was sent again after it was deleted here for good.
    public var returnedCard: String {
        let choices = [keys.keep.map { "\($0) accepts it" }, keys.delete.map { "\($0) deletes it there" }].compactMap {
            $0
        }
        return
            (["deleted forever here, but sent to the backend again"]
            + (choices.isEmpty ? [] : [choices.joined(separator: ", ")])).joined(separator: " · ")
    }

    /// Cards that were sent again after they were deleted here for good; nil for none.
    public var returns: String? {
        guard tally.returned > 0 else { return nil }
        return "\(status.host) again has \(Self.cards(tally.returned)) that you deleted forever"
    }

    /// Cards that the backend no longer has; nil for none.
    public var absence: String? {
        guard tally.absent > 0 else { return nil }
        return "\(status.host) deleted \(Self.cards(tally.absent)) that \(tally.absent == 1 ? "is" : "are") still here"
    }

    /// Says that changes stay local, for a read-only backend.
    public var readOnly: String { "\(status.host) is read-only: your changes are saved here" }

    /// Cards from before the backend was set; nil for none.
    public var consent: String? { status.cardsAwaitingConsent.map { Self.earlierCards($0, host: status.host) } }

    /// - Parameter count: the cards that were in the store before this backend was set, at least one.
    public static func earlierCards(_ count: Int, host: String) -> String {
        "\(cards(count)) \(count == 1 ? "was" : "were") here before \(host) was set up"
    }

    /// The pending uploads; a rejected card counts as rejected only.
    public var pending: String {
        switch (tally.unsent, tally.refused) {
        case (0, 0): "nothing"
        case (0, let refused): "\(Self.cards(refused)) rejected"
        case (let waiting, 0): "\(Self.cards(waiting)) to upload"
        case (let waiting, let refused): "\(Self.cards(waiting)) to upload, \(refused) rejected"
        }
    }

    /// The rejected cards, with the first known reason.
    /// - Parameter cards: the rejected cards, at least one.
    public func refusal(of cards: [PendingCard]) -> String {
        let reason = cards.lazy.compactMap(\.lastFailure).first.map { ": \(withoutHost($0))" } ?? ""
        let single = cards.count == 1 ? cards.first.map { name($0.name) } : nil
        return "\(status.host) rejected \(single ?? Self.cards(cards.count))\(reason)"
    }

    /// The reason of a rejection without what the sentence around it says already.
    private func withoutHost(_ reason: String) -> Substring {
        let beginning = ["\(status.host) rejected it: ", "\(status.host): "].first { reason.hasPrefix($0) }
        return reason.dropFirst(beginning?.count ?? 0)
    }

    var failureLabel: String { status.failure?.source == .connection ? "offline" : "not synced" }

    // MARK: - Parts

    /// "1 value", "2 values".
    public static func values(_ count: Int) -> String { count.counted("value") }

    /// "1 card", "2 cards".
    public static func cards(_ count: Int) -> String { count.counted("card") }

    /// A text, followed by a key and its effect if there is a key.
    public static func joined(_ text: String, _ key: String?, _ effect: String, by separator: String = " · ") -> String
    {
        key.map { "\(text)\(separator)\($0) \(effect)" } ?? text
    }
}

extension LoaderText {
    /// The result of `cards-tui sync` in one line: "127.0.0.1:8000: 340 cards, 3 new, 2 sent, 1 pending".
    /// - Parameters:
    ///   - cards: the number in the store now.
    ///   - new: the number of these that are new.
    public func summary(cards: Int, new: Int) -> String {
        let tally = status.tally
        let counts = [
            (new, "new"), (status.sent, "sent"), (tally.unsent, "pending"), (tally.refused, "rejected"),
            (tally.conflicts, "in conflict"), (tally.absent, "no longer there"),
            (tally.returned, "there again"),
        ]
        let parts = [Self.cards(cards)] + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return status.host + ": " + parts.joined(separator: ", ")
    }
}

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
    public static func size(of progress: DownloadProgress) -> String? {
        guard progress.bytes > 0 else { return nil }
        let total = progress.totalBytes.flatMap { $0 >= progress.bytes ? $0 : nil }
        let isLarge = (total ?? progress.bytes) >= 1 << 20
        let text = { (count: Int) in isLarge ? megabytes(count) : "\((count + 1023) >> 10)" }
        let parts = [text(progress.bytes), total.map(text)].compactMap { $0 }
        return parts.joined(separator: " of ") + (isLarge ? " MB" : " kB")
    }

    /// One decimal below ten, none above.
    private static func megabytes(_ count: Int) -> String {
        count < 10 << 20 ? "\(count >> 20).\(((count & 0xFFFFF) * 10) >> 20)" : "\(count >> 20)"
    }
}

/// The time that is left until a moment, in words that become finer as it comes nearer: a screen has to be drawn again only when they
/// change. It runs no timer.
public struct Countdown: Equatable, Sendable {
    private let milliseconds: Int64

    public init(from now: Timestamp, to moment: Timestamp) {
        milliseconds = max(0, moment.milliseconds - now.milliseconds)
    }

    /// "in 20 s", "in 4 min", "now".
    public var text: String {
        let shown = steps.shown
        if shown == 0 { return "now" }
        return shown > 90 ? "in \(shown / 60) min" : "in \(shown) s"
    }

    /// How long the text stays true; nil once the moment has come.
    public var untilChange: Duration? {
        milliseconds == 0 ? nil : .milliseconds(milliseconds - Int64(steps.next) * 1000)
    }

    /// The seconds that are shown, rounded up, and those that are shown next.
    private var steps: (shown: Int, next: Int) {
        let seconds = Int(clamping: (milliseconds + 999) / 1000)
        func rounded(to step: Int) -> Int { (seconds + step - 1) / step * step }
        if seconds <= 10 { return (rounded(to: 5), max(0, rounded(to: 5) - 5)) }
        if seconds <= 90 { return (rounded(to: 10), rounded(to: 10) - 10) }
        return (rounded(to: 60), max(90, rounded(to: 60) - 60))
    }
}
