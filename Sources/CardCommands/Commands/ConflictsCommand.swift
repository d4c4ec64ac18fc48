internal import CardSettings
internal import CardTransfer
internal import Cards

/// Lists the cards in conflict with a backend, shows the values of one, or resolves it.
public struct ConflictsCommand: Hashable, Sendable {
    enum Take: String, Hashable, Sendable, CaseIterable { case mine, theirs }

    let card: String?
    let take: Take?
    let field: String?
    let isJSON: Bool

    static let spec = CommandSpec(
        name: .conflicts, operand: .card, isOperandRequired: false,
        options: [
            OptionSpec(
                "take", takes: .oneOf("SIDE", Take.allCases.map(\.rawValue)), "Keep these values: mine or theirs"),
            OptionSpec("field", takes: .text("FIELD"), "Only of this field, as note"),
            OptionSpec("json", "Write one JSON object a line"),
        ],
        summary: "Show or resolve conflicts with the backend",
        details: """
            When a field was changed here and on the backend, the value from here counts until the conflict is resolved. Without a \
            card all cards in conflict are listed with their fields; with one both values of each field are shown. --take \
            resolves the fields of one card as one step, which undo takes back.
            """,
        examples: ["conflicts", "conflicts \"Cedar Library\" --take theirs --field note"])

    init(_ parsed: ArgumentParser) throws(UsageError) {
        card = parsed.operands.first
        field = parsed.values["field"]?.first
        isJSON = parsed.values["json"] != nil
        if let side = parsed.values["take"]?.first {
            guard let known = Take(rawValue: side) else {
                throw parsed.failure("--take must be mine or theirs, not \"\(side)\"")
            }
            take = known
        } else {
            take = nil
        }
        if take != nil, card == nil { throw parsed.failure("--take needs CARD") }
        if field != nil, take == nil { throw parsed.failure("--field needs --take") }
        if isJSON, take != nil { throw parsed.failure("--json cannot be used with --take") }
    }
}

extension CommandRunner {
    /// A card is in conflict with few backends.
    private static let maximumBackends = 100

    func conflicts(_ command: ConflictsCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options)
        guard let conflicts = store as? any ConflictKeeping else { return }
        guard let text = command.card else { return try await listConflicts(in: conflicts, asJSON: command.isJSON) }
        let card = try await card(named: text, in: store)
        guard let conflict = try await conflicts.conflict(of: card.identifier) else {
            throw CommandFailure("\"\(card.name)\" has no conflict")
        }
        if let take = command.take {
            try await resolve(card.identifier, take, command.field, in: store, conflicts)
        } else if command.isJSON {
            try write(object: Self.members(of: conflict, card))
        } else {
            let rows = CardField.inReadingOrder(conflict.fields).map { field in
                [field.label, Self.text(field, of: card, format), Self.text(field, of: conflict.theirs, format)]
            }
            try write(rows: rows, areCut: false)
        }
    }

    private func listConflicts(in store: any ConflictKeeping, asJSON: Bool) async throws {
        var rows: [[String]] = []
        for summary in try await store.conflictedCards() {
            guard let conflict = try await store.conflict(of: summary.id) else { continue }
            let fields = CardField.inReadingOrder(conflict.fields)
            if asJSON {
                try write(object: [
                    ("identifier", .string(summary.id.text)), ("name", .string(summary.name)),
                    ("backend", .string(conflict.backend.text)),
                    ("fields", .array(fields.map { .string(Self.key(of: $0)) })),
                ])
            } else {
                rows.append([
                    summary.name, fields.map(\.label).joined(separator: ", "), conflict.source, summary.id.text,
                ])
            }
        }
        try write(rows: rows)
    }

    /// Resolves the conflicts with all backends.
    private func resolve(
        _ identifier: CardID, _ take: ConflictsCommand.Take, _ name: String?, in store: any CardStore,
        _ conflicts: any ConflictKeeping
    ) async throws {
        var resolved: Set<CardField> = []
        for _ in 0..<Self.maximumBackends {
            guard let conflict = try await conflicts.conflict(of: identifier),
                let mine = try await store.card(identifier)
            else { break }
            let fields = try Self.fields(of: conflict, named: name, isFirst: resolved.isEmpty)
            if fields.isEmpty { break }
            var result = mine
            if take == .theirs { result.copy(fields, from: conflict.theirs) }
            if result.hasBlankName { throw CommandFailure("a card needs a name. Nothing was changed.") }
            let decided = try await conflicts.resolve(
                ConflictChoice(of: fields, in: conflict, mine: mine, result: result))
            guard !decided.isEmpty else { throw CommandFailure("the card was changed elsewhere meanwhile. Try again.") }
            resolved.formUnion(decided)
        }
        let labels = CardField.inReadingOrder(resolved).map(\.label).joined(separator: ", ")
        try output.print("Kept \(take.rawValue): \(oneLine(labels))")
    }

    /// - Parameter isFirst: whether a field that is not in conflict is an error.
    private static func fields(
        of conflict: CardConflict, named name: String?, isFirst: Bool
    ) throws -> Set<CardField> {
        guard let name else { return conflict.fields }
        let found = conflict.fields.filter { names(of: $0).contains(name.lowercased()) }
        if !found.isEmpty || !isFirst { return found }
        let keys = CardField.inReadingOrder(conflict.fields).map(key(of:))
        let near = Spelling.nearest(to: name, in: keys).map { "Did you mean \"\($0)\"?" }
        throw CommandFailure(
            "there is no conflict in \"\(name)\". \(near ?? "There is one in: \(keys.joined(separator: ", ")).")")
    }

    /// The name of a field in JSON.
    private static func key(of field: CardField) -> String { field.definition?.key ?? field.label }

    private static func names(of field: CardField) -> [String] {
        [field.definition?.option, field.label, key(of: field)].compactMap { $0?.lowercased() }
    }

    private static func members(of conflict: CardConflict, _ mine: Card) -> [(key: String, value: JSON)] {
        let fields = CardField.inReadingOrder(conflict.fields)
        let values: [(key: String, value: JSON)] = fields.map { field -> (key: String, value: JSON) in
            let pair: [(key: String, value: JSON)] = [
                ("mine", json(field, of: mine)), ("theirs", json(field, of: conflict.theirs)),
            ]
            return (key(of: field), .object(JSONObject(pair)))
        }
        return [
            ("identifier", .string(mine.identifier.text)), ("name", .string(mine.name)),
            ("backend", .string(conflict.backend.text)), ("fields", .object(JSONObject(values))),
        ]
    }

    /// The value as it is stored, a photo by its hash; null for none.
    private static func json(_ field: CardField, of card: Card) -> JSON {
        CardJSON.storedForm(of: card, fields: [field])[key(of: field)] ?? .null
    }

    private static func text(_ field: CardField, of card: Card, _ format: LocalFormat) -> String {
        guard let definition = field.definition else {
            let value = json(field, of: card)
            return value == .null ? "" : String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
        }
        switch definition.kind {
        case .flag(let access, let on, let off): return access.get(card) ? on : off
        case .photo(let access): return access.get(card).map { "photo \($0.text.prefix(8))" } ?? ""
        case .barcode(let access):
            return access.get(card).map { [$0.format.rawValue, $0.value].compactMap { $0 }.joined(separator: " ") }
                ?? ""
        default: return definition.text(of: card, format)
        }
    }
}
