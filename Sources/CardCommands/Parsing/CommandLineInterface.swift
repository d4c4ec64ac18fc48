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

    private static func read(
        _ parsed: ArgumentParser, _ validateBackend: BackendCheck, _ input: () -> LocalInput
    ) throws(UsageError) -> Invocation {
        var options = Invocation.Options()
        options.store = try path("store", parsed)
        options.config = try path("config", parsed)
        options.backend = parsed.values["backend"]?.first
        options.isDemo = parsed.values["demo"] != nil
        options.isPlain = parsed.values["plain"] != nil
        options.theme = parsed.values["theme"]?.first
        if let help = parsed.values["help"]?.last { return .command(try self.help(help, parsed), options) }
        if parsed.values["version"] != nil { return .command(.version, options) }
        if let backend = options.backend, let refusal = validateBackend(backend) {
            throw parsed.failure("--backend: " + (refusal.hasSuffix(".") ? String(refusal.dropLast()) : refusal))
        }
        guard let command = parsed.command else { return .screen(options) }
        return .command(try read(command, parsed, input), options)
    }

    private static func help(_ value: String, _ parsed: ArgumentParser) throws(UsageError) -> Command {
        switch value {
        case "": .help(parsed.command?.name.rawValue)
        case "man": .manual
        default: throw parsed.failure("the only value of the option --help is \"man\"")
        }
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
        case .list: return .list(try form(parsed))
        case .show:
            return try show(operand, parsed)
        case .add:
            guard let link = parsed.values["from-url"]?.first else { return .add(try NewCard(parsed, input())) }
            return .addLink(try only("from-url", link, parsed))
        case .remove: return .remove(operand)
        case .import: return .importFiles(parsed.operands, try ImportArguments(parsed))
        case .export:
            let folder = try path("photos", parsed)
            if operand.isEmpty, folder == nil { throw parsed.failure("FILE is missing") }
            return .export(file: operand.isEmpty ? nil : operand, photos: folder, try ExportArguments(parsed))
        case .sync:
            if parsed.values["demo"] != nil {
                throw parsed.failure("--demo cannot be used with sync")
            }
            return .sync(sendingAll: parsed.values["send-all"] != nil)
        case .check: return .check(isRepairing: parsed.values["repair"] != nil)
        case .forgetUses: return .forgetUses
        case .paths: return .paths
        case .manual: return .manual
        case .help: return .help(try topic(parsed))
        case .completions:
            guard let shell = Command.Shell(rawValue: operand) else {
                throw parsed.failure("completions exist for bash, zsh and fish, not for \"\(operand)\"")
            }
            return .completions(shell)
        }
    }

    /// Parses `show`, which prints one item of a card at a time.
    private static func show(_ operand: String, _ parsed: ArgumentParser) throws(UsageError) -> Command {
        let ways = ["photo", "barcode", "share-url", "share-qr"]
        guard let way = ways.first(where: { parsed.values[$0] != nil }), let value = parsed.values[way]?.first else {
            return .show(operand, try form(parsed))
        }
        _ = try only(way, value, parsed)
        switch way {
        case "barcode": return .showBarcode(operand)
        case "share-url", "share-qr": return .showLink(operand, asCode: way == "share-qr")
        default:
            guard let side = Card.Side(rawValue: value) else {
                throw parsed.failure("--photo must be front or back, not \"\(value)\"")
            }
            return .showPhoto(operand, side)
        }
    }

    /// The value of an option that excludes the other options of its command.
    private static func only(
        _ option: String, _ value: String, _ parsed: ArgumentParser
    ) throws(UsageError) -> String {
        let others = parsed.command?.options.map(\.name).filter { $0 != option } ?? []
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
        guard let topic = parsed.operands.first else { return nil }
        if CommandSpec.Name(rawValue: topic) != nil { return topic }
        let names = CommandTable.visibleCommands.map(\.name.rawValue)
        throw UsageError(
            "there is no command \"\(topic)\"", suggestion: Spelling.nearest(to: topic, in: names), help: nil)
    }
}
