internal import Basics
internal import CardSettings
internal import CardTransfer
internal import Cards

/// Reads barcodes off pictures and PDFs: prints them, adds a card for each file, or gives them to a card.
struct ScanCommand: ShellCommand {
    enum Target: Equatable, Sendable {
        case output(asJSON: Bool)
        case newCards
        case card(String)
    }

    let files: [String]
    let target: Target

    static let spec = CommandSpec(
        name: "scan", operand: .file, isOperandRepeatable: true,
        options: [
            OptionSpec("json", "Write one JSON object per line, with the bytes of the code as base64"),
            OptionSpec("add", "Add a card for each file, and print its identifier"),
            OptionSpec("into", takes: .card, "Assign the code to this card"),
        ],
        summary: "Read the barcodes in pictures and PDFs",
        details: """
            Prints the kind and the value of each code, and its file; - is standard input. A code that may have been misread \
            is marked, and is not added or assigned to a card. With --add, a card is named after its file, unless the code \
            contains share links: each link becomes a card. With --into, the card keeps its number, if it has one. The exit \
            code is 1 if a file has no code or cannot be read; with --add and --into also if it has several codes, except \
            share links for --add.
            """,
        examples: ["scan --json ticket.pdf", "scan photo.jpg --into \"Cedar Library\""], topic: "barcodes",
        readsInput: true, read: { parsed, _ throws(UsageError) in try ScanCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        files = parsed.operands
        let isAdding = parsed.has("add")
        let isJSON = parsed.has("json")
        let card = parsed.value("into")
        if isJSON, isAdding || card != nil { throw parsed.failure("--json cannot be used with --add and --into") }
        try parsed.exclude("add", "into")
        target = card.map { Target.card($0) } ?? (isAdding ? .newCards : .output(asJSON: isJSON))
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.scan(self, options)
    }
}

extension CommandRunner {
    /// The largest file that a picture reader accepts.
    private static let maximumScanBytes = 64 << 20

    func scan(_ command: ScanCommand, _ options: Invocation.Options) async throws -> ExitCode {
        switch command.target {
        case .output(let asJSON): return try await printCodes(in: command.files, asJSON: asJSON)
        case .newCards: return try await addCards(of: command.files, options)
        case .card(let text): return try await give(codeIn: command.files, toCard: text, options)
        }
    }

    /// Calls `body` with the codes of each file; reports files that cannot be read, and those without a code. Returns the exit code.
    private func forEachFile(
        _ files: [String], _ body: (_ file: String, [FoundBarcode]) throws -> Bool
    ) async throws -> ExitCode {
        var code = ExitCode.success
        for file in files {
            let name = file == "-" ? "standard input" : file
            do {
                let codes = try await platform.readBarcodes(try bytes(ofInput: file, limit: Self.maximumScanBytes))
                if codes.isEmpty {
                    output.warn("\(CommandLineTable.program): no barcode was found in \(name)")
                    code = .refused
                } else if try !body(file, codes) {
                    code = .refused
                }
            } catch let error as any UserFacingError {
                // The error of a file names it already.
                let prefix = error is FileError ? "" : "\(name): "
                output.warn("\(CommandLineTable.program): \(prefix)\(error.userMessage)")
                code = .refused
            }
        }
        return code
    }

    private func printCodes(in files: [String], asJSON: Bool) async throws -> ExitCode {
        try await forEachFile(files) { file, codes in
            if asJSON {
                for found in codes { try write(object: Self.members(of: found, in: file)) }
            } else {
                try write(rows: codes.map { Self.row($0, file) }, areCut: false)
            }
            return true
        }
    }

    private static func row(_ found: FoundBarcode, _ file: String) -> [String] {
        let remarks = [
            found.page.map { "page \($0)" }, found.part?.label, found.isDoubtful ? "may be wrong" : nil,
        ].compactMap { $0 }
        return [found.barcode.format.rawValue, found.value, file, remarks.joined(separator: ", ")]
    }

