internal import Basics
internal import Cards

/// Makes the same change to any number of cards, as one step.
struct ActCommand: ShellCommand {
    let action: CardAction
    let targets: CardTargets
    let form: ActionForm

    static let specs: [CommandSpec] = [
        spec(
            "star", "Keep cards at the top of the list",
            examples: ["star Tesco \"elm gym\"", "star --all group:travel --dry-run"]
        ) { parsed, input throws(UsageError) in try ActCommand(.set(.star, true), parsed, input) },
        spec("unstar", "Remove the star from cards", examples: ["unstar Tesco", "unstar --all is:starred"]) {
            parsed, input throws(UsageError) in try ActCommand(.set(.star, false), parsed, input)
        },
        spec(
            "archive", "Move cards to the end of the list",
            examples: ["archive Tesco", "archive --all is:expired --dry-run"]
        ) { parsed, input throws(UsageError) in try ActCommand(.set(.archive, true), parsed, input) },
        spec(
            "unarchive", "Take cards out of the archive",
            examples: ["unarchive Tesco", "unarchive --all \"is:archived group:travel\""]
        ) { parsed, input throws(UsageError) in try ActCommand(.set(.archive, false), parsed, input) },
        spec(
            "use", "Mark vouchers as used, and archive them",
            " What is left of an amount of money is booked as spent in the ledger. unarchive brings the card back.",
            options: [
                OptionSpec(
                    "day", takes: .text("DATE"), "The day of use, such as yesterday or 2026-11-20; default: today")
            ],
            examples: ["use \"20 % off\" --day yesterday", "use --all \"group:vouchers is:expired\" --dry-run"]
        ) { parsed, input throws(UsageError) in
            try ActCommand(.use(parsed.pastDay("day", input()) ?? input().today), parsed, input)
        },
        spec(
            "group add", of: [.group], "Add cards to a group",
            examples: ["group add food Tesco lidl", "group add travel --all \"bus train\""]
        ) { parsed, input throws(UsageError) in try ActCommand(isInGroup: true, parsed, input) },
        spec(
            "group remove", of: [.group], "Take cards out of a group",
            examples: ["group remove food Tesco", "group remove old --all group:old"]
        ) { parsed, input throws(UsageError) in try ActCommand(isInGroup: false, parsed, input) },
    ]
    static let otherSpecs: [CommandSpec] = [
        spec(
            "duplicate", "Copy cards and print the new identifiers",
            " A copy has all fields and photos of its card, but not its secret fields.",
            examples: ["duplicate Tesco", "duplicate --all group:templates"]
        ) { parsed, input throws(UsageError) in try ActCommand(.duplicate, parsed, input) },
        spec(
            "remove", "Move cards to the trash", " You are not asked; the output says how to restore the cards.",
            examples: ["remove Tesco", "remove --all \"is:expired is:archived\" --dry-run"]
        ) { parsed, input throws(UsageError) in try ActCommand(.remove, parsed, input) },
    ]

    private static func spec(
        _ name: String, of first: [OptionSpec.Value] = [], _ summary: String, _ more: String = "",
        options: [OptionSpec] = [], examples: [String],
        read: @escaping CommandSpec.Reader
    ) -> CommandSpec {
        CommandSpec(
            name: name, firstOperands: first, operand: .card, isOperandRequired: false, isOperandRepeatable: true,
            options: [CommandLineTable.all] + options + [CommandLineTable.dryRun, CommandLineTable.json],
            summary: summary,
            details:
                "CARD is an identifier, a name, or words that find no other card. If one is not found or matches several cards, "
                + "nothing is changed and the exit code is 1. The whole change is a single undo step." + more,
            examples: examples, read: read)
    }

    /// - Parameter texts: those of the cards; nil for all operands.
    init(
        _ action: CardAction, _ parsed: ArgumentParser, of texts: [String]? = nil, _ input: () -> LocalInput
    ) throws(UsageError) {
        self.action = action
        targets = try CardTargets(texts ?? parsed.operands, parsed, input)
        if targets.areMissing { throw parsed.failure("CARD or --all is missing") }
        form = ActionForm(parsed)
    }

    /// The first operand is the group.
    private init(isInGroup: Bool, _ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        let group = try parsed.group(parsed.operands.first ?? "")
        try self.init(.set(.group(group), isInGroup), parsed, of: Array(parsed.operands.dropFirst()), input)
    }

    init(_ action: CardAction, _ targets: CardTargets, _ form: ActionForm) {
        (self.action, self.targets, self.form) = (action, targets, form)
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.act(action, on: targets, form, runner.store(options))
        return .success
    }
}

