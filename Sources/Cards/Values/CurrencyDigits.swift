/// How many decimals an amount in a currency has, by ISO 4217.
enum CurrencyDigits {
    /// Nil means points, which are whole.
    static func count(in currency: String?) -> Int { currency.map { exceptions[$0] ?? 2 } ?? 0 }

    /// Zero in a currency; nil means points.
    static func zero(in currency: String?) -> String {
        let count = Self.count(in: currency)
        return count == 0 ? "0" : "0." + String(repeating: "0", count: count)
    }

    private static let exceptions: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]
}
