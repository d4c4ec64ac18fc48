public import Observation

/// The messages in the status line until the next key: the latest message, the loader's last failure, and news of the loader. They are
/// kept apart so that none replaces another unread.
@MainActor @Observable
public final class MessageCenter {
    private var said: Message?
    /// The loader's last failure; it replaces earlier ones.
    private var failure: Message?
    private var news: Message?
    /// The message that a sync was requested; kept until the backend or the loader answers.
    @ObservationIgnored private var asking: Message?

    /// All unread messages, as one.
    public var unread: Message? {
        let messages = [said, failure, news].compactMap { $0 }
        guard let first = messages.first else { return nil }
        return messages.dropFirst().reduce(first) { $0.followed(by: $1) }
    }

    public func say(_ message: Message) { said = message }

    func say(_ error: any Error) { say(Message(error)) }

    /// Shows that a sync was requested, until the backend answers.
    func showSyncRequest(_ message: Message) { (said, asking) = (message, message) }

    /// Removes the message that a sync was requested: the loader's own message replaces it.
    func endSyncRequest() {
        if asking != nil, said == asking { said = nil }
        asking = nil
    }

    func report(failure new: Message) { failure = new }

    /// Appends news to the unread news.
    func add(_ new: Message) {
        // The same news is not repeated.
        if let news, news.words.contains(new.words) { return }
        news = news?.followed(by: new) ?? new
    }

    /// Marks all messages as read.
    public func dismiss() {
        if said != nil { said = nil }
        if failure != nil { failure = nil }
        if news != nil { news = nil }
    }
}
