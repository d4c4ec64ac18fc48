internal import Basics
internal import Cards

/// Reads the export of two programs of that name: an array of vouchers as JSON of the one on phones, and the rows of the one on servers as
/// `manage.py dumpdata` writes them.
///
/// Sources: tim-smart/vouchervault; l4rm4nd/VoucherVault, myapp/models.py and its page on backups.
struct VoucherVaultSource: CardSource {
    private var cards: IndexedCardSource

    /// Whether the beginning of a JSON file is such an export.
    static func isExport(_ text: [UInt8]) -> Bool {
        text.contains(bytesOf: "\"codeType\"")
            || (text.contains(bytesOf: "\"model\"") && text.contains(bytesOf: "\"myapp."))
    }

    /// Throws ``TransferError``.
    init(_ bytes: [UInt8], _ request: ImportRequest) throws(TransferError) {
        let elements: [JSON]
        do throws(JSONError) {
            elements = try JSONParser.parse(bytes).array ?? []
        } catch {
            throw .json(file: "the file", reason: error.userMessage)
        }
        let file = OriginFile(program: FileFormat.voucherVault.rawValue)
        guard elements.contains(where: { $0["model"] != nil }) else {
            cards = IndexedCardSource(elements.count) { index in
                Self.card(elements[index], index, file, request.makeIdentifier())
            }
            return
        }
        let items = elements.filter { $0["model"]?.string == "myapp.item" }
        let bookings = Self.bookings(elements)
        cards = IndexedCardSource(items.count) { index in
            let key = items[index]["pk"]?.string ?? ""
            return ServerItem(items[index]["fields"], bookings[ExactText(key)] ?? []).card(
                key, index, file, request)
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }

    private static func card(
        _ element: JSON, _ index: Int, _ file: OriginFile, _ identifier: CardID
    ) -> ImportedCard {
        let name = element["description"]?.string ?? ""
        let position = ImportedCard.Position.key(name.isEmpty ? element["uuid"]?.string ?? String(index + 1) : name)
        var (card, remarks) = (Card(identifier: identifier, name: name), [String]())
        card.number = element["code"]?.string ?? ""
        card.note = element["notes"]?.string ?? ""
        if let type = element["codeType"]?.string, type != "TEXT" {
            if let format = BarcodeFormat(typed: type, for: card.number) {
                card.barcode = Barcode(format: format)
            } else {
                remarks.append("the kind of barcode \"\(type.shortened(to: 30))\" is unknown and was left out")
            }
        }
        if let expires = element["expires"]?.string {
            card.expiry = CalendarDay(String(expires.prefix(10)))
            if card.expiry == nil {
                remarks.append("the expiry date \"\(expires.shortened(to: 30))\" is not a date and was left out")
            }
        }
        card.balance = balance(element)
        card.color = element["color"]?.string.flatMap { colors[$0] }.flatMap { CardColor($0) }
        return .made(
            card, at: position, key: element["uuid"]?.string, place: index, file: file, remarks: remarks)
    }

    private static func balance(_ element: JSON) -> String {
        if case .number(let text)? = element["balanceMilliunits"], let thousandths = Int64(text) {
            let digits = String(thousandths.magnitude)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            var fraction = padded.suffix(3)
            while fraction.last == "0" { fraction.removeLast() }
            let sign = thousandths < 0 ? "-" : ""
            return sign + padded.dropLast(3) + (fraction.isEmpty ? "" : "." + fraction)
        }
        guard case .number(let text)? = element["balance"] else { return "" }
        return Balance.amount(withExponent: text) ?? ""
    }

    private static let colors = [
        "GREY": "#9e9e9e", "BLUE": "#2196f3", "GREEN": "#4caf50", "ORANGE": "#ff9800", "PURPLE": "#9c27b0",
        "RED": "#f44336", "YELLOW": "#ffeb3b",
    ]

    /// The bookings of the program on servers, by item.
    private static func bookings(_ elements: [JSON]) -> [ExactText: [ServerBooking]] {
        var bookings: [ExactText: [ServerBooking]] = [:]
        for element in elements where element["model"]?.string == "myapp.transaction" {
            guard let fields = element["fields"], let item = fields["item"]?.string,
                let amount = Balance.amount(withExponent: fields["value"]?.shownText ?? ""),
                let value = ExactDecimal(amount)
            else { continue }
            bookings[ExactText(item), default: []].append(
                ServerBooking(
                    amount: value.shortened, day: CalendarDay(String((fields["date"]?.string ?? "").prefix(10))),
                    note: fields["description"]?.string ?? ""))
        }
        return bookings
    }
}

/// What was spent, as a negative amount, or received on an item of VoucherVault on a server.
private struct ServerBooking {
    let amount: ExactDecimal
    /// Nil where the file does not say it.
    let day: CalendarDay?
    let note: String

