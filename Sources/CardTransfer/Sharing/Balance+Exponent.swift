internal import Cards

extension Balance {
    /// Like ``amount(from:)``, but also accepts numbers with an exponent, as Java writes them: `1E+3` is 1000.
    static func amount(withExponent text: String) -> String? {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard halves.count == 2 else { return amount(from: text) }
        guard let mantissa = amount(from: String(halves[0])), let exponent = Int(halves[1]), abs(exponent) <= 30 else {
            return nil
        }
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
