internal import Basics
internal import Cards

/// The card of an Apple pass: what the members of its `pass.json` mean here.
struct WalletPass {
    static let styles = ["storeCard", "coupon", "eventTicket", "generic", "boardingPass"]

    private(set) var card: Card
    private(set) var remarks: [String] = []
    /// The type and the serial number, which a later version of the pass has, too.
    let key: String
    /// Whether it has a serial number, which every pass should.
    let hasSerial: Bool

    /// - Parameter strings: the translations of texts.
    init(_ pass: JSON, strings: [ExactText: String], identifier: CardID) throws(TransferError) {
        guard let style = Self.styles.first(where: { pass[$0]?.object != nil }) else { throw .noPassStyle }
        let logo = strings.text(of: pass["logoText"])
        var (card, remarks) = (
            Card(identifier: identifier, name: logo.isEmpty ? strings.text(of: pass["organizationName"]) : logo),
            [String]()
        )
        let (groups, isCut) = PassField.groups(of: pass[style], strings)
        let lines =
            [strings.text(of: pass["description"])]
            + groups.map { $0.map(\.noteText).joined(separator: "\n") }
        if style == "storeCard" {
            for field in groups.joined() where card.balance.isEmpty { Self.readBalance(field, &card) }
        }
        if isCut { remarks.append("more than \(PassField.maximumCount) fields: the others were left out") }
        card.note = lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
        func day(_ key: String, _ name: String) -> CalendarDay? {
            guard let text = pass[key]?.string else { return nil }
            let day = CalendarDay(String(text.prefix(10)))
            if day == nil { remarks.append("\(name) \"\(text.prefix(30))\" is no day, and was left out") }
            return day
        }
        card.validFrom = day("relevantDate", "the start date")
        card.expiry = day("expirationDate", "the expiry date")
        card.color = pass["backgroundColor"]?.string.flatMap(Self.color)
        card.isArchived = pass["voided"]?.bool ?? false
        Self.readBarcode(pass, &card, &remarks)
        self.card = card
        self.remarks = remarks
        let serial = pass["serialNumber"]?.string ?? ""
        (key, hasSerial) = ((pass["passTypeIdentifier"]?.string ?? "") + "/" + serial, !serial.isEmpty)
    }

    /// The largest of these pictures becomes a photo of the card.
    mutating func setPhoto(_ field: CardField, _ hash: PhotoHash) {
        if field == .icon { card.icon = hash } else { card.front = hash }
    }

    mutating func remark(_ text: String) { remarks.append(text) }

    private static func readBalance(_ field: PassField, _ card: inout Card) {
        guard case .number(let number)? = field.json["value"], let amount = Balance.amount(withExponent: number) else {
            return
        }
        let currency = field.json["currencyCode"]?.string.flatMap(Balance.currency)
        let names = [field.json["key"]?.string ?? "", field.label].map { $0.lowercased() }
        guard currency != nil || names.contains(where: { $0.contains("balance") || $0.contains("points") }) else {
            return
        }
        (card.balance, card.currency) = (amount, currency)
    }

    /// The first that can be drawn, or the first of all; `barcodes` come before the older `barcode`. Some programs write one instead of a
    /// list, or a list instead of one.
    private static func readBarcode(_ pass: JSON, _ card: inout Card, _ remarks: inout [String]) {
        let all = ["barcodes", "barcode"].flatMap { name -> [JSON] in
            guard let value = pass[name] else { return [] }
            return value.array ?? (value.object == nil ? [] : [value])
        }
        let codes = all.map { code in
            PassBarcode(
                format: code["format"]?.string, message: code["message"]?.shownText ?? "",
                printed: code["altText"]?.shownText ?? "", encoding: code["messageEncoding"]?.string)
        }
        guard let code = codes.first(where: { $0.barcode?.format.isKnown == true }) ?? codes.first else { return }
        (card.number, card.barcode) = (code.number, code.barcode)
        if !code.label.isEmpty { card.note += (card.note.isEmpty ? "" : "\n\n") + code.label }
        remarks += code.remarks
    }

    /// `rgb(1, 2, 3)` or `#rrggbb`.
    private static func color(_ text: String) -> CardColor? {
        guard text.hasPrefix("rgb") else { return CardColor(text) }
        let parts = text.split { !$0.isNumber && $0 != "." }.compactMap { Int($0.prefix { $0 != "." }) }
        guard parts.count >= 3, parts.prefix(3).allSatisfy((0...255).contains) else { return nil }
        return CardColor(red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]))
    }
}

extension JSON {
    /// A text, or a number as written.
    var shownText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .unpaired: string
        case .null, .bool, .array, .object: nil
        }
    }
}