    private static func members(of found: FoundBarcode, in file: String) -> [(key: String, value: JSON)] {
        var members: [(key: String, value: JSON)] = [
            ("file", .string(file)), ("kind", .string(found.barcode.format.rawValue)), ("value", .string(found.value)),
            ("number", .string(found.number)),
        ]
        if let encoding = found.barcode.encoding { members.append(("encoding", .string(encoding))) }
        if let content = try? found.barcode.content(number: found.number) {
            members.append(("bytes", .string(Base64.text(of: content.bytes))))
        }
        if let page = found.page { members.append(("page", .integer(page))) }
        if let part = found.part {
            var numbers: [String: JSON] = ["number": .integer(part.number)]
            numbers["count"] = part.count.map { .integer($0) }
            members.append(("part", .object(numbers)))
        }
        if found.isDoubtful { members.append(("doubtful", .bool(true))) }
        return members
    }

    /// The only code that can be trusted; reports why there is none.
    private func single(_ codes: [FoundBarcode], in name: String) -> FoundBarcode? {
        let certain = codes.filter { !$0.isDoubtful }
        if certain.count == 1 { return certain[0] }
        let reason =
            certain.isEmpty
            ? "the barcode in \(name) may have been misread" : "there are \(certain.count) barcodes in \(name)"
        let lines = codes.map { "  \($0.barcode.format.rawValue)  \(oneLine($0.value))" }
        output.warn((["\(CommandLineTable.program): \(reason):"] + lines).joined(separator: "\n"))
        return nil
    }

    private var scanInput: LocalInput { LocalInput(format: .iso, today: clock.today()) }

    private func addCards(of files: [String], _ options: Invocation.Options) async throws -> ExitCode {
        let config = try config(options)
        var cards: [Card] = []
        let code = try await forEachFile(files) { file, codes in
            guard let found = try self.cards(of: codes, in: file) else { return false }
            for card in found {
                let missing = config.validation.missing(in: card)
                if !missing.isEmpty {
                    let parts = missing.map(\.description).joined(separator: " and ")
                    throw CommandFailure("the card needs \(parts). Nothing was added.")
                }
            }
            cards += found
            return true
        }
        if cards.isEmpty { return code }
        let changes = try cards.map { CardChange.set(try CardPatch(from: nil, to: $0).checked()) }
        try await store(options).apply(changes)
        for card in cards { try output.print(card.identifier.text) }
        return code
    }

    /// A card with the only code, named after its file; or the cards of all share links. Nil where it is not clear which.
    private func cards(of codes: [FoundBarcode], in file: String) throws -> [Card]? {
        let certain = codes.filter { !$0.isDoubtful }
        if !certain.isEmpty, certain.allSatisfy({ ShareLink.hasLink($0.text) }) {
            return try certain.flatMap { ShareLink.links(in: $0.text) }.map { link in
                try ShareLink.card(from: link.text, identifier: platform.makeIdentifier())
            }
        }
        guard let found = single(codes, in: file) else { return nil }
        var draft = CardDraft(creating: platform.makeIdentifier(), scanInput)
        draft.apply(found)
        draft.setText(Self.name(ofFile: file), of: .name)
        return [draft.card]
    }

    private static func name(ofFile path: String) -> String {
        let file = String(path.split(separator: "/").last ?? "")
        let end = file.lastIndex(of: ".") ?? file.endIndex
        let stem = end == file.startIndex ? file : String(file[..<end])
        return stem.allSatisfy(\.isWhitespace) || stem == "-" ? "Scanned card" : stem
    }

    private func give(
        codeIn files: [String], toCard text: String, _ options: Invocation.Options
    ) async throws -> ExitCode {
        let store = try await store(options)
        let card = try await card(named: text, in: store)
        var found: [FoundBarcode] = []
        let code = try await forEachFile(files) { _, codes in
            found += codes
            return true
        }
        guard code == .success else { return code }
        guard let only = single(found, in: files.joined(separator: ", ")) else { return .refused }
        var draft = CardDraft(editing: card, scanInput)
        let links = ShareLink.links(in: only.text)
        if links.count > 1 { throw CommandFailure("the code has \(links.count) share links, and one card was named") }
        if let link = links.first {
            draft.apply(sharedCard: try ShareLink.card(from: link.text, identifier: card.identifier))
        } else {
            draft.apply(only)
        }
        let patch = try draft.patch.checked()
        if !patch.fields.isEmpty { try await store.apply([.set(patch)]) }
        try write(rows: [[only.barcode.format.rawValue, only.value]], areCut: false)
        return .success
    }
}
