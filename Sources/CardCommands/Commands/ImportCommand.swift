internal import CardSettings
internal import CardTransfer
internal import Cards

/// Imports files, and the pictures of folders.
struct ImportCommand: ShellCommand {
    /// Paths and addresses; `-` is standard input.
    let files: [String]
    var arguments = ImportArguments()

    static let spec = CommandSpec(
        name: "import", operand: .file, isOperandRepeatable: true, options: options,
        summary: "Import cards from a file of this or another program",
        details: """
            The format is recognized by the content. - is standard input, and https://… is downloaded; you are asked about \
            a redirect to another host, which is refused without a terminal. Several files are one import, and an import \
            is a single undo step. A card that you already have is merged: what changed in the file since the last import \
            is applied, your own changes stay, and a field that changed in both is in conflict; so a second import changes \
            nothing. A card without a name is skipped and reported, and the exit code is 1. The password of an encrypted \
            archive is asked for on the terminal, or read from the first line of --password-file.
            """,
        examples: [
            "import catima.zip --dry-run", "import https://shop.example/card.pkpass",
            "import - --format csv --columns name=Shop,number=Code < cards.csv",
        ], topic: "import-files", readsInput: true,
        read: { parsed, _ throws(UsageError) in
            ImportCommand(files: parsed.operands, arguments: try ImportArguments(parsed))
        })

    private static let options = [
        OptionSpec(
            "format", takes: .oneOf("FORMAT", FileFormat.allCases.map(\.rawValue)),
            "Format of the file, if it is not recognized"),
        OptionSpec("dry-run", "Only show what would be imported"),
        OptionSpec("json", "Write the result as JSON; with --dry-run, with every card"),
        CommandLineTable.passwordFile,
        OptionSpec(
            "on-duplicate", takes: .oneOf("WHAT", ImportOptions.Duplicates.allCases.map(\.rawValue)),
            "Merge, skip or add cards that are here already; the default is merge"),
        OptionSpec("rename", "Rename a card whose number a table lists under another name"),
        OptionSpec("columns", takes: .text("COLUMNS"), "Columns of a table, such as name=Shop,number=Code"),
        OptionSpec(
            "decimal", takes: .oneOf("MARK", DecimalMark.allCases.map(\.rawValue)),
            "Decimal mark of a table's amounts, if it cannot be recognized"),
        OptionSpec("encoding", takes: .text("NAME"), "Encoding of a table, if it is not recognized"),
    ]

    var usesNetwork: Bool { files.contains(where: FetchTarget.isAddress) }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.importCards(files, arguments, options)
    }
}

/// How a file is imported. The password is a path that is not read yet.
struct ImportArguments: Equatable, Sendable {
    /// Nil to recognize it.
    var format: FileFormat?
    var isDryRun = false
    /// Whether the result is written as JSON.
    var isJSON = false
    var passwordFile: String?
    var duplicates = ImportOptions.Duplicates.merge
    /// Whether a card with a number that is here becomes the card that has it, where nothing else has that number.
    var takesRenames = false
    var columns: [TableColumn: String] = [:]
    /// Of the amounts of a table; nil to tell it by them.
    var decimalMark: DecimalMark?
    /// Of the text of a table; nil to tell it by its bytes.
    var encoding: TableEncoding?

    /// Whether something is said that only tables have.
    var isOfTable: Bool { !columns.isEmpty || decimalMark != nil || encoding != nil }

    init() {}
}

