internal import CardSettings
internal import Cards

/// Splits a command line by the table into command, options and operand. It does not parse values.
struct ArgumentParser {
    private(set) var command: CommandSpec?
    /// The first word of commands of two, where the second is missing: `group`. Only its help can be asked for.
    private(set) var family: String?
    private(set) var operands: [String] = []
    /// Whether the operands are words to find cards with, since the first of them is no command.
    private(set) var findsCards = false
    /// Why that word is no command: an error where no screen can be shown. Nil behind `--`, which always means cards.
    private(set) var noCommand: UsageError?
    /// The values of each option by name, in order; a flag has one empty text per occurrence.
    private(set) var values: [String: [String]] = [:]

    private var knownOptions: [OptionSpec] { CommandLineTable.options + (command?.options ?? []) }

    /// Parses arguments without the program's name. Throws ``UsageError``.
    init(_ arguments: [String]) throws(UsageError) {
        switch try Self.first(in: arguments) {
        case .command(let spec): command = spec
        case .family(let word): family = word
        case .cards(let error): (findsCards, noCommand) = (true, error)
        case nil: break
        }
        var rest = arguments[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if !areOptionsOver, word == "--" {
                areOptionsOver = true
            } else if !areOptionsOver, Self.isOption(word) {
                try readOption(word, &rest)
            } else {
                operands.append(word)
            }
        }
        if let family, !has("help"), !has("version") {
            throw UsageError(
                "\(family) needs an action: " + CommandLineTable.actions(of: family).joined(separator: ", "),
                about: family)
        }
        operands.removeFirst(min(operands.count, command?.words.count ?? (family == nil ? 0 : 1)))
        try checkOperands()
    }

    private enum First {
        case command(CommandSpec)
        /// The first word of commands of two, where the second is missing.
        case family(String)
        /// See ``findsCards`` and ``noCommand``.
        case cards(UsageError?)
    }

    /// What the first word is that is neither an option nor an option's value; nil without one. It is determined first, so that a
    /// command's options may precede it.
    private static func first(in arguments: [String]) throws(UsageError) -> First? {
        let options = CommandLineTable.options + CommandLineTable.commands.flatMap(\.options)
        var rest = arguments[...]
        var family: String?
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if !areOptionsOver, word == "--" {
                areOptionsOver = true
                continue
            }
            guard !areOptionsOver, isOption(word) else {
                if areOptionsOver, family == nil { return .cards(nil) }
                if family != nil || !CommandLineTable.isFamily(word) { return try named(word, in: family) }
                family = word
                continue
            }
            let candidates = options.filter { "--" + $0.name == word }
            guard candidates.contains(where: { $0.value != nil }) else { continue }
            // If the option takes a value for some commands only, a following command name is the command.
            let isClear = candidates.allSatisfy { $0.value != nil }
            if isClear || rest.first.map(CommandLineTable.isFirstWord) != true { _ = rest.popFirst() }
        }
        return family.map { .family($0) }
    }

    /// A filter term such as `-is:expired` is none, although it begins with a dash.
    private static func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word != "-" else { return false }
        return word.hasPrefix("--") || !word.contains(":")
    }

    private static func named(_ word: String, in family: String?) throws(UsageError) -> First {
        if word.allSatisfy(\.isWhitespace) {
            throw UsageError("the first word is empty: use a command, or words to search for", about: nil)
        }
        let name = [family, word].compactMap { $0 }.joined(separator: " ")
        // Two words in one argument are no command.
        if !word.contains(" "), let command = CommandLineTable.command(name) {
            return .command(command)
        }
        if let family {
            let actions = CommandLineTable.actions(of: family)
            throw UsageError(
                "\(family) has no action \"\(word)\"; use one of: \(actions.joined(separator: ", "))",
                suggestion: Spelling.nearest(to: word, in: actions).map { "\(family) \($0)" }, about: family)
        }
        let error = UsageError(
            "there is no command \"\(name)\"", suggestion: CommandLineTable.nearestCommand(to: name), about: nil)
        // A misspelled command is not searched for.
        guard error.suggestion == nil, CommandLineTable.command(name) == nil else { throw error }
        return .cards(error)
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let (name, attached) = Self.split(word)
        guard let option = knownOptions.first(where: { "--" + $0.name == name || $0.letter.map { "-\($0)" } == name })
        else {
            let suggestion = Spelling.nearest(to: name, in: knownOptions.map { "--" + $0.name })
            throw failure(
                "there is no option \"\(name)\"" + (command.map { " of \($0.name)" } ?? ""), suggestion)
        }
        let value: String
        switch (option.value, attached) {
        case (nil, nil): value = ""
        case (nil, let attached?):
            guard let only = option.attached.first else { throw failure("the option --\(option.name) takes no value") }
            guard option.attached.contains(attached) else {
                throw failure("the only value of the option --\(option.name) is \"\(only)\"")
            }
            value = attached
        case (_?, let attached?): value = attached
        case (let wanted?, nil):
            guard let next = rest.popFirst() else {
                throw failure("the option --\(option.name) needs a value: --\(option.name) \(wanted.name)")
            }
            value = next
        }
        if has(option.name), !option.isRepeatable, option.value != nil {
            throw failure("the option --\(option.name) is given twice")
        }
        values[option.name, default: []].append(value)
    }

    private func checkOperands() throws(UsageError) {
        guard let command, !has("help"), !has("version") else { return }
        let first = command.firstOperands
        let most = command.isOperandRepeatable ? Int.max : first.count + (command.operand == nil ? 0 : 1)
        if operands.count > most { throw failure("\"\(operands[most])\" is one argument too many") }
        let needed = first + (command.isOperandRequired ? [command.operand].compactMap { $0 } : [])
        if operands.count < needed.count { throw failure("\(needed[operands.count].name) is missing") }
    }

    func failure(_ reason: String, _ suggestion: String? = nil) -> UsageError {
        UsageError(reason, suggestion: suggestion, about: command?.name)
    }

    /// `--name=value`, cut at the first equals sign.
    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
}

