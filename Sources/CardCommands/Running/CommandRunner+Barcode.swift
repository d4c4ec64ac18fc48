internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Prints the share links as text, or as one QR code. The exit code says whether all of them fit into that.
    /// Nothing is written unless all cards are found and can be shared.
    func showLinks(to texts: [String], asCode: Bool, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await store(options)
        var links: [(card: Card, link: ShareLink)] = []
        for text in texts { links.append(try link(to: try await card(named: text, in: store), asCode: asCode)) }
        if asCode, links.count > 1 { return try await draw(links.map(\.card), options) }
        for (card, link) in links {
            if let omission = link.omission {
                output.warn("The link\(links.count > 1 ? " to \(oneLine(card.name))" : "") is \(omission).")
            }
            if asCode { try await draw(link.url, of: card.name, options) } else { try output.print(link.url) }
        }
        return .success
    }

    private func link(to card: Card, asCode: Bool) throws -> (card: Card, link: ShareLink) {
        guard let link = ShareLink(card, isForCode: asCode) else {
            throw CommandFailure("\"\(card.name)\" has no number, and a link cannot contain photos")
        }
        return (card, link)
    }

    private func draw(_ cards: [Card], _ options: Invocation.Options) async throws -> ExitCode {
        if cards.count > ShareText.maximumCards {
            throw CommandFailure(
                "\(cards.count) cards are too many for a code; \(again("export")) writes them to a file")
        }
        let shared = ShareText(cards) { (try? BarcodeContent($0, as: .qrCode)) != nil }
        guard shared.count > 0 else { throw CommandFailure("each of the links is too long for a QR code") }
        for remark in shared.remarks { output.warn("\(CommandTable.program): \(oneLine(remark)).") }
        try await draw(shared.text, of: cards[0].name, options)
        return shared.count == cards.count ? .success : .refused
    }

    private func draw(_ link: String, of name: String, _ options: Invocation.Options) async throws {
        let content: BarcodeContent
        do throws(BarcodeProblem) {
            content = try BarcodeContent(link, as: .qrCode)
        } catch {
            throw CommandFailure("the link to \"\(name)\" is too long: \(error.userMessage)")
        }
        try await draw(content, BarcodeLook(isPlain: options.isPlain), rowsBelow: 0)
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
