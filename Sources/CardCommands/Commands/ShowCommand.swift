internal import CardTransfer
internal import Cards

/// How a card is shown.
enum ListForm: Equatable, Sendable {
    case text
    case json(withPhotos: Bool)
}

/// Shows a card, or one thing of it.
struct ShowCommand: ShellCommand {
    enum Part: Equatable, Sendable {
        /// With the secret fields of the card, or with dots for them.
        case fields(ListForm, withSecrets: Bool)
        case photo(Card.Side)
        case barcode
        /// The share links of the cards as text, or all in one QR code.
        case links(asCode: Bool)
    }

    /// Several for links only.
    let cards: [String]
    let part: Part

    static let spec = CommandSpec(
        name: "show", operand: .card, isOperandRepeatable: true,
        options: [CommandLineTable.json, CommandLineTable.photos, photo] + parts, summary: "Show one card",
        details: "\(CommandLineTable.oneCard) A photo is drawn on a terminal; otherwise it is written as it is "
            + "stored (cards-tui show Library --photo front > library.jpg). A barcode is black on white with the margin that "
            + "scanners need, as large as fits, with its number below; if the terminal is too "
            + "small, only the number is shown and the exit code is 1. When piped, it keeps its colors (cards-tui show Library "
            + "--barcode | less -R). A link contains name, number, note, dates, balance, barcode and, unless it is drawn, the "
            + "color of the card, readable by everyone who has it; it contains no photos and no groups. A code of several "
            + "cards is a text of their names and links, as Catima shares them; where not all fit, the others are named and "
            + "the exit code is 1.",
        examples: ["show library", "show Tesco --barcode", "show Tesco Library --share-url"],
        read: { parsed, _ throws(UsageError) in try ShowCommand(parsed) })

    private static let photo = OptionSpec(
        "photo", takes: .oneOf("SIDE", Card.Side.allCases.map(\.rawValue)), "Show this photo: front, back or icon")
    private static let parts = [
        OptionSpec("secrets", "Show the secret fields, which are dots otherwise"),
        OptionSpec("barcode", "Draw the barcode"),
        OptionSpec("share-url", "Write the share link, which Catima on a phone can import; one link per line"),
        OptionSpec("share-qr", "Draw the share link as a QR code for a phone; several cards share one code"),
    ]

    private static func form(_ parsed: ArgumentParser) throws(UsageError) -> ListForm {
        if parsed.has("json") { return .json(withPhotos: parsed.has("photos")) }
        try parsed.require("photos", with: "json")
        return .text
    }

    init(_ parsed: ArgumentParser) throws(UsageError) {
        cards = parsed.operands
        let way = ["photo", "barcode", "share-url", "share-qr"].first { parsed.has($0) }
        if cards.count > 1, way != "share-url", way != "share-qr" {
            throw parsed.failure(
                "\(cards[1]) is one argument too many: only --share-url and --share-qr take several cards")
        }
        guard let way, let value = parsed.value(way) else {
            part = .fields(try Self.form(parsed), withSecrets: parsed.has("secrets"))
            return
        }
        try parsed.checkOnly(way)
        switch way {
        case "barcode": part = .barcode
        case "share-url", "share-qr": part = .links(asCode: way == "share-qr")
        default:
            guard let side = Card.Side(rawValue: value) else {
                throw parsed.failure("--photo must be front, back or icon, not \"\(value)\"")
            }
            part = .photo(side)
        }
    }

    init(cards: [String], part: Part) { (self.cards, self.part) = (cards, part) }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        let card = cards.first ?? ""
        switch part {
        case .fields(let form, let withSecrets):
            try await runner.show(card, form, withSecrets: withSecrets, runner.store(options))
        case .photo(let side): try await runner.showPhoto(.side(side), of: card, runner.store(options))
        case .barcode: try await runner.barcode(BarcodeCommand(card: card), options)
        case .links(let asCode): return try await runner.showLinks(to: cards, asCode: asCode, options)
        }
        return .success
    }
}

extension CommandRunner {
    fileprivate func show(
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
        for line in try await platform.drawPhoto(bytes) { try output.out.write(Array((line + "\n").utf8)) }
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
            ("Color", color),
            ("Marks", marks.joined(separator: ", ")),
            ("Photos", sides.joined(separator: ", ")),
        ] + pictures + [
            ("Opened", uses ?? ""),
            ("Note", card.note),
            ("Identifier", card.identifier.text),
        ]
    }
}

/// `--share-url` and `--share-qr`.
extension CommandRunner {
    /// Prints the share links as text, or as one QR code. The exit code says whether all of them fit into that.
    /// Nothing is written unless all cards are found and can be shared.
    fileprivate func showLinks(to texts: [String], asCode: Bool, _ options: Invocation.Options) async throws -> ExitCode
    {
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
        for remark in shared.remarks { output.warn("\(CommandLineTable.program): \(oneLine(remark)).") }
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
}
