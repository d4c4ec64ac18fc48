internal import CardTransfer
internal import Cards

extension CommandRunner {
    func list(_ form: ListForm, _ store: any CardStore) async throws {
        if case .json(let withPhotos) = form { return try await listJSON(store, withPhotos: withPhotos) }
        guard let width = output.out.columns?() else { return try await listTabs(store) }
        var columns = CardColumns(measure: output.width, isolate: output.isolate)
        var isEmpty = true
        try await forEachPage(of: store) { page in
            isEmpty = false
            for summary in page { columns.add(row(summary)) }
        }
        if isEmpty { return output.warn("There are no cards yet. Add one: \(CommandTable.program) add --help") }
        let widths = columns.widths(in: width)
        try await forEachPage(of: store) { page in
            try output.write(page.map { columns.line(row($0), widths) + "\n" }.joined())
        }
    }

    /// One card per line for other programs, with the identifier last.
    private func listTabs(_ store: any CardStore) async throws {
        try await forEachPage(of: store) { page in
            try output.write(page.map { (row($0).texts + [$0.id.text]).joined(separator: "\t") + "\n" }.joined())
        }
    }

    /// Name, number, groups and expiry, safe for the output.
    private func row(_ card: CardSummary) -> CardColumns.Row {
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: clock.today())
        func safe(_ text: String) -> String { output.safe(oneLine(text)) }
        return CardColumns.Row(
            name: safe(card.name), number: safe(card.number), groups: safe(card.groups.joined(separator: ", ")),
            due: safe(due.text))
    }

    private func forEachPage(of store: any CardStore, _ body: ([CardSummary]) throws -> Void) async throws {
        var rank = 0
        while true {
            let page = try await store.summaries(in: rank..<rank + Self.pageSize)
            if !page.isEmpty { try body(page) }
            rank += Self.pageSize
            // A page is also short if a card in it cannot be read.
            if page.count < Self.pageSize, try await store.count() <= rank { return }
        }
    }

    /// A JSON array, one card per line.
    private func listJSON(_ store: any CardStore, withPhotos: Bool) async throws {
        var lines = JSONLines()
        try await forEachCard(in: store) { card in
            lines.append(try await members(of: card, in: store, withPhotos: withPhotos))
            if lines.byteCount >= CardExport.chunkBytes { try output.write(json: lines.drain()) }
        }
        lines.end()
        try output.write(json: lines.drain())
    }

    /// The card's JSON, without what only this machine knows of it: the output may be imported elsewhere.
    func members(
        of card: Card, in store: any CardStore, withPhotos: Bool
    ) async throws -> [(key: String, value: JSON)] {
        let photos = withPhotos ? try await store.photos(of: card) : [:]
        return withPhotos ? CardJSON.members(of: card) { photos[$0] } : CardJSON.membersWithoutPhotos(of: card)
    }
}