extension ImportArguments {
    init(_ parsed: ArgumentParser) throws(UsageError) {
        self.init()
        format = try parsed.choice("format")
        isDryRun = parsed.has("dry-run")
        isJSON = parsed.has("json")
        passwordFile = parsed.value("password-file")
        duplicates = try parsed.choice("on-duplicate") ?? .merge
        takesRenames = parsed.has("rename")
        decimalMark = try parsed.choice("decimal")
        if let name = parsed.value("encoding") {
            guard let encoding = TableEncoding(name) else {
                throw parsed.failure(
                    "--encoding must be the name of an encoding, such as UTF-8, windows-1252 or Shift_JIS")
            }
            self.encoding = encoding
        }
        for pair in (parsed.value("columns") ?? "").split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let column = TableColumn(rawValue: parts[0]) else {
                let known = TableColumn.allCases.map(\.rawValue).joined(separator: ", ")
                throw parsed.failure("--columns must look like name=Shop,number=Code, with \(known)")
            }
            columns[column] = parts[1]
        }
    }
}

extension CommandRunner {
    private static let maximumPasswordBytes = 64 << 10
    private static let passwordTries = 3
    /// Of changed cards on a terminal; more are counted only.
    private static let maximumShown = 20

    fileprivate func importCards(
        _ paths: [String], _ arguments: ImportArguments, _ options: Invocation.Options
    ) async throws -> ExitCode {
        let own = OwnFiles(try self.paths(options))
        for path in paths where path != "-" && !FetchTarget.isAddress(path) { try own.checkReading(path) }
        let inputs = try await inputs(paths, arguments, options)
        var request = importRequest()
        (request.format, request.columns) = (arguments.format, arguments.columns)
        (request.decimalMark, request.encoding) = (arguments.decimalMark, arguments.encoding)
        request.options.duplicates = arguments.duplicates
        request.options.isDryRun = arguments.isDryRun
        // A real import may have millions of cards.
        request.options.listsCards = arguments.isDryRun
        if let path = arguments.passwordFile { request.password = try password(ofFile: path) }
        let store = try await store(options)
        request.options.stopsForRenames = !arguments.isDryRun || arguments.takesRenames
        var result = try await importFiles(inputs, &request, into: store)
        if request.options.stopsForRenames, !result.report.renames.isEmpty {
            request.options.renaming = try await renaming(result.report.renames, arguments)
            request.options.stopsForRenames = false
            result = try await importFiles(inputs, &request, into: store)
        }
        let report = result.report
        if arguments.isJSON {
            try write(object: Self.members(of: result, isDryRun: arguments.isDryRun))
        } else {
            try say(result, arguments)
        }
        return report.skipped.isEmpty && report.conflicts == 0 ? .success : .refused
    }

    /// The elements that are cards under another name: asks on a terminal; elsewhere none without `--rename`.
    private func renaming(_ renames: [ImportReport.Rename], _ arguments: ImportArguments) async throws -> Set<Int> {
        let question = output.visible(oneLine(ImportReport.Rename.question(renames)))
        let isWanted = arguments.takesRenames ? true : try await platform.askConsent(question) ?? false
        return isWanted ? Set(renames.map(\.index)) : []
    }

    // MARK: - Files

    /// The files at these paths and addresses; of a folder its pictures and documents, in the order of their names.
    private func inputs(
        _ paths: [String], _ arguments: ImportArguments, _ options: Invocation.Options
    ) async throws -> [ImportInput] {
        let format = arguments.format
        // What has to be fetched comes first: what cannot be had ends the import before a pipe is read.
        var fetched: [String: ImportInput] = [:]
        for path in paths where FetchTarget.isAddress(path) && fetched[path] == nil {
            fetched[path] = try await fetch(path, arguments, options)
        }
        var files: [String] = []
        for path in paths {
            if fetched[path] != nil {
                files.append(path)
                continue
            }
            guard path != "-", let names = try Folder.files(in: path) else {
                files += SplitArchive.paths(besides: path) { (try? Self.open($0, format))?.isRegular == true }
                continue
            }
            files += try ImportFolder.files(named: names, in: path)
        }
        var known: Set<String> = []
        let parts = files.filter { !SplitArchive.isPart($0) || known.insert($0).inserted }
        return SplitArchive.joining(
            try parts.map { try fetched[$0] ?? input($0, format, isOnly: parts.count == 1) })
    }

