public import CardSettings
internal import Cards

/// Parses a command line: splits it by the table, then parses and validates the values. It opens nothing and prints nothing.
public enum CommandLineInterface {
    /// `arguments` does not include the program's name.
    public static func parse(_ arguments: [String], refusingBackend: BackendCheck) -> Invocation {
        // Fast path for the most common start, without allocations.
        if arguments.isEmpty { return .screen(Invocation.Options()) }
        do {
            return try read(ArgumentParser(arguments), refusingBackend)
        } catch {
            return .failure(error.userMessage)
        }
    }

    private static func read(
        _ words: ArgumentParser, _ refusingBackend: BackendCheck
    ) throws(UsageError) -> Invocation {
        var options = Invocation.Options()
        options.store = try path("store", words)
        options.config = try path("config", words)
        options.backend = words.values["backend"]?.first
        options.isDemo = words.values["demo"] != nil
        options.isPlain = words.values["plain"] != nil
        options.theme = words.values["theme"]?.first
        if let help = words.values["help"]?.last { return .command(try self.help(help, words), options) }
        if words.values["version"] != nil { return .command(.version, options) }
        if let backend = options.backend, let refusal = refusingBackend(backend) {
            throw words.failure("--backend: " + (refusal.hasSuffix(".") ? String(refusal.dropLast()) : refusal))
        }
        guard let command = words.command else { return .screen(options) }
        return .command(try read(command, words), options)
    }

    private static func help(_ value: String, _ words: ArgumentParser) throws(UsageError) -> Command {
        switch value {
        case "": .help(words.command?.name.rawValue)
        case "man": .manual
        default: throw words.failure("the option --help takes no value but \"man\"")
        }
    }

    private static func path(_ option: String, _ words: ArgumentParser) throws(UsageError) -> String? {
        guard let path = words.values[option]?.first else { return nil }
        if path.isEmpty { throw words.failure("the option --\(option) needs a path") }
        return path
    }

    private static func read(_ command: CommandSpec, _ words: ArgumentParser) throws(UsageError) -> Command {
        let operand = words.operands.first ?? ""
        switch command.name {
        case .list: return .list(try form(words))
        case .show:
            return try show(operand, words)
        case .add:
            guard let link = words.values["from-url"]?.first else { return .add(try NewCard(words)) }
            return .addLink(try only("from-url", link, words))
        case .remove: return .remove(operand)
        case .import: return .importFile(operand)
        case .export:
            let folder = try path("photos", words)
            if operand.isEmpty, folder == nil { throw words.failure("FILE is missing") }
            return .export(file: operand.isEmpty ? nil : operand, photos: folder)
        case .sync:
            if words.values["demo"] != nil {
                throw words.failure("made-up cards are sent nowhere: no --demo with sync")
            }
            return .sync(sendingAll: words.values["send-all"] != nil)
        case .check: return .check(isRepairing: words.values["repair"] != nil)
        case .paths: return .paths
        case .manual: return .manual
        case .help: return .help(try topic(words))
        case .completions:
            guard let shell = Command.Shell(rawValue: operand) else {
                throw words.failure("completions are there for bash, zsh and fish, not for \"\(operand)\"")
            }
            return .completions(shell)
        }
    }

    /// Parses `show`, which prints one item of a card at a time.
    private static func show(_ operand: String, _ words: ArgumentParser) throws(UsageError) -> Command {
        let ways = ["photo", "barcode", "share-url", "share-qr"]
        guard let way = ways.first(where: { words.values[$0] != nil }), let value = words.values[way]?.first else {
            return .show(operand, try form(words))
        }
        _ = try only(way, value, words)
        switch way {
        case "barcode": return .showBarcode(operand)
        case "share-url", "share-qr": return .showLink(operand, asCode: way == "share-qr")
        default:
            guard let side = Card.Side(rawValue: value) else {
                throw words.failure("--photo takes front or back, not \"\(value)\"")
            }
            return .showPhoto(operand, side)
        }
    }

    /// The value of an option that excludes the other options of its command.
    private static func only(
        _ option: String, _ value: String, _ words: ArgumentParser
    ) throws(UsageError) -> String {
        let others = words.command?.options.map(\.name).filter { $0 != option } ?? []
        for other in others where words.values[other] != nil {
            throw words.failure("--\(option) does not go with --\(other)")
        }
        return value
    }

    private static func form(_ words: ArgumentParser) throws(UsageError) -> ListForm {
        let withPhotos = words.values["photos"] != nil
        if words.values["json"] != nil { return .json(withPhotos: withPhotos) }
        if withPhotos { throw words.failure("--photos goes with --json") }
        return .text
    }

    private static func topic(_ words: ArgumentParser) throws(UsageError) -> String? {
        guard let topic = words.operands.first else { return nil }
        if CommandSpec.Name(rawValue: topic) != nil { return topic }
        let names = CommandTable.visibleCommands.map(\.name.rawValue)
        throw UsageError(
            "there is no command \"\(topic)\"", meant: Spelling.nearest(to: topic, in: names), help: nil)
    }
}
