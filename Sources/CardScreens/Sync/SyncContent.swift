import CardViewModels
import Cards
import Terminal

/// What the backend's screen comes to at some width: labelled lines first, then the cards that wait, and where each of them
/// stands. Worked out anew for each frame; it keeps nothing.
@MainActor
struct SyncContent {
    struct Line {
        enum Kind {
            /// A text with its label; a warning in its colour.
            case fact(label: SafeText, text: [SafeText], isWarning: Bool)
            /// A card that waits, and why it still does, which only the selected one says.
            case card(WaitingCard, why: [SafeText])
            case words(SafeText)
        }

        let kind: Kind
        let stop: SyncModel.Stop?
        let rows: Range<Int>
    }

    private(set) var lines: [Line] = []
    private(set) var rows = 0

    static let labelColumns = 10
    static let left = labelColumns + 2
    /// Where a card's name begins.
    static let nameLeft = 3
    /// A reason is said in so many rows at most: a backend may send a page.
    private static let maximumReasonRows = 12

    private let columns: Int
    private let clock: CardClock
    /// The keys that the words name.
    private let keys: Keys

    struct Keys {
        let open: String?
        let choose: String?
        let synchronize: String?
    }

    init(_ model: SyncModel, columns: Int, clock: CardClock, keys: Keys) {
        (self.columns, self.clock, self.keys) = (columns, clock, keys)
        if !model.hasBackend {
            addNoBackend()
        } else if let status = model.status {
            addState(of: status)
            addWays(of: status)
            addWaiting(model, status)
        } else {
            add("backend", "being opened…")
        }
    }

    // MARK: - Lines

    private mutating func addNoBackend() {
        add("backend", "none: cards are kept on this machine only.")
        rows += 1
        add("set one", "write it into the config file, which cards-tui paths names, and start again:")
        rows += 1
        for words: SafeText in ["backend:", "  url: https://cards.example"] { add(words) }
    }

    private mutating func addState(of status: LoaderStatus) {
        let address = status.address.isEmpty ? status.host : status.address
        add("backend", [address, status.service].filter { !$0.isEmpty }.joined(separator: " · "))
        add("now", now(status))
        add("last sync", status.lastSuccess.map { DayWords.moment($0, clock) } ?? "none since the start")
        if let failure = status.failure {
            add("failed", failure, isWarning: true)
            let words = [status.nextTry.map { DayWords.moment($0, clock) }, keys.synchronize.map { "\($0) tries now" }]
                .compactMap { $0 }
            if !words.isEmpty { add("next try", words.joined(separator: " · ")) }
        }
        if status.rejected > 0 {
            let reason = status.firstRejection.map { "\(status.rejected == 1 ? ":" : "; the first:") \($0)" } ?? ""
            add("left out", "\(LoaderStatus.cards(status.rejected)) of its list could not be taken\(reason)")
        }
    }

    private func now(_ status: LoaderStatus) -> String {
        switch status.activity {
        case .downloading: return status.words(timeOfDay: clock.timeOfDay, synchronizeKey: keys.synchronize)[0]
        case .uploading(let cards): return "uploading \(LoaderStatus.cards(cards))…"
        case .idle: break
        }
        if status.wasStopped { return "stopped" + (keys.synchronize.map { "; \($0) goes on" } ?? "") }
        if status.failure != nil {
            let trouble = status.isOffline ? "offline" : "not synchronized"
            return trouble + (status.nextTry == nil ? "" : ", waiting for the next try")
        }
        if let next = status.nextTry { return "next try: \(DayWords.moment(next, clock)), as it asked" }
        if status.isElsewhere { return "another program synchronizes these cards with it; this one waits for its turn" }
        if status.isReadOnly { return "it only serves files: what you change is kept here, and nothing is given up" }
        if status.question != nil { return "nothing is sent before you answer" }
        if status.waiting > status.refused { return "about to upload" }
        return status.hasDownloaded ? "nothing to do" : "not asked yet"
    }

    /// The lines that lead somewhere.
    private mutating func addWays(of status: LoaderStatus) {
        if let count = status.question {
            let words =
                "\(LoaderStatus.cards(count)) from before this backend: send them?\(Self.offer(keys.open, "answers"))"
            add("question", words, stop: .question)
        }
        if status.conflicts > 0 {
            let words = status.conflicts == 1 ? "1 card was" : "\(status.conflicts) cards were"
            add(
                "conflicts", "\(words) changed on both sides\(Self.offer(keys.choose, "chooses"))", isWarning: true,
                stop: .conflicts)
        }
        if status.absent > 0 {
            let (cards, them) = (LoaderStatus.cards(status.absent), status.absent == 1 ? "it" : "them")
            add(
                "only here",
                "\(cards) kept here; the backend no longer has \(them)"
                    + Self.offer(keys.open, "lists all that is only on this machine"),
                stop: .absent)
        }
    }

    /// " · c chooses"; nothing where no key does it.
    private static func offer(_ key: String?, _ words: String) -> String { key.map { " · \($0) \(words)" } ?? "" }

    private mutating func addWaiting(_ model: SyncModel, _ status: LoaderStatus) {
        let words = status.waiting == 0 ? "nothing" : "\(LoaderStatus.cards(status.waiting)) to upload"
        add("waiting", words + (status.refused > 0 ? ", \(status.refused) refused" : ""))
        guard !model.rows.isEmpty else { return }
        rows += 1
        for card in model.rows {
            let isSelected = model.selection == .card(card.id)
            let why = isSelected ? why(card) : []
            append(.card(card, why: why), stop: .card(card.id), rows: 1 + why.count)
        }
        if model.uncounted > 0 { add(SafeText("and \(LoaderStatus.cards(model.uncounted)) more")) }
    }

    private func why(_ card: WaitingCard) -> [SafeText] {
        guard let failure = card.lastFailure else { return [] }
        return Array(SafeText(failure).wrapped(to: columns - Self.nameLeft - 3).prefix(Self.maximumReasonRows))
    }

    private mutating func add(
        _ label: SafeText, _ text: String, isWarning: Bool = false, stop: SyncModel.Stop? = nil
    ) {
        let lines = SafeText(text).wrapped(to: columns - Self.left - 1).prefix(Self.maximumReasonRows)
        append(.fact(label: label, text: Array(lines), isWarning: isWarning), stop: stop, rows: lines.count)
    }

    private mutating func add(_ words: SafeText) { append(.words(words), stop: nil, rows: 1) }

    private mutating func append(_ kind: Line.Kind, stop: SyncModel.Stop?, rows count: Int) {
        lines.append(Line(kind: kind, stop: stop, rows: rows..<rows + count))
        rows += count
    }
}
