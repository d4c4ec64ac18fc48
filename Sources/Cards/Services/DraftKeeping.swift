internal import Basics

/// Keeps what is being typed into forms, so that no form is lost with its connection or its process.
public protocol DraftKeeping: Sendable {
    /// Keeps this draft in place of the last one of its key. It has reached the disk when the call returns.
    func save(_ draft: StoredDraft) async throws

    /// The form was saved or thrown away. Removing a draft that is gone is no error.
    func remove(_ key: StoredDraft.Key) async throws

    /// The drafts of processes that are gone, oldest first. From then on they belong to this process: no other is given
    /// them while it lives, and they are leftovers again when it ends without having removed them.
    func leftovers() async -> [StoredDraft]
}

/// A form that is not saved yet, as it is kept outside the store: what was typed, by which process and when.
public struct StoredDraft: Hashable, Sendable {
    /// A process has one draft a card.
    public struct Key: Hashable, Sendable {
        public let card: CardID
        public let process: DraftProcess

        public init(card: CardID, process: DraftProcess = .current) { (self.card, self.process) = (card, process) }
    }

    public let key: Key
    /// The form in its own words; nothing here reads it.
    public var form: JSON
    /// The bytes of photos that the form names and that are not in the store yet.
    public var photos: [PhotoHash: [UInt8]]
    public var time: Timestamp

    public init(key: Key, form: JSON, photos: [PhotoHash: [UInt8]] = [:], time: Timestamp) {
        (self.key, self.form, self.photos, self.time) = (key, form, photos, time)
    }

    public var identifier: CardID { key.card }
}

/// Names one run of the program. Not the process number: that one is given again to others, and means nothing to a
/// program in another container that shares the folder.
public struct DraftProcess: Hashable, Sendable {
    public let text: String

    /// Nil unless the text is 32 hexadecimal digits in lower case.
    public init?(_ text: String) {
        let digits = Array("0123456789abcdef".utf8)
        guard text.utf8.count == 32, text.utf8.allSatisfy(digits.contains) else { return nil }
        self.text = text
    }

    public init(using generator: inout some RandomNumberGenerator) {
        text = Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// This run.
    public static let current: DraftProcess = {
        var generator = SystemRandomNumberGenerator()
        return DraftProcess(using: &generator)
    }()
}
