public import Observation

/// What is said in the status line until the next key: the last thing said, and behind it the last failure and the news of the loader,
/// since none of them may take another's place unread.
@MainActor @Observable
public final class MessageCenter {
    private var said: Message?
    /// The last failure of the loader, which an earlier one adds nothing to.
    private var failure: Message?
    private var news: Message?
    /// That the backend is being asked: kept until it, or the loader, has said something.
    @ObservationIgnored private var asking: Message?

    /// All that has not been read, as one message.
    public var unread: Message? {
        let messages = [said, failure, news].compactMap { $0 }
        guard let first = messages.first else { return nil }
        return messages.dropFirst().reduce(first) { $0.followed(by: $1) }
    }

    public func say(_ message: Message) { said = message }

    func say(_ error: any Error) { say(Message(error)) }

    /// Says that the backend is being asked, until it answers.
    func sayAsking(_ message: Message) { (said, asking) = (message, message) }

    /// The loader's message takes the place of that it was asked.
    func endAsking() {
        if asking != nil, said == asking { said = nil }
        asking = nil
    }

    func report(failure new: Message) { failure = new }

    /// Adds news behind those that nobody has read yet.
    func add(_ new: Message) {
        // What is there already need not be there twice.
        if let news, news.words.contains(new.words) { return }
        news = news?.followed(by: new) ?? new
    }

    /// All of it was read.
    public func dismiss() {
        if said != nil { said = nil }
        if failure != nil { failure = nil }
        if news != nil { news = nil }
    }
}
