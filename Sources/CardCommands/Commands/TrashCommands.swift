internal import Basics
internal import CardSettings
internal import Cards

/// Lists the deleted cards.
struct ListTrashCommand: ShellCommand {
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "trash list", options: [CommandLineTable.json], summary: "List the deleted cards",
        details: "The most recently deleted come first. When piped: name, number, when, identifier.",
        examples: ["trash list", "trash list --json"],
        read: { parsed, _ in ListTrashCommand(isJSON: parsed.has("json")) })

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.listTrash(runner.store(options), asJSON: isJSON)
        return .success
    }
}

/// Brings deleted cards back.
struct RestoreCardsCommand: ShellCommand {
    let cards: [String]
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "trash restore", operand: .card, isOperandRepeatable: true, options: [CommandLineTable.json],
        summary: "Restore deleted cards", details: "CARD is an identifier, a name, or words from a name.",
        examples: ["trash restore Tesco", "trash restore 3f2a91c07b5d4e68"],
        read: { parsed, _ in
            RestoreCardsCommand(cards: parsed.operands, isJSON: parsed.has("json"))
        })

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.restore(cards, runner.store(options), asJSON: isJSON)
        return .success
    }
}

/// Deletes cards of the trash forever.
struct EmptyTrashCommand: ShellCommand {
    /// All, if empty.
    let cards: [String]
    let form: ActionForm

    static let spec = CommandSpec(
        name: "trash empty", operand: .card, isOperandRequired: false, isOperandRepeatable: true,
        options: [CommandLineTable.dryRun, OptionSpec("yes", "Delete without asking"), CommandLineTable.json],
        summary: "Delete cards forever",
        details: """
            Deletes all cards in the trash, or only the given ones, with their history, photos and drafts. This cannot be \
            undone; you are asked first, and without a terminal --yes is needed.
            """, examples: ["trash empty --dry-run", "trash empty Tesco", "trash empty --yes"],
        read: { parsed, _ in EmptyTrashCommand(cards: parsed.operands, form: ActionForm(parsed)) })

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.emptyTrash(cards, form, options)
    }
}

extension CommandRunner {
    /// The deleted cards, the last first.
    fileprivate func listTrash(_ store: any CardStore, asJSON: Bool) async throws {
        let trashed = try await store.trash()
        if asJSON {
            for row in trashed {
                var members = Self.members(of: row.card)
                members.append(("deleted", .string(row.deleted.text)))
                try write(object: members)
            }
            return
        }
        if trashed.isEmpty, output.out.isTerminal { output.warn("The trash is empty.") }
        try write(rows: trashed.map { [$0.card.name, $0.card.number, $0.deleted.text, $0.id.text] })
    }

    /// Brings deleted cards back, as one step.
    fileprivate func restore(_ texts: [String], _ store: any CardStore, asJSON: Bool) async throws {
        let cards = try trashed(texts, in: await store.trash())
        try await store.restore(cards.map(\.identifier))
        try report(cards, "Restored", asJSON: asJSON)
    }

    /// Deletes cards of the trash forever, with what unsaved forms hold of them; asks before.
    fileprivate func emptyTrash(_ texts: [String], _ form: ActionForm, _ options: Invocation.Options) async throws
        -> ExitCode
    {
        let store = try await store(options)
        let all = try await store.trash()
        let cards = texts.isEmpty ? all.map(\.card) : try trashed(texts, in: all)
        if form.isDryRun {
            for card in cards {
                if form.isJSON {
                    try write(object: Self.members(of: card))
                } else {
                    let row = [card.identifier.text, card.name, card.number]
                    try output.write(row.map(cell).joined(separator: "\t") + "\n")
                }
            }
            tellDryRun(cards.count, "deleted")
            return .success
        }
        if cards.isEmpty {
            output.warn("The trash is empty.")
            return .success
        }
        guard
            try await isAgreed(
                isGiven: form.isConfirmed,
                "Delete \(object(cards)) forever? This cannot be undone.\(try await leftCopies(options))",
                declined: "Nothing was deleted.")
        else { return .refused }
        let backups = options.isDemo ? nil : try automaticBackups(options)
        let drafts = options.isDemo ? nil : DraftStore(folder: try paths(options).drafts)
        let texts = options.isDemo ? nil : EditedTextStore(folder: try paths(options).edits)
        try await CardErasure(store, drafts: drafts, texts: texts, backups: backups).erase(cards.map(\.identifier))
        try report(cards, "Deleted forever:", asJSON: form.isJSON)
        return .success
    }

    /// What the question says of backups that keep the cards.
    func leftCopies(_ options: Invocation.Options) async throws -> String {
        if options.isDemo { return "" }
        return try await automaticBackups(options).backups()?.leftCopies.map { " " + $0 } ?? ""
    }

    private func report(_ cards: [Card], _ done: String, asJSON: Bool) throws {
        guard asJSON else { return try output.report("\(done) \(object(cards))") }
        for card in cards { try write(object: Self.members(of: card)) }
    }

    static func members(of card: Card) -> [(key: String, value: JSON)] {
        [("identifier", .string(card.identifier.text)), ("name", .string(card.name)), ("number", .string(card.number))]
    }

    // MARK: - Finding deleted cards

    /// The cards of the trash that these texts refer to: by identifier, by name, or by words as in a search.
    func trashed(_ texts: [String], in trash: [TrashedCard]) throws(CommandFailure) -> [Card] {
        var cards: [Card] = []
        for text in texts {
            let card = try trashed(text, in: trash.map(\.card))
            if !cards.contains(where: { $0.identifier == card.identifier }) { cards.append(card) }
        }
        return cards
    }

    private func trashed(_ text: String, in cards: [Card]) throws(CommandFailure) -> Card {
        if let card = cards.first(where: { $0.identifier.text == text }) { return card }
        let folded = TextFolding.fold(text)
        var found = cards.filter { TextFolding.fold($0.name) == folded }
        if found.isEmpty {
            let words = folded.split(whereSeparator: \.isWhitespace).map(String.init)
            if !words.isEmpty { found = cards.filter { CardSearchText($0).contains(words) } }
        }
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            throw CommandFailure("no card \"\(text)\" is in the trash. See: \(again("trash list"))")
        }
        throw several(
            found.map { CardSummary($0) }, of: found.count, "\"\(text)\" matches \(found.count) cards in the trash")
    }
}
