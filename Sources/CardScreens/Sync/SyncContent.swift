import Basics
import CardViewModels
import Cards
import Terminal

/// The content of the backend's screen at a width: labelled lines first, then the pending cards, and the rows of each. Computed in each
/// layout; it caches nothing.
@MainActor
struct SyncContent {
    struct Line {
        enum Kind {
            /// A text with its label; a warning is colored.
            case fact(label: SafeText, text: [SafeText], isWarning: Bool)
            /// A pending card, and for the selected one why it is still pending.
            case card(PendingCard, reason: [SafeText])
            case text(SafeText)
        }

        let kind: Kind
        let stop: SyncModel.Stop?
        let rows: Range<Int>
    }

    private(set) var lines: [Line] = []
    var rows = 0

    static let labelColumns = 10
    static let left = labelColumns + 2
    /// The column of a card's name.
    static let nameLeft = 3
    /// The maximum number of rows for a reason: a backend may send a page.
    private static let maximumReasonRows = 12

    /// More cards that could not be read are counted only.
    private static let maximumRejections = 20

    private let columns: Int
    let clock: CardClock
    let format: LocalFormat
    /// The keys that the sentences name.
    let keys: LoaderText.Keys
    private let showsBackups: String?
    /// When the words of the countdown changed last.
    let now: Timestamp

    /// - Parameter showsBackups: the key that shows the backups.
    init(
        _ model: SyncModel, columns: Int, clock: CardClock, format: LocalFormat, keys: LoaderText.Keys,
        showsBackups: String? = nil
    ) {
        self.showsBackups = showsBackups
        self.columns = columns
        self.clock = clock
        self.format = format
        self.keys = keys
        now = model.now
        if !model.hasBackend, !model.remotes.isEmpty {
            addSharing(model)
            addBackups(model)
        } else if !model.hasBackend {
            addNoBackend()
            if model.backups != nil { rows += 1 }
            addBackups(model)
        } else if let status = model.status {
            addState(of: status)
            if !model.remotes.isEmpty { rows += 1 }
            addSharing(model)
            addBackups(model)
            addWays(of: status, besides: model.sharedConflicts)
            addWaiting(model, status)
        } else {
            add("backend", "opening…")
            if !model.remotes.isEmpty { rows += 1 }
            addSharing(model)
        }
    }

    // MARK: - Lines

    private mutating func addNoBackend() {
        add("backend", "none: cards are stored on this machine only.")
        rows += 1
        add("set up one", "add it to the settings file (see cards-tui paths) and restart:")
        rows += 1
        for text: SafeText in ["backend:", "  url: https://cards.example"] { add(text) }
    }

    private func text(of status: LoaderStatus) -> LoaderText {
        LoaderText(status, keys: keys, formatTime: { DayText.dateTime($0, clock, format) })
    }

    private mutating func addState(of status: LoaderStatus) {
        let text = text(of: status)
        let address = status.address.isEmpty ? status.host : status.address
        add("backend", [address, status.service].filter { !$0.isEmpty }.joined(separator: " · "))
        add("now", text.phase)
        add("last sync", status.lastSuccess.map { DayText.dateTime($0, clock, format) } ?? "never")
        if let failure = status.failure {
            add("failed", failure.message, isWarning: true)
            add("next try", text.nextTry(at: now))
        }
        let rejected = status.lastList.rejected
        if rejected > 0 { add("skipped", "\(LoaderText.cards(rejected)) could not be read:") }
        for line in text.rejections(atMost: Self.maximumRejections) { add("", line) }
        let unread = status.lastList.unread.count
        if unread > 0 { add("not read", "\(LoaderText.values(unread)), kept as received:") }
        for line in text.unreadValues(atMost: Self.maximumRejections) { add("", line) }
        if let doubled = text.doubled { add("twice", doubled) }
    }

    private mutating func addBackups(_ model: SyncModel) {
        guard let backups = model.backups else { return }
        let last = backups.files.first.map { "last \($0.name.time)" } ?? "none yet"
        let text = backups.failure == nil ? last : "\(last); the last attempt failed"
        add("backups", LoaderText.joined(text, showsBackups, "shows them"), isWarning: backups.failure != nil)
    }

    /// Adds the lines that lead somewhere.
    private mutating func addWays(of status: LoaderStatus, besides shared: Int) {
        let text = text(of: status)
        if let count = status.cardsAwaitingConsent {
            let them = count == 1 ? "it" : "them"
            let question = "\(LoaderText.cards(count)) from before this backend: send \(them)?"
            add("question", LoaderText.joined(question, keys.open, "answers"), stop: .consent)
        }
        if shared == 0, let conflicts = text.conflicts {
            add("conflicts", conflicts, isWarning: true, stop: .conflicts)
        }
        if let absence = text.absence {
            let list = LoaderText.joined(absence, keys.open, "lists every card stored only here")
            add("only here", list, stop: .absent)
        }
    }