    /// Opens a file: of several, only to find out early that it cannot be read; a pipe is read once.
    private func input(_ path: String, _ format: FileFormat?, isOnly: Bool) throws -> ImportInput {
        let file = try Self.open(path, format)
        let name = path == "-" ? "standard input" : path
        if isOnly || !file.isRegular { return ImportInput(name: name) { file } }
        return ImportInput(name: name) { try Self.open(path, format) }
    }

    static func open(_ path: String, _ format: FileFormat?) throws -> FileChunks {
        var text = UnusableStream(format: format)
        return try FileChunks(
            ofInput: path, limit: TransferLimits.fileBytes, pipeLimit: TransferLimits.pipeBytes
        ) { chunk in
            text.isUnusable(after: chunk)
        }
    }

    /// How files are read here, without what the options say.
    func importRequest() -> ImportRequest {
        var request = ImportRequest()
        request.makeIdentifier = platform.makeIdentifier
        request.input = LocalInput(format: localFormat, today: clock.today())
        request.localDay = clock.day
        request.pictures = PictureReader(
            barcodes: platform.readBarcodes, photo: { [platform] in try await platform.cutPhoto($0, .card) },
            color: platform.mainColor)
        request.readStore = platform.readStore
        return request
    }

    /// Asks for the password of an archive, unless the request has one already, and keeps it in the request.
    /// - Parameter knownPassword: tried before somebody is asked; nil for none.
    func importFiles(
        _ inputs: [ImportInput], _ request: inout ImportRequest, into store: any CardStore,
        knownPassword: () async -> [UInt8]? = { nil }
    ) async throws -> FileImportReport {
        do {
            let isGiven = request.password != nil
            var isKnownTried = false
            var asked = 0
            while true {
                do {
                    return try await store.importFiles(inputs, request)
                } catch let error where Self.wantsPassword(error) && !isGiven && asked <= Self.passwordTries - 1 {
                    if !isKnownTried, let password = await knownPassword() {
                        request.password = password
                    } else {
                        if asked > 0 { output.warn(error.message) }
                        guard let password = try await platform.askPassword("Password of the archive: ") else {
                            throw error
                        }
                        request.password = password
                        asked += 1
                    }
                    isKnownTried = true
                }
            }
        } catch let error where error is CardImportError || error is TransferError || error is ZipError {
            throw CommandFailure("\(inputs.map(\.name).joined(separator: ", ")): \(error.message)")
        }
    }

    /// Whether another password may help; with several archives, it is that of all.
    private static func wantsPassword(_ error: any Error) -> Bool {
        error.zipError.map { [.needsPassword, .wrongPassword].contains($0) } ?? false
    }

    /// The first line of a file, or of a pipe.
    func password(ofFile path: String) throws -> [UInt8] {
        let bytes = try bytes(ofInput: path, limit: Self.maximumPasswordBytes)
        return Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    }

    private func say(_ result: FileImportReport, _ arguments: ImportArguments) throws {
        let report = result.report
        for remark in report.remarks { output.warn(remark.userMessage) }
        for skipped in report.skipped { output.warn("\(skipped.userMessage); it was skipped") }
        for doubt in result.tables.flatMap(\.doubts) {
            output.warn("\(doubt.text) If that is wrong: \(doubt.remedy)")
        }
        if result.tables.isEmpty, arguments.isOfTable {
            output.warn("--columns, --decimal and --encoding are for tables, and were ignored")
        }
        if !result.otherColumns.isEmpty {
            output.warn("Columns added to the note: \(result.otherColumns.joined(separator: ", "))")
        }
        for rename in report.renames {
            let added = arguments.isDryRun ? "would be" : "is"
            output.warn(
                oneLine(
                    "\(rename.new.shortName) has the number of \(rename.old.shortName) and \(added) a new card; "
                        + "with --rename \(rename.text)"))
        }
        if arguments.isDryRun { try write(changesOf: report, withNew: false) }
        var parts = ["\(report.added) added", "\(report.changed) changed"]
        if report.unchanged > 0 { parts.append("\(report.unchanged) unchanged") }
        if report.leftOut > 0 { parts.append("\(report.leftOut) left unchanged") }
        if report.conflicts > 0 { parts.append("\(report.conflicts) in conflict") }
        if !report.skipped.isEmpty { parts.append("\(report.skipped.count) skipped") }
        if report.secrets > 0 { parts.append(report.secrets.counted("secret field")) }
        let text = parts.joined(separator: ", ")
        try output.report(arguments.isDryRun ? "\(result.formatLabels): \(text); nothing was imported" : text)
    }