extension ArgumentParser {
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The value of an option, the last if there are several; empty for a flag, nil without the option.
    func value(_ option: String) -> String? { values[option]?.last }

    /// Throws if more than one of these options is given.
    func exclude(_ options: String...) throws(UsageError) {
        let given = options.filter(has)
        if given.count > 1 { throw failure("--\(given[0]) cannot be used with --\(given[1])") }
    }

    /// Throws if an option is given without the other that it belongs to.
    func require(_ option: String, with other: String) throws(UsageError) {
        if has(option), !has(other) { throw failure("--\(option) needs --\(other)") }
    }

    /// The value of an option that takes a number from 1 on.
    func number(_ option: String) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        return try count(text, of: "--" + option)
    }

    /// The value of an option that takes a path.
    func path(_ option: String) throws(UsageError) -> String? {
        guard let path = value(option) else { return nil }
        if path.isEmpty { throw failure("the option --\(option) needs a path") }
        return path
    }

    /// The name of a group, as the screens take it.
    func group(_ text: String) throws(UsageError) -> String {
        let name = LocalInput.group(from: text)
        if name.isEmpty { throw failure("a group needs a name") }
        return name
    }

    /// Throws if there is another option of the command beside this one and the allowed ones.
    func checkOnly(_ option: String, allowing allowed: [String] = []) throws(UsageError) {
        for other in command?.options.map(\.name) ?? []
        where other != option && !allowed.contains(other) {
            try exclude(option, other)
        }
    }

    func count(_ text: String, of name: String) throws(UsageError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw failure("\(name) must be a number from 1 on, not \"\(text)\"")
        }
        return number
    }

    /// The value of an option that is one of these; nil without the option.
    func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ option: String
    ) throws(UsageError) -> Value? {
        guard let text = value(option) else { return nil }
        if let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map(\.rawValue)
        throw failure(
            "--\(option) must be one of \(known.joined(separator: ", "))", Spelling.nearest(to: text, in: known))
    }
}

/// Why a command line is invalid.
struct UsageError: UserFacingError, Equatable {
    let reason: String
    let suggestion: String?
    /// The command, or the first word of several, whose help applies; nil for the general help.
    let topic: String?

    init(_ reason: String, suggestion: String? = nil, about topic: String?) {
        self.reason = reason
        self.suggestion = suggestion
        self.topic = topic
    }

    var userMessage: String {
        let hint = suggestion.map { "Did you mean \"\($0)\"?" }
        let more = "Try: " + CommandLineTable.program + (topic.map { " help \($0)" } ?? " --help")
        return "\(CommandLineTable.program): \(reason). \(hint ?? more)"
    }
}