    private mutating func addWaiting(_ model: SyncModel, _ status: LoaderStatus) {
        add("pending", text(of: status).pending)
        guard !model.rows.isEmpty else { return }
        rows += 1
        for card in model.rows {
            let isSelected = model.selection == .card(card.id)
            let reason = isSelected ? reasonLines(card, status) : []
            append(.card(card, reason: reason), stop: .card(card.id), rows: 1 + reason.count)
        }
        if model.uncounted > 0 { add(SafeText("and \(model.uncounted.counted("more card"))")) }
    }

    private func reasonLines(_ card: PendingCard, _ status: LoaderStatus) -> [SafeText] {
        let undecided: String? =
            switch card.kind {
            case .absent: text(of: status).absentCard
            case .returned: text(of: status).returnedCard
            case .new, .changed, .deleted: nil
            }
        guard let reason = undecided ?? card.lastFailure else { return [] }
        return Array(SafeText(reason).wrapped(to: columns - Self.nameLeft - 3).prefix(Self.maximumReasonRows))
    }

    mutating func add(
        _ label: SafeText, _ text: String, isWarning: Bool = false, stop: SyncModel.Stop? = nil
    ) {
        let lines = SafeText(text).wrapped(to: columns - Self.left - 1).prefix(Self.maximumReasonRows)
        append(.fact(label: label, text: Array(lines), isWarning: isWarning), stop: stop, rows: lines.count)
    }

    private mutating func add(_ text: SafeText) { append(.text(text), stop: nil, rows: 1) }

    private mutating func append(_ kind: Line.Kind, stop: SyncModel.Stop?, rows count: Int) {
        lines.append(Line(kind: kind, stop: stop, rows: rows..<rows + count))
        rows += count
    }
}

/// The places over which the cards are shared, and the devices that share them.
extension SyncContent {
    mutating func addSharing(_ model: SyncModel) {
        if model.remotes.isEmpty { return }
        for status in model.remotes {
            addRemote(status)
            rows += 1
        }
        for (index, device) in model.devices.enumerated() {
            add(
                index == 0 ? "devices" : "", text(of: device), stop: device.isThisOne ? nil : .device(device.id))
        }
        let count = model.sharedConflicts
        if count > 0 {
            let text = "\(LoaderText.cards(count)) in conflict"
            add("conflicts", LoaderText.joined(text, keys.resolve, "resolves"), isWarning: true, stop: .conflicts)
        }
        if !model.devices.isEmpty || count > 0 { rows += 1 }
    }

    /// Where it is, what it does, what waits, and what went wrong.
    private mutating func addRemote(_ status: RemoteStatus) {
        add("shared", RemoteAddress(status.remote)?.place ?? status.name, stop: .remote(status.remote))
        add("now", activity(of: status))
        if let failure = status.failure { add("failed", failure, isWarning: true) }
        add("last sync", status.lastExchange.map { DayText.dateTime($0, clock, format) } ?? "never")
        var waiting: [String] = []
        if status.tally.changes > 0 { waiting.append("\(status.tally.changes.counted("change")) to send") }
        if status.tally.batches > 0 { waiting.append("\(Self.batches(status.tally.batches)) to send") }
        if status.missingPhotos > 0 {
            waiting.append(ExchangeText.photosToCome(status.missingPhotos, from: status.missingPhotoDevices))
        }
        add("pending", waiting.isEmpty ? "nothing" : waiting.joined(separator: ", "))
        for batches in status.waiting { add("waiting", batches.sentence, isWarning: batches.isOld) }
    }

    private func activity(of status: RemoteStatus) -> String {
        switch status.activity {
        case .idle: status.failure == nil ? "up to date" : "incomplete"
        case .running(let phase): ExchangeText.text(of: phase)
        case .waiting(let time): "tries again \(Countdown(from: now, to: time).text)"
        case .stopped: LoaderText.joined("stopped", keys.synchronize, "tries again")
        }
    }

    private func text(of device: VaultDevice) -> String {
        let name = device.name.isEmpty ? "without a name" : device.name
        if device.isThisOne { return "\(name) (this device)" }
        return device.lastBatch.map { "\(name), last change \(DayText.dateTime($0, clock, format))" } ?? name
    }

    private static func batches(_ count: Int) -> String { count.counted("batch", "batches") }
}
