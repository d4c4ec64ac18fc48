internal import Basics
internal import CardSettings
internal import CardTransfer
internal import Cards

/// Exports cards to a file, their photos to a folder, or both.
struct ExportCommand: ShellCommand {
    var file: String?
    var photos: String?
    var arguments = ExportArguments()

    static let spec = CommandSpec(
        name: "export", operand: .file, isOperandRequired: false, options: options,
        summary: "Export cards to a file, with their photos where the format has any",
        details: """
            All cards are exported, or those selected by --card and --all. The ending of FILE sets the format, by default \
            JSON; --format overrides it. An existing file is replaced when the export is complete; - is standard output. \
            Values that the format cannot hold are reported, and so are secret fields that are left out. With --photos the \
            photos are also written as pictures, named after their cards; FILE is optional then.
            """,
        examples: [
            "export catima.zip --photos photos", "export food.csv --all group:food",
        ], topic: "import-files", read: { parsed, input throws(UsageError) in try ExportCommand(parsed, input) })

    private static let photoFolder = OptionSpec("photos", takes: .folder, "Write each photo as a file into this folder")
    private static let options = [
        OptionSpec(
            "format", takes: .oneOf("FORMAT", ExportFormat.allCases.map(\.rawValue)),
            "Format of the file, whatever its name ends with"),
        OptionSpec(
            "card", takes: .card, repeatable: true, "Export this card, not all; may be given several times"),
        CommandLineTable.all,
        OptionSpec("password", "With --format catima: encrypt it, and ask for the password"),
        CommandLineTable.passwordFile, photoFolder,
        OptionSpec("secrets", "With --format json: include the secret fields; only you can read the file then"),
        OptionSpec("json", "Write the result as JSON"),
    ]

    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        file = parsed.operands.first
        photos = try parsed.path("photos")
        if file == nil, photos == nil { throw parsed.failure("FILE is missing") }
        arguments = try ExportArguments(parsed, input)
        if arguments.isJSON, file == "-" {
            throw parsed.failure("--json cannot be used with -, since the cards are on standard output")
        }
    }

    init(file: String?, photos: String?, _ arguments: ExportArguments = ExportArguments()) {
        (self.file, self.photos, self.arguments) = (file, photos, arguments)
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.export(file: file, photos: photos, arguments, options)
    }
}

/// Which cards are exported, and in which format.
struct ExportArguments: Equatable, Sendable {
    var format = ExportFormat.json
    var passwordFile: String?
    /// Whether a password is asked for on the terminal.
    var asksForPassword = false
    /// Whether the file has the secret fields of the cards.
    var takesSecrets = false
    /// The cards to export; without any, all.
    var cards = CardTargets()
    /// Whether the result is written as JSON.
    var isJSON = false

    init() {}
}

extension ExportArguments {
    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        self.init()
        isJSON = parsed.has("json")
        format = try parsed.choice("format") ?? parsed.operands.first.flatMap(ExportFormat.init(ofFile:)) ?? .json
        passwordFile = parsed.value("password-file")
        asksForPassword = parsed.has("password")
        cards = try CardTargets(parsed.values["card"] ?? [], parsed, input)
        try parsed.exclude("password", "password-file")
        if asksForPassword || passwordFile != nil, format != .catima {
            throw parsed.failure("only --format catima supports a password")
        }
        takesSecrets = parsed.has("secrets")
        if takesSecrets, format != .json { throw parsed.failure("--secrets needs --format json") }
    }
}

extension CommandRunner {
    /// Exports cards to a file, their photos to a folder, or both.
    fileprivate func export(
        file: String?, photos: String?, _ arguments: ExportArguments, _ options: Invocation.Options
    ) async throws -> ExitCode {
        let store = try await store(options)
        let own = OwnFiles(try paths(options))
        let selection = try await selection(arguments.cards, in: store)
        var members: [(key: String, value: JSON)] = []
        var missing = 0
        if let photos {
            let count = try await exportPhotos(of: selection, into: photos, store, protecting: own)
            members += [("folder", .string(photos)), ("photos", .integer(count.written))]
            missing = count.missing
            // To standard error, since standard output may receive the cards.
            if !arguments.isJSON { output.warn("\(count.written.counted("photo")) written to \(output.safe(photos))") }
        }
        if let file {
            let report = try await exportCards(selection, file, arguments, store, protecting: own)
            members = Self.members(of: report, file, arguments.format) + members
            missing = max(missing, report.missingPhotos)
        }
        if arguments.isJSON { try write(object: members + [("missingPhotos", .integer(missing))]) }
        return try await reportDamage(in: store)
    }

    /// The cards that are named and those that are found, each once; without any, all.
    private func selection(_ targets: CardTargets, in store: any CardStore) async throws -> CardSelection {
        if targets.areMissing { return .all }
        var identifiers: [CardID] = []
        for text in targets.texts { identifiers.append(try await card(named: text, in: store).identifier) }
        if let filter = targets.filter {
            let found = try await store.findOnce(CardQuery(filter: filter))
            identifiers += try await found.identifiers(in: 0..<found.count)
        }
        if identifiers.isEmpty { throw CommandFailure("no card was found") }
        var known: Set<CardID> = []
        return .cards(identifiers.filter { known.insert($0).inserted })
    }

