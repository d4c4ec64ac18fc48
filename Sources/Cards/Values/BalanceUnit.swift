/// What the amount of a balance counts: money, points, the stamps of a card, or the reduction that a coupon gives.
///
/// A card keeps it as the text of its currency, so that a program that knows only currencies shows `7 of 10 stamps`, merges it, and
/// gives it back as it is.
public enum BalanceUnit: Hashable, Sendable {
    /// A code of ISO 4217; of a card from elsewhere any other text.
    case currency(String)
    case points
    /// How many make a full card; nil where nobody said.
    case stamps(of: Int?)
    /// The part of a price that a coupon takes off.
    case percent
    /// How many times the points that a purchase gives: `2x`.
    case multiplier

    /// A card has at most so many stamps.
    public static let maximumStamps = 1000

    /// - Parameter code: the stored text; nil means points.
    public init(code: String?) {
        guard let code else {
            self = .points
            return
        }
        // Cheap first: nearly all are codes of three letters.
        switch code.utf8.count {
        case 3: self = .currency(code)
        case 1 where code == "%": self = .percent
        case 1 where code == "x": self = .multiplier
        default:
            let stamps = code.utf8.last == UInt8(ascii: "s") ? Self.stamps(code) : nil
            self = stamps ?? .currency(code)
        }
    }

    /// `stamps` and `of 10 stamps`, written as ``code`` writes them; nil for anything else.
    private static func stamps(_ code: String) -> BalanceUnit? {
        let words = code.split(separator: " ", omittingEmptySubsequences: false)
        guard words.last == "stamps" else { return nil }
        if words.count == 1 { return .stamps(of: nil) }
        guard words.count == 3, words[0] == "of", let count = Int(words[1]), (1...maximumStamps).contains(count),
            String(count) == words[1]
        else { return nil }
        return .stamps(of: count)
    }

    /// The text that is stored as the currency of a card; nil means points.
    public var code: String? {
        switch self {
        case .currency(let code): code
        case .points: nil
        case .stamps(let count): count.map { "of \($0) stamps" } ?? "stamps"
        case .percent: "%"
        case .multiplier: "x"
        }
    }

    /// "EUR", "points", "stamps", "stamps of 10".
    public var text: String {
        switch self {
        case .currency(let code): code
        case .points: "points"
        case .stamps(nil): "stamps"
        case .stamps(let full?): "stamps of \(full)"
        case .percent: "percent"
        case .multiplier: "a multiplier"
        }
    }

    /// Whether the amount is written with it in a form of its own, which is typed and shown in one piece: `7/10 stamps`, `20 %`, `2x`.
    public var isWrittenWithAmount: Bool {
        switch self {
        case .currency, .points: false
        case .stamps, .percent, .multiplier: true
        }
    }

    /// Whether amounts can be spent and received, and add up. A reduction is only used.
    public var isCounted: Bool { self != .percent && self != .multiplier }

    /// The unit in which amounts of several cards add up: stamps are stamps, however many a card has.
    var sumUnit: BalanceUnit { if case .stamps = self { .stamps(of: nil) } else { self } }

    /// Whether an amount in this unit can be booked on a card with the other one: `+1 stamp` on any card of stamps, and stamps of any number on
    /// a card that does not say how many make it full.
    func fits(_ other: BalanceUnit) -> Bool {
        self == other || (sumUnit == other.sumUnit && (self == sumUnit || other == sumUnit))
    }

    /// The decimals that a balance has, by ISO 4217.
    var places: Int {
        switch self {
        case .currency(let code): CurrencyDigits.count(in: code)
        case .points, .stamps, .percent, .multiplier: 0
        }
    }

    /// Why a card cannot have this amount; nil if it can. What others wrote is shown as it is, and adds nothing to a total.
    /// - Parameter amount: decimal text.
    func problem(with amount: String) -> String? {
        // Fast path: an import asks for each card, and nearly all amounts are of money or points.
        switch self {
        case .currency(let code):
            // A number of stamps that no card can have.
            return code.utf8.count > 3 && code.hasPrefix("of ") && code.hasSuffix(" stamps")
                ? "a full card has from 1 to \(Self.maximumStamps) stamps" : nil
        case .points: return nil
        case .stamps, .percent, .multiplier: return ExactDecimal(amount).flatMap { problem(with: $0) }
        }
    }

