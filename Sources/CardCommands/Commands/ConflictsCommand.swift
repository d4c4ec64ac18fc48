internal import CardSettings
internal import CardTransfer
internal import Cards

/// Lists the cards in conflict, shows the values of one, or resolves it.
struct ConflictsCommand: ShellCommand {
    /// The words for sides that have other names as well.
    static let (mine, theirs) = ("mine", "theirs")

    let card: String?
    /// ``mine``, ``theirs`` or the name of a side.
    let take: String?
    let field: String?
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "conflicts", operand: .card, isOperandRequired: false,
        options: [
            OptionSpec(
                "take", takes: .oneOf("SIDE", [mine, theirs]),
                "Keep these values: mine, theirs, or those of a device, backend or file by its name"),
            OptionSpec("field", takes: .text("FIELD"), "Resolve only this field, such as note"),
            OptionSpec("json", "Write one JSON object per line"),
        ],
        summary: "Show or resolve conflicts with a backend, a file or another device",
        details: """
            When a field was changed here and elsewhere, the card shows one value, and the others are kept until the conflict \
            is resolved. Without CARD, all cards in conflict are listed with their fields; with CARD, the values of each field \
            are shown with who set them and when. --take resolves the fields of one card as a single undo step. mine is what \
            this device wrote last; theirs is the other value, if there is only one. Other values are named after the device, \
            backend or file they came from.
            """,
        examples: [
            "conflicts", "conflicts \"Cedar Library\" --take theirs --field note", "conflicts elm --take laptop",
        ], topic: "devices", read: { parsed, _ throws(UsageError) in try ConflictsCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        card = parsed.operands.first
        field = parsed.value("field")
        isJSON = parsed.has("json")
        take = parsed.value("take")
        if take?.allSatisfy(\.isWhitespace) == true { throw parsed.failure("--take is empty") }
        if take != nil, card == nil { throw parsed.failure("--take needs CARD") }
        try parsed.require("field", with: "take")
        try parsed.exclude("json", "take")
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.conflicts(self, options)
        return .success
    }
}