    private static func members(
        of report: ExportReport, _ path: String, _ format: ExportFormat
    ) -> [(key: String, value: JSON)] {
        let omissions = report.omissions.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON.integer($0.value)) }
        return [
            ("file", .string(path)), ("format", .string(format.rawValue)), ("cards", .integer(report.cards)),
            ("leftOut", .object(JSONObject(omissions))), ("secretsLeftOut", .integer(report.secretsLeftOut)),
        ]
    }

    /// Exports cards in a format of this or another program.
    private func exportCards(
        _ selection: CardSelection, _ path: String, _ arguments: ExportArguments, _ store: any CardStore,
        protecting own: OwnFiles
    ) async throws -> ExportReport {
        let password = try await exportPassword(arguments)
        let export = try await arguments.format.export(
            selection, of: store, password: password, takesSecrets: arguments.takesSecrets, barcodes: platform.barcodes,
            now: clock.now())
        if path == "-" {
            // Files of cards hold their texts as they are, which a terminal would obey.
            if output.out.isTerminal, arguments.format != .json {
                throw CommandFailure(
                    "this format cannot be written to a terminal: name a file, or write to a pipe", .usage)
            }
            while let chunk = try await export.nextChunk() {
                if arguments.format == .json { try output.write(json: chunk) } else { try output.out.write(chunk) }
            }
        } else {
            try own.check(path)
            var file = try AtomicFile(replacing: path)
            if arguments.takesSecrets { try file.makePrivate() }
            while let chunk = try await export.nextChunk() { try file.write(chunk) }
            try file.commit()
        }
        let report = await export.report
        if arguments.format == .pass, path.hasSuffix(".pkpass"),
            report.cards - report.omissions.values.reduce(0, +) > 1
        {
            output.warn("\(output.safe(path)) has several passes: a phone opens it if its name ends with .pkpasses")
        }
        warn(aboutMissingPhotos: report.missingPhotos)
        let remedy = arguments.format == .json ? "; --secrets includes them" : "; --format json has --secrets"
        warn(aboutSecretsLeftOut: report.secretsLeftOut, remedy)
        for (name, count) in report.omissions.sorted(by: { $0.key < $1.key }) {
            output.warn("The format cannot hold \(name): left out of \(count.counted("card"))")
        }
        return report
    }

    /// Nil for no password.
    private func exportPassword(_ arguments: ExportArguments) async throws -> [UInt8]? {
        if let path = arguments.passwordFile {
            let password = try password(ofFile: path)
            if password.isEmpty { throw CommandFailure("\(path) has no password in its first line") }
            return password
        }
        guard arguments.asksForPassword else { return nil }
        guard let password = try await platform.askPassword("Password for the archive: ") else {
            throw CommandFailure("no password was given")
        }
        guard try await platform.askPassword("Repeat the password: ") == password else {
            throw CommandFailure("the passwords do not match")
        }
        return password
    }

    private func warn(aboutMissingPhotos count: Int) {
        if count > 0 { output.warn("Photos missing from the store were left out: \(count)") }
    }

    /// Exports each photo as a file in the folder, which is created if missing. Existing files are replaced; cards with the same
    /// file name are numbered in list order.
    private func exportPhotos(
        of selection: CardSelection, into folder: String, _ store: any CardStore, protecting own: OwnFiles
    ) async throws -> (written: Int, missing: Int) {
        try Folder.make(folder)
        var stems = FileStems()
        var (written, missing) = (0, 0)
        try await forEachCard(selection, in: store) { card in
            let photos = card.shownPhotos
            if photos.isEmpty { return }
            let stem = stems.next(PhotoFileName.stem(of: card.name))
            for photo in photos {
                guard let hash = card[photo] else { continue }
                guard let bytes = try await store.photo(hash) else {
                    missing += 1
                    continue
                }
                let path = folder + "/" + PhotoFileName.name(of: photo, stem: stem, bytes: bytes)
                try own.check(path)
                try AtomicFile.write(bytes, to: path, followsLinks: false)
                written += 1
            }
        }
        warn(aboutMissingPhotos: missing)
        return (written, missing)
    }
}

/// Assigns each exported card a unique prefix of file names: "card", "card-2", "card-3".
private struct FileStems {
    private var taken: Set<String> = []
    /// The next number to try, by prefix: thousands of cards may have the same name.
    private var numbers: [String: Int] = [:]

    mutating func next(_ stem: String) -> String {
        while true {
            let number = numbers[stem, default: 1]
            numbers[stem] = number + 1
            let name = number == 1 ? stem : "\(stem)-\(number)"
            if taken.insert(name).inserted { return name }
        }
    }
}
