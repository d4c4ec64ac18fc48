public import Observation

/// The messages in the status line until the next key: the latest message, the loader's last failure, news of the loader, and what other
/// devices changed. They are kept apart so that none replaces another unread.
@MainActor @Observable
public final class MessageCenter {
    private var current: Message?
    /// The loader's last failure; it replaces earlier ones.
    private var failure: Message?
    private var news: Message?
    /// What other devices changed since the last key.
    private var changes: Message?
    /// The message that a sync was requested; kept until the backend or the loader answers.
    @ObservationIgnored private var syncRequest: Message?

    /// Whether only what a key led to is shown: the other messages stay unread until this ends. A message can take rows from the screen,
    /// and a barcode must not change its size while it is scanned.
    var isHolding = false

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
        if let news, news.text.contains(new.text) { return }
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