    private func problem(with value: ExactDecimal) -> String? {
        switch self {
        case .currency, .points: return nil
        case .stamps(let count):
            if value.neededPlaces > 0 || value.isNegative { return "stamps must be whole numbers, 0 or more" }
            guard let count, let full = ExactDecimal(String(count)), full < value else { return nil }
            return "a card with \(count) stamps cannot have \(value.text)"
        case .percent:
            guard value.isNegative || value.isZero || hundred < value else { return nil }
            return "a discount must be more than 0 % and at most 100 %"
        case .multiplier: return value.isNegative || value.isZero ? "a multiplier must be more than 0" : nil
        }
    }

    private var hundred: ExactDecimal { ExactDecimal("100") ?? .zero }
}

/// The stamps of a card as circles: `● ● ● ● ● ● ● ○ ○ ○`.
public struct StampCircles: Equatable, Sendable {
    public let count: Int
    /// How many make a full card.
    public let full: Int

    /// More than these are only a number.
    private static let most = 20

    /// Nil for anything but stamps, and where there are too many to be drawn.
    public init?(_ balance: Balance?) {
        guard let balance, let stamps = balance.stamps, max(stamps.count, stamps.full) <= Self.most else { return nil }
        (count, full) = stamps
    }

    /// With what a full card gives.
    public var lines: String { text(gap: " ") + (count >= full ? "\none free: $ x redeems it" : "") }

    /// - Parameter gap: between two circles.
    public func text(gap: String) -> String {
        (0..<max(count, full)).map { $0 < count ? "●" : "○" }.joined(separator: gap)
    }
}

extension Balance {
    public var unit: BalanceUnit { BalanceUnit(code: currency) }

    /// Whether it is money, and more than nothing.
    public var isMoneyLeft: Bool {
        guard case .currency = unit, let left = ExactDecimal(amount) else { return false }
        return !left.isZero && !left.isNegative
    }

    /// The stamps that a card has, and how many make it full; nil for anything else, and where there are too many to be drawn.
    public var stamps: (count: Int, full: Int)? {
        guard case .stamps(let full?) = unit, let count = Int(amount), (0...BalanceUnit.maximumStamps).contains(count)
        else { return nil }
        return (count, full)
    }
}

/// The codes of currencies, as ISO 4217 lists them now or did before.
public enum CurrencyCodes {
    public static func isKnown(_ code: String) -> Bool { earlier.contains(ExactText(code)) || isNew(code) }

    /// Whether it came after the data of OpenJDK below.
    public static func isNew(_ code: String) -> Bool { ["XAD", "XCG", "ZWG"].contains(ExactText(code)) }

    /// Source: OpenJDK, CurrencyData.properties, data version 175, which never removes a code.
    private static let earlier = Set(
        """
        ADP AED AFA AFN ALL AMD ANG AOA ARS ATS AUD AWG AYM AZM AZN BAM BBD BDT BEF BGL BGN BHD BIF BMD BND BOB BOV BRL BSD
        BTN BWP BYB BYN BYR BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CSD CUC CUP CVE CYP CZK DEM DJF DKK DOP DZD EEK
        EGP ERN ESP ETB EUR FIM FJD FKP FRF GBP GEL GHC GHS GIP GMD GNF GRD GTQ GWP GYD HKD HNL HRK HTG HUF IDR IEP ILS INR
        IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LUF LVL LYD MAD MDL MGA MGF
        MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MXV MYR MZM MZN NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
        PTE PYG QAR ROL RON RSD RUB RUR RWF SAR SBD SCR SDD SDG SEK SGD SHP SIT SKK SLE SLL SOS SRD SRG SSP STD STN SVC SYP
        SZL THB TJS TMM TMT TND TOP TPE TRL TRY TTD TWD TZS UAH UGX USD USN USS UYI UYU UZS VEB VED VEF VES VND VUV WST XAF
        XAG XAU XBA XBB XBC XBD XCD XDR XFO XFU XOF XPD XPF XPT XSU XTS XUA XXX YER YUM ZAR ZMK ZMW ZWD ZWL ZWN ZWR
        """.split(whereSeparator: \.isWhitespace).map { ExactText(String($0)) })
}

/// How many decimals an amount in a currency has, by ISO 4217.
enum CurrencyDigits {
    static func count(in currency: String) -> Int { exceptions[currency] ?? 2 }

    private static let exceptions: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]
}
