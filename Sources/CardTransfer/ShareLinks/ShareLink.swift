internal import Basics
public import Cards

/// A card as Catima's share link: a phone that scans or opens it imports the card.
///
/// It contains name, number, note, days, balance and barcode, and the color unless it is for a QR code. It contains no photos (too
/// large), no groups, no star and archive flags, and no kind or encoding of a barcode that Catima has no name for. A balance of 0
/// points equals no balance there.
///
/// Source: Catima's docs/CARD_SHARING_URL_FORMAT.md and CARD_FIELDS.md, ImportURIHelper.java. All data is after the `#`, which
/// browsers do not send: the values form-encoded, joined by `&`, and the whole percent-encoded once more.
public struct ShareLink: Equatable, Sendable {
    public let url: String
    /// A message about what the link leaves out because Catima could not read it; nil for nothing.
    public let omission: String?

    /// Nil for a card without a number that Catima accepts.
    /// - Parameter isForCode: the link becomes a QR code: the color, which is easy to choose again, is left out to keep the modules
    ///   large.
    /// - Parameter hasNote: false leaves the note out, for a window that is too small for the code with it.
    public init?(_ card: Card, isForCode: Bool = false, hasNote: Bool = true) {
        let balance = Self.balance(of: card)
        let barcode = Self.barcode(of: card)
        let omissions = [balance.omission, barcode.omission].compactMap { $0 }
        omission = omissions.isEmpty ? nil : omissions.joined(separator: ", and ")
        let fields = Self.fields(of: card, balance: balance.shared, barcode: barcode.shared)
            .filter { (!isForCode || $0.0 != .color) && (hasNote || $0.0 != .note) }
        guard fields.contains(where: { $0.0 == .number && !$0.1.isEmpty }) else { return nil }
        let values = fields.map { $0.0.rawValue + "=" + PercentCoding.encoded($0.1, keeping: .formValue) }
        let data = PercentCoding.encoded(values.joined(separator: "&"), keeping: .androidPart)
        // A full stop at the end would be taken for that of a sentence.
        let end = data.hasSuffix(".") ? String(data.dropLast()) + "%2E" : data
        url = "https://catima.app/share#" + end
    }

    /// The names of the values. Catima refuses a link without the first three.
    enum Field: String, CaseIterable {
        case store, note
        case number = "cardid"
        case validFrom = "validfrom"
        case expiry, balance
        case currency = "balancetype"
        case barcodeValue = "barcodeid"
        case barcodeFormat = "barcodetype"
        case barcodeEncoding = "barcodeencoding"
        case color = "headercolor"
    }

    /// The balance in Catima's form: a plain decimal, in a currency that Java knows. Without its currency an amount would mean
    /// points, so both are left out.
    private static func balance(of card: Card) -> (shared: Balance?, omission: String?) {
        guard !card.balance.isEmpty else { return (nil, nil) }
        guard let amount = Balance.amount(withExponent: card.balance) else {
            return (nil, "without the balance, which is not a number")
        }
        guard card.currency.map(JavaCurrency.isKnown) ?? true else {
            let isMoney = !BalanceUnit(code: card.currency).isWrittenWithAmount
            return (
                nil, "without the balance: Catima does not know \(isMoney ? "its currency" : "stamps and discounts")"
            )
        }
        return (Balance(amount: amount, currency: card.currency), nil)
    }

    /// The barcode in Catima's form.
    private static func barcode(of card: Card) -> (shared: Barcode?, omission: String?) {
        guard let barcode = card.barcode else { return (nil, nil) }
        guard let shared = shared(barcode, number: card.number) else {
            return (nil, "without the barcode: Catima does not know \(barcode.format.label)")
        }
        return (shared, hasAddOn(barcode, number: card.number) ? "without the add-on of the barcode" : nil)
    }

    private static func fields(of card: Card, balance: Balance?, barcode: Barcode?) -> [(Field, String)] {
        var fields: [(Field, String)] = [(.store, card.name), (.note, card.note)]
        if let day = card.validFrom { fields.append((.validFrom, String(milliseconds(of: day)))) }
        if let day = card.expiry { fields.append((.expiry, String(milliseconds(of: day)))) }
        if let balance { fields.append((.balance, balance.amount)) }
        if let currency = balance?.currency { fields.append((.currency, currency)) }
        fields.append((.number, card.number.isEmpty ? barcode?.value ?? "" : card.number))
        if let barcode {
            if let value = barcode.value { fields.append((.barcodeValue, value)) }
            fields.append((.barcodeFormat, barcode.format.rawValue))
            if let encoding = barcode.encoding.flatMap(BarcodeEncoding.init(name:)), encoding != .hexadecimal {
                fields.append((.barcodeEncoding, encoding.rawValue))
            }
        }
        if let color = card.color { fields.append((.color, String(argb(color)))) }
        return fields
    }

    /// The barcode in a form that Catima can draw; nil for an unknown kind. Hexadecimal values become characters with the same
    /// bytes.
    static func shared(_ barcode: Barcode, number: String) -> Barcode? {
        guard barcode.format.isKnown, ![.gs1Code128, .microQR, .rMQR].contains(barcode.format) else { return nil }
        guard barcode.format.holdsBytes else { return inDigits(barcode, number: number) }
        guard let encoding = barcode.encoding.flatMap(BarcodeEncoding.init(name:)),
            [.hexadecimal, .gs1].contains(encoding)
        else { return barcode }
        // The GS1 mark is lost there, but scanners return the same data.
        guard let bytes = try? encoding.bytes(of: barcode.value ?? number) else { return nil }
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        return Barcode(format: barcode.format, value: text, encoding: BarcodeEncoding.latin1.rawValue)
    }