    /// The cards that an import changes, and those that it adds; a terminal shows the first of them.
    func write(changesOf report: ImportReport, withNew: Bool) throws {
        let rows = report.entries.compactMap { entry -> [String]? in
            switch entry.outcome {
            case .new: return withNew ? ["added", entry.name, ""] : nil
            case .changed(let fields):
                let labels = fields.filter { !$0.isBookkeeping }.inReadingOrder.map(\.label)
                let name = entry.formerName.map { "\($0) becomes \(entry.name)" } ?? entry.name
                return ["changed", name, labels.joined(separator: ", ")]
            case .same, .known, .leftOut: return nil
            }
        }
        let shown = output.out.isTerminal ? Array(rows.prefix(Self.maximumShown)) : rows
        try write(rows: shown, areCut: false)
        if shown.count < rows.count { try output.print("and \(rows.count - shown.count) more") }
    }

    private static func members(
        of result: FileImportReport, isDryRun: Bool
    ) -> [(key: String, value: JSON)] {
        let report = result.report
        let cards = report.entries.map { entry -> JSON in
            var members: [JSONObject.Member] = [
                ("name", .string(entry.name)), ("number", .string(entry.number)),
                ("outcome", .string(entry.outcome.name)),
            ]
            if case .changed(let fields) = entry.outcome { members.append(("fields", texts(of: fields))) }
            if let name = entry.formerName { members.append(("formerName", .string(name))) }
            if !entry.conflicts.isEmpty { members.append(("conflicts", texts(of: entry.conflicts))) }
            return .object(JSONObject(members))
        }
        func messages(_ list: [ImportReport.Skipped]) -> JSON {
            .array(
                list.map { .object(JSONObject([("position", .string($0.position)), ("reason", .string($0.reason))])) })
        }
        var members: [(key: String, value: JSON)] = [
            ("format", .string(result.format.rawValue)),
            ("formats", .array(result.formats.map { .string($0.rawValue) })), ("dryRun", .bool(isDryRun)),
            ("added", .integer(report.added)), ("changed", .integer(report.changed)),
            ("unchanged", .integer(report.unchanged)), ("leftOut", .integer(report.leftOut)),
            ("conflicts", .integer(report.conflicts)), ("photos", .integer(report.photos)),
            ("secrets", .integer(report.secrets)),
            ("groups", .array(report.groups.sorted().map { .string($0.text) })),
            ("otherColumns", .array(result.otherColumns.map { .string($0) })),
            ("doubts", .array(result.tables.flatMap(\.doubts).map { .string($0.text) })),
            ("remarks", messages(report.remarks)), ("skipped", messages(report.skipped)),
            (
                "renames",
                .array(
                    report.renames.map { .object(JSONObject([("from", .string($0.old)), ("to", .string($0.new))])) })
            ),
        ]
        if isDryRun { members.append(("cards", .array(cards))) }
        return members
    }

    private static func texts(of fields: FieldSet) -> JSON {
        .array(fields.inReadingOrder.map { .string($0.label) })
    }
}

extension ImportReport.Outcome {
    fileprivate var name: String {
        switch self {
        case .new: "new"
        case .same: "same"
        case .changed: "changed"
        case .known: "known"
        case .leftOut: "left out"
        }
    }
}
