public import CardSettings
public import Cards

/// Parses a command line: splits it by the table, then parses and validates the values. It opens nothing and prints nothing.
public enum CommandLineInterface {
    /// `arguments` does not include the program's name.
    /// - Parameter input: what days and amounts are read with; called only where there are some.
    public static func parse(
        _ arguments: [String], validateBackend: BackendCheck, input: () -> LocalInput
    ) -> Invocation {
        // Fast path for the most common start, without allocations.
        if arguments.isEmpty { return .screen(Invocation.Options()) }
        do {
            return try read(ArgumentParser(arguments), validateBackend, input)
        } catch {
            return .failure(error.userMessage)
        }
    }

    /// Whether `--json` is among the options, also of a command line that is invalid: its message is JSON, too.
    public static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0.hasPrefix("--json=") }
    }

    private static func read(
        _ parsed: ArgumentParser, _ validateBackend: BackendCheck, _ input: () -> LocalInput
    ) throws(UsageError) -> Invocation {
        var options = Invocation.Options()
        options.store = try path("store", parsed)
        options.config = try path("config", parsed)
        options.backend = parsed.values["backend"]?.first
        options.isDemo = parsed.values["demo"] != nil
        options.isPlain = parsed.values["plain"] != nil
        options.isQuiet = parsed.values["quiet"] != nil
        options.theme = parsed.values["theme"]?.first
        if let help = parsed.values["help"]?.last { return .command(self.help(help, parsed), options) }
        let isVerbose = parsed.values["verbose"] != nil
        if parsed.values["version"] != nil { return .command(isVerbose ? .features : .version, options) }
        options.isVerbose = isVerbose
        if options.isVerbose, options.isQuiet { throw parsed.failure("--verbose cannot be used with --quiet") }
        if let backend = options.backend, let refusal = validateBackend(backend) {
            throw parsed.failure("--backend: " + (refusal.hasSuffix(".") ? String(refusal.dropLast()) : refusal))
        }
        if options.store == "-" { throw parsed.failure("--store must name a file, not standard input or output") }
        try refuseSecondInput(parsed)
        guard let command = parsed.command else {
            if options.isVerbose { throw parsed.failure("--verbose needs a command, or --version") }
            guard parsed.findsCards else { return .screen(options) }
            let text = parsed.operands.joined(separator: " ")
            return .screen(options, finding: text, otherwise: parsed.noCommand?.userMessage)
        }
        return .command(try read(command, parsed, input), options)
    }

    /// The options and the operands that are read, of which `-` is standard input.
    private static let readOptions = ["config", "password-file", "secret-file", "front", "back", "icon", "set"]
    private static let readingCommands: Set<CommandSpec.Name> = [.import, .restore, .scan, .add]

    /// Standard input has an end.
    private static func refuseSecondInput(_ parsed: ArgumentParser) throws(UsageError) {
        let options =
            readOptions.flatMap { parsed.values[$0] ?? [] }
            + (parsed.values["picture"] ?? []).filter { $0.hasSuffix("=-") }.map { _ in "-" }
        let isReading = parsed.command.map { readingCommands.contains($0.name) } ?? false
        let inputs = (options + (isReading ? parsed.operands : [])).filter { $0 == "-" }
        if inputs.count > 1 { throw parsed.failure("- can be used once only: standard input is read to its end") }
    }

    private static func help(_ value: String, _ parsed: ArgumentParser) -> Command {
        value == "man" ? .manual(nil) : .help(parsed.command?.name.rawValue ?? parsed.family)
    }

    private static func path(_ option: String, _ parsed: ArgumentParser) throws(UsageError) -> String? {
        guard let path = parsed.values[option]?.first else { return nil }
        if path.isEmpty { throw parsed.failure("the option --\(option) needs a path") }
        return path
    }

    private static func read(
        _ command: CommandSpec, _ parsed: ArgumentParser, _ input: () -> LocalInput
    ) throws(UsageError) -> Command {
        let operand = parsed.operands.first ?? ""
        switch command.name {
        case .list: return .list(try ListRequest(parsed, input))
        case .show:
            return try show(operand, parsed)
        case .add:
            return try add(parsed, input)
        case .edit:
            if let secret = try SecretCommand(parsed) { return .secret(secret) }
            return .edit(operand, try CardEdits(parsed), asJSON: parsed.has("json"))
        case .star, .unstar: return try act(.set(.star, command.name == .star), parsed.operands, parsed, input)
        case .archive, .unarchive:
            return try act(.set(.archive, command.name == .archive), parsed.operands, parsed, input)
        case .use: return try act(.use(input().today), parsed.operands, parsed, input)
        case .groupAdd, .groupRemove:
            let action = CardAction.set(.group(try group(operand, parsed)), command.name == .groupAdd)
            return try act(action, Array(parsed.operands.dropFirst()), parsed, input)
        case .groupRename:
            return .renameGroup(operand, to: try group(parsed.operands[1], parsed), actionForm(parsed))
        case .groupList: return .listGroups(asJSON: parsed.has("json"))
        case .duplicate: return try act(.duplicate, parsed.operands, parsed, input)
        case .remove: return try act(.remove, parsed.operands, parsed, input)
        case .trashList: return .listTrash(asJSON: parsed.has("json"))
        case .trashRestore: return .restore(parsed.operands, asJSON: parsed.has("json"))
        case .trashEmpty: return .emptyTrash(parsed.operands, actionForm(parsed))
        case .undo, .redo:
            let count = operand.isEmpty ? 1 : try parsed.count(operand, of: "N")
            return command.name == .undo
                ? .undo(count, asJSON: parsed.has("json")) : .redo(count, asJSON: parsed.has("json"))
        case .history: return .history(try HistoryCommand(parsed))
        case .import: return .importFiles(parsed.operands, try ImportArguments(parsed))
        case .export:
            let folder = try path("photos", parsed)
            if operand.isEmpty, folder == nil { throw parsed.failure("FILE is missing") }
            let arguments = try ExportArguments(parsed, input)
            if arguments.isJSON, operand == "-" {
                throw parsed.failure("--json cannot be used with -, since the cards are on standard output")
            }
            return .export(file: operand.isEmpty ? nil : operand, photos: folder, arguments)
        case .sync:
            if parsed.values["demo"] != nil {
                throw parsed.failure("--demo cannot be used with sync")
            }
            switch operand {
            case "": return .sync(try SyncCommand(parsed))
            case SyncStatusCommand.word: return .syncStatus(try SyncStatusCommand(parsed))
            default: return .share(try ShareCommand(parsed))
            }
        case .check: return .check(isRepairing: parsed.has("repair"), asJSON: parsed.has("json"))
        case .scan: return .scan(try ScanCommand(parsed))
        case .barcode: return .barcode(try BarcodeCommand(parsed))
        case .photo: return .photo(try PhotoCommand(parsed))
        case .conflicts: return .conflicts(try ConflictsCommand(parsed))
        case .spend: return .book(try BookCommand(parsed, .spend, input()))
        case .receive: return .book(try BookCommand(parsed, .receive, input()))
        case .ledger: return .ledger(try LedgerCommand(parsed))
        case .stats: return .stats(try StatsCommand(parsed, input))
        case .remind: return .remind(try RemindCommand(parsed))
        case .passesRenew: return .renewPasses(try PassesCommand(parsed))
        case .renew: return .renew(try RenewCommand(parsed, input()))
        case .themes: return .themes(ThemesCommand(parsed))
        case .keys: return .keys(KeysCommand(parsed))
        case .backup: return .backup(try BackupCommand(parsed))
        case .restore: return .restoreBackup(try RestoreCommand(parsed))
        case .complete: return .complete(try CompleteCommand(parsed))
        case .forgetUses: return .forgetUses(isConfirmed: parsed.has("yes"), asJSON: parsed.has("json"))
        case .forgetSecret: return .forgetSecret(ForgetSecretCommand(parsed))
        case .paths: return .paths(asJSON: parsed.has("json"))
        case .manual: return .manual(try documentTopic(operand, parsed))
        case .help: return .help(try topic(parsed))
        case .completions:
            guard let shell = Command.Shell(rawValue: operand) else {
                throw parsed.failure("completions exist for bash, zsh and fish, not for \"\(operand)\"")
            }
            return .completions(shell)
        }
    }

    /// Parses `add`, which gets the card from its options, from a link or from standard input.
    private static func add(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) -> Command {
        let isJSON = parsed.has("json")
        if let operand = parsed.operands.first {
            guard operand == "-" else { throw parsed.failure("\"\(operand)\" is one argument too many") }
            let other = parsed.command?.options.map(\.name).first { $0 != "json" && parsed.has($0) }
            if let other { throw parsed.failure("- cannot be used with --\(other)") }
            return .addInput(asJSON: isJSON)
        }
        guard let link = parsed.values["from-url"]?.first else {
            return .add(try NewCard(parsed, input()), asJSON: isJSON)
        }
        return .addLink(try only("from-url", link, parsed, allowing: "json"), asJSON: isJSON)
    }

    private static func act(
        _ action: CardAction, _ texts: [String], _ parsed: ArgumentParser, _ input: () -> LocalInput
    ) throws(UsageError) -> Command {
        let targets = try CardTargets(texts, parsed, input)
        if targets.areMissing { throw parsed.failure("CARD or --all is missing") }
        return .act(action, targets, actionForm(parsed))
    }

    private static func actionForm(_ parsed: ArgumentParser) -> ActionForm {
        ActionForm(isDryRun: parsed.has("dry-run"), isJSON: parsed.has("json"), isConfirmed: parsed.has("yes"))
    }

    private static func group(_ name: String, _ parsed: ArgumentParser) throws(UsageError) -> String {
        if name.allSatisfy(\.isWhitespace) { throw parsed.failure("a group needs a name") }
        return name
    }

    /// Parses `show`, which prints one item of a card at a time.
    private static func show(_ operand: String, _ parsed: ArgumentParser) throws(UsageError) -> Command {
        let ways = ["photo", "barcode", "share-url", "share-qr"]
        let way = ways.first { parsed.values[$0] != nil }
        if parsed.operands.count > 1, way != "share-url", way != "share-qr" {
            throw parsed.failure(
                "\(parsed.operands[1]) is one argument too many: only --share-url and --share-qr take several cards")
        }
        guard let way, let value = parsed.values[way]?.first else {
            return .show(operand, try form(parsed), withSecrets: parsed.has("secrets"))
        }
        _ = try only(way, value, parsed)
        switch way {
        case "barcode": return .showBarcode(operand)
        case "share-url", "share-qr": return .showLinks(parsed.operands, asCode: way == "share-qr")
        default:
            guard let side = Card.Side(rawValue: value) else {
                throw parsed.failure("--photo must be front, back or icon, not \"\(value)\"")
            }
            return .showPhoto(operand, side)
        }
    }

    /// The value of an option that excludes the other options of its command, except one.
    private static func only(
        _ option: String, _ value: String, _ parsed: ArgumentParser, allowing allowed: String? = nil
    ) throws(UsageError) -> String {
        let others = parsed.command?.options.map(\.name).filter { $0 != option && $0 != allowed } ?? []
        for other in others where parsed.values[other] != nil {
            throw parsed.failure("--\(option) cannot be used with --\(other)")
        }
        return value
    }

    private static func form(_ parsed: ArgumentParser) throws(UsageError) -> ListForm {
        let withPhotos = parsed.values["photos"] != nil
        if parsed.values["json"] != nil { return .json(withPhotos: withPhotos) }
        if withPhotos { throw parsed.failure("--photos needs --json") }
        return .text
    }

    private static func topic(_ parsed: ArgumentParser) throws(UsageError) -> String? {
        if parsed.operands.isEmpty { return nil }
        let topic = parsed.operands.joined(separator: " ")
        if CommandTable.isFirstWord(topic) || HelpTopics.names.contains(topic) { return topic }
        let near = CommandTable.nearestCommand(to: topic) ?? Spelling.nearest(to: topic, in: HelpTopics.names)
        throw UsageError("there is no command and no topic \"\(topic)\"", suggestion: near, help: nil)
    }

    private static func documentTopic(_ name: String, _ parsed: ArgumentParser) throws(UsageError) -> String? {
        if name.isEmpty || HelpTopics.names.contains(name) { return name.isEmpty ? nil : name }
        throw UsageError(
            "there is no topic \"\(name)\"", suggestion: Spelling.nearest(to: name, in: HelpTopics.names), help: nil)
    }
}