    private static let longestNote = 200

    func entry(of card: CardID, in unit: BalanceUnit, _ today: CalendarDay) -> LedgerEntry {
        let day = day ?? today
        let note = note.split(whereSeparator: \.isNewline).joined(separator: " ").shortened(to: Self.longestNote)
        return LedgerEntry(
            card: card, amount.isNegative ? .spend : .receive, amount: amount.text, currency: unit.code, day: day,
            recorded: Timestamp(clampingSeconds: Int64(day.daysSince1970) * 86_400), note: note)
    }
}

/// A row of VoucherVault on a server.
private struct ServerItem {
    private let fields: JSON?
    private let bookings: [ServerBooking]
    private var remarks: [String] = []
    private var secrets: [CardSecret] = []

    init(_ fields: JSON?, _ bookings: [ServerBooking]) { (self.fields, self.bookings) = (fields, bookings) }

    private func text(_ name: String) -> String { fields?[name]?.shownText ?? "" }

    func card(_ key: String, _ index: Int, _ file: OriginFile, _ request: ImportRequest) -> ImportedCard {
        var item = self
        let card = item.made(request)
        let name = card.name.isEmpty ? String(index + 1) : card.name
        let unit = BalanceUnit(code: card.currency)
        let entries = card.balance.isEmpty || !unit.isCounted ? [] : bookings.filter { !$0.amount.isZero }
        var made = ImportedCard.made(
            card, at: .key(name), key: key.isEmpty ? nil : key, place: index, file: file,
            ledger: entries.map { $0.entry(of: card.identifier, in: unit, request.input.today) },
            secrets: item.secrets, remarks: item.remarks)
        made.guessesDayOfUse = card.used != nil
        return made
    }

    private mutating func made(_ request: ImportRequest) -> Card {
        var card = Card(identifier: request.makeIdentifier(), name: text("name"))
        card.number = text("redeem_code")
        card.barcode = kind(for: card.number).map { Barcode(format: $0) }
        card.validFrom = day("issue_date", "the issue date")
        card.expiry = day("expiry_date", "the expiry date")
        readValue(into: &card)
        if fields?["is_used"]?.bool == true {
            let last = bookings.compactMap(\.day).max()
            card.used = last ?? request.input.today
            if last == nil { remarks.append("it is used, but the file does not say since when: today was taken") }
        }
        card.isStarred = fields?["is_pinned"]?.bool == true
        card.color = CardColor(text("tile_color"))
        card.groups = [text("type")].filter { !$0.isEmpty }
        let issuer = text("issuer")
        let lines = [text("description"), issuer.isEmpty || issuer == card.name ? "" : "Issuer: \(issuer)"]
        card.note = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        let pin = text("pin")
        if !pin.isEmpty {
            do throws(TypingError) {
                secrets = [try CardSecret(label: "PIN", value: pin)]
            } catch {
                remarks.append("the PIN was left out: \(error.message)")
            }
        }
        return card
    }

    private mutating func kind(for number: String) -> BarcodeFormat? {
        let name = text("code_type")
        if name.isEmpty || name == "none" || number.isEmpty { return nil }
        // Names of Ghostscript's library of barcodes, where the program has other ones than people do.
        let known = ["azteccode": "AZTEC", "interleaved2of5": "ITF", "rationalizedCodabar": "CODABAR"]
        let format = BarcodeFormat(typed: known[name] ?? name, for: number)
        if format == nil {
            remarks.append("the kind of barcode \"\(name.shortened(to: 30))\" is unknown and was left out")
        }
        return format
    }

    private mutating func day(_ name: String, _ label: String) -> CalendarDay? {
        let text = text(name)
        if text.isEmpty { return nil }
        let day = CalendarDay(String(text.prefix(10)))
        if day == nil { remarks.append("\(label) \"\(text.shortened(to: 30))\" is not a date and was left out") }
        return day
    }

    /// The value of an item is the one that it began with.
    private mutating func readValue(into card: inout Card) {
        let text = text("value")
        guard let amount = Balance.amount(withExponent: text), let value = ExactDecimal(amount) else {
            if !text.isEmpty {
                remarks.append("the value \"\(text.shortened(to: 30))\" is not a number and was left out")
            }
            return
        }
        // A card of a shop has a value of 0, since the program wants one.
        if value.isZero, bookings.isEmpty { return }
        let unit: BalanceUnit =
            switch self.text("value_type") {
            case "percentage": .percent
            case "multiplier": .multiplier
            // The program's own currency, before it knew others.
            default: .currency(Balance.currency(from: self.text("currency")) ?? "EUR")
            }
        let left = unit.isCounted ? bookings.reduce(value) { $0 + $1.amount } : value.shortened
        (card.balance, card.currency) = (left.text, unit.code)
    }
}
