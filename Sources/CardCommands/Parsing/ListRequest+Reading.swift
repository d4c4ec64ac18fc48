internal import CardSettings
internal import Cards

extension ListRequest {
    /// Parses the options of `list`. Throws ``UsageError``.
    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        let archived = try Self.archived(parsed)
        var words = parsed.operands.joined(separator: " ")
        // In front: a quote that is left open reaches to the end.
        if archived == .only { words = "is:archived " + words }
        if !words.isEmpty { query.filter = try CardFilter(words, parsed, input) }
        query.hidesArchived = archived == .no
        query.order = CardOrder(try Self.key(parsed), isReversed: parsed.has("reverse"))
        limit = try parsed.number("limit")
        hasExitCode = parsed.has("exit-code")
        form = try Self.form(parsed)
        if case .columns(let columns?, _, _) = form, columns.contains(.next), query.order.key != .next {
            throw parsed.failure("the column next needs --sort next")
        }
    }

    private static func archived(_ parsed: ArgumentParser) throws(UsageError) -> Archived {
        guard let text = parsed.values["archived"]?.first else { return .yes }
        if let archived = Archived(rawValue: text) { return archived }
        throw parsed.failure("--archived must be yes, no or only, not \"\(text)\"")
    }

    private static func key(_ parsed: ArgumentParser) throws(UsageError) -> CardOrder.Key {
        guard let text = parsed.values["sort"]?.first else { return .name }
        if let order = orders.first(where: { $0.word == text }) { return order.key }
        let words = orders.map(\.word)
        throw parsed.failure(
            "--sort must be one of: \(words.joined(separator: ", "))", Spelling.nearest(to: text, in: words))
    }

    private static func form(_ parsed: ArgumentParser) throws(UsageError) -> Form {
        let ofColumns = ["columns", "header", "null"].first(where: parsed.has)
        let others = ["json", "report", ofColumns].compactMap { $0 }.filter(parsed.has)
        if others.count > 1 { throw parsed.failure("--\(others[0]) cannot be used with --\(others[1])") }
        if let json = parsed.values["json"]?.last {
            return .json(withPhotos: parsed.has("photos"), isArray: json == "array")
        }
        if parsed.has("photos") { throw parsed.failure("--photos needs --json") }
        if parsed.has("report") { return .report }
        return .columns(try columns(parsed), hasHeader: parsed.has("header"), endsWithNull: parsed.has("null"))
    }

    private static func columns(_ parsed: ArgumentParser) throws(UsageError) -> [ListColumn]? {
        guard let text = parsed.values["columns"]?.first else { return nil }
        var columns: [ListColumn] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map({ String($0).trimmed }) {
            guard let column = ListColumn(rawValue: word) else {
                let names = ListColumn.allCases.map(\.rawValue)
                throw parsed.failure(
                    "there is no column \"\(word)\"; use: \(names.joined(separator: ", "))",
                    Spelling.nearest(to: word, in: names))
            }
            columns.append(column)
        }
        return columns
    }
}

extension CardFilter {
    /// The words of a search; one that is no filter term although it looks like one is a usage error.
    init(_ words: String, _ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        self.init(words, input().format.days)
        if let term = invalidTerms.first { throw parsed.failure("\"\(term.text)\": \(term.reason)") }
    }
}

extension ArgumentParser {
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The value of an option that takes a number from 1 on.
    func number(_ option: String) throws(UsageError) -> Int? {
        guard let text = values[option]?.first else { return nil }
        return try count(text, of: "--" + option)
    }

    /// The value of an option that takes a path.
    func path(_ option: String) throws(UsageError) -> String? {
        guard let path = values[option]?.first else { return nil }
        if path.isEmpty { throw failure("the option --\(option) needs a path") }
        return path
    }

    func group(_ name: String) throws(UsageError) -> String {
        if name.allSatisfy(\.isWhitespace) { throw failure("a group needs a name") }
        return name
    }

    /// Throws if there is another option of the command beside this one and the allowed ones.
    func checkOnly(_ option: String, allowing allowed: [String] = []) throws(UsageError) {
        for other in command?.options.map(\.name) ?? []
        where other != option && !allowed.contains(other) && has(other) {
            throw failure("--\(option) cannot be used with --\(other)")
        }
    }

    func count(_ text: String, of name: String) throws(UsageError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw failure("\(name) must be a number from 1 on, not \"\(text)\"")
        }
        return number
    }
}

extension ArgumentParser {
    /// The value of an option that is one of these; nil without the option.
    func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ option: String
    ) throws(UsageError) -> Value? {
        guard let text = values[option]?.first else { return nil }
        if let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map(\.rawValue)
        throw failure(
            "--\(option) must be one of \(known.joined(separator: ", "))", Spelling.nearest(to: text, in: known))
    }
}