extension CommandRunner {
    func conflicts(_ command: ConflictsCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options)
        guard let text = command.card else { return try await listConflicts(in: store, asJSON: command.isJSON) }
        let card = try await card(named: text, in: store)
        guard let conflict = try await store.conflict(of: card.identifier) else {
            throw CommandFailure("\"\(card.name)\" has no conflict")
        }
        if let take = command.take {
            try await resolve(card, conflict, take, command.field, store)
        } else if command.isJSON {
            try write(object: Self.members(of: conflict, card))
        } else {
            try write(rows: [["FIELD", "SIDE", "WRITTEN", "VALUE"]] + rows(of: conflict, card), areCut: false)
        }
    }

    /// A row for each value.
    private func rows(of conflict: CardConflict, _ card: Card) -> [[String]] {
        conflict.fields.inReadingOrder.flatMap { field in
            (conflict.sides[field] ?? []).map { side in
                let marks = [side.isMine ? "mine" : nil, side.isShown ? "shown" : nil].compactMap { $0 }
                let name = side.name + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
                return [
                    field.label, name, side.time?.text ?? "",
                    Self.text(field, of: conflict.card(showing: field, of: side, card), format),
                ]
            }
        }
    }

    private func listConflicts(in store: any CardStore, asJSON: Bool) async throws {
        var rows: [[String]] = []
        for summary in try await store.conflictedCards() {
            guard let conflict = try await store.conflict(of: summary.id) else { continue }
            let fields = conflict.fields.inReadingOrder
            if asJSON {
                try write(object: [
                    ("identifier", .string(summary.id.text)), ("name", .string(summary.name)),
                    ("backend", .string(conflict.backend.text)),
                    ("fields", .array(fields.map { .string(Self.key(of: $0)) })),
                ])
            } else {
                rows.append([
                    summary.name, fields.map(\.label).joined(separator: ", "),
                    conflict.otherNames.joined(separator: ", "), summary.id.text,
                ])
            }
        }
        if !rows.isEmpty { rows.insert(["NAME", "FIELDS", "WITH", "ID"], at: 0) }
        try write(rows: rows)
    }

    /// Takes a side in the fields where it has a value; the others stay in conflict.
    private func resolve(
        _ card: Card, _ conflict: CardConflict, _ take: String, _ name: String?, _ store: any CardStore
    ) async throws {
        let fields = try Self.fields(of: conflict, named: name)
        var result = card
        var chosen: FieldSet = []
        for field in fields {
            // What is decided together comes from one side.
            let beside = conflict.decidedTogether(with: field).compactMap { Self.side(take, of: $0, in: conflict) }
                .first
            guard
                let side = Self.side(take, of: field, in: conflict)
                    ?? beside.flatMap({ conflict.side(of: field, from: $0) })
            else { continue }
            result.copy([field], from: side.card)
            chosen.insert(field)
        }
        chosen = chosen.filter { conflict.decidedTogether(with: $0).isSubset(of: chosen) }
        guard !chosen.isEmpty else { throw refusal(of: take, fields, in: conflict) }
        if result.hasBlankName { throw CommandFailure("a card needs a name. Nothing was changed.") }
        let decided = try await store.resolve(ConflictChoice(of: chosen, in: conflict, mine: card, result: result))
        guard !decided.isEmpty else {
            throw CommandFailure("the card was changed elsewhere in the meantime. Try again.")
        }
        try output.report("Kept \(oneLine(take)): \(oneLine(Self.labels(decided)))")
        let left = fields.subtracting(decided)
        if !left.isEmpty { try output.report("Still in conflict: \(oneLine(Self.labels(left)))") }
    }

    private static func labels(_ fields: FieldSet) -> String {
        fields.inReadingOrder.map(\.label).joined(separator: ", ")
    }

    /// Nil where there is no such side, or several could be meant.
    private static func side(_ take: String, of field: CardField, in conflict: CardConflict) -> ConflictSide? {
        let sides = conflict.sides[field] ?? []
        let found: [ConflictSide] =
            switch take.lowercased() {
            case ConflictsCommand.mine: sides.filter(\.isMine)
            case ConflictsCommand.theirs: sides.filter { !$0.isMine }
            default:
                sides.contains { $0.name == take }
                    ? sides.filter { $0.name == take } : sides.filter { $0.name.lowercased() == take.lowercased() }
            }
        return found.count == 1 ? found[0] : nil
    }

    private func refusal(of take: String, _ fields: FieldSet, in conflict: CardConflict) -> CommandFailure {
        var names: [String] = []
        for field in fields.inReadingOrder {
            for side in conflict.sides[field] ?? [] where !names.contains(side.name) { names.append(side.name) }
        }
        let reason =
            switch take.lowercased() {
            case ConflictsCommand.mine: "this device wrote none of these values"
            case ConflictsCommand.theirs: "there is more than one other value"
            default: "no value is named \"\(oneLine(take))\""
            }
        return CommandFailure(
            "\(reason). Nothing was changed. Take one of: \(names.map { "--take \"\(oneLine($0))\"" }.joined(separator: ", "))"
        )
    }

    private static func fields(of conflict: CardConflict, named name: String?) throws -> FieldSet {
        guard let name else { return conflict.fields }
        let found = conflict.fields.filter { names(of: $0).contains(name.lowercased()) }
        if !found.isEmpty {
            return found.reduce(into: FieldSet()) { $0.formUnion(conflict.decidedTogether(with: $1)) }
        }
        let keys = conflict.fields.inReadingOrder.map(key(of:))
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
        let fields = conflict.fields.inReadingOrder
        let values = fields.map { field -> (key: String, value: JSON) in
            var members: [(key: String, value: JSON)] = []
            // Where this device wrote none there is no value of this name.
            if let side = conflict.mine(field) { members.append(("mine", json(field, of: side.card))) }
            members.append(("theirs", json(field, of: conflict.theirs)))
            let sides = (conflict.sides[field] ?? []).map { side in
                JSON.object(
                    [
                        "name": .string(side.name), "time": side.time.map { .string($0.text) } ?? .null,
                        "mine": .bool(side.isMine), "shown": .bool(side.isShown), "value": json(field, of: side.card),
                    ] as JSONObject)
            }
            members.append(("sides", .array(sides)))
            return (key: key(of: field), value: .object(JSONObject(members)))
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
        guard let definition = field.definition else { return FieldText.text(for: field, of: card, format) ?? "" }
        switch definition.kind {
        // An amount, and a unit, as they are shown elsewhere.
        case .text(_, .amount), .currency: return FieldText.text(for: field, of: card, format) ?? ""
        case .flag(let access, let on, let off): return access.get(card) ? on : off
        case .photo(let access): return access.get(card).map { "photo \($0.text.prefix(8))" } ?? ""
        case .barcode(let access):
            return access.get(card).map { [$0.format.rawValue, $0.value].compactMap { $0 }.joined(separator: " ") }
                ?? ""
        default: return definition.text(of: card, format)
        }
    }
}
