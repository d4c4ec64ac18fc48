import Cards

/// What has been reported of the loader's statuses, so that each piece of news is reported once: a failure, a read-only backend,
/// unreadable cards in its list, cards that it no longer has, that it refuses, that are in conflict, that came back. The sentences are
/// those of ``LoaderText``.
struct LoaderNews {
    private var failure: LoaderFailure?
    private var isReadOnly = false
    private var rejected = 0
    private var absent = 0
    private var returned = 0
    private var unread = UnreadValues()
    private var doubled: [String] = []
    private var conflicts = 0
    private var refused = 0
    private var isUploading = false
    /// The refusals that were reported or seen.
    private var refusals: Set<Refusal> = []
    private var revived: [String] = []

    /// What is new in a status.
    struct News {
        var failure: Message?
        var message: Message?
        /// Whether there may be unreported refused cards: which and why has to be requested.
        var hasNewRefusals = false
    }

    /// One refusal of a card by the backend.
    fileprivate struct Refusal: Hashable {
        let card: CardID
        let attempts: Int
    }

    mutating func receive(_ status: LoaderStatus, _ text: LoaderText) -> News {
        var news = News()
        if let new = status.failure, new != failure {
            let warning = Message(new.message, kind: .warning)
            let next = status.nextTry.map { Message("Next try at \(text.formatTime($0)).", kind: .warning) }
            news.failure = next.map { warning.followed(by: $0) } ?? warning
        }
        failure = status.failure
        if status.phase == .readOnly, !isReadOnly {
            news.add(Message("\(text.readOnly)."))
        }
        if status.phase == .readOnly { isReadOnly = true } else if status.phase == .idle { isReadOnly = false }
        // While a list is downloaded the counts still grow. What the last one said already is no news: the program looks by itself.
        guard !status.isDownloading else { return news }
        // A download that failed or was stopped knows a part of its list only.
        let isWhole = status.failure == nil && status.phase != .stopped
        if isWhole, status.lastList.rejected != rejected {
            news.add(text.rejection.map { Message("\(status.host): \($0)", kind: .warning) })
        }
        if status.tally.absent != absent {
            news.add(text.absence.map { Message("\($0).", offers: [Message.Offer(.showBackend, "reviews")]) })
        }
        if status.tally.returned > returned {
            news.add(text.returns.map { Message("\($0).", offers: [Message.Offer(.showBackend, "reviews")]) })
        }
        if isWhole, status.lastList.unread != unread {
            news.add(text.unread.map { Message("\(status.host): \($0)", kind: .warning) })
        }
        if isWhole, status.lastList.doubled != doubled {
            news.add(text.doubled.map { Message($0, kind: .warning) })
        }
        if status.lastList.revived != revived { news.add(text.revival.map { Message($0) }) }
        if status.tally.conflicts > conflicts {
            news.add(text.conflicts.map { Message($0, offers: [Message.Offer(.resolveConflicts, "resolves")]) })
        }
        // After an upload the same count may stand for other cards, or for one that was refused again.
        let wasSent = isUploading && !status.isUploading
        isUploading = status.isUploading
        news.hasNewRefusals = status.tally.refused > refused || (status.tally.refused > 0 && wasSent)
        if isWhole {
            (rejected, doubled, unread) = (status.lastList.rejected, status.lastList.doubled, status.lastList.unread)
        }
        returned = status.tally.returned
        revived = status.lastList.revived
        (absent, conflicts, refused) = (status.tally.absent, status.tally.conflicts, status.tally.refused)
        return news
    }

    /// The pending cards that were refused since the last report.
    mutating func newRefusals(among waiting: [PendingCard]) -> [PendingCard] {
        let refused = waiting.filter(\.isRefused)
        defer { refusals = Set(refused.map(Refusal.init)) }
        return refused.filter { !refusals.contains(Refusal($0)) }
    }
}

extension LoaderNews.News {
    fileprivate mutating func add(_ new: Message?) {
        guard let new else { return }
        message = message?.followed(by: new) ?? new
    }
}

extension LoaderNews.Refusal {
    fileprivate init(_ waiting: PendingCard) { self.init(card: waiting.id, attempts: waiting.attempts) }
}
