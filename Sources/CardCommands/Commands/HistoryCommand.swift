internal import Basics
internal import CardSettings
internal import Cards

/// Lists what happened to cards, shows a card as it was, or restores it.
struct HistoryCommand: ShellCommand {
    enum Action: Equatable, Sendable {
        /// The last steps, whatever card they were about.
        case steps
        /// The changes that contain these words.
        case changes(words: String)
        /// The card as it was after the change of this number.
        case show(Int)
        /// Nil for all fields.
        case restore(Int, FieldSet?)
    }

    let action: Action
    /// Nil for all cards.
    let card: String?
    let limit: Int
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "history", operand: .card, isOperandRequired: false,
        options: [
            ListCommand.limit,
            OptionSpec("find", takes: .text("WORDS"), "Only changes that contain all these words"),
            OptionSpec("show", takes: .text("N"), "Show the card as it was after change N"),
            OptionSpec("restore", takes: .text("N"), "Restore the card to its state after change N"),
            OptionSpec(
                "field", takes: .oneOf("FIELD", fields.map(\.key)), repeatable: true,
                "With --restore: only this field"),
            CommandLineTable.json,
        ],
        summary: "List recent changes, or restore an earlier state of a card",
        details: """
            The newest changes come first: 20 of them, or as many as --limit says. With CARD or --find, each line is a change \
            of a card: time in UTC, name (unless CARD is given), what changed, its origin (here, backend, import, undo, redo, \
            restore, expiry, repair), and the number of the change. Otherwise each line is an undo step. The card may be in \
            the trash. --find searches names, fields, and old and new values. --restore is a single undo step; it also \
            restores a deleted card, and photos that are still stored.
            """,
        examples: [
            "history --find \"tesco note\"", "history Tesco --limit 5", "history Tesco --restore 42 --field note",
        ], topic: "cards", read: { parsed, _ throws(UsageError) in try HistoryCommand(parsed) })

    private static let fields = FieldDefinition.all.filter { !$0.field.isBookkeeping }

    init(_ parsed: ArgumentParser) throws(UsageError) {
        card = parsed.operands.first
        limit = try parsed.number("limit") ?? 20
        isJSON = parsed.has("json")
        let names = parsed.values["field"] ?? []
        try parsed.exclude("find", "show", "restore")
        if card == nil, parsed.has("show") || parsed.has("restore") { throw parsed.failure("CARD is missing") }
        try parsed.exclude("limit", "show", "restore")
        try parsed.require("field", with: "restore")
        if let name = names.first(where: { name in !Self.fields.contains { $0.key == name } }) {
            let known = Self.fields.map(\.key)
            throw parsed.failure("there is no field \"\(name)\"", Spelling.nearest(to: name, in: known))
        }
        if let number = try parsed.number("show") {
            action = .show(number)
        } else if let number = try parsed.number("restore") {
            let fields = FieldSet(Self.fields.filter { names.contains($0.key) }.map(\.field))
            // A balance comes with its currency.
            action = .restore(
                number, names.isEmpty ? nil : fields.union(fields.contains(.balance) ? [.currency] : []))
        } else if let words = parsed.value("find") {
            action = .changes(words: words)
        } else {
            action = card == nil ? .steps : .changes(words: "")
        }
    }

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.history(self, options)
        return .success
    }
}

