internal import Basics
internal import Cards

/// Undoes or redoes steps.
struct UndoCommand: ShellCommand {
    let isRedo: Bool
    let count: Int
    let isJSON: Bool

    static let specs = [
        CommandSpec(
            name: "undo", operand: .text("N"), isOperandRequired: false, options: [CommandLineTable.json],
            summary: "Undo the last change of cards",
            details: "\(steps) If there is nothing left to undo, the exit code is 1.",
            examples: ["undo", "undo 3"],
            read: { parsed, _ throws(UsageError) in try UndoCommand(isRedo: false, parsed) }),
        CommandSpec(
            name: "redo", operand: .text("N"), isOperandRequired: false, options: [CommandLineTable.json],
            summary: "Redo what was undone last",
            details: "\(steps) A new change after an undo discards what could be redone.",
            examples: ["redo", "redo 2"],
            read: { parsed, _ throws(UsageError) in try UndoCommand(isRedo: true, parsed) }),
    ]

    private static let steps = "N is the number of steps. A step is all that one command or one key changed."

    private init(isRedo: Bool, _ parsed: ArgumentParser) throws(UsageError) {
        self.isRedo = isRedo
        count = if let text = parsed.operands.first { try parsed.count(text, of: "N") } else { 1 }
        isJSON = parsed.has("json")
    }

    init(isRedo: Bool, count: Int, isJSON: Bool = false) {
        (self.isRedo, self.count, self.isJSON) = (isRedo, count, isJSON)
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await runner.store(options)
        if isRedo {
            try await runner.redo(count, store, asJSON: isJSON)
        } else {
            try await runner.undo(count, store, asJSON: isJSON)
        }
        return .success
    }
}

extension CommandRunner {
    fileprivate func undo(_ count: Int, _ store: any CardStore, asJSON: Bool) async throws {
        try await revert(count, "Undid", key: "undone", asJSON: asJSON) { try await store.undo() }
    }

    fileprivate func redo(_ count: Int, _ store: any CardStore, asJSON: Bool) async throws {
        try await revert(count, "Redid", key: "redone", asJSON: asJSON) { try await store.redo() }
    }

    /// Step by step, so that each is named; those before the one that is missing stay reverted.
    private func revert(
        _ count: Int, _ done: String, key: String, asJSON: Bool, _ body: () async throws -> HistoryStep?
    ) async throws {
        for number in 1...count {
            guard let step = try await body() else {
                throw CommandFailure(
                    "there is nothing \(number == 1 ? "" : "more ")to \(key == "undone" ? "undo" : "redo")")
            }
            if asJSON {
                let cards = JSON.array(step.cards.map { .string($0.text) })
                try write(object: [(key, .string(step.description)), ("cards", cards)])
            } else {
                try output.report("\(done): \(oneLine(step.description))")
            }
        }
    }

    // MARK: - Listing

    /// Of a card in the list, or else in the trash. An identifier or a name of the trash goes before words that find a card of the list.
    func identifier(of text: String, in store: any CardStore) async throws -> CardID {
        if try await store.cards(named: text).isEmpty {
            let folded = TextFolding.fold(text)
            let named = try await store.trash().map(\.card).filter {
                $0.identifier.text == text || TextFolding.fold($0.name) == folded
            }
            if named.count == 1 { return named[0].identifier }
        }
        do {
            return try await card(named: text, in: store).identifier
        } catch let failure as CommandFailure {
            guard let card = try? trashed([text], in: await store.trash()).first else { throw failure }
            return card.identifier
        }
    }

    func write(steps: [PastStep], asJSON: Bool) throws {
        if asJSON {
            for step in steps {
                try write(object: [
                    ("time", .string(step.time.text)), ("change", .string(Self.text(of: step))),
                    ("cards", .array(step.cards.map { .string($0.text) })),
                ])
            }
            return
        }
        try write(rows: steps.map { [$0.time.text, Self.text(of: $0)] })
    }

    private static func text(of step: PastStep) -> String {
        switch step.kind {
        case .change: step.description
        case .undo: "undid: \(step.description)"
        case .redo: "redid: \(step.description)"
        }
    }
}
