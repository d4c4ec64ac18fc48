/// A message in the status line until the next key: sentences, each followed by the commands that it offers.
///
/// It names commands and never keys: the screen knows the keys and writes them.
public struct Message: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case news, warning }

    /// A command that a message offers, with what it does: "undoes". The screen writes the key in front.
    public struct Offer: Hashable, Sendable {
        public let command: OfferedCommand
        public let text: String

        public init(_ command: OfferedCommand, _ text: String) { (self.command, self.text) = (command, text) }

        static let undo = Offer(.undo, "undoes")
    }

    fileprivate struct Sentence: Hashable, Sendable {
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
