internal import Cards

/// Draws the barcode of a card: as lines, or into a picture file.
struct BarcodeCommand: ShellCommand {
    struct File: Equatable, Sendable {
        let path: String
        let form: BarcodeFileForm
    }

    let card: String
    var file: File?
    /// Instead of the card's barcode: the label of a further code, or its number, from 1.
    var code: String?
    /// Instead of the code's own kind.
    var kind: BarcodeFormat?
    var isInverted = false

    static let spec = CommandSpec(
        name: "barcode", operand: .card,
        options: [
            OptionSpec(
                "png", takes: .file, "Write the barcode as a PNG picture, 8 pixels per module; - is standard output"),
            OptionSpec("svg", takes: .file, "Write the barcode as an SVG picture; - is standard output"),
            OptionSpec("kind", takes: .oneOf("KIND", CommandLineTable.barcodes), "Draw the value as this kind"),
            OptionSpec("code", takes: .text("CODE"), "Draw the additional code with this label or number, from 1"),
            OptionSpec("invert", "White on black"),
        ],
        summary: "Draw the barcode of a card",
        details: """
            The code is black on white with the margin that scanners need, as large as fits, with its number below. If the \
            terminal is too small, only the number is shown and the exit code is 1. When piped, it keeps its colors. An \
            existing file is replaced. Few scanners read an inverted code.
            """,
        examples: [
            "barcode \"Cedar Library\" | less -R", "barcode Cedar --svg cedar.svg", "barcode Cedar --code Voucher",
        ], topic: "barcodes", read: { parsed, _ throws(UsageError) in try BarcodeCommand(parsed) })

    init(card: String) { self.card = card }

    init(_ parsed: ArgumentParser) throws(UsageError) {
        card = parsed.operands.first ?? ""
        isInverted = parsed.has("invert")
        code = parsed.value("code")
        if let name = parsed.value("kind") { kind = try NewCard.format(name, parsed) }
        try parsed.exclude("png", "svg")
        if let path = try parsed.path("png") { file = File(path: path, form: .png) }
        if let path = try parsed.path("svg") { file = File(path: path, form: .svg) }
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.barcode(self, options)
        return .success
    }
}

extension CommandRunner {
    /// Without enough space only the number is printed.
    func barcode(_ command: BarcodeCommand, _ options: Invocation.Options) async throws {
        let card = try await card(named: command.card, in: try await store(options))
        let code = try command.code.map { try furtherCode($0, of: card) }
        let own = code.map(\.barcode) ?? card.barcode
        let content = try content(of: own, of: card, as: command.kind)
        if let warning = content.warning {
            let isRule = if case .spaces = warning { false } else { true }
            output.warn("\(isRule ? "The barcode breaks a rule" : "Please check the barcode"): \(warning.userMessage).")
        }
        if let file = command.file {
            let bytes = try await platform.barcodeFile(content, file.form, command.isInverted)
            return try write(bytes, to: file.path, options)
        }
        let number = oneLine(card.number.isEmpty || code != nil ? content.text : card.number)
        do {
            try await draw(
                content, BarcodeLook(isPlain: options.isPlain, isInverted: command.isInverted), rowsBelow: 1)
        } catch let failure as CommandFailure {
            try output.print(number)
            throw failure
        }
        try output.print(number)
    }

    /// By its label, or else by its number.
    private func furtherCode(_ name: String, of card: Card) throws -> FurtherCode {
        if let code = card.codes.first(where: { $0.label.isSameText(as: name) }) { return code }
        if let number = Int(name), card.codes.indices.contains(number - 1) { return card.codes[number - 1] }
        let titles = card.codes.map { oneLine($0.title) }
        throw CommandFailure(
            titles.isEmpty
                ? "\"\(card.name)\" has no additional codes"
                : "\"\(card.name)\" has no code \"\(name)\"; it has: \(titles.joined(separator: ", "))")
    }

    private func content(of own: Barcode?, of card: Card, as kind: BarcodeFormat?) throws -> BarcodeContent {
        guard let format = kind ?? own?.format else { throw CommandFailure("\"\(card.name)\" has no barcode") }
        let isOwn = own?.format == format
        let barcode = Barcode(format: format, value: own?.value, encoding: isOwn ? own?.encoding : nil)
        do throws(BarcodeProblem) {
            return try barcode.content(number: card.number)
        } catch {
            throw CommandFailure(
                "the barcode of \"\(card.name)\" cannot be drawn, \(format.labelWithArticle): \(error.userMessage)")
        }
    }

    /// Colors are written to a pipe too: without them the code would be inverted on a dark terminal.
    func draw(_ content: BarcodeContent, _ look: BarcodeLook, rowsBelow: Int) async throws {
        switch try await platform.drawBarcode(content, look, rowsBelow) {
        case .lines(let lines): try output.write(lines.map { $0 + "\n" }.joined())
        case .needs(let columns, let rows):
            throw CommandFailure("the terminal is too small: the code needs \(columns) columns and \(rows) lines")
        case .needsPixels:
            throw CommandFailure(
                "\(content.format.labelWithArticle) needs pixel graphics: open the card on the screen")
        }
    }
}
