import Cards

/// What the loader's statuses have told so far, so that each piece of news is told once: a failure, a backend that only serves files,
/// cards that it sent and that could not be taken, that it no longer has, that it does not take, that were changed on both sides,
/// that came back.
struct LoaderNews {
    private var failure: String?
    private var isReadOnly = false
    private var rejected = 0
    private var absent = 0
    private var conflicts = 0
    private var refused = 0
    private var isUploading = false
    /// The refusals that were told of, or seen.
    private var refusals: Set<Refusal> = []
    private var revived: [String] = []

    /// What is new in this status.
    struct Told {
        var failure: Message?
        var message: Message?
        /// There may be refused cards that were not told of: which, and why, has to be asked for.
        var hasNewRefusals = false
    }

    /// One time that the backend did not take a card.
    fileprivate struct Refusal: Hashable {
        let card: CardID
        let attempts: Int
    }

    /// - Parameter timeOfDay: a moment of today in words.
    mutating func take(_ status: LoaderStatus, timeOfDay: (Timestamp) -> String) -> Told {
        var told = Told()
        if let new = status.failure, new != failure {
            let warning = Message(new, kind: .warning)
            let next = status.nextTry.map { Message("Next try at \(timeOfDay($0)).", kind: .warning) }
            told.failure = next.map { warning.followed(by: $0) } ?? warning
        }
        if status.isReadOnly, !isReadOnly {
            told.add(
                Message(
                    "\(status.host) only serves files: what you change is kept here, and goes to a backend that takes it."
                ))
        }
        (failure, isReadOnly) = (status.failure, status.isReadOnly)
        guard !status.isDownloading else {
            // Each download tells of its own list; while it runs the counts still grow.
            (rejected, absent, conflicts) = (0, 0, 0)
            return told
        }
        told.add(newRejections(status))
        told.add(newAbsences(status))
        if !status.revived.isEmpty, status.revived != revived { told.add(Message(Self.words(for: status.revived))) }
        if status.conflicts > conflicts {
            let one = status.conflicts == 1
            told.add(
                Message(
                    "\(LoaderStatus.cards(status.conflicts)) \(one ? "was" : "were") changed on both sides",
                    offers: [Message.Offer(.resolveConflicts, "chooses")]))
        }
        // As many as before may be others, or one of them once more, when something was sent.
        let wasSent = isUploading && !status.isUploading
        isUploading = status.isUploading
        told.hasNewRefusals = status.refused > refused || (status.refused > 0 && wasSent)
        (conflicts, refused, revived) = (status.conflicts, status.refused, status.revived)
        return told
    }

    private mutating func newRejections(_ status: LoaderStatus) -> Message? {
        defer { rejected = status.rejected }
        guard status.rejected > 0, status.rejected != rejected else { return nil }
        let reason = status.firstRejection.map { ": \($0)" } ?? ""
        return Message(
            "\(LoaderStatus.cards(status.rejected)) of \(status.host) could not be taken\(reason)", kind: .warning)
    }

    private mutating func newAbsences(_ status: LoaderStatus) -> Message? {
        defer { absent = status.absent }
        guard status.absent > 0, status.absent != absent else { return nil }
        return Message("\(status.host) no longer has \(LoaderStatus.cards(status.absent)); kept here.")
    }

    private static func words(for revived: [String]) -> String {
        let first = revived.first?.shortName ?? ""
        switch revived.count {
        case 1: return "\(first) was changed elsewhere after you deleted it here: it is back"
        case let count:
            return "\(first) and \(LoaderStatus.others(count - 1)) were changed elsewhere after you deleted them here: "
                + "they are back"
        }
    }

    /// What the backend does not take, with its reason for the first that is known.
    static func message(for refused: [WaitingCard], status: LoaderStatus) -> Message {
        let reason = refused.lazy.compactMap(\.lastFailure).first.map { ": \($0)" } ?? ""
        let name = refused.count == 1 ? refused.first?.name.shortName : nil
        return Message(
            "\(status.host) does not take \(name ?? LoaderStatus.cards(refused.count))\(reason)", kind: .warning,
            offers: [Message.Offer(.showBackend, "shows it")])
    }

    /// Those of the waiting cards that the backend refused since it was last told.
    mutating func newRefusals(among waiting: [WaitingCard]) -> [WaitingCard] {
        let refused = waiting.filter(\.isRefused)
        defer { refusals = Set(refused.map(Refusal.init)) }
        return refused.filter { !refusals.contains(Refusal($0)) }
    }
}

extension LoaderNews.Told {
    fileprivate mutating func add(_ new: Message?) {
        guard let new else { return }
        message = message?.followed(by: new) ?? new
    }
}

extension LoaderNews.Refusal {
    fileprivate init(_ waiting: WaitingCard) { self.init(card: waiting.id, attempts: waiting.attempts) }
}

extension LoaderStatus {
    fileprivate static func others(_ count: Int) -> String { count == 1 ? "1 other card" : "\(count) other cards" }
}
