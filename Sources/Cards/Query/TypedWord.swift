/// One typed word of a filter and its meaning: how text is split into words, and which filter terms exist.
struct TypedWord {
    enum Meaning: Hashable {
        case plain
        case term(CardFilter.Term)
        /// An incomplete or unknown filter term, with a message.
        case wrong(String)
    }

    let text: String
    /// Its range, by characters.
    let characters: Range<Int>

    /// Splits at white space; a quoted group or day may contain white space, and ends with its quote or the text.
    static func words(of text: String) -> [TypedWord] {
        var words: [TypedWord] = []
        var word = ""
        var start = 0
        var isQuoted = false
        for (position, character) in text.enumerated() {
            if character.isWhitespace, !isQuoted {
                if !word.isEmpty { words.append(TypedWord(text: word, characters: start..<position)) }
                word = ""
                continue
            }
            if word.isEmpty { start = position }
            if character == "\"" {
                if isQuoted { isQuoted = false } else if opensValue(word) { isQuoted = true }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(TypedWord(text: word, characters: start..<start + word.count)) }
        return words
    }

    /// Whether a quote after this text begins a value.
    private static func opensValue(_ word: String) -> Bool {
        // Longer words are not examined: a filter may be one word of ten thousand characters.
        word.utf8.count <= 10
            && ["group:", "expires:", "expires:<", "next:", "next:<"].contains(word.lowercased().drop { $0 == "-" })
    }

    func meaning(_ days: DayFormat) -> Meaning {
        let isNegated = text.first == "-"
        let body = isNegated ? text.dropFirst() : text[...]
        // By scalars: a combining accent after the colon would make another character of it.
        let scalars = body.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":") else { return .plain }
        let value = body[scalars.index(after: colon)...]
        let kind: Result<CardFilter.Term.Kind, Refusal>
        switch body[..<colon].lowercased() {
        case "is": kind = Self.lookUp(value, in: Self.states, prefix: "is")
        case "has": kind = Self.lookUp(value, in: Self.parts, prefix: "has")
        case "group": kind = Self.group(value)
        case "expires": kind = Self.days(value, after: "expires", days).map { .expires($0) }
        case "next": kind = Self.days(value, after: "next", days).map { .next($0) }
        default: return .plain
        }
        switch kind {
        case .success(let kind): return .term(CardFilter.Term(kind, isNegated: isNegated))
        case .failure(let refusal): return .wrong(refusal.reason)
        }
    }

    private struct Refusal: Error { let reason: String }

    // MARK: - What there is

    typealias Kinds = [(word: String, kind: CardFilter.Term.Kind)]

    static let states: Kinds = [
        ("expired", .isExpired), ("starred", .isStarred), ("archived", .isArchived), ("local", .isLocal),
        ("conflict", .isConflicted), ("used", .isUsed),
    ]
    static let parts: Kinds = [
        ("photo", .hasPhoto), ("number", .hasNumber), ("note", .hasNote), ("barcode", .hasBarcode),
        ("balance", .hasBalance), ("stamps", .hasStamps),
    ]

    private static func lookUp(
        _ value: Substring, in kinds: Kinds, prefix: String
    ) -> Result<CardFilter.Term.Kind, Refusal> {
        let word = value.lowercased()
        if let kind = kinds.first(where: { $0.word == word })?.kind { return .success(kind) }
        // The prefix once, so that the message fits one line of a terminal.
        let words = kinds.map(\.word)
        return .failure(
            Refusal(reason: "use \(prefix):\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"))
    }

    private static func group(_ value: Substring) -> Result<CardFilter.Term.Kind, Refusal> {
        var name = value
        if name.first == "\"" {
            name.removeFirst()
            if name.last == "\"" { name.removeLast() }
        }
        let folded = TextFolding.fold(String(name))
        guard folded.contains(where: { !$0.isWhitespace }) else {
            return .failure(Refusal(reason: "needs the start of a group's name, such as group:food"))
        }
        return .success(.group(folded))
    }

    private static func days(
        _ value: Substring, after word: String, _ format: DayFormat
    ) -> Result<DayRange, Refusal> {
        do throws(TypingError) {
            return .success(try DayRange(typed: value.filter { $0 != "\"" }, after: word, format))
        } catch {
            return .failure(Refusal(reason: error.message))
        }
    }
}
