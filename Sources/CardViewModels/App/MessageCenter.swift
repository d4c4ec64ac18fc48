public import Observation

/// The messages in the status line until the next key: the latest message, the loader's last failure, and news of the loader. They are
/// kept apart so that none replaces another unread.
@MainActor @Observable
public final class MessageCenter {
    private var current: Message?
    /// The loader's last failure; it replaces earlier ones.
    private var failure: Message?
    private var news: Message?
    /// The message that a sync was requested; kept until the backend or the loader answers.
    @ObservationIgnored private var syncRequest: Message?

    /// All unread messages, as one.
    public var unread: Message? {
        let messages = [current, failure, news].compactMap { $0 }
        guard let first = messages.first else { return nil }
        return messages.dropFirst().reduce(first) { $0.followed(by: $1) }
    }

    public func post(_ message: Message) { current = message }

    func post(_ error: any Error) { post(Message(error)) }

    /// Shows that a sync was requested, until the backend answers.
    func showSyncRequest(_ message: Message) { (current, syncRequest) = (message, message) }

    /// Removes the message that a sync was requested: the loader's own message replaces it.
    func endSyncRequest() {
        if syncRequest != nil, current == syncRequest { current = nil }
        syncRequest = nil
    }

    func report(failure new: Message) { failure = new }

    /// Appends news to the unread news.
    func add(_ new: Message) {
        // The same news is not repeated.
        if let news, news.text.contains(new.text) { return }
        news = news?.followed(by: new) ?? new
    }

    /// Marks all messages as read.
    public func dismiss() {
        if current != nil { current = nil }
        if failure != nil { failure = nil }
        if news != nil { news = nil }
    }
}
