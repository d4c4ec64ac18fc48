internal import Basics
internal import Cards

/// The card of a row of Catima's table: what its fields mean here, and what of them means nothing.
struct CatimaRow {
    /// What Catima calls the number of a card that has none: it takes no card without a number.
    static let noNumber = "No barcode"

    let card: Card
    let remarks: [String]

    /// Nil for a row without a name.
    /// - Parameter text: the text of a column, or what a missing one means.
    init?(identifier: CardID, localDay: (Timestamp) -> CalendarDay, text: (CatimaColumn) -> String) {
        var (card, remarks) = (Card(identifier: identifier, name: text(.store)), [String]())
        if card.hasBlankName { return nil }
        let note = text(.note)
        // Most notes have one line: searching them for more takes as long as reading the rest of the row.
        CatimaNote.read(note.utf8.contains(0x0D) ? note.replacing(bytesOf: "\r\n", with: "\n") : note, into: &card)
        card.barcode = Self.barcode(text)
        let number = text(.number)
        card.number = card.barcode == nil && number == Self.noNumber ? "" : number
        func day(_ column: CatimaColumn, _ name: String) -> CalendarDay? {
            let number = text(column)
            if number.isEmpty { return nil }
            let day = Self.day(number, localDay)
            if day == nil { remarks.append("\(name) \"\(number.shortened(to: 30))\" is not a date and was left out") }
            return day
        }
        card.validFrom = day(.validFrom, "the start date")
        card.expiry = day(.expiry, "the expiry date")
        let balance = Self.balance(text, &remarks)
        // The note has what Catima has no column for.
        if !balance.0.isEmpty { (card.balance, card.currency) = balance }
        let color = text(.color)
        if let bits = Int32(color).map(UInt32.init(bitPattern:)) {
            card.color = CardColor(
                red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits))
        } else if !color.isEmpty {
            remarks.append("the color \"\(color.shortened(to: 30))\" is unknown and was left out")
        }
        card.isStarred = text(.star) == "1"
        card.setArchived(text(.archive) == "1")
        self.card = card
        self.remarks = remarks
    }

    /// Unknown kinds and encodings are kept, as everywhere.
    private static func barcode(_ text: (CatimaColumn) -> String) -> Barcode? {
        let format = text(.barcodeFormat)
        if format.isEmpty { return nil }
        let (value, encoding) = (text(.barcodeValue), text(.barcodeEncoding))
        return Barcode(
            format: BarcodeFormat(rawValue: format), value: value.isEmpty ? nil : value,
            encoding: encoding.isEmpty ? nil : encoding)
    }

    private static func balance(_ text: (CatimaColumn) -> String, _ remarks: inout [String]) -> (String, String?) {
        let (balance, currency) = (text(.balance), text(.currency))
        guard let amount = Balance.amount(withExponent: balance) else {
            if !balance.isEmpty {
                remarks.append("the balance \"\(balance.shortened(to: 30))\" is not a number and was left out")
            }
            return ("", nil)
        }
        if currency.isEmpty {
            // Catima has no other value for "none".
            return Balance.isZero(amount) ? ("", nil) : (amount, nil)
        }
        guard let code = Balance.currency(from: currency) else {
            // Without its currency, an amount would mean points.
            remarks.append("the currency \"\(currency.shortened(to: 30))\" is unknown: the balance was left out")
            return ("", nil)
        }
        return (amount, code)
    }

    /// Catima stores the UTC midnight of a day; earlier versions stored local times of it.
    private static func day(_ text: String, _ localDay: (Timestamp) -> CalendarDay) -> CalendarDay? {
        guard let milliseconds = Int64(text) else { return nil }
        let (days, rest) = milliseconds.quotientAndRemainderRoundedDown(by: 86_400_000)
        guard abs(days) < 4_000_000 else { return nil }
        let day =
            rest == 0
            ? CalendarDay(daysSince1970: Int(days)) : localDay(Timestamp(milliseconds: milliseconds))
        return CalendarDay.years.contains(day.year) ? day : nil
    }
}

extension Balance {
    static func isZero(_ amount: String) -> Bool { amount.utf8.allSatisfy { !$0.isDigit || $0 == UInt8(ascii: "0") } }
}

extension Card {
    /// The text of this card in a column, as Catima writes it; nil for a column that says nothing of a card.
    func catimaText(_ column: CatimaColumn) -> String? {
        switch column {
        case .id: nil
        case .store: name
        case .note: CatimaNote.text(of: self)
        case .validFrom: validFrom.map { String(Int64($0.daysSince1970) * 86_400_000) } ?? ""
        case .expiry: expiry.map { String(Int64($0.daysSince1970) * 86_400_000) } ?? ""
        case .balance: catimaBalance?.amount ?? "0"
        case .currency: catimaBalance?.currency ?? ""
        case .number:
            number.isEmpty ? catimaBarcode?.value ?? CatimaRow.noNumber : number
        case .barcodeValue: catimaBarcode?.value ?? ""
        case .barcodeFormat: catimaBarcode?.format.rawValue ?? ""
        case .barcodeEncoding: catimaBarcode?.encoding ?? ""
        case .color: color.map { String(ShareLink.argb($0)) } ?? ""
        case .star: isStarred ? "1" : "0"
        // Uses are counted on this machine, and leave it in no file.
        case .lastUsed: "0"
        case .archive: isArchived ? "1" : "0"
        }
    }

    /// Without its currency, an amount would mean points; Catima takes no currency that Java does not know.
    private var catimaBalance: Balance? {
        guard !balance.isEmpty, let amount = Balance.amount(withExponent: balance),
            currency.map(JavaCurrency.isKnown) ?? true
        else { return nil }
        return Balance(amount: amount, currency: currency)
    }

    private var catimaBarcode: Barcode? {
        guard let barcode, barcode.format.isKnown else { return nil }
        return ShareLink.shared(barcode, number: number)
    }

    /// What Catima has no column for, or cannot read: "phone".
    var catimaOmissions: [String] {
        var names: [String] = []
        if !phone.isEmpty { names.append("phone") }
        if !website.isEmpty { names.append("website") }
        if !remindBefore.isEmpty { names.append("reminders") }
        if !pictures.isEmpty { names.append("further pictures") }
        if let barcode {
            if catimaBarcode == nil {
                names.append("barcode")
            } else if ShareLink.hasAddOn(barcode, number: number) {
                names.append("add-on of a barcode")
            }
        }
        if !balance.isEmpty, catimaBalance == nil, !CatimaNote.hasBalance(of: self) { names.append("balance") }
        if unknownFields.contains(where: { !$0.value.isNothing }) { names.append("other values") }
        return names
    }
}

extension CatimaColumn {
    /// The fields of a card that the column holds a part of.
    var fields: [CardField] {
        switch self {
        case .id, .lastUsed: []
        case .store: [.name]
        case .note: [.note, .ownFields, .codes]
        case .validFrom: [.validFrom]
        case .expiry: [.expiry]
        case .balance, .currency: [.balance, .currency]
        case .number: [.number, .barcode]
        case .barcodeValue, .barcodeFormat, .barcodeEncoding: [.number, .barcode]
        case .color: [.color]
        case .star: [.isStarred]
        case .archive: [.isArchived]
        }
    }
}