    /// Catima draws with ZXing's writers, which accept only digits for these kinds: no gaps and no add-ons, so an add-on is not
    /// shared. They accept Codabar with or without start and stop, as we do; an invalid value is left unchanged.
    private static func inDigits(_ barcode: Barcode, number: String) -> Barcode {
        guard let text = digits(of: barcode, number: number) else { return barcode }
        let digits = String(text.prefix { $0 != "+" })
        return Barcode(format: barcode.format, value: digits == number ? nil : digits, encoding: barcode.encoding)
    }

    /// Also an add-on, as `5901234123457+12`; nil for other kinds, and for an invalid value.
    private static func digits(of barcode: Barcode, number: String) -> String? {
        guard [.ean13, .ean8, .upcA, .upcE, .itf].contains(barcode.format) else { return nil }
        return try? barcode.content(number: number).text
    }

    /// Whether the barcode has an add-on, which Catima cannot draw.
    static func hasAddOn(_ barcode: Barcode, number: String) -> Bool {
        digits(of: barcode, number: number)?.contains("+") == true
    }

    /// An opaque color in Android's form: a signed 32-bit number.
    static func argb(_ color: CardColor) -> Int32 {
        let bits = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        return Int32(bitPattern: bits)
    }

    // MARK: - Days

    /// A link contains instants, of which Catima shows the day in the phone's zone: 10:00 UTC is on the same day from ten hours
    /// west of Greenwich to thirteen hours east.
    private static let hourOfDay: Int64 = 10
    static let millisecondsPerHour: Int64 = 3_600_000
    /// Catima itself writes midnight of the day in the phone's zone. These hours are added before rounding down to a day, so that
    /// midnights from thirteen hours east to ten hours west give that day, and so does ``hourOfDay``.
    static let hoursEast: Int64 = 13

    private static func milliseconds(of day: CalendarDay) -> Int64 {
        (Int64(day.daysSince1970) * 24 + hourOfDay) * millisecondsPerHour
    }
}

/// The currencies that Java knows: Catima crashes on a link with any other (`Currency.getInstance` throws).
enum JavaCurrency {
    static func isKnown(_ code: String) -> Bool { CurrencyCodes.isKnown(code) && !CurrencyCodes.isNew(code) }
}

/// Why a link is not a valid card. The message contains nothing of the card.
public enum ShareLinkError: UserFacingError, Equatable {
    case notShareLink
    /// http, which can be modified in transit.
    case notSecure
    case tooLong(maximum: Int)
    case controlCharacter
    /// The rest is in the next line, and without it a number would be wrong.
    case cutByLineBreak
    /// A percent sign without two digits, or bytes that are not UTF-8.
    case wrongPercentSign
    case noName
    case noNumber
    /// `wanted` is text such as "a day".
    case wrongValue(of: String, wanted: String)
    case unknownBarcode(String)

    public var userMessage: String {
        switch self {
        case .notShareLink: "This is not a share link: such a link starts with https://catima.app/share#."
        case .notSecure: "The link starts with http, not https."
        case .tooLong(let maximum): "The link is longer than \(maximum) characters."
        case .controlCharacter: "The link contains control characters."
        case .cutByLineBreak: "The link is cut by a line break: join its lines."
        case .wrongPercentSign: "The link is damaged: a percent sign is followed by invalid text."
        case .noName: "The link has no name for the card."
        case .noNumber: "The link has no card number."
        case .wrongValue(let field, let wanted): "The link is damaged: \(field) is not \(wanted)."
        case .unknownBarcode(let name): "The link has an unknown kind of barcode: \(name)."
        }
    }
}

extension Int {
    /// The exponent of ten as programs write it behind an `e`: `-3`, `+12`. Nil for one beyond this, in either direction.
    init?(exponent text: some StringProtocol, atMost limit: Int) {
        guard let number = Int(text), (-limit...limit).contains(number) else { return nil }
        self = number
    }
}

extension Balance {
    /// Like ``amount(from:)``, but also accepts numbers with an exponent, as Java writes them: `1E+3` is 1000.
    static func amount(withExponent text: String) -> String? {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard halves.count == 2 else { return amount(from: text) }
        guard let mantissa = amount(from: String(halves[0])), let exponent = Int(exponent: halves[1], atMost: 30)
        else { return nil }
        let unsigned = mantissa.drop { $0 == "-" }
        let parts = unsigned.split(separator: ".")
        let digits = parts.joined()
        let point = (parts.first?.count ?? 0) + exponent
        var (whole, fraction) = (digits, "")
        if point <= 0 {
            (whole, fraction) = ("0", String(repeating: "0", count: -point) + digits)
        } else if point < digits.count {
            (whole, fraction) = (String(digits.prefix(point)), String(digits.dropFirst(point)))
        } else {
            whole += String(repeating: "0", count: point - digits.count)
        }
        whole = String(whole.drop { $0 == "0" })
        let plain = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
        return amount(from: (mantissa.hasPrefix("-") ? "-" : "") + plain)
    }
}