extension CommandRunner {
    /// Makes the same change to each card, all in one step, and says what was changed.
    fileprivate func act(
        _ action: CardAction, on targets: CardTargets, _ form: ActionForm, _ store: any CardStore
    ) async throws {
        let cards = try await cards(targets, in: store)
        var changes: [(card: Card, change: CardChange)] = []
        for card in cards {
            if let made = change(action, of: card) { changes.append((card, made)) }
        }
        try await apply(changes, form, store) { changes in
            guard case .use(let day) = action else { return try await store.apply(changes) }
            _ = try await store.use(changes.map(\.identifier), on: day)
        } message: { changed in
            if case .duplicate = action { return changes.map(\.change.identifier.text).joined(separator: "\n") }
            if changed.isEmpty { return "No changes: \(object(cards))" }
            return action.done(object(changed)) + hint(action, changed)
        }
    }

    /// Nil where the card is so already.
    private func change(_ action: CardAction, of card: Card) -> CardChange? {
        switch action {
        case .remove: return .delete(card.identifier)
        case .duplicate:
            var copy = Card(identifier: platform.makeIdentifier(), name: card.name)
            copy.copy(card.filledFields.filter { !$0.isBookkeeping }, from: card)
            return .set(CardPatch(from: nil, to: copy))
        case .use(let day):
            guard !card.isUsedUp else { return nil }
            var new = card
            new.setArchived(true)
            new.used = day
            return .set(CardPatch(from: card, to: new))
        case .set(let toggle, let isOn):
            var new = card
            toggle.set(isOn, on: &new)
            return new == card ? nil : .set(CardPatch(from: card, to: new))
        }
    }

    /// Applies the changes as one step, unless it is a dry run, and reports them.
    /// - Parameters:
    ///   - applying: what applies them; nil for the store's own way.
    ///   - message: what is said of the changed cards on standard output.
    func apply(
        _ changes: [(card: Card, change: CardChange)], _ form: ActionForm, _ store: any CardStore,
        applying: (([CardChange]) async throws -> Void)? = nil, message: ([Card]) -> String
    ) async throws {
        let changed = changes.map(\.card)
        if !form.isDryRun, !changes.isEmpty {
            let made = changes.map(\.change)
            if let applying { try await applying(made) } else { try await store.apply(made) }
        }
        if form.isJSON {
            for (card, change) in changes { try write(object: Self.members(of: card, change)) }
        } else if form.isDryRun {
            for card in changed {
                try output.write(
                    [card.identifier.text, card.name, card.number].map(cell).joined(separator: "\t") + "\n")
            }
        } else {
            // A list of identifiers has lines of its own.
            for line in message(changed).split(separator: "\n") { try output.report(String(line)) }
        }
        if form.isDryRun { tellDryRun(changed.count) }
    }

    /// What scripts need to go on with the card; a copy has an identifier of its own.
    private static func members(of card: Card, _ change: CardChange) -> [(key: String, value: JSON)] {
        var members: [(key: String, value: JSON)] = [
            ("identifier", .string(change.identifier.text)), ("name", .string(card.name)),
        ]
        if change.identifier != card.identifier { members.append(("copyOf", .string(card.identifier.text))) }
        return members
    }

    /// "Tesco", or "3 cards".
    func object(_ cards: [Card]) -> String { cards.count == 1 ? oneLine(cards[0].name) : cards.count.counted("card") }

    /// How a removed card comes back.
    private func hint(_ action: CardAction, _ cards: [Card]) -> String {
        guard case .remove = action else { return "" }
        let restore = cards.count == 1 ? "trash restore \(cards[0].identifier.text)" : "undo"
        return ". To bring \(cards.count == 1 ? "it" : "them") back: \(again(restore))"
    }
}

/// A change that a command makes to any number of cards, as one step.
enum CardAction: Equatable, Sendable {
    case set(CardToggle, Bool)
    /// Vouchers that are used up.
    case use(CalendarDay)
    case duplicate
    /// Into the trash.
    case remove

    /// "Starred Tesco".
    func done(_ object: String) -> String {
        switch self {
        case .set(.star, let isOn): "\(isOn ? "Starred" : "Unstarred") \(object)"
        case .set(.archive, let isOn): "\(isOn ? "Archived" : "Unarchived") \(object)"
        case .set(.group(let name), true): "Added \(object) to \(name)"
        case .set(.group(let name), false): "Removed \(object) from \(name)"
        case .use: "Used \(object)"
        case .duplicate: "Copied \(object)"
        case .remove: "Removed \(object)"
        }
    }
}
