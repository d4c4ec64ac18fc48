internal import Cards

/// The cards that a command is about: each text finds one card, the filter any number.
struct CardTargets: Equatable, Sendable {
    var texts: [String] = []
    var filter: CardFilter?

    init(_ texts: [String] = [], filter: CardFilter? = nil) { (self.texts, self.filter) = (texts, filter) }

    /// Whether no card is named, and none is searched for.
    var areMissing: Bool { texts.isEmpty && filter == nil }
}

extension CardTargets {
    /// These texts, and the words of `--all`.
    init(_ texts: [String], _ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        self.init(texts)
        guard let words = parsed.value("all") else { return }
        // Of an empty text, such as a variable that is not set, nobody knows what it means.
        if words.allSatisfy(\.isWhitespace) { throw parsed.failure("--all needs words to search for") }
        filter = try CardFilter(words, parsed, input)
    }
}

/// How a command that changes cards runs and reports.
struct ActionForm: Equatable, Sendable {
    /// Shows the cards and changes nothing.
    var isDryRun = false
    var isJSON = false
    /// Whether `--yes` has answered the question of a command that asks.
    var isConfirmed = false

    init(_ parsed: ArgumentParser) {
        self.init(isDryRun: parsed.has("dry-run"), isJSON: parsed.has("json"), isConfirmed: parsed.has("yes"))
    }

    init(isDryRun: Bool = false, isJSON: Bool = false, isConfirmed: Bool = false) {
        self.isDryRun = isDryRun
        self.isJSON = isJSON
        self.isConfirmed = isConfirmed
    }
}