extension CommandRunner {
    func history(_ command: HistoryCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options)
        var identifier: CardID?
        if let text = command.card { identifier = try await self.identifier(of: text, in: store) }
        switch (command.action, identifier) {
        case (.changes(let words), _):
            try await writeChanges(of: identifier, words, limit: command.limit, store, asJSON: command.isJSON)
        case (.show(let number), let card?): try await show(card, after: number, store, asJSON: command.isJSON)
        case (.restore(let number, let fields), let card?):
            try await restore(fields, of: card, after: number, store, asJSON: command.isJSON)
        default: try write(steps: try await store.steps(limit: command.limit), asJSON: command.isJSON)
        }
    }

    // MARK: - Listing

    private func writeChanges(
        of card: CardID?, _ words: String, limit: Int, _ store: any CardStore, asJSON: Bool
    ) async throws {
        var (left, next): (Int, HistoryQuery.Start?) = (limit, .newest)
        while left > 0, let start = next {
            let page = try await store.history(
                HistoryQuery(
                    card: card, words: words, start: start, limit: min(left, Self.pageSize), format: localFormat))
            if asJSON {
                for change in page.changes { try write(object: members(of: change)) }
            } else {
                try write(
                    rows: page.changes.map { change in
                        [change.time.text] + (card == nil ? [change.name] : [])
                            + [text(of: change), change.source.label, String(change.id)]
                    })
            }
            (left, next) = (left - page.changes.count, page.next)
        }
    }

    private func text(of change: PastChange) -> String {
        ChangeText(change, format).lines.joined(separator: ", ")
    }

    private func members(of change: PastChange) -> [(key: String, value: JSON)] {
        func values(_ card: Card, _ fields: some Sequence<CardField>) -> JSON {
            let members = CardJSON.storedForm(of: card, fields: FieldSet(fields)).object ?? [:]
            return .object(members.filter { $0.key != "identifier" })
        }
        var (old, new) = (JSON.null, JSON.null)
        switch change.content {
        case .added(let card): new = values(card, card.filledFields)
        case .deleted(let card): old = values(card, card.filledFields)
        case .changed(let fields, let before, let after): (old, new) = (values(before, fields), values(after, fields))
        case .secret, .unreadable: break
        }
        return [
            ("time", .string(change.time.text)), ("change", .string(text(of: change))),
            ("where", .string(change.source.name)),
            ("source", change.source.detail.map { JSON.string($0) } ?? .null), ("number", .integer(Int(change.id))),
            ("identifier", .string(change.card.text)), ("name", .string(change.name)), ("old", old), ("new", new),
        ]
    }

    // MARK: - The card as it was

    private func show(_ card: CardID, after number: Int, _ store: any CardStore, asJSON: Bool) async throws {
        try await check(number, of: card, store)
        guard let past = try await store.card(card, after: Int64(number)) else {
            throw CommandFailure("change \(number) deleted the card; the change before shows it")
        }
        if !past.isComplete { output.warn(PastCard.incomplete) }
        if asJSON { return try write(object: CardJSON.membersWithoutPhotos(of: past.card)) }
        try write(past.card)
    }

    private func restore(
        _ fields: FieldSet?, of card: CardID, after number: Int, _ store: any CardStore, asJSON: Bool
    ) async throws {
        try await check(number, of: card, store)
        guard let restored = try await store.restore(fields, of: card, after: Int64(number)) else {
            throw CommandFailure(
                "change \(number) deleted the card; the change before shows it. Nothing was changed.")
        }
        for photo in restored.missingPhotos {
            output.warn("The \(photo.definition?.noun ?? photo.label) is no longer stored and was left unchanged.")
        }
        if asJSON {
            func keys(_ fields: [CardField]) -> JSON { .array(fields.map { .string($0.definition?.key ?? $0.label) }) }
            return try write(object: [
                ("identifier", .string(card.text)), ("name", .string(restored.name)),
                ("restored", keys(restored.fields)), ("missing", keys(restored.missingPhotos)),
            ])
        }
        if restored.fields.isEmpty {
            return try output.report("\(oneLine(restored.name)) has not changed since; nothing was changed")
        }
        let labels = restored.fields.map { oneLine($0.label) }.joined(separator: ", ")
        try output.report("Restored \(oneLine(restored.name)): \(labels)")
    }

    /// A number of another card would restore a state that nobody asked for.
    private func check(_ number: Int, of card: CardID, _ store: any CardStore) async throws {
        let query = HistoryQuery(card: card, start: .after(Int64(number) - 1), limit: 1)
        guard try await store.history(query).changes.first?.id == Int64(number) else {
            throw CommandFailure("\(number) is not the number of a change of this card. See: \(again("history CARD"))")
        }
    }
}
