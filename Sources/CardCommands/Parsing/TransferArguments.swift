internal import CardSettings
internal import CardTransfer
internal import Cards

extension ImportArguments {
    init(_ parsed: ArgumentParser) throws(UsageError) {
        self.init()
        format = try parsed.choice("format")
        isDryRun = parsed.values["dry-run"] != nil
        isJSON = parsed.values["json"] != nil
        passwordFile = parsed.values["password-file"]?.first
        duplicates = try parsed.choice("on-duplicate") ?? .merge
        takesRenames = parsed.has("rename")
        decimalMark = try parsed.choice("decimal")
        if let name = parsed.values["encoding"]?.first {
            guard let encoding = TableEncoding(name) else {
                throw parsed.failure(
                    "--encoding must be the name of an encoding, such as UTF-8, windows-1252 or Shift_JIS")
            }
            self.encoding = encoding
        }
        for pair in (parsed.values["columns"]?.first ?? "").split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let column = TableColumn(rawValue: parts[0]) else {
                let known = TableColumn.allCases.map(\.rawValue).joined(separator: ", ")
                throw parsed.failure("--columns must look like name=Shop,number=Code, with \(known)")
            }
            columns[column] = parts[1]
        }
    }
}

extension ExportArguments {
    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        self.init()
        isJSON = parsed.has("json")
        format = try parsed.choice("format") ?? parsed.operands.first.flatMap(ExportFormat.init(ofFile:)) ?? .json
        passwordFile = parsed.values["password-file"]?.first
        asksForPassword = parsed.values["password"] != nil
        cards = try CardTargets(parsed.values["card"] ?? [], parsed, input)
        if asksForPassword, passwordFile != nil {
            throw parsed.failure("--password cannot be used with --password-file")
        }
        if asksForPassword || passwordFile != nil, format != .catima {
            throw parsed.failure("only --format catima supports a password")
        }
        takesSecrets = parsed.has("secrets")
        if takesSecrets, format != .json { throw parsed.failure("--secrets needs --format json") }
    }
}

extension CardTargets {
    /// These texts, and the words of `--all`.
    init(_ texts: [String], _ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        self.init(texts)
        guard let words = parsed.values["all"]?.first else { return }
        // Of an empty text, such as a variable that is not set, nobody knows what it means.
        if words.allSatisfy(\.isWhitespace) { throw parsed.failure("--all needs words to search for") }
        filter = try CardFilter(words, parsed, input)
    }
}

extension ArgumentParser {
    /// The value of an option that is one of these; nil without the option.
    fileprivate func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ option: String
    ) throws(UsageError) -> Value? {
        guard let text = values[option]?.first else { return nil }
        if let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map(\.rawValue)
        throw failure(
            "--\(option) must be one of \(known.joined(separator: ", "))", Spelling.nearest(to: text, in: known))
    }
}
