import Basics

/// A message in the status line until the next key: sentences, each followed by the commands that it offers.
///
/// It names commands and never keys: the screen knows the keys and writes them.
public struct Message: Equatable, Sendable {
    public enum Kind: Hashable, Sendable { case news, warning }

    /// A command that a message offers, with what it does: "undoes". The screen writes the key in front.
    public struct Offer: Equatable, Sendable {
        public let command: OfferedCommand
        public let text: String

        public init(_ command: OfferedCommand, _ text: String) { (self.command, self.text) = (command, text) }

        static let undo = Offer(.undo, "undoes")
    }

    fileprivate struct Sentence: Equatable, Sendable {
        var text: String
        var offers: [Offer]
    }

    private var sentences: [Sentence]
    public private(set) var kind: Kind

    public init(_ text: String, kind: Kind = .news, offers: [Offer] = []) {
        sentences = [Sentence(text: text, offers: offers)]
        self.kind = kind
    }

    init(_ error: any Error) { self.init(error.message, kind: .warning) }

    /// The text without the commands.
    public var text: String { text { _ in nil } }

    /// The text with the keys of the commands: "Deleted Gym · u undoes".
    /// - Parameter key: the readable key of a command, or what to type into the palette; nil if neither triggers it now, and then it is
    ///   not offered.
    public func text(key: (OfferedCommand) -> String?) -> String {
        sentences.map { $0.text(key: key) }.reduce(into: "") { text, sentence in
            if let last = text.last { text += ".!?…".contains(last) ? " " : ". " }
            text += sentence
        }
    }

    /// Both messages, one after the other; a warning if either is one.
    func followed(by other: Message) -> Message {
        var both = self
        both.sentences += other.sentences
        both.kind = kind == .warning ? .warning : other.kind
        return both
    }

    /// The message with text appended, and with offers before its own.
    func adding(_ text: String, offers: [Offer]) -> Message {
        var message = self
        let last = message.sentences.count - 1
        message.sentences[last].text += text
        message.sentences[last].offers = offers + message.sentences[last].offers
        return message
    }
}

extension Message.Sentence {
    func text(key: (OfferedCommand) -> String?) -> String {
        let offers = offers.compactMap { offer in key(offer.command).map { "\($0) \(offer.text)" } }
        guard !offers.isEmpty else { return text }
        let beginning = text.hasSuffix(".") ? text.dropLast() : text[...]
        return "\(beginning)\(text.hasSuffix("…") ? " " : " · ")\(offers.joined(separator: " · "))"
    }
}

/// A command that a view model may offer, by its name or the one that commands of several screens share. The screens know its key.
public enum OfferedCommand: String, CaseIterable, Sendable {
    case undo = "screen.undo"
    /// Opens the cards in conflict.
    case resolveConflicts = "screen.choose"
    /// Opens the backend's screen.
    case showBackend = "screen.backend"
    case synchronize = "screen.sync"
    /// Stops the running activity.
    case stop = "app.stop"
    /// Goes one step back.
    case back = "app.back"
    /// Lists what is wrong with the settings.
    case showSettingsProblems = "app.settings-problems"
    /// Searches for the cards that expire this week.
    case showExpiring = "list.expiring"
    /// Opens the screen of the backups.
    case showBackups = "screen.backups"
}

/// The messages in the status line until the next key: the latest message, the loader's last failure, news of the loader, and what other
/// devices changed. They are kept apart so that none replaces another unread.
@MainActor
public final class MessageCenter {
    @Observed private var current: Message?
    /// The loader's last failure; it replaces earlier ones.
    @Observed private var failure: Message?
    @Observed private var news: Message?
    /// What other devices changed since the last key.
    @Observed private var changes: Message?
    /// The message that a sync was requested; kept until the backend or the loader answers.
    private var syncRequest: Message?

    /// Whether only what a key led to is shown: the other messages stay unread until this ends. A message can take rows from the screen,
    /// and a barcode must not change its size while it is scanned.
    @Observed var isHolding = false

    /// All unread messages that may be shown now, as one.
    public var unread: Message? { isEmpty ? nil : Self.joined([current] + unasked) }
    /// Read in every frame.
    private var isEmpty: Bool { current == nil && failure == nil && news == nil && changes == nil }
    /// What no key led to. News does not share the color of warnings: it waits until those were read.
    private var unasked: [Message?] {
        if isHolding { return [] }
        let all = [failure, news, changes]
        return isWarning ? all.filter { $0?.kind == .warning } : all
    }
    private var isWarning: Bool { [current, failure, news, changes].contains { $0?.kind == .warning } }

    /// What a screen has to say by itself gives way to what the last key led to and to failures, but goes before what happens elsewhere.
    public func unread(besides advice: Message?) -> Message? {
        guard let advice, current == nil, failure == nil || isHolding else { return unread }
        return Self.joined([advice] + unasked)
    }

    private static func joined(_ messages: [Message?]) -> Message? {
        let messages = messages.compactMap { $0 }
        guard let first = messages.first else { return nil }
        return messages.dropFirst().reduce(first) { $0.followed(by: $1) }
    }

    public func post(_ message: Message) { current = message }

    func post(_ error: any Error) { post(Message(error)) }

    /// Tells something that no key led to: it replaces nothing but what was told before it in this way.
    func tell(_ new: Message, insteadOf old: Message?) {
        if current == nil || current == old { current = new } else { add(new) }
    }

    /// Shows that a sync was requested, until the backend answers.
    func showSyncRequest(_ message: Message) { (current, syncRequest) = (message, message) }

    /// Removes the message that a sync was requested: another one replaces it.
    /// - Returns: whether it was still shown.
    @discardableResult
    func endSyncRequest() -> Bool {
        let isShown = syncRequest != nil && current == syncRequest
        if isShown { current = nil }
        syncRequest = nil
        return isShown
    }

    func report(failure new: Message) { failure = new }

    /// Appends news to the unread news.
    func add(_ new: Message) {
        // The same news is not repeated.
        if let news, news.text.contains(bytesOf: new.text) { return }
        news = news?.followed(by: new) ?? new
    }

    /// Replaces what is told of other devices' changes.
    func report(changes new: Message) { changes = new }
    /// Whether there is such a message that was not read.
    var hasUnreadChanges: Bool { changes != nil }

    /// Marks all messages as read that could be.
    public func dismiss() {
        let isWarning = isWarning
        func isRead(_ message: Message?) -> Bool {
            message.map { !isHolding && (!isWarning || $0.kind == .warning) } ?? false
        }
        let (isFailureRead, isNewsRead, areChangesRead) = (isRead(failure), isRead(news), isRead(changes))
        if current != nil { current = nil }
        if isFailureRead { failure = nil }
        if isNewsRead { news = nil }
        if areChangesRead { changes = nil }
    }
}
