internal import Basics
internal import CardSettings
internal import Cards
internal import Glibc

/// What a shell completes with the words that the program prints.
enum CompletionKind: String, Hashable, Sendable, CaseIterable { case cards, groups, themes }

/// Prints the words with which a shell completes a command line, one a line. The scripts of ``Completions`` call it.
struct CompleteCommand: ShellCommand {
    let kind: CompletionKind
    /// What was typed of the word.
    let beginning: String

    static let spec = CommandSpec(
        name: "complete", firstOperands: [.oneOf("KIND", CompletionKind.allCases.map(\.rawValue))],
        operand: .text("BEGINNING"), summary: "Print the words that complete a command line", isHidden: true,
        topic: nil, read: { parsed, _ throws(UsageError) in try CompleteCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        let name = parsed.operands.first ?? ""
        guard let kind = CompletionKind(rawValue: name) else { throw parsed.failure("\"\(name)\" cannot be completed") }
        self.kind = kind
        beginning = parsed.operands.last ?? ""
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.complete(self, options)
        return .success
    }
}

extension CommandRunner {
    /// Nobody reads more.
    private static let maximumCompletions = 300

    /// Says nothing of problems: it runs while a line is typed.
    func complete(_ command: CompleteCommand, _ options: Invocation.Options) async throws {
        let words: [String]
        switch command.kind {
        case .themes: words = beginning(ThemeCatalog(folder: try paths(options).themes).names)
        case .groups: words = beginning(try await existingStore(options)?.groupNames() ?? [])
        case .cards:
            guard let store = try await existingStore(options) else { return }
            let cards = try await store.summaries(
                beginningWith: command.beginning, limit: Self.maximumCompletions)
            // A name that a terminal or a shell could misread is not offered; its identifier is.
            words = cards.map { Self.isPlain($0.name) ? $0.name : $0.id.text }
        }
        func beginning(_ names: [String]) -> [String] {
            let typed = TextFolding.fold(command.beginning)
            return names.filter { TextFolding.fold($0).hasPrefix(typed) }
        }
        var known: Set<String> = []
        let lines = words.filter { Self.isPlain($0) && known.insert($0).inserted }
        try output.write(lines.prefix(Self.maximumCompletions).map { $0 + "\n" }.joined())
    }

    /// The store, unless there is none yet: completing a line must not make it.
    private func existingStore(_ options: Invocation.Options) async throws -> (any CardStore)? {
        if options.isDemo { return try await platform.openStore(.demo) }
        let path = try paths(options).store
        guard access(PathText.cString(path), F_OK) == 0 else { return nil }
        return try? await platform.openStore(.file(path))
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty
            && word.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
                default: true
                }
            }
    }
}
