internal import Cards

extension CommandRunner {
    func show(
        _ text: String, _ form: ListForm, withSecrets: Bool, _ store: any CardStore
    ) async throws {
        let card = try await card(named: text, in: store)
        let secrets = try await store.secrets(of: card.identifier)
        if case .json(let withPhotos) = form {
            var writer = JSONWriter(pretty: true)
            var members = try await members(of: card, in: store, withPhotos: withPhotos)
            if withSecrets, !secrets.isEmpty { members.append((CardSecret.key, CardSecret.json(of: secrets))) }
            if !withSecrets { warn(aboutSecretsLeftOut: secrets.count) }
            writer.write(members)
            return try output.write(json: writer.bytes + [UInt8(ascii: "\n")])
        }
        let shown = secrets.map { (label: oneLine($0.label), value: withSecrets ? $0.value : CardSecret.dots) }
        try write(card, try await store.usage(of: card.identifier), try await entries(of: card, in: store), shown)
    }

    /// The fields of a card as text, a line for each.
    /// - Parameters:
    ///   - entries: the last ones of its ledger, as text.
    ///   - secrets: its secret fields, as they are shown.
    func write(
        _ card: Card, _ usage: CardUsage = CardUsage(), _ entries: String = "",
        _ secrets: [(label: String, value: String)] = []
    ) throws {
        let rows = rows(card, usage, entries, secrets)
        let width = rows.map(\.label.count).max() ?? 0
        for (label, value) in rows where !value.isEmpty {
            // A note has several lines; each is made safe separately.
            let lines = value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (index, line) in lines.enumerated() {
                let start = index == 0 ? label : ""
                let blanks = String(repeating: " ", count: width - start.count + 2)
                try output.print(line.isEmpty ? "" : start + blanks + line)
            }
        }
    }

    /// Prints the photo as symbols on a terminal, elsewhere its stored bytes.
    func showPhoto(_ photo: CardPhoto, of text: String, _ store: any CardStore) async throws {
        let card = try await card(named: text, in: store)
        let bytes = try await storedPhoto(photo, of: card, store)
        guard output.out.isTerminal else { return try output.out.write(bytes) }
        for line in try await drawPhoto(bytes) { try output.out.write(Array((line + "\n").utf8)) }
    }

    private static let entryCount = 3

    /// The last entries of its ledger, a line each: day, amount, note.
    private func entries(of card: Card, in store: any CardStore) async throws -> String {
        // Some may have been taken back.
        let page = try await store.ledger(of: card.identifier, after: nil, limit: 8 * Self.entryCount)
        return page.events.prefix(Self.entryCount).map { line in
            let entry = line.entry
            return [format.text(entry.day), format.text(entry.sum), oneLine(entry.note)].filter { !$0.isEmpty }.joined(
                separator: "  ")
        }.joined(separator: "\n")
    }

    /// The fields of a card as text, without empty ones.
    private func rows(
        _ card: Card, _ usage: CardUsage, _ entries: String, _ secrets: [(label: String, value: String)]
    ) -> [(label: String, value: String)] {
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: clock.today())
        let barcode = card.barcode.map { $0.format.rawValue + ($0.value.map { " " + $0 } ?? "") }
        let used = card.used.map { "used on \(format.text($0))" } ?? ""
        let marks = [card.isStarred ? "starred" : "", card.isArchived ? "archived" : "", used].filter { !$0.isEmpty }
        let sides = Card.Side.allCases.filter { card[$0] != nil }.map(\.rawValue)
        let uses = usage.lastUsed.map { "\($0.text) (\(usage.uses) in total)" }
        let details = card.details.map { detail in
            (label: detail.label.prefix(1).uppercased() + detail.label.dropFirst(), value: oneLine(detail.text))
        }
        let balance = oneLine(card.amountLeft.map(format.text) ?? "")
        let color = [card.color?.text, card.color?.name.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        let first = [
            (label: "Name", value: oneLine(card.name)),
            ("Number", oneLine(card.number)),
            ("Barcode", oneLine(barcode ?? "")),
            ("Groups", oneLine(card.groups.joined(separator: ", "))),
        ]
        let codes = card.codes.map { code in
            (label: "Code", value: oneLine(code.line))
        }
        let own = card.ownFields.map { (label: oneLine($0.name), value: $0.value) }
        let pictures = card.pictures.indices.map { index in
            (label: "Picture \(index + 1)", value: oneLine(card.label(of: .picture(index))))
        }
        let timetable = Timetable(card, clock).lines(today: clock.today(), format).map { line in
            (label: line.label.prefix(1).uppercased() + line.label.dropFirst(), value: oneLine(line.text))
        }
        return first + timetable + codes + details + own + secrets + [
            ("Balance", balance),
            ("Ledger", entries),
            ("Valid from", card.validFrom.map(format.text) ?? ""),
            ("Expires", card.expiry.map { "\(format.text($0)) (\(due.text))" } ?? ""),
            ("Remind", oneLine(card.remindBefore)),
            ("Colour", color),
            ("Marks", marks.joined(separator: ", ")),
            ("Photos", sides.joined(separator: ", ")),
        ] + pictures + [
            ("Last used", uses ?? ""),
            ("Note", card.note),
            ("Identifier", card.identifier.text),
        ]
    }
}
