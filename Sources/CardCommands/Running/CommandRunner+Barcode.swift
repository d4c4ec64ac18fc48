internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Prints the barcode with its number below; without enough space only the number.
    func showBarcode(of text: String, _ options: Invocation.Options) async throws {
        let card = try await card(named: text, in: try await store(options))
        guard let barcode = card.barcode else { throw CommandFailure("\"\(card.name)\" has no barcode") }
        let content: BarcodeContent
        do throws(BarcodeProblem) {
            content = try barcode.content(number: card.number)
        } catch {
            throw CommandFailure(
                "the barcode of \"\(card.name)\" cannot be drawn, \(barcode.format.labelWithArticle): \(error.userMessage)"
            )
        }
        if let warning = content.warning { output.warn("The barcode breaks a rule: \(warning.userMessage).") }
        let number = oneLine(card.number.isEmpty ? content.text : card.number)
        do {
            try await draw(content, options, rowsBelow: 1)
        } catch let failure as CommandFailure {
            try output.print(number)
            throw failure
        }
        try output.print(number)
    }

    /// Prints the share link as text, or as a QR code.
    func showLink(to text: String, asCode: Bool, _ options: Invocation.Options) async throws {
        let card = try await card(named: text, in: try await store(options))
        guard let link = ShareLink(card, isForCode: asCode) else {
            throw CommandFailure("\"\(card.name)\" has no number, and a link cannot contain photos")
        }
        if let omission = link.omission { output.warn("The link is \(omission).") }
        guard asCode else { return try output.print(link.url) }
        let content: BarcodeContent
        do throws(BarcodeProblem) {
            content = try BarcodeContent(link.url, as: .qrCode)
        } catch {
            throw CommandFailure("the link to \"\(card.name)\" is too long: \(error.userMessage)")
        }
        try await draw(content, options, rowsBelow: 0)
    }

    /// Colors are written to a pipe too: without them the code would be inverted on a dark terminal.
    private func draw(_ content: BarcodeContent, _ options: Invocation.Options, rowsBelow: Int) async throws {
        switch try await drawBarcode(content, options.isPlain, rowsBelow) {
        case .lines(let lines): try output.write(lines.map { $0 + "\n" }.joined())
        case .needs(let columns, let rows):
            throw CommandFailure("the terminal is too small: the code needs \(columns) columns and \(rows) lines")
        case .needsPixels:
            throw CommandFailure(
                "\(content.format.labelWithArticle) needs pixel graphics: open the card on the screen")
        }
    }
}
